import Domain

extension CodeGroup {
    /// Notification types of version 2 (facts.md §3.4).
    static let storeNotifications = CodeGroup(
        "store_notification", title: Text(en: "App Store Server Notification type", zh: "App Store 服务器通知类型"),
        flows: [.storekit],
        words: ["notificationType", "ASSN", "App", "Store", "Server", "Notifications", "通知", "notification"],
        confirm: Text(
            en:
                "Look for `notify.received` or `provider.iap.notified` with this type, its notificationUUID (the same over retries) and the entitlement change after it.",
            zh: "在 `notify.received` 或 `provider.iap.notified` 中查看类型与 notificationUUID（重发时不变），以及随后的权益变化。"),
        source: Text(
            en: "Apple developer documentation: App Store Server Notifications V2, notificationType.",
            zh: "Apple 开发者文档：App Store Server Notifications V2，notificationType。"),
        causes: Text(en: "The course of the purchase at Apple.", zh: "购买在 Apple 侧的进展。"),
        fix: Text(
            en: "Answer 200 within 30 s, handle it once by notificationUUID, accept types you do not know.",
            zh: "30 秒内返回 200，按 notificationUUID 只处理一次，容忍未知类型。"),
        codes: [
            .init(
                "SUBSCRIBED", title: Text(en: "subscribed", zh: "订阅开始"),
                meaning: Text(
                    en: "A subscription began: INITIAL_BUY the first time, RESUBSCRIBE again.", zh: "订阅开始：首次为 INITIAL_BUY，再次为 RESUBSCRIBE。"),
                fix: Text(en: "Grant the access until expiresDate.", zh: "授予权益至 expiresDate。"), breaks: [.entitlementWrong]),
            .init(
                "DID_RENEW", title: Text(en: "renewed", zh: "续订成功"),
                meaning: Text(
                    en: "A subscription renewed; BILLING_RECOVERY: after a failed charge. Each renewal has a transactionId of its own.",
                    zh: "续订成功；BILLING_RECOVERY 表示扣款失败后恢复。每次续订有新的 transactionId。"),
                fix: Text(en: "Extend the access; it is no second charge of the same order.", zh: "延长权益；这不是同一订单重复扣款。"),
                breaks: [.entitlementWrong]),
            .init(
                "DID_FAIL_TO_RENEW", title: Text(en: "renewal failed", zh: "续订失败"),
                meaning: Text(
                    en: "The charge failed; with GRACE_PERIOD the access goes on, without it the subscription is in billing retry.",
                    zh: "扣款失败；带 GRACE_PERIOD 时权益继续，否则进入扣款重试。"),
                fix: Text(
                    en: "Keep the access only in the grace period; ask the payer to update the payment method.",
                    zh: "仅宽限期内保留权益；提示付款人更新支付方式。"), breaks: [.entitlementWrong]),
            .init(
                "DID_CHANGE_RENEWAL_STATUS", title: Text(en: "auto-renewal switched", zh: "自动续订开关变化"),
                meaning: Text(
                    en: "The payer switched auto-renewal on or off. The access goes on until it expires.", zh: "付款人打开或关闭自动续订。权益持续到到期。"),
                fix: Text(en: "Do not end the access for it.", zh: "不要因此提前停止权益。"), breaks: [.entitlementWrong]),
            .init(
                "DID_CHANGE_RENEWAL_PREF", title: Text(en: "plan changed", zh: "更改订阅方案"),
                meaning: Text(
                    en: "Another plan was chosen: UPGRADE at once, DOWNGRADE at the next renewal.",
                    zh: "更改方案：UPGRADE 立即生效，DOWNGRADE 下次续订生效。"), fix: Text(en: "Move the entitlement at the right time.", zh: "在正确的时间切换权益。")),
            .init(
                "EXPIRED", title: Text(en: "expired", zh: "订阅过期"),
                meaning: Text(en: "The subscription is over; the subtype says why.", zh: "订阅已过期，子类型说明原因。"),
                fix: Text(en: "End the access.", zh: "停止权益。"), breaks: [.entitlementWrong]),
            .init(
                "GRACE_PERIOD_EXPIRED", title: Text(en: "grace period over", zh: "宽限期结束"),
                meaning: Text(en: "The grace period is over without a charge; billing retry may go on.", zh: "宽限期结束仍未扣款；可能继续重试扣款。"),
                fix: Text(en: "End the access.", zh: "停止权益。"), breaks: [.entitlementWrong]),
            .init(
                "OFFER_REDEEMED", title: Text(en: "offer redeemed", zh: "兑换优惠"),
                meaning: Text(
                    en: "A subscription offer was redeemed; appAccountToken may be missing.", zh: "兑换了订阅优惠；appAccountToken 可能缺失。"),
                fix: Text(en: "Join by originalTransactionId.", zh: "按 originalTransactionId 关联。")),
            .init(
                "PRICE_INCREASE", title: Text(en: "price increase", zh: "涨价"),
                meaning: Text(en: "The payer was told of a higher price: PENDING or ACCEPTED.", zh: "已告知付款人涨价：PENDING 或 ACCEPTED。"),
                fix: Text(en: "Nothing to move until it is accepted.", zh: "未接受前无需处理。")),
            .init(
                "PRICE_CHANGE", title: Text(en: "price change", zh: "价格变更"),
                meaning: Text(en: "The price of a subscription changes.", zh: "订阅价格变更。"),
                fix: Text(en: "Update what you show.", zh: "更新展示价格。")),
            .init(
                "REFUND", title: Text(en: "refunded", zh: "已退款"),
                meaning: Text(en: "Apple refunded the purchase; the shop was not asked.", zh: "Apple 已退款，不经商户同意。"),
                fix: Text(en: "Withdraw what was delivered, move the order to refunded.", zh: "收回已发放内容，订单置为已退款。"),
                breaks: [.entitlementWrong]),
            .init(
                "REFUND_DECLINED", title: Text(en: "refund declined", zh: "退款被拒"),
                meaning: Text(en: "Apple declined the payer's wish for a refund.", zh: "Apple 拒绝了退款申请。"),
                fix: Text(en: "Nothing changes.", zh: "无变化。")),
            .init(
                "REFUND_REVERSED", title: Text(en: "refund reversed", zh: "退款被撤销"),
                meaning: Text(en: "An earlier refund was taken back: the purchase counts again.", zh: "之前的退款被撤销：购买重新有效。"),
                fix: Text(en: "Give the entitlement back.", zh: "恢复权益。"), breaks: [.entitlementWrong]),
            .init(
                "CONSUMPTION_REQUEST", title: Text(en: "Apple asks how much was consumed", zh: "消耗信息请求"),
                meaning: Text(
                    en:
                        "A refund is being decided and Apple asks for the use. Repeated ones have other UUIDs: new notifications, no retries.",
                    zh: "正在审核退款，Apple 询问使用情况。重复的请求 UUID 不同：是新通知，不是重发。"),
                fix: Text(en: "Answer within 12 hours, only with the payer's consent.", zh: "在征得付款人同意的前提下 12 小时内答复。")),
            .init(
                "REVOKE", title: Text(en: "revoked (Family Sharing)", zh: "撤销（家庭共享）"),
                meaning: Text(en: "A shared purchase is no longer available to this member.", zh: "家庭共享成员失去该购买。"),
                fix: Text(en: "End the access of that member.", zh: "停止该成员权益。"), breaks: [.entitlementWrong]),
            .init(
                "RENEWAL_EXTENDED", title: Text(en: "renewal date extended", zh: "续订日期延长"),
                meaning: Text(en: "The next charge was moved for one subscriber.", zh: "某订户的续订日期被延后。"),
                fix: Text(en: "Extend the access.", zh: "延长权益。")),
            .init(
                "RENEWAL_EXTENSION", title: Text(en: "extension for many", zh: "批量延长"),
                meaning: Text(en: "The state of an extension for all subscribers: SUMMARY or FAILURE.", zh: "批量延长的结果：SUMMARY 或 FAILURE。"),
                fix: Text(en: "Check the failed ones.", zh: "检查失败的条目。")),
            .init(
                "ONE_TIME_CHARGE", title: Text(en: "one-time purchase", zh: "一次性购买"),
                meaning: Text(
                    en:
                        "A consumable, non-consumable or non-renewing purchase. Older consumables never send one: its absence proves nothing.",
                    zh: "一次性商品的购买。较早的消耗型商品不会发送：没有它不能说明问题。"), fix: Text(en: "Deliver once by transactionId.", zh: "按 transactionId 只发一次货。"),
                breaks: [.deliveredTwice]),
            .init(
                "EXTERNAL_PURCHASE_TOKEN", title: Text(en: "external purchase token", zh: "外部购买令牌"),
                meaning: Text(
                    en: "A token of an external purchase was made and not reported (UNREPORTED).", zh: "产生外部购买令牌而未上报（UNREPORTED）。"),
                fix: Text(en: "Report it.", zh: "按要求上报。")),
            .init(
                "RESCIND_CONSENT", title: Text(en: "consent withdrawn", zh: "撤回同意"),
                meaning: Text(en: "A guardian withdrew the consent for the app.", zh: "监护人撤回同意。"),
                fix: Text(en: "End the access of that account as the rules demand.", zh: "按规定停止该账户的权益。")),
            .init(
                "METADATA_UPDATE", title: Text(en: "metadata updated", zh: "元数据更新"),
                meaning: Text(en: "Data of a subscription was changed (advanced commerce).", zh: "订阅元数据变更（高级商务）。"),
                fix: Text(en: "Update your record.", zh: "更新记录。")),
            .init(
                "MIGRATION", title: Text(en: "migrated", zh: "迁移"),
                meaning: Text(en: "A subscription was moved (advanced commerce).", zh: "订阅被迁移（高级商务）。"),
                fix: Text(en: "Update your record.", zh: "更新记录。")),
            .init(
                "TEST", title: Text(en: "test notification", zh: "测试通知"), meaning: Text(en: "You asked for a test.", zh: "由你发起的测试。"),
                fix: Text(en: "Answer 200; nothing to move.", zh: "返回 200，无需处理。")),
        ])
}
