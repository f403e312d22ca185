import Domain

extension LintRule {
    /// Position two: the return callback.
    static let returnNotLogged = LintRule(
        "return_not_logged", .must,
        title: Text(en: "position 2: the return callback is not logged", zh: "位置二：返回回调没有日志"),
        meaning: Text(
            en:
                "Where no return is ever logged every paid order looks as if its payer never came back. Log both entries: Universal Link and URL scheme.",
            zh: "从不记录返回时，每笔已支付订单都像是付款人没有回来。Universal Link 与 URL scheme 两个入口都要记录。"),
        add: [
            Addition(
                "iOS scene(_:continue:)", #"pay.notice("return.received via=universal_link url=\(url.absoluteString, privacy: .public)")"#),
            Addition(
                "iOS scene(_:openURLContexts:)",
                #"pay.notice("return.received via=url_scheme url=\(url.absoluteString, privacy: .public)")"#),
            Addition("Android onNewIntent", #"Log.i("PayCallback", "return.received via=url_scheme url=${intent.dataString}")"#),
        ],
        settles: Settles(steps: [.returned, .requeried], experience: true), flows: walletFlows.union([.webCheckout]),
        test: .never(.returnReceived))
}
