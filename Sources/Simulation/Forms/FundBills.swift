/// Head and foot of the providers' fund bills (facts.md §1.8, §2.5): movements of money, fees among them.
enum FundBills {
    static func alipayHead() -> [UInt8] {
        GBK.bytes(
            of: """
                #支付宝账务明细查询\r
                #账号：[\(Shop.alipayAccount)]\r
                #-----------------------------------------账务明细列表----------------------------------------\r
                账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注\r

                """)
    }

    static func alipayTail(_ totals: BillTotals) -> [UInt8] {
        GBK.bytes(
            of: """
                #-----------------------------------------账务明细列表结束------------------------------------\r
                #支出合计：\(totals.refunds)笔，共-\(WechatBill.yuan(totals.refunded))元\r
                #收入合计：\(totals.payments)笔，共\(WechatBill.yuan(totals.paid))元\r

                """)
    }

    static let wechatHead =
        "\u{FEFF}记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号\r\n"

    static func wechatTail(_ totals: BillTotals) -> String {
        "资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额\r\n"
            + "`\(totals.payments + totals.refunds),`\(totals.payments),`\(WechatBill.yuan(totals.paid)),`\(totals.refunds),"
            + "`\(WechatBill.yuan(totals.refunded))\r\n"
    }
}
