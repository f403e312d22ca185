import Domain

extension ProviderDefinition {
    /// PayPal (facts.md §4); approved is not captured, so not paid.
    public static let paypal = ProviderDefinition(
        word: "paypal",
        names: Text(en: "PayPal", zh: "PayPal"),
        notifyText: Text(en: "A JSON webhook; sent again for up to 3 days.", zh: "JSON webhook；最长重发 3 天。"),
        states: StateTable([
            "COMPLETED": .paid, "PAYMENT.CAPTURE.COMPLETED": .paid, "PARTIALLY_REFUNDED": .paid, "APPROVED": .pending, "CREATED": .pending,
            "SAVED": .pending, "PENDING": .pending, "PAYER_ACTION_REQUIRED": .pending, "CHECKOUT.ORDER.APPROVED": .pending,
            "PAYMENT.CAPTURE.PENDING": .pending, "DECLINED": .failed, "DENIED": .failed, "FAILED": .failed,
            "PAYMENT.CAPTURE.DENIED": .failed, "PAYMENT.CAPTURE.DECLINED": .failed, "VOIDED": .closed, "REFUNDED": .refunded,
            "PAYMENT.CAPTURE.REFUNDED": .refunded,
        ]),
        retries: nil,
        answer: AnswerRule(
            form: .statuses(200...299), deadline: nil, text: Text(en: "Any HTTP 2xx.", zh: "任意 HTTP 2xx。")),
        wallet: WalletDefinition(schemes: [], checkoutHosts: ["www.paypal.com", "www.sandbox.paypal.com"]))
}
