import Domain

/// One step of a flow and when it is due.
public struct StepRule: Sendable {
    /// The step.
    public let step: Step
    /// The deadline counts from the latest of these steps; empty when the step is never due.
    public let after: [Step]
    /// How long after them; nil when the step is never due.
    public let within: TimeSpan?
    /// What counts instead when `after` was not seen.
    public let otherwise: Otherwise?
    /// Seen when: the evidence in words.
    public let seenWhen: Text

    /// Another anchor for a deadline.
    public struct Otherwise: Sendable {
        /// The deadline counts from this step.
        public let after: Step
        /// How long after it.
        public let within: TimeSpan

        /// Makes an anchor.
        public init(after: Step, within: TimeSpan) {
            (self.after, self.within) = (after, within)
        }
    }

    /// Makes a rule.
    public init(_ step: Step, after: [Step] = [], within: TimeSpan? = nil, otherwise: Otherwise? = nil, seenWhen: Text) {
        (self.step, self.after, self.within, self.otherwise, self.seenWhen) = (step, after, within, otherwise, seenWhen)
    }
}

extension StepRule {
    /// 1: the merchant made the order.
    static let orderCreated = StepRule(
        .orderCreated, seenWhen: Text(en: "the server logged order.created", zh: "服务端记录了 order.created"))
    /// 2: the cashier page.
    static let checkoutLoaded = StepRule(
        .checkoutLoaded, after: [.orderCreated], within: .seconds(30),
        seenWhen: Text(
            en: "the app logged checkout.loaded, or a wallet URL was intercepted", zh: "客户端记录了 checkout.loaded，或拦截到钱包链接"))
    /// 4: the money. Never a fault by itself: an outcome.
    static let paid = StepRule(
        .paid, after: [.orderCreated],
        seenWhen: Text(en: "a proof of payment stands (outcome paid or refunded)", zh: "有支付证明（结果为已支付或已退款）"))
    /// 5: the payer is back in the app.
    static let returned = StepRule(
        .returned, after: [.paid], within: .minutes(2),
        seenWhen: Text(en: "the app logged return.received at any time after the launch", zh: "唤起钱包后客户端记录了 return.received"))
    /// 6: the app asks what became of it.
    static let requeried = StepRule(
        .requeried, after: [.returned], within: .seconds(15),
        seenWhen: Text(
            en: "the app asked, or the server was asked, after the return or the foregrounding",
            zh: "返回或回到前台之后，客户端发起了查询或服务端收到了查询"))
    /// 7: the provider told us.
    static let notified = StepRule(
        .notified, after: [.paid], within: .seconds(270),
        seenWhen: Text(en: "an application log or access log shows a notify", zh: "应用日志或访问日志中有异步通知"))
    /// 8: the order moved.
    static let markedPaid = StepRule(
        .markedPaid, after: [.paid], within: .minutes(5),
        seenWhen: Text(en: "the server logged order.changed to paid", zh: "服务端记录了订单变为已支付"))
    /// 9: the payer knows.
    static let resultShown = StepRule(
        .resultShown, after: [.requeried, .markedPaid], within: .seconds(60),
        seenWhen: Text(en: "the app logged result.shown paid", zh: "客户端记录了 result.shown paid"))
}
