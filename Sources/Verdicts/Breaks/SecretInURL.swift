import Domain

extension BreakDefinition {
    /// 33: a secret stands in a logged URL.
    static let secretInURL = BreakDefinition(
        .secretInURL, stage: .privacy, owner: .client,
        texts: Texts(
            title: Text(en: "Secret in a URL", zh: "链接中含有密钥"),
            statement: Text(
                en: "An access token, key or coupon secret stands in a URL that was logged.", zh: "日志中的链接里含有访问令牌、密钥或优惠券密码。"),
            severity: Text(en: "Always minor.", zh: "始终为轻微。"),
            meaning: Text(en: "Whoever reads the logs, or the browser's history, can use it.", zh: "能看到日志或浏览记录的人就能使用它。"),
            confirm: Text(
                en:
                    "The line names the parameter; its value is never kept here. The wallet's own one-time values and signatures do not count.",
                zh: "记录会指出参数名，其值从不保存。钱包自己的一次性参数和签名不算。"),
            causes: Text(en: "A token is handed to the H5 page as a query parameter.", zh: "用查询参数把令牌传给 H5 页面。"),
            fix: Text(en: "Pass it in a header or a one-time code; revoke what was logged.", zh: "改用请求头或一次性代码传递；吊销已泄露的令牌。")),
        examples: [
            .fires(
                "an access token in the checkout URL", .minor,
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded secret=access_token
                """),
            .silent(
                "a plain checkout URL",
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                """),
        ],
        check: { order in
            guard order.flags.contains(.secret) else { return nil }
            let lines = order.facts.indices.filter { order.facts[$0].flags.contains(.secret) }
            return lines.isEmpty ? nil : Fired(.minor, evidence: Array(lines))
        })
}
