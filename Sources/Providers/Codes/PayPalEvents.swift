import Domain

extension CodeGroup {
    /// PayPal's words (facts.md §4).
    static let payPalEvents = CodeGroup(
        "paypal", title: Text(en: "PayPal state or event", zh: "PayPal 状态与事件"),
        flows: [.webCheckout],
        words: ["paypal", "capture", "order"],
        confirm: Text(
            en: "Look for the webhook or the answer with this word, with custom_id or invoice_id beside it.",
            zh: "在 webhook 或查询答复中查看该词，以及 custom_id、invoice_id。"),
        source: Text(en: "PayPal documentation: orders, captures, webhook event names.", zh: "PayPal 文档：orders、captures 与 webhook 事件名。"),
        causes: Text(en: "The course of the payment at PayPal.", zh: "支付在 PayPal 侧的进展。"),
        fix: Text(en: "Mark the order by the capture, never by the approval.", zh: "以 capture 入账，不能以 approve 入账。"),
        codes: [
            .init(
                "COMPLETED", title: Text(en: "captured: paid", zh: "已扣款：支付成功"), meaning: Text(en: "The money was taken.", zh: "款项已收取。"),
                names: ["PAYMENT.CAPTURE.COMPLETED", "PARTIALLY_REFUNDED"], breaks: [.paidNotMarked]),
            .init(
                "APPROVED", title: Text(en: "approved, not captured", zh: "已同意，未扣款"),
                meaning: Text(
                    en: "The payer agreed and nothing was taken yet: capture it, or it expires.", zh: "付款人已同意但尚未扣款：需执行 capture，否则过期。"),
                names: ["CHECKOUT.ORDER.APPROVED", "CREATED", "SAVED", "PAYER_ACTION_REQUIRED"], breaks: [.markedWithoutProof]),
            .init(
                "PAYMENT.CAPTURE.PENDING", title: Text(en: "capture pending", zh: "扣款待定"),
                meaning: Text(en: "The capture waits for a review or a bank.", zh: "等待审核或银行处理。"), breaks: [.pendingNotRequeried]),
            .init(
                "PAYMENT.CAPTURE.DENIED", title: Text(en: "refused", zh: "被拒绝"),
                meaning: Text(en: "The payment was refused.", zh: "支付被拒绝。"),
                names: ["PAYMENT.CAPTURE.DECLINED", "DENIED", "DECLINED", "FAILED"],
                breaks: [.paymentFailed]),
            .init(
                "VOIDED", title: Text(en: "voided", zh: "已作废"), meaning: Text(en: "The order was voided unpaid.", zh: "未支付即作废。"),
                breaks: [.closedNotMarked]),
            .init(
                "REFUNDED", title: Text(en: "refunded", zh: "已退款"), meaning: Text(en: "Money went back.", zh: "已退款。"),
                names: ["PAYMENT.CAPTURE.REFUNDED"]),
        ])
}
