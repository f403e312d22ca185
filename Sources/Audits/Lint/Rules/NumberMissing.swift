import Domain

extension LintRule {
    /// Client lines without an order number.
    static let numberMissing = LintRule(
        "number_missing", .must,
        title: Text(en: "client lines without an order number", zh: "客户端日志没有订单号"),
        meaning: Text(
            en: "Such a line is tied to the order in progress on its device by time alone, or to none: it never proves anything critical.",
            zh: "这样的行只能按时间归到设备上进行中的订单，或无法归属：不能作为关键结论的依据。"),
        add: [
            Addition(
                "iOS", #"pay.notice("return.received orderNo=\(orderNo, privacy: .public) url=\(url.absoluteString, privacy: .public)")"#)
        ],
        settles: Settles(steps: [.walletOpened, .returned, .requeried, .resultShown], experience: true),
        test: .order { order in
            // An app in front again without a pending order has none to name.
            order.chain.events.firstIndex { $0.witness == .client && $0.binding == .window && $0.event != .appForegrounded }
        })
}
