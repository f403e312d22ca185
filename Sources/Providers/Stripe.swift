import Domain

extension ProviderDefinition {
    /// Stripe (facts.md §4).
    public static let stripe = ProviderDefinition(
        word: "stripe",
        names: Text(en: "Stripe", zh: "Stripe"),
        notifyText: Text(
            en: "A JSON event; not ordered, may repeat, sent again for up to 3 days.", zh: "JSON 事件；不保证顺序，可能重复，最长重发 3 天。"),
        states: StateTable([
            "succeeded": .paid, "paid": .paid, "complete": .paid, "no_payment_required": .paid, "payment_intent.succeeded": .paid,
            "checkout.session.completed": .paid, "charge.succeeded": .paid, "processing": .pending, "requires_action": .pending,
            "requires_payment_method": .pending, "requires_confirmation": .pending, "requires_capture": .pending, "unpaid": .pending,
            "open": .pending, "payment_intent.created": .pending, "payment_intent.processing": .pending,
            "payment_intent.requires_action": .pending, "payment_intent.payment_failed": .failed, "failed": .failed,
            "canceled": .closed, "payment_intent.canceled": .closed, "expired": .expired, "checkout.session.expired": .expired,
            "refunded": .refunded, "charge.refunded": .refunded,
        ]),
        retries: nil,
        answer: AnswerRule(
            form: .statuses(200...299), deadline: nil, text: Text(en: "Any HTTP 2xx.", zh: "任意 HTTP 2xx。")),
        wallet: WalletDefinition(schemes: [], checkoutHosts: ["checkout.stripe.com", "pay.stripe.com", "buy.stripe.com"]),
        results: [
            .init("completed", .claimsPaid, Text(en: "completed, says the page", zh: "页面称已完成")),
            .init("succeeded", .claimsPaid, Text(en: "succeeded, says the page", zh: "页面称已成功")),
            .init("canceled", .cancelled, Text(en: "cancelled by the payer", zh: "用户取消")),
            .init("cancelled", .cancelled, Text(en: "left by the cancel URL", zh: "经取消链接离开")),
            .init("failed", .failed, Text(en: "failed", zh: "支付失败")),
        ])
}
