/// Head and foot of WeChat's trade bill, kind ALL (facts.md §2.5): UTF-8 with a byte-order mark, CRLF, back-ticked summary.
enum WechatBill {
    static let head =
        "\u{FEFF}交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,"
        + "微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\r\n"

    static func tail(_ totals: BillTotals) -> String {
        "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n"
            + "`\(totals.payments + totals.refunds),`\(yuan(totals.paid)),`\(yuan(totals.refunded)),`0.00,`0.01000,`\(yuan(totals.paid)),"
            + "`\(yuan(totals.refunded))\r\n"
    }

    /// Hundredths as `128.00`.
    static func yuan(_ hundredths: Int64) -> String {
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
