import Domain

extension BreakDefinition {
    /// 13: the order was created with a return URL that cannot bring the payer back.
    static let returnURLMissing = BreakDefinition(
        .returnURLMissing, stage: .order, owner: .server, flows: allButStoreKit,
        reasons: [
            Reason("empty", en: "return_url is there and empty", zh: "return_url 存在但为空"),
            Reason("unauthorized_domain", en: "its domain is not one of the configured ones", zh: "域名不在配置的授权域名内"),
        ],
        among: [.orderCreated],
        texts: Texts(
            title: Text(en: "Return URL missing", zh: "缺少返回链接"),
            statement: Text(
                en: "The order was created without a usable return URL.", zh: "创建订单时没有可用的返回链接。"),
            severity: Text(
                en: "Major, minor when the payer saw the right result afterwards; not at all when the payer returned.",
                zh: "重要；付款人之后看到正确结果则为轻微；付款人已返回则不算。"),
            meaning: Text(en: "After paying the wallet has nowhere to send the payer.", zh: "付款后钱包不知道把付款人送回哪里。"),
            confirm: Text(
                en: "Look at `return_url` of order.created (or the create request) and the domains in paychain.yaml.",
                zh: "查看 order.created（或下单请求）的 `return_url`，以及 paychain.yaml 中的域名。"),
            causes: Text(en: "A missing configuration value, a new domain not registered with the provider.", zh: "配置缺失；新域名未在渠道登记。"),
            fix: Text(
                en: "Refuse to create an order without a return URL on a registered domain.", zh: "没有已登记域名的返回链接就拒绝下单。")),
        examples: [
            .fires(
                "return_url is empty", .major, reason: "empty",
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5 returnURLEmpty=true
                """),
            .fires(
                "a foreign domain", .major, reason: "unauthorized_domain",
                """
                domain shop.example.com
                10:02:11 order.created amount=9.90 flow=alipay_h5 returnHost=test.example.org
                """),
            .silent(
                "an absent key is not judged",
                """
                domain shop.example.com
                10:02:11 order.created amount=9.90 flow=alipay_h5
                """),
            .silent(
                "a host below a configured domain",
                """
                domain example.com
                10:02:11 order.created amount=9.90 flow=alipay_h5 returnHost=m.shop.example.com
                """),
        ],
        check: { order in
            guard let created = order.created, order.step(.returned)?.state != .seen, order.firstReturn == nil else { return nil }
            let reason: String
            if order.facts[created].flags.contains(.returnURLEmpty) {
                reason = "empty"
            } else if !order.run.returnDomains.isEmpty, let host = order.text(.returnHost, at: created),
                !order.run.returnDomains.contains(where: { host == $0 || host.hasSuffix("." + $0) })
            {
                reason = "unauthorized_domain"
            } else {
                return nil
            }
            let (severity, closedAt) = order.severityByResult()
            var fired = Fired(severity, reason: reason, evidence: [created])
            fired.closedAt = closedAt
            return fired
        })
}
