import Domain

extension LintRule {
    /// Position three: the app is in front again.
    static let foregroundingNotLogged = LintRule(
        "foregrounding_not_logged", .must,
        title: Text(en: "position 3: applicationDidBecomeActive is not logged", zh: "位置三：applicationDidBecomeActive 没有日志"),
        meaning: Text(
            en:
                "It tells that the app was alive, and whether it still knew its pending order: the only trace of a payer who switched back by hand.",
            zh: "它说明应用还活着、是否还记得未决订单：用户手动切回时这是唯一的痕迹。"),
        add: [
            Addition(
                "iOS applicationDidBecomeActive", #"pay.notice("app.foregrounded pending=\(pendingOrder ?? "none", privacy: .public)")"#),
            Addition("Android onResume", #"Log.i("PayCallback", "app.foregrounded pending=${pendingOrder ?: "none"}")"#),
        ],
        settles: Settles(steps: [.requeried, .resultShown]), flows: walletFlows, test: .never(.appForegrounded))
}
