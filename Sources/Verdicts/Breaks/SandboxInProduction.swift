import Domain

extension BreakDefinition {
    /// 7: one chain mixes the sandbox with production.
    static let sandboxInProduction = BreakDefinition(
        .sandboxInProduction, stage: .payment, owner: .server,
        texts: Texts(
            title: Text(en: "Sandbox mixed with production", zh: "沙盒与生产混用"),
            statement: Text(
                en: "Evidence of one order comes from the sandbox and from production.", zh: "同一订单的证据同时来自沙盒与生产环境。"),
            severity: Text(en: "Always critical.", zh: "始终为严重。"),
            meaning: Text(
                en: "Play money may have bought real goods.", zh: "可能用测试的钱买到了真实商品。"),
            confirm: Text(
                en: "The lines of the chain name both `Sandbox` and `Production` as environment.",
                zh: "链条中的记录同时出现 `Sandbox` 与 `Production` 环境。"),
            causes: Text(
                en: "Sandbox keys in a production build; a server that accepts receipts of either environment for the same product.",
                zh: "生产包里用了沙盒密钥；服务端对同一商品接受两种环境的收据。"),
            fix: Text(
                en: "Store the environment with the order and refuse a proof from the other one.", zh: "把环境存入订单，拒绝来自另一环境的证明。")),
        examples: [
            .fires(
                "a production order with a sandbox receipt", .critical,
                """
                10:02:11 order.created amount=6.00 flow=storekit environment=Production
                10:03:00 receipt.verified code=0 environment=Sandbox
                """),
            .fires(
                "a production order paid by a notify of the sandbox", .critical,
                """
                10:02:11 order.created amount=6.00 flow=alipay_h5 environment=Production
                10:03:00 notify.received status=paid provider=alipay environment=Sandbox
                10:03:00.1 notify.verified ok=true
                10:03:00.2 order.changed from=pending to=paid by=notify
                """),
            .silent(
                "the deployment's own word is no environment of the payment",
                """
                10:02:11 order.created amount=6.00 flow=alipay_h5 environment=Production
                10:03:00 notify.received status=paid provider=alipay environment=staging
                """),
            .silent(
                "21007 and then status 0 from the sandbox: App Review",
                """
                10:02:11 order.created amount=6.00 flow=storekit
                10:03:00 receipt.verified code=21007 environment=Production
                10:03:01 receipt.verified code=0 environment=Sandbox
                """),
        ],
        check: { order in
            guard order.flags.contains(.environment) else { return nil }
            var production: Int?
            var sandbox: Int?
            for (index, fact) in order.facts.enumerated() {
                // The refusal of a receipt names the endpoint asked, not where the receipt belongs.
                if fact.event == .receiptVerified, !fact.flags.contains(.codeZero), fact.flags.contains(.code) { continue }
                if fact.environment == .production { production = production ?? index }
                if fact.environment == .sandbox { sandbox = sandbox ?? index }
            }
            guard let production, let sandbox else { return nil }
            return Fired(.critical, evidence: [production, sandbox])
        })
}
