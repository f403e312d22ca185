import Domain

extension BillFormat {
    /// WeChat's trade bill: ALL, SUCCESS, REFUND and the old layout; columns go by their header cell.
    static let wechatTrades = BillFormat(
        name: "WeChat trade bill",
        purpose: Text(en: "WeChat's trade bill of a day: ALL, SUCCESS, REFUND or the old layout.", zh: "微信交易账单（日）：ALL、SUCCESS、REFUND 或旧版。"),
        provider: "wechat", signature: ["交易时间", "微信订单号", "商户订单号"],
        columns: [
            ("交易时间", .time), ("公众账号ID", .appID), ("商户号", .merchantID), ("微信订单号", .tradeNumber), ("商户订单号", .orderNumber),
            ("交易类型", .tradeType), ("交易状态", .state), ("货币种类", .currency), ("订单金额", .amount), ("总金额", .amount),
            ("应结订单金额", .settledAmount), ("微信退款单号", .refundTradeNumber), ("商户退款单号", .refundNumber), ("申请退款金额", .refundAmount),
            ("退款金额", .refundAmount), ("退款成功时间", .refundTime), ("退款状态", .refundState), ("商品名称", .product), ("商户数据包", .attachment),
        ],
        freeText: [.product, .attachment], hasTrades: true, isPayerExport: false,
        examples: [
            Recognizer.Example(
                "\u{FEFF}交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,"
                    + "商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\r\n"
                    + "`2026-10-07 15:31:02,`wx00aa,`1699990001,`0,`,`4200030233202610072596538057,`TK-1,`o-1,`MWEB,`SUCCESS,`OTHERS,`CNY,`40.00,"
                    + "`5.00,`0,`0,`0.00,`0.00,`,`,`月卡,一个月,`a,b,`0.01000,`0.60%,`45.00,`0.00,`\r\n"
                    + "`2026-10-07 16:31:02,`wx00aa,`1699990001,`0,`,`4200030233202610072596538057,`TK-1,`o-1,`MWEB,`REFUND,`OTHERS,`CNY,`0.00,"
                    + "`0.00,`5030,`RF-1,`45.00,`0.00,`ORIGINAL,`SUCCESS,`月卡,`,`-0.01000,`0.60%,`0.00,`45.00,`\r\n"
                    + "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n"
                    + "`2,`45.00,`45.00,`0.00,`0.00000,`45.00,`45.00\r\n",
                gives:
                    "provider.trade.recorded orderNumber=TK-1 tradeNumber=4200030233202610072596538057 amount=45.00 currency=CNY status=paid "
                    + "paidAt=1791358262000000 merchantID=1699990001 appID=wx00aa flow=wechat_h5 billDay=2026-10-07 provider=wechat",
                "provider.refund.recorded orderNumber=TK-1 refundedAmount=45.00 refundNumber=RF-1 status=refunded"),
            Recognizer.Example(
                "交易时间,公众账号ID,商户号,子商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,总金额,代金券或立减优惠金额,微信退款单号,"
                    + "商户退款单号,退款金额,代金券或立减优惠退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率\n"
                    + "`2026-10-07 15：31：02,`wx00aa,`1699990001,`0,`,`1009660380201506130728806387,`TK-1,`o-1,`APP,`SUCCESS,`CFT,`CNY,`45.00,`0.00,"
                    + "`0,`0,`0,`0,`,`,`月卡,`,`0.27000,`0.60%\n"
                    + "总交易单数,总交易额,总退款金额,总代金券或立减优惠退款金额,手续费总金额\n`1,`45.00,`0.00,`0.00,`0.27\n",
                gives:
                    "provider.trade.recorded orderNumber=TK-1 tradeNumber=1009660380201506130728806387 amount=45.00 flow=wechat_sdk status=paid"
            ),
        ])

    /// WeChat's fund bill: payments among fees, refunds and withdrawals; a payment's voucher is the merchant's number (facts.md §2.5).
    static let wechatFunds = BillFormat(
        name: "WeChat fund bill",
        purpose: Text(
            en: "WeChat's fund flow: payments among fees, refunds and withdrawals; what arrived is not what was ordered.",
            zh: "微信资金账单：收款、手续费、退款与提现；到账金额不等于订单金额。"),
        provider: "wechat", signature: ["记账时间", "微信支付业务单号", "资金流水单号"],
        columns: [
            ("记账时间", .time), ("微信支付业务单号", .tradeNumber), ("业务类型", .kind), ("收支类型", .state), ("收支金额(元)", .income),
            ("备注", .product), ("业务凭证号", .orderNumber),
        ],
        freeText: [.product], hasTrades: true, isFunds: true, isPayerExport: false,
        examples: [
            Recognizer.Example(
                "记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号\n"
                    + "`2026-10-07 15:31:02,`4200030233202610072596538057,`5030,`交易,`交易,`收入,`45.00,`45.00,`system,`结算金额: 45.00,含券,`TK-1\n"
                    + "`2026-10-07 15:31:02,`4200030233202610072596538057,`5031,`扣除交易手续费,`扣除交易手续费,`支出,`0.27,`44.73,`system,`,`TK-1\n"
                    + "`2026-10-07 16:31:02,`50300123,`5032,`退款,`退款,`支出,`45.00,`-0.27,`system,`,`RF-1\n"
                    + "资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额\n`3,`1,`45.00,`2,`45.27\n",
                gives: "provider.trade.recorded orderNumber=TK-1 tradeNumber=4200030233202610072596538057 status=paid "
                    + "paidAt=1791358262000000 provider=wechat")
        ])

    /// What a payer exports from WeChat.
    static let wechatPayer = BillFormat(
        name: "WeChat payer export",
        purpose: Text(en: "A payer's own export: counts only for known orders.", zh: "付款人自己导出的账单：仅对已知订单有效。"),
        provider: "wechat", signature: ["交易时间", "交易单号", "商户单号"],
        columns: [("交易时间", .time), ("交易单号", .tradeNumber), ("商户单号", .orderNumber), ("当前状态", .state), ("金额(元)", .amount)],
        freeText: [.product], hasTrades: true, isPayerExport: true,
        examples: [
            Recognizer.Example(
                "\u{FEFF}微信支付账单明细,,,,,,,,\n----------------------微信支付账单明细列表--------------------,,,,,,,,\n"
                    + "交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注\n"
                    + "2026-09-01 10:00:05,商户消费,店,\"月卡\",支出,¥28.16,零钱,支付成功,\"4200030233202610072596538057\"\t,\"TK-1\"\t,\"/\"\n",
                gives:
                    "provider.trade.recorded orderNumber=TK-1 tradeNumber=4200030233202610072596538057 amount=28.16 status=paid payerExport=true"
            ),
            Recognizer.Example(
                "交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注\n"
                    + "2026-09-01 10:00:05,商户消费,店,\"月卡\",支出,￥28.16,零钱,已退款(￥8.16),\"4200030233202610072596538057\"\t,\"TK-1\"\t,\"/\"\n"
                    + "2026-09-01 10:00,商户消费,店,\"月卡\",支出,￥28.16,零钱,支付成功,4.20003E+27,2.0260901E+15,\"/\"\n",
                gives: "provider.trade.recorded orderNumber=TK-1 amount=28.16 status=paid refundedAmount=8.16 payerExport=true"),
        ])
}
