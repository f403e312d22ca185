import Domain

extension FlowDefinition {
    /// In-app purchase through Apple's StoreKit (vocabulary §4). The App Store's notification is optional: no step.
    public static let storekit = FlowDefinition(
        flow: .storekit,
        names: Text(en: "StoreKit in-app purchase", zh: "StoreKit 应用内购买"),
        provider: "apple",
        steps: [
            StepRule(
                .purchasing, seenWhen: Text(en: "the app logged iap.transaction purchasing", zh: "客户端记录了 iap.transaction purchasing")),
            // No fault of the flow's: a deferred purchase may take days. The span is that of the breaks 26 and 27.
            StepRule(
                .purchased, after: [.purchasing], within: .minutes(10),
                seenWhen: Text(
                    en: "the app logged iap.transaction purchased or restored", zh: "客户端记录了 iap.transaction purchased 或 restored")),
            StepRule(
                .receiptUploaded, after: [.purchased], within: .seconds(60),
                seenWhen: Text(en: "the app logged receipt.uploaded", zh: "客户端记录了 receipt.uploaded")),
            StepRule(
                .receiptVerified, after: [.receiptUploaded], within: .seconds(60),
                seenWhen: Text(en: "the server logged receipt.verified", zh: "服务端记录了 receipt.verified")),
            StepRule(
                .delivered, after: [.receiptVerified], within: .minutes(5),
                seenWhen: Text(en: "the server logged order.delivered", zh: "服务端记录了 order.delivered")),
            StepRule(
                .finished, after: [.delivered], within: .minutes(5),
                seenWhen: Text(en: "the app logged iap.finished", zh: "客户端记录了 iap.finished")),
        ],
        words: ["storekit", "iap", "apple_iap", "appstore", "app_store", "in_app_purchase"])
}
