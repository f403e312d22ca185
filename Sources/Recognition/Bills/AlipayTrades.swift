import Domain

extension BillFormat {
    /// Alipay's business detail (`业务明细`).
    static let alipayTrades = BillFormat(
        name: "Alipay merchant bill",
        purpose: Text(en: "Alipay's business detail of a day or month.", zh: "支付宝业务明细（日或月）。"),
        provider: "alipay", signature: ["支付宝交易号", "商户订单号", "业务类型"],
        columns: [
            ("支付宝交易号", .tradeNumber), ("商户订单号", .orderNumber), ("业务类型", .kind), ("商品名称", .product), ("创建时间", .createdAt),
            ("完成时间", .time), ("订单金额(元)", .amount), ("商家实收(元)", .settledAmount), ("退款批次号/请求号", .refundNumber),
        ],
        freeText: [.product], hasTrades: true, isPayerExport: false,
        examples: [
            Recognizer.Example(
                "#支付宝业务明细查询\n#账号：[20880000000000000156]\n#起始日期：[2026年09月01日 00:00:00]   终止日期：[2026年09月02日 00:00:00]\n"
                    + "#-----业务明细列表-----\n"
                    + "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,"
                    + "支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,"
                    + "服务费（元）,分润（元）,备注\n"
                    + "2026090122001\t,TK-1\t,交易,月卡,特惠,2026-09-01 10:00:01,2026-09-01 10:00:05,,,,,*号(139******21)\t,20.00\t,20.00,0.00,0.00,"
                    + "0.00,0.00,0.00,,0.00,0.00,,-0.12,0.00,\n"
                    + "2026090122001\t,TK-1\t,退款,月卡,2026-09-01 10:00:01,2026-09-01 11:00:05,,,,,*号(139******21)\t,-10.00,-10.00,0.00,0.00,"
                    + "0.00,0.00,0.00,,0.00,0.00,RF-1\t,0.06,0.00,\n"
                    + "#-----业务明细列表结束-----\n#交易合计：1笔，商家实收共20.00元，商家优惠共0.00元\n"
                    + "#退款合计：1笔，商家实收退款共-10.00元，商家优惠退款共0.00元\n#导出时间：[2026年09月02日 10:03:11]\n",
                gives: "provider.trade.recorded orderNumber=TK-1 tradeNumber=2026090122001 amount=20.00 status=paid currency=CNY "
                    + "paidAt=1788228005000000 billDay=2026-09-01 provider=alipay",
                "provider.refund.recorded orderNumber=TK-1 tradeNumber=2026090122001 refundedAmount=10.00 refundNumber=RF-1 "
                    + "closedAt=1788231605000000")
        ])
}
