import Domain

extension CodeGroup {
    /// Stripe's words (facts.md §4).
    static let stripeEvents = CodeGroup(
        "stripe", title: Text(en: "Stripe state or event", zh: "Stripe 状态与事件"),
        flows: [.webCheckout],
        words: ["stripe", "payment_intent", "checkout", "session"],
        confirm: Text(
            en: "Look for the event or the answer with this word and its payment id; events are not ordered and may repeat.",
            zh: "在事件或查询答复中查看该词与支付 ID；事件不保证顺序，且可能重复。"),
        source: Text(
            en: "Stripe documentation: PaymentIntent and Checkout Session states, event types.",
            zh: "Stripe 文档：PaymentIntent 与 Checkout Session 状态、事件类型。"),
        causes: Text(en: "The course of the payment at Stripe.", zh: "支付在 Stripe 侧的进展。"),
        fix: Text(
            en: "Handle by event id once, and judge by the object's state, not by the order of events.", zh: "按事件 ID 只处理一次，以对象状态为准而非事件先后。"),
        codes: [
            .init(
                "succeeded", title: Text(en: "paid", zh: "支付成功"),
                meaning: Text(
                    en: "The payment went through; a completed session with `payment_status` unpaid is not paid yet.",
                    zh: "支付成功；会话完成但 `payment_status` 为 unpaid 时仍未付。"),
                names: ["payment_intent.succeeded", "charge.succeeded", "checkout.session.completed", "complete", "no_payment_required"],
                breaks: [.paidNotMarked]),
            .init(
                "processing", title: Text(en: "not final yet", zh: "尚未终态"),
                meaning: Text(en: "The payment is under way: keep the order pending.", zh: "支付进行中：订单保持待支付。"),
                names: [
                    "payment_intent.processing", "payment_intent.created", "requires_capture", "requires_confirmation", "open", "unpaid",
                ], breaks: [.pendingNotRequeried]),
            .init(
                "requires_action", title: Text(en: "3-D Secure or another detour", zh: "需要 3-D Secure 等验证"),
                meaning: Text(en: "The payer has to confirm at the bank; many never come back from there.", zh: "付款人需到银行页面确认；不少人就此离开。"),
                names: ["payment_intent.requires_action"], breaks: [.returnNeverLanded]),
            .init(
                "requires_payment_method", title: Text(en: "the try failed", zh: "本次支付失败"),
                meaning: Text(en: "This try failed; the intent waits for another card.", zh: "本次失败；等待更换支付方式。"),
                names: ["payment_intent.payment_failed"], breaks: [.paymentFailed]),
            .init(
                "canceled", title: Text(en: "closed", zh: "已关闭"), meaning: Text(en: "Cancelled or expired unpaid.", zh: "未支付即取消或过期。"),
                names: ["payment_intent.canceled", "checkout.session.expired", "expired"], breaks: [.closedNotMarked]),
            .init(
                "charge.refunded", title: Text(en: "refunded", zh: "已退款"),
                meaning: Text(en: "Money went back, in part or in full.", zh: "部分或全部退款。"), names: ["refunded"]),
            .init(
                "charge.dispute.created", title: Text(en: "disputed", zh: "发生争议"),
                meaning: Text(en: "The payer's bank took the payment back for now.", zh: "付款人银行发起争议，款项暂被收回。")),
        ])
}
