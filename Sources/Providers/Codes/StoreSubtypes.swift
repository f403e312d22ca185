import Domain

extension CodeGroup {
    /// Subtypes of version 2 (facts.md §3.4).
    static let storeSubtypes = CodeGroup(
        "store_notification_subtype", title: Text(en: "App Store notification subtype", zh: "App Store 通知子类型"),
        flows: [.storekit],
        words: ["subtype", "ASSN", "子类型"],
        confirm: Text(
            en: "Look for the type beside it in `notify.received` or `provider.iap.notified`.",
            zh: "在 `notify.received` 或 `provider.iap.notified` 中与类型一起查看。"),
        source: Text(
            en: "Apple developer documentation: App Store Server Notifications V2, subtype.",
            zh: "Apple 开发者文档：App Store Server Notifications V2，subtype。"),
        causes: Text(en: "It belongs to the notification type beside it.", zh: "它从属于同一条通知的类型。"),
        fix: Text(en: "Read it together with the type, and accept subtypes you do not know.", zh: "与类型一起判断，容忍未知子类型。"),
        codes: [
            .init(
                "INITIAL_BUY", title: Text(en: "first subscription", zh: "首次订阅"),
                meaning: Text(en: "With SUBSCRIBED: the payer never had it before.", zh: "配合 SUBSCRIBED：首次订阅。")),
            .init(
                "RESUBSCRIBE", title: Text(en: "subscribed again", zh: "重新订阅"),
                meaning: Text(en: "With SUBSCRIBED: the payer had it before, and it had expired.", zh: "配合 SUBSCRIBED：过期后重新订阅。")),
            .init(
                "UPGRADE", title: Text(en: "upgrade", zh: "升级"),
                meaning: Text(en: "Takes effect at once; the old one is partly refunded.", zh: "立即生效，旧方案按比例退款。")),
            .init(
                "DOWNGRADE", title: Text(en: "downgrade", zh: "降级"), meaning: Text(en: "Takes effect at the next renewal.", zh: "下次续订时生效。")),
            .init(
                "AUTO_RENEW_ENABLED", title: Text(en: "auto-renewal on", zh: "打开自动续订"),
                meaning: Text(en: "The payer will be charged again.", zh: "到期将继续扣款。")),
            .init(
                "AUTO_RENEW_DISABLED", title: Text(en: "auto-renewal off", zh: "关闭自动续订"),
                meaning: Text(en: "The payer will not be charged again; the access goes on until it expires.", zh: "到期不再扣款；到期前权益仍有效。"),
                breaks: [.entitlementWrong]),
            .init(
                "VOLUNTARY", title: Text(en: "the payer ended it", zh: "付款人主动取消"),
                meaning: Text(en: "With EXPIRED: auto-renewal was switched off before.", zh: "配合 EXPIRED：此前已关闭自动续订。")),
            .init(
                "BILLING_RETRY", title: Text(en: "charges kept failing", zh: "扣款持续失败"),
                meaning: Text(en: "With EXPIRED: the time of billing retry is over.", zh: "配合 EXPIRED：扣款重试期结束。")),
            .init(
                "BILLING_RECOVERY", title: Text(en: "charge recovered", zh: "扣款恢复"),
                meaning: Text(en: "With DID_RENEW: an earlier failed charge went through.", zh: "配合 DID_RENEW：之前失败的扣款成功。")),
            .init(
                "GRACE_PERIOD", title: Text(en: "grace period", zh: "宽限期"),
                meaning: Text(
                    en: "With DID_FAIL_TO_RENEW: the access goes on while Apple tries to charge.",
                    zh: "配合 DID_FAIL_TO_RENEW：Apple 重试扣款期间权益继续。"), breaks: [.entitlementWrong]),
            .init(
                "PENDING", title: Text(en: "not answered yet", zh: "尚未答复"),
                meaning: Text(en: "With PRICE_INCREASE: the payer has not agreed yet.", zh: "配合 PRICE_INCREASE：付款人尚未同意。")),
            .init(
                "ACCEPTED", title: Text(en: "agreed", zh: "已同意"),
                meaning: Text(en: "With PRICE_INCREASE: the payer agreed, or need not.", zh: "配合 PRICE_INCREASE：付款人已同意或无需同意。")),
            .init(
                "PRICE_INCREASE", title: Text(en: "ended by a price increase", zh: "因涨价过期"),
                meaning: Text(en: "With EXPIRED: the payer did not agree to the new price.", zh: "配合 EXPIRED：付款人未同意涨价。")),
            .init(
                "PRODUCT_NOT_FOR_SALE", title: Text(en: "product not sold any more", zh: "商品已下架"),
                meaning: Text(en: "With EXPIRED: the product could not be renewed.", zh: "配合 EXPIRED：商品不可续订。")),
            .init(
                "SUMMARY", title: Text(en: "summary", zh: "汇总"),
                meaning: Text(en: "With RENEWAL_EXTENSION: done for all.", zh: "配合 RENEWAL_EXTENSION：全部完成。")),
            .init(
                "FAILURE", title: Text(en: "failed for one", zh: "单个失败"),
                meaning: Text(en: "With RENEWAL_EXTENSION: not possible for this subscriber.", zh: "配合 RENEWAL_EXTENSION：该订户未能延长。")),
            .init(
                "UNREPORTED", title: Text(en: "not reported", zh: "未上报"),
                meaning: Text(en: "With EXTERNAL_PURCHASE_TOKEN: the token was not reported.", zh: "配合 EXTERNAL_PURCHASE_TOKEN：令牌未上报。")),
        ])
}
