import Domain

/// Everything that `/metrics` is made of: a plain value that a server over a store and a running `watch` fill alike.
public struct MetricsInput: Sendable {
    /// Orders that share flow, outcome and experience.
    public typealias Orders = OrderCounts.Orders
    /// Orders on which one break fired alike.
    public typealias Breaks = OrderCounts.Breaks
    /// Steps of one flow in one state.
    public typealias Steps = OrderCounts.Steps
    /// Deliveries of notifies with one answer.
    public typealias Notifies = OrderCounts.Notifies

    /// Alerts of one rule in one state.
    public struct Alerts: Hashable, Sendable {
        /// The rule's name.
        public var name: String
        /// Its severity label; empty without one.
        public var severity: String
        /// `pending`, `firing` or `held`.
        public var state: String
        /// How many.
        public var count: Int

        /// Makes a group.
        public init(name: String, severity: String, state: String, count: Int) {
            (self.name, self.severity, self.state, self.count) = (name, severity, state, count)
        }
    }

    /// What became of messages to one receiver.
    public struct Deliveries: Hashable, Sendable {
        /// The receiver's name.
        public var receiver: String
        /// `delivered`, `failed`, or `waiting`.
        public var result: String
        /// How many alerts.
        public var count: Int

        /// Makes a group.
        public init(receiver: String, result: String, count: Int) {
            (self.receiver, self.result, self.count) = (receiver, result, count)
        }
    }

    /// The program's version.
    public var version: String
    /// The moment that everything speaks for; nil where there is no run yet.
    public var asOf: Instant?
    /// Counters of the input.
    public var inputs = Summary.Inputs()
    /// Orders by flow, outcome and experience.
    public var orders: [Orders] = []
    /// Breaks by code, severity, owner and flow.
    public var breaks: [Breaks] = []
    /// Steps by flow and state.
    public var steps: [Steps] = []
    /// Orders paid and not marked.
    public var stuckOrders = 0
    /// Their money.
    public var stuckMoney: [Money] = []
    /// Notify deliveries.
    public var notifies: [Notifies] = []
    /// The sources of the run; those of one rotation chain stand for one.
    public var sources: [SourceInfo] = []
    /// Findings.
    public var findings: [Finding] = []
    /// Alerts by rule and state.
    public var alerts: [Alerts] = []
    /// Alert messages by receiver.
    public var deliveries: [Deliveries] = []

    /// Makes an input that knows nothing yet.
    public init(version: String) { self.version = version }

    /// Takes over what a summary tells, and its counts.
    ///
    /// - Parameter counts: the orders of the summary by what metrics tell apart.
    public mutating func take(_ summary: Summary, _ counts: OrderCounts) {
        (orders, breaks, steps, notifies) = (counts.orders, counts.breaks, counts.steps, counts.notifies)
        (asOf, inputs, findings) = (summary.asOf.isUndated ? nil : summary.asOf, summary.inputs, summary.findings)
        sources = summary.coverage.map(\.source)
        (stuckOrders, stuckMoney) = (summary.stuckOrders, summary.stuckAmounts)
    }
}
