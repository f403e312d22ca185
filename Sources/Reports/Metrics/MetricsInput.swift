import Domain

/// Everything that `/metrics` is made of: a plain value that a server over a store and a running `watch` fill alike.
public struct MetricsInput: Sendable {
    /// Orders that share flow, outcome and experience.
    public struct Orders: Hashable, Sendable {
        /// The flow.
        public var flow: Flow
        /// The money.
        public var outcome: Outcome
        /// The payer; nil for orders never paid.
        public var experience: Experience?
        /// How many.
        public var count: Int
        /// Their money by currency.
        public var money: [Money]

        /// Makes a group.
        public init(flow: Flow, outcome: Outcome, experience: Experience?, count: Int, money: [Money] = []) {
            (self.flow, self.outcome, self.experience, self.count, self.money) = (flow, outcome, experience, count, money)
        }
    }

    /// Orders on which one break fired alike.
    public struct Breaks: Hashable, Sendable {
        /// Which.
        public var code: BreakCode
        /// How bad.
        public var severity: Severity
        /// Who has to act.
        public var owner: Owner
        /// In which flow.
        public var flow: Flow
        /// On how many orders.
        public var count: Int
        /// Their money by currency.
        public var money: [Money]

        /// Makes a group.
        public init(code: BreakCode, severity: Severity, owner: Owner, flow: Flow, count: Int, money: [Money] = []) {
            (self.code, self.severity, self.owner, self.flow, self.count, self.money) = (code, severity, owner, flow, count, money)
        }
    }

    /// Steps of one flow in one state.
    public struct Steps: Hashable, Sendable {
        /// In which flow.
        public var flow: Flow
        /// Which.
        public var step: Step
        /// Its state.
        public var state: StepState
        /// On how many orders.
        public var count: Int

        /// Makes a group.
        public init(flow: Flow, step: Step, state: StepState, count: Int) {
            (self.flow, self.step, self.state, self.count) = (flow, step, state, count)
        }
    }

    /// Deliveries of notifies with one answer.
    public struct Notifies: Hashable, Sendable {
        /// alipay, wechat, apple, …; empty when unknown.
        public var provider: String
        /// `2xx`, `3xx`, `4xx`, `5xx`, or `none` where no line tells the answer.
        public var answer: String
        /// How many.
        public var count: Int

        /// Makes a group.
        public init(provider: String, answer: String, count: Int) {
            (self.provider, self.answer, self.count) = (provider, answer, count)
        }

        /// The class of an HTTP status.
        public static func answer(_ status: Int?) -> String {
            guard let status, (100..<600).contains(status) else { return "none" }
            return "\(status / 100)xx"
        }
    }

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

    /// Takes over what a summary tells; orders and breaks come apart from it, since a summary does not cross them.
    public mutating func take(_ summary: Summary) {
        (asOf, inputs, findings) = (summary.asOf, summary.inputs, summary.findings)
        sources = summary.coverage.map(\.source)
        (stuckOrders, stuckMoney) = (summary.stuckOrders, summary.stuckAmounts)
    }
}
