import Domain

extension LintRule {
    /// No client log was given, or none that says anything.
    static let noClientLog = LintRule(
        "no_client_log", .must,
        title: Text(en: "no client log with the tag PayCallback", zh: "没有带 PayCallback 标签的客户端日志"),
        meaning: Text(
            en: "Without the app's own lines nobody can tell whether the payer reached the wallet, came back, or saw the result.",
            zh: "没有应用自己的日志，就无法判断付款人是否进入钱包、是否返回、是否看到结果。"),
        add: [
            Addition("iOS", #"let pay = Logger(subsystem: "com.example.shop", category: "PayCallback")"#),
            Addition("iOS", #"pay.notice("pay.tapped orderNo=\(orderNo, privacy: .public) sid=\(session, privacy: .public)")"#),
            Addition("Android", #"Log.i("PayCallback", "pay.tapped orderNo=$orderNo sid=$session")"#),
        ],
        settles: .everyClientStep,
        test: .run { run in run.clientSources == 0 && run.clientEvents == 0 })
}
