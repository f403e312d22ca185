import Domain

extension LintRule {
    /// An interception or return without its URL.
    static let urlMissing = LintRule(
        "url_missing", .must,
        title: Text(en: "an interception or return without its URL", zh: "拦截或返回日志没有 URL"),
        meaning: Text(
            en:
                "The URL tells which scheme opens which app, whether an https wallet link was loaded as a page, and whether the number came back.",
            zh: "URL 能说明用哪个 scheme、打开了谁、https 钱包链接是否被当作网页加载、订单号是否带回。"),
        add: [Addition("iOS", #"pay.notice("return.received via=universal_link url=\(url.absoluteString, privacy: .public)")"#)],
        settles: Settles(steps: [.walletOpened, .returned]), flows: walletFlows.union([.webCheckout]),
        test: .order { order in
            order.chain.events.indices.first { index in
                let event = order.chain.events[index]
                guard event.witness == .client, event.event == .walletIntercepted || event.event == .returnReceived else { return false }
                // What an SDK hands back is a result, not a URL.
                return !order.chain.has(.urlScheme, in: event) && !order.chain.has(.via, "sdk", in: event)
            }
        })
}
