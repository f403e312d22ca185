import Domain

extension LintRule {
    /// The app's own questions.
    static let queryNotLogged = LintRule(
        "query_not_logged", .should,
        title: Text(en: "the app's query for the result is not logged", zh: "没有记录应用的查单请求"),
        meaning: Text(
            en: "The server's side may show it; where that log is lost, nobody knows whether the app asked.",
            zh: "服务端日志也能看到查询；若服务端日志缺失，就不知道应用是否查过。"),
        add: [Addition("iOS", #"pay.notice("query.sent orderNo=\(orderNo, privacy: .public)")"#)],
        settles: Settles(steps: [.requeried]), flows: walletFlows.union([.webCheckout]), test: .never(.querySent))
}
