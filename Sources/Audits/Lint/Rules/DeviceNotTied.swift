import Domain

extension LintRule {
    /// An order whose device is not known.
    static let deviceNotTied = LintRule(
        "device_not_tied", .must,
        title: Text(en: "orders that no line ties to a device", zh: "订单没有与任何设备关联"),
        meaning: Text(
            en:
                "All its client steps stay unobserved. A session id on the client's lines and on order.created ties them for the whole session.",
            zh: "其客户端步骤全部无法观察。在客户端日志与服务端 order.created 上都写会话号，整个会话即可关联。"),
        add: [
            Addition("server", #"{"event":"order.created","orderNo":"…","sid":"…"}"#),
            Addition("iOS", #"pay.notice("pay.tapped orderNo=\(orderNo, privacy: .public) sid=\(session, privacy: .public)")"#),
        ],
        settles: .everyClientStep,
        test: .order { order in
            guard !order.hasClientLines, let created = order.first(.orderCreated) else { return nil }
            let chain = order.chain
            return chain.has(.session, in: chain.events[created]) || chain.has(.device, in: chain.events[created]) ? nil : created
        })
}
