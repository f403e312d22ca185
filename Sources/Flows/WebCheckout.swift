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
}
