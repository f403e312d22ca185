import Domain

extension LintRule {
    /// Position one of source document 1 (4.2): the web view's interception.
    static let interceptNotLogged = LintRule(
        "intercept_not_logged", .must,
        title: Text(en: "position 1: the launch URL is not logged where the web view intercepts it", zh: "位置一：WebView 拦截处没有记录唤起链接"),
        meaning: Text(
            en: "Without it a wallet that never opened cannot be told from one that was never asked for.",
            zh: "缺少它就分不清钱包是没打开，还是根本没有唤起。"),
        add: [
            Addition(
                "iOS decidePolicyFor",
                #"pay.notice("wallet.intercepted orderNo=\(orderNo, privacy: .public) url=\(url.absoluteString, privacy: .public)")"#),
            Addition("Android shouldOverrideUrlLoading", #"Log.i("PayCallback", "wallet.intercepted orderNo=$orderNo url=$url")"#),
        ],
        settles: Settles(steps: [.checkoutLoaded, .walletOpened]), flows: pageFlows, test: .never(.walletIntercepted))
}
