import Domain

extension BillFormat {
    /// Alipay's fund detail (`账务明细`): several rows an order, fees and withdrawals among them (facts.md §1.8).
    static let alipayFunds = BillFormat(
        name: "Alipay fund bill",
        purpose: Text(
            en: "Alipay's fund detail: payments and refunds among fees; what arrived is not what was ordered.",
            zh: "支付宝账务明细：收款、退款与手续费；到账金额不等于订单金额。"),
        provider: "alipay", signature: ["账务流水号", "业务流水号", "商户订单号"],
        columns: [
            ("业务流水号", .tradeNumber), ("商户订单号", .orderNumber), ("商品名称", .product), ("发生时间", .time), ("收入金额(+元)", .income),
            ("支出金额(-元)", .outgo), ("业务类型", .kind),
        ],
        freeText: [.product], hasTrades: true, isFunds: true, isPayerExport: false,
        examples: [
            Recognizer.Example(
                "#支付宝账务明细查询\n账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注\n"
                    + "1\t,2026090122001\t,TK-1\t,月卡,2026-09-01 10:00:05,x\t,20.00,0.00,20.00,支付宝,在线支付,\n"
                    + "2\t,2026090122001\t,TK-1\t,月卡,2026-09-01 10:00:05,x\t,0.00,-0.12,19.88,支付宝,收费,\n"
                    + "3\t,2026090122001\t,TK-1\t,月卡,2026-09-01 11:00:05,x\t,0.00,-5.00,14.88,支付宝,交易退款,\n"
                    + "4\t,,,,2026-09-01 12:00:05,x\t,0.00,-14.88,0.00,支付宝,提现,\n#支出合计：3笔，共20.00元\n",
                gives: "provider.trade.recorded orderNumber=TK-1 tradeNumber=2026090122001 status=paid paidAt=1788228005000000",
                "provider.trade.recorded orderNumber=TK-1 tradeNumber=2026090122001 status=paid refundedAmount=5.00 closedAt=1788231605000000")
        ])

    /// The summaries that stand in Alipay's second member.
    static let alipaySummary = BillFormat(
        name: "Alipay bill summary",
        purpose: Text(en: "Alipay's summary of a bill.", zh: "支付宝业务汇总。"),
        provider: "alipay", signature: ["门店编号", "门店名称", "交易订单总笔数"], columns: [], freeText: [], hasTrades: false,
        isPayerExport: false,
        examples: [
            Recognizer.Example(
                "#支付宝业务汇总查询\n#账号：[2088]\n门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）\n合计\t,,8,0,271.00,271.00\n")
        ])

    /// What a payer exports from the Alipay app (facts.md §1.9).
    static let alipayPayer = BillFormat(
        name: "Alipay payer export",
        purpose: Text(en: "A payer's own export: counts only for known orders.", zh: "付款人自己导出的账单：仅对已知订单有效。"),
        provider: "alipay", signature: ["交易时间", "交易订单号", "商家订单号"],
        columns: [("交易时间", .time), ("交易订单号", .tradeNumber), ("商家订单号", .orderNumber), ("交易状态", .state), ("金额", .amount)],
        freeText: [.product], hasTrades: true, isPayerExport: true,
        examples: [
            Recognizer.Example(
                "------------------------\n导出信息：\n姓名：某\n------支付宝 电子客户回单------\n"
                    + "交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,\n"
                    + "2026-09-01 10:00:05,购物,店,x@y,月卡,支出,20.00,余额,交易成功,2026090122001\t,TK-1\t,,\n",
                gives: "provider.trade.recorded orderNumber=TK-1 tradeNumber=2026090122001 amount=20.00 status=paid payerExport=true")
        ])

    /// The same from Alipay's web pages (facts.md §1.9).
    static let alipayPayerWeb = BillFormat(
        name: "Alipay payer export (web)",
        purpose: Text(en: "A payer's own export from the web: counts only for known orders.", zh: "付款人在网页导出的账单：仅对已知订单有效。"),
        provider: "alipay", signature: ["交易号", "商家订单号", "交易创建时间", "付款时间"],
        columns: [
            ("交易号", .tradeNumber), ("商家订单号", .orderNumber), ("交易创建时间", .createdAt), ("付款时间", .time), ("商品名称", .product),
            ("金额(元)", .amount), ("交易状态", .state), ("成功退款(元)", .refundAmount),
        ],
        freeText: [.product], hasTrades: true, isPayerExport: true,
        examples: [
            Recognizer.Example(
                "支付宝交易记录明细查询\n账号:[x@y]\n---------------------------------交易记录明细列表------------------------------------\n"
                    + "交易号                  ,商家订单号               ,交易创建时间              ,付款时间                ,最近修改时间              ,"
                    + "交易来源地     ,类型              ,交易对方            ,商品名称                ,金额（元）   ,收/支     ,交易状态    ,服务费（元）   ,"
                    + "成功退款（元）  ,备注                  ,资金状态     ,\n"
                    + "2026090122001       ,TK-1     ,2026-09-01 10:00:01 ,2026-09-01 10:00:05 ,2026-09-01 10:00:06 ,其他     ,即时到账交易 ,店 ,月卡 ,"
                    + "20.00   ,支出      ,交易成功    ,0.00     ,5.00     ,   ,已支出      ,\n",
                gives: "provider.trade.recorded orderNumber=TK-1 tradeNumber=2026090122001 amount=20.00 status=paid refundedAmount=5.00 "
                    + "payerExport=true")
        ])
}
