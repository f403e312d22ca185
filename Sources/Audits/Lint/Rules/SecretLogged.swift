import Domain

extension LintRule {
    /// A secret stands in a line.
    static let secretLogged = LintRule(
        "secret_logged", .must,
        title: Text(en: "a secret stands in a logged URL", zh: "日志的 URL 中含有密钥"),
        meaning: Text(
            en: "An access token, key or coupon secret in a log is known to everybody who may read logs.",
            zh: "日志中的访问令牌、密钥或优惠券密文，所有能看日志的人都会看到。"),
        add: [
            Addition(
                "iOS",
                #"var parts = URLComponents(url: url, resolvingAgainstBaseURL: false); parts?.queryItems?.removeAll { $0.name == "token" }"#
            )
        ],
        settles: .nothing,
        test: .order { order in
            order.chain.events.indices.first {
                order.chain.events[$0].witness == .client && order.chain.has(.secret, in: order.chain.events[$0])
            }
        })
}
