import Domain

extension BreakDefinition {
    /// 3: the notify speaks of somebody else's shop.
    static let merchantMismatch = BreakDefinition(
        .merchantMismatch, stage: .notify, owner: .server,
        texts: Texts(
            title: Text(en: "Merchant mismatch", zh: "商户不符"),
            statement: Text(
                en: "The notify names an app, seller or merchant id that is not this shop's.", zh: "通知中的应用、卖家或商户号不属于本商户。"),
            severity: Text(en: "Always critical.", zh: "始终为严重。"),
            meaning: Text(
                en: "The money went elsewhere, or somebody tries to pass another shop's payment off as this one.",
                zh: "钱付给了别人，或有人拿别家商户的付款冒充。"),
            confirm: Text(
                en: "Compare app_id, seller_id, mch_id or the bundle id of the notify with `merchant:` in paychain.yaml.",
                zh: "将通知中的 app_id、seller_id、mch_id 或 bundle id 与 paychain.yaml 的 `merchant:` 对照。"),
            causes: Text(
                en: "Test and production configuration mixed up; several shops behind one endpoint; a forged notify.",
                zh: "测试与生产配置混用；多个商户共用一个通知地址；伪造通知。"),
            fix: Text(
                en: "Check the merchant's own ids on every notify before anything else is done with it.", zh: "处理通知之前先核对商户自身的各个编号。")),
        examples: [
            .fires(
                "an app id of another shop", .critical,
                """
                merchant appID=2021000000000001
                10:02:11 order.created amount=128.00 flow=alipay_h5
                10:02:40 notify.received status=paid notifyID=n1 amount=128.00 appID=2021000000000999
                10:02:40.1 notify.verified ok=true
                """),
            .fires(
                "the order was created for another app", .critical,
                """
                10:02:11 order.created amount=128.00 flow=wechat_h5 appID=wx00aa11bb22cc33dd merchantID=1699990001
                10:02:40 notify.received status=paid notifyID=n1 amount=128.00 appID=wx00aa11bb22cc33dd merchantID=1600000009
                10:02:40.1 notify.verified ok=true
                """),
            .silent(
                "what the order calls its app is no id of the provider's",
                """
                10:02:11 order.created amount=128.00 flow=alipay_h5 appID=shop-ios
                10:02:40 notify.received status=paid notifyID=n1 amount=128.00 appID=2021000000000999
                10:02:40.1 notify.verified ok=true
                """),
            .silent(
                "the shop's own id",
                """
                merchant appID=2021000000000001
                10:02:11 order.created amount=128.00 flow=alipay_h5
                10:02:40 notify.received status=paid notifyID=n1 amount=128.00 appID=2021000000000001
                10:02:40.1 notify.verified ok=true
                """),
        ],
        check: { order in
            for index in order.notices.indices where order.notices[index].isReal {
                for event in order.chain.deliveries[index].received where order.facts[event].flags.contains(.merchantID) {
                    if order.namesStranger(at: event) { return Fired(.critical, evidence: [event]) }
                }
            }
            return nil
        })
}

extension Case {
    /// Whether a line names an id of a kind that is configured, and it is none of the merchant's own. What is not configured is known by
    /// the order itself, where its creation names an id of the same form.
    fileprivate func namesStranger(at index: Int) -> Bool {
        chain.withAttributes(of: chain.events[index]) { attributes in
            func isStranger(_ key: AttributeKey, _ own: [String]) -> Bool {
                guard let named = attributes[key] else { return false }
                guard !own.isEmpty else { return isAnother(named, key) }
                for place in own.indices where named.equals(own[place]) { return false }
                return true
            }
            return isStranger(.appID, run.merchant.appIDs) || isStranger(.sellerID, run.merchant.sellerIDs)
                || isStranger(.merchantID, run.merchant.merchantIDs) || isStranger(.bundleID, run.merchant.bundleIDs)
        }
    }

    /// Whether the lines that created the order name such an id, in the same form, and never this one.
    private func isAnother(_ named: UnsafeRawBufferPointer, _ key: AttributeKey) -> Bool {
        var isAnother = false
        for index in facts.indices where facts[index].event == .orderCreated || facts[index].event == .checkoutCreated {
            let own = chain.withAttributes(of: chain.events[index]) { attributes -> Bool? in
                guard let own = attributes[key], Case.isSameForm(own, named) else { return nil }
                return own.elementsEqual(named)
            }
            if own == true { return false }
            if own == false { isAnother = true }
        }
        return isAnother
    }

    /// Whether two ids may be of one kind: as long, and both digits or both with `wx` in front.
    private static func isSameForm(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        guard a.count == b.count, a.count >= 8 else { return false }
        let areDigits = a.allSatisfy { $0 >= 48 && $0 <= 57 } && b.allSatisfy { $0 >= 48 && $0 <= 57 }
        return areDigits || a.count == 18 && a.starts(with: [119, 120]) && b.starts(with: [119, 120])
    }
}
