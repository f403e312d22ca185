import Domain

extension CodeGroup {
    /// The provider's states (facts.md §1.1.1, §1.9).
    static let alipayStates = CodeGroup(
        "alipay_trade_status", title: Text(en: "Alipay trade_status", zh: "支付宝 trade_status"),
        flows: [.alipayH5, .alipaySDK, .webCheckout],
        words: ["trade_status", "status", "alipay", "支付宝", "状态", "交易状态"],
        confirm: Text(
            en: "Look for the word in `notify.received`, `provider.answered` or the bill, with `gmt_payment` and `refund_fee` beside it.",
            zh: "在 `notify.received`、`provider.answered` 或账单中查看该词，以及同一行的 `gmt_payment`、`refund_fee`。"),
        source: Text(en: "Alipay open platform: asynchronous notify and alipay.trade.query.", zh: "支付宝开放平台：异步通知与 alipay.trade.query。"),
        causes: Text(en: "The course of the trade at Alipay.", zh: "交易在支付宝侧的进展。"),
        fix: Text(
            en: "Map it to the order's state once, in one place, and never let an older state overwrite a paid order.",
            zh: "在一处统一映射订单状态，旧状态绝不能覆盖已支付。"),
        codes: [
            .init(
                "WAIT_BUYER_PAY", title: Text(en: "waiting for the payer", zh: "等待买家付款"),
                meaning: Text(
                    en: "The trade exists and is not paid. It is never notified for the common products.", zh: "交易已创建，尚未付款。常用产品不会为此发通知。"),
                causes: Text(en: "The payer is in the cashier, or left it.", zh: "付款人正在收银台，或已离开。"),
                fix: Text(en: "Keep asking until timeout_express, then close the order.", zh: "在 timeout_express 之前持续查询，之后关单。"),
                breaks: [.pendingNotRequeried, .queryStale]),
            .init(
                "TRADE_SUCCESS", title: Text(en: "paid, refundable", zh: "支付成功，可退款"),
                meaning: Text(
                    en: "Paid. A partial refund keeps this state and sends another notify with a new notify_id.",
                    zh: "已支付。部分退款仍保持此状态，并以新的 notify_id 再发通知。"), causes: Text(en: "The normal end.", zh: "正常结果。"),
                fix: Text(
                    en: "Check app_id, seller and total_amount, then mark the order paid once.", zh: "核对 app_id、卖家与 total_amount 后入账一次。"),
                breaks: [.paidNotMarked]),
            .init(
                "TRADE_FINISHED", title: Text(en: "paid, no longer refundable", zh: "交易完结，不可退款"),
                meaning: Text(
                    en: "Paid, and the refund window is over. It may come about three months later: neither a new payment nor a duplicate.",
                    zh: "已支付且退款期已过。可能约三个月后才到：不是新付款，也不是重复。"),
                causes: Text(en: "The end of the refund window, or a product without refunds.", zh: "退款期结束，或产品不支持退款。"),
                fix: Text(en: "Treat it as paid; do not move an order that is further on.", zh: "按已支付处理；订单已进入后续状态时不得回退。"),
                breaks: [.stateRegressed, .deliveredTwice]),
            .init(
                "TRADE_CLOSED", title: Text(en: "closed: unpaid, or refunded in full", zh: "交易关闭：未付超时，或全额退款"),
                meaning: Text(
                    en: "With gmt_payment or refund_fee it was paid and fully refunded; without them it was never paid.",
                    zh: "带 gmt_payment 或 refund_fee 表示付款后全额退款；不带则从未付款。"),
                causes: Text(
                    en: "timeout_express ran out, the shop closed it, or everything was refunded.", zh: "timeout_express 到期、商户关单，或全额退款。"),
                fix: Text(
                    en: "Look at gmt_payment and refund_fee before moving the order to closed or refunded.",
                    zh: "先看 gmt_payment 与 refund_fee，再决定置为关闭还是已退款。"), breaks: [.closedNotMarked]),
            .init(
                "交易成功", title: Text(en: "paid (payer's export)", zh: "已支付（付款人账单）"),
                meaning: Text(
                    en: "A row of the payer's own export says paid. It counts only for an order that other evidence names.",
                    zh: "付款人导出的账单显示已付款。只有订单号已知时才作为证据。"), causes: Text(en: "The payer's own record.", zh: "付款人自己的记录。"),
                fix: Text(en: "Search the merchant bill of that day for the same trade number.", zh: "在当日商户账单中查找同一交易号。"),
                names: ["支付成功", "等待确认收货"]),
            .init(
                "交易关闭", title: Text(en: "closed (payer's export)", zh: "交易关闭（付款人账单）"),
                meaning: Text(en: "The payer's export shows the trade closed: not paid, or refunded.", zh: "付款人账单显示交易关闭：未付款或已退款。"),
                causes: Text(en: "Time-out, or a refund.", zh: "超时或退款。"),
                fix: Text(en: "Look for a refund row beside it.", zh: "查看同一交易的退款行。")),
            .init(
                "等待付款", title: Text(en: "waiting (payer's export)", zh: "等待付款（付款人账单）"),
                meaning: Text(en: "The payer's export shows that nothing was paid yet.", zh: "付款人账单显示尚未付款。"),
                causes: Text(en: "The payer left the cashier.", zh: "付款人离开了收银台。"), fix: Text(en: "Nothing to repair.", zh: "无需修复。")),
            .init(
                "退款成功", title: Text(en: "refunded (payer's export)", zh: "已退款（付款人账单）"),
                meaning: Text(en: "The payer's export shows a refund: the order was paid before.", zh: "付款人账单显示退款：之前已支付。"),
                causes: Text(en: "A refund by the shop.", zh: "商户退款。"),
                fix: Text(en: "Compare with the refund rows of the merchant bill.", zh: "与商户账单的退款行核对。")),
        ])
}
