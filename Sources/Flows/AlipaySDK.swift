import Domain

extension FlowDefinition {
    /// Alipay through its SDK inside an app (vocabulary §4).
    public static let alipaySDK = FlowDefinition(
        flow: .alipaySDK,
        names: Text(en: "Alipay app SDK", zh: "支付宝 App SDK"),
        provider: "alipay",
        steps: [.orderCreated, .walletOpenedBySDK, .paid, .returned, .requeried, .notified, .markedPaid, .resultShown],
        words: ["alipay_sdk", "QUICK_MSECURITY_PAY", "alipay.trade.app.pay", "alipay_app"],
        // facts.md §1.6
        urlWords: ["alipay.trade.app.pay", "alipay_trade_app_pay_response", "://safepay/", "quick_msecurity_pay"])
}

extension StepRule {
    /// The wallet where an SDK opens it: there is no page before it.
    static let walletOpenedBySDK = StepRule(
        .walletOpened, after: [.orderCreated], within: .seconds(60),
        seenWhen: Text(en: "the app logged wallet.opened success=true", zh: "客户端记录了 wallet.opened 且成功"))
}
