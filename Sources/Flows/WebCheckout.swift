import Domain

extension FlowDefinition {
    /// A checkout page in a browser: PC pages, codes to scan, cards. No wallet is opened (vocabulary §4).
    public static let webCheckout = FlowDefinition(
        flow: .webCheckout,
        names: Text(en: "Web checkout", zh: "网页收银台"),
        provider: "",
        steps: [.orderCreated, .checkoutLoaded, .paid, .returned, .requeried, .notified, .markedPaid, .resultShown],
        paymentWindow: .minutes(30),
        words: [
            "web_checkout", "FAST_INSTANT_TRADE_PAY", "alipay.trade.page.pay", "alipay.trade.page.pay.return", "NATIVE", "JSAPI", "card",
            "credit_card", "checkout.session", "checkout_session", "payment_intent", "stripe", "stripe_checkout", "paypal",
            "/v3/pay/transactions/native", "/v3/pay/transactions/jsapi",
        ],
        urlWords: [
            "alipay.trade.page.pay", "fast_instant_trade_pay", "checkout.stripe.com", "paypal.com/checkoutnow", "weixin://wxpay/bizpayurl",
        ])

    /// Words of a web checkout that are one provider's: product codes, trade types, methods (facts.md §1.1, §2.1, §4).
    private static let providerWords: [(word: StaticString, provider: StaticString)] = [
        ("FAST_INSTANT_TRADE_PAY", "alipay"), ("alipay.trade.page.pay", "alipay"), ("NATIVE", "wechat"), ("JSAPI", "wechat"),
        ("/v3/pay/transactions/native", "wechat"), ("/v3/pay/transactions/jsapi", "wechat"), ("payment_intent", "stripe"),
        ("stripe", "stripe"), ("stripe_checkout", "stripe"), ("paypal", "paypal"),
    ]

    /// The provider through which an order with such a product code, trade type or method is paid, where its flow does not say.
    public static func provider(ofWord word: UnsafeRawBufferPointer) -> StaticString? {
        providerWords.first { equalsIgnoringCase(word, $0.word) }?.provider
    }
}
