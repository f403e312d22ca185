import Domain

extension FlowDefinition {
    /// WeChat Pay through its SDK inside an app (vocabulary §4).
    public static let wechatSDK = FlowDefinition(
        flow: .wechatSDK,
        names: Text(en: "WeChat Pay app SDK", zh: "微信支付 App SDK"),
        provider: "wechat",
        steps: [.orderCreated, .walletOpenedBySDK, .paid, .returned, .requeried, .notified, .markedPaid, .resultShown],
        words: ["wechat_sdk", "APP", "/v3/pay/transactions/app", "wechat_app", "weixin_app"],
        // facts.md §2.4
        urlWords: ["weixin://app/", "://pay/?returnkey="])
}
