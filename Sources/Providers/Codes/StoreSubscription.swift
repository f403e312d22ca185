import Domain

extension CodeGroup {
    /// `status` of a notification and `expiration_intent` of a renewal (facts.md §3.4, §12).
    static let storeSubscription = CodeGroup(
        "store_subscription", title: Text(en: "subscription status and expiration_intent", zh: "订阅状态与 expiration_intent"),
        flows: [.storekit],
        words: ["status", "expiration_intent", "expirationIntent", "subscription", "订阅"],
        confirm: Text(
            en: "Look for the renewal data in the notification or in the server API's answer, with expiresDate beside it.",
            zh: "在通知或服务端 API 的续订信息中查看，并结合 expiresDate。"),
        source: Text(en: "Apple developer documentation: status, expirationIntent.", zh: "Apple 开发者文档：status、expirationIntent。"),
        causes: Text(en: "The state of the subscription at Apple.", zh: "订阅在 Apple 侧的状态。"),
        fix: Text(
            en: "Judge the access by expiresDate, grace period, refund and revocation; never by expiration_intent alone.",
            zh: "按 expiresDate、宽限期、退款与撤销判断权益；不要只看 expiration_intent。"),
        codes: [
            .init(
                "status=1", title: Text(en: "subscription active", zh: "订阅有效"), meaning: Text(en: "Access is due.", zh: "应有权益。"),
                names: ["1", "active"], breaks: [.entitlementWrong]),
            .init(
                "status=2", title: Text(en: "subscription expired", zh: "订阅已过期"), meaning: Text(en: "No access is due.", zh: "不应有权益。"),
                names: ["2", "expired"], breaks: [.entitlementWrong]),
            .init(
                "status=3", title: Text(en: "billing retry", zh: "扣款重试中"),
                meaning: Text(
                    en: "The charge failed and Apple tries again; no access is due outside a grace period.",
                    zh: "扣款失败，Apple 正在重试；宽限期之外不应有权益。"), names: ["3", "billing_retry"], breaks: [.entitlementWrong]),
            .init(
                "status=4", title: Text(en: "grace period", zh: "宽限期"),
                meaning: Text(en: "The charge failed, and access is still due.", zh: "扣款失败，但仍应有权益。"), names: ["4", "grace_period"],
                breaks: [.entitlementWrong]),
            .init(
                "status=5", title: Text(en: "revoked", zh: "已撤销"),
                meaning: Text(en: "Refunded or no longer shared: no access is due.", zh: "已退款或不再共享：不应有权益。"), names: ["5", "revoked"],
                breaks: [.entitlementWrong]),
            .init(
                "expiration_intent=1", title: Text(en: "the payer cancelled", zh: "用户取消"),
                meaning: Text(
                    en:
                        "Exists only for an expired subscription: it ended because the payer switched auto-renewal off. The wish to cancel before that is auto_renew_status.",
                    zh: "只在订阅过期后才有：因付款人关闭自动续订而到期。到期前的取消意向看 auto_renew_status。"), names: ["1"]),
            .init(
                "expiration_intent=2", title: Text(en: "billing error", zh: "扣款失败"),
                meaning: Text(en: "It ended because the charge failed.", zh: "因扣款失败而到期。"), names: ["2"]),
            .init(
                "expiration_intent=3", title: Text(en: "price not agreed to", zh: "未同意涨价"),
                meaning: Text(en: "It ended because the payer did not agree to a price increase.", zh: "因付款人未同意涨价而到期。"), names: ["3"]),
            .init(
                "expiration_intent=4", title: Text(en: "product not available", zh: "商品不可用"),
                meaning: Text(en: "It ended because the product was not sold at the renewal.", zh: "因续订时商品不可售而到期。"), names: ["4"]),
            .init(
                "expiration_intent=5", title: Text(en: "another cause", zh: "其他原因"),
                meaning: Text(en: "It ended for an unknown cause.", zh: "因未知原因而到期。"), names: ["5"]),
        ])
}
