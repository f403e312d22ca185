/// Orders of a run, counted by what metrics tell apart. Kept beside the summary, so that whoever asks needs no walk over the orders.
public struct OrderCounts: Hashable, Sendable {
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
            return answers[status / 100]
        }

        private static let answers = ["none", "1xx", "2xx", "3xx", "4xx", "5xx"]
    }

    /// Orders by flow, outcome and experience.
    public var orders: [Orders] = []
    /// Breaks by code, severity, owner and flow.
    public var breaks: [Breaks] = []
    /// Steps by flow and state.
    public var steps: [Steps] = []
    /// Notify deliveries.
    public var notifies: [Notifies] = []

    /// Makes empty counts.
    public init() {}
}

/// Counts orders one after the other; merging in any order gives the same counts.
public struct OrderCounter: Sendable {
    private struct Sums: Sendable {
        var count = 0
        var money = MoneySums()

        mutating func add(_ amount: Money?) {
            count += 1
            if let amount { money.add(amount) }
        }

        mutating func add(_ other: Sums) {
            count += other.count
            money.add(other.money)
        }

        /// Nil when nothing is left.
        func without(_ other: Sums) -> Sums? {
            guard count > other.count else { return nil }
            var left = self
            left.count -= other.count
            left.money.subtract(other.money)
            return left
        }
    }

    private struct OrderKey: Hashable { var flow: Flow, outcome: Outcome, experience: Experience? }
    private struct BreakKey: Hashable { var code: BreakCode, severity: Severity, owner: Owner, flow: Flow }
    private struct NotifyKey: Hashable { var provider: String, answer: String }
    /// How often each step of a flow was in each state, in the order of the flow's steps.
    private struct StepRow: Sendable {
        var step: Step
        var states = [Int](repeating: 0, count: StepState.allCases.count)
    }

    private var orders: [OrderKey: Sums] = [:]
    private var breaks: [BreakKey: Sums] = [:]
    private var steps: [Flow: [StepRow]] = [:]
    private var notifies: [NotifyKey: Int] = [:]

    /// Makes empty counts.
    public init() {}

    /// Counts one order.
    ///
    /// - Parameters:
    ///   - verdict: what it was judged.
    ///   - deliveries: its notifies.
    ///   - amount: its money as sums count it.
    public mutating func add(_ verdict: Verdict, deliveries: [Delivery], amount: Money?) {
        orders[OrderKey(flow: verdict.flow, outcome: verdict.outcome, experience: verdict.experience), default: Sums()].add(amount)
        for fired in verdict.breaks {
            breaks[BreakKey(code: fired.code, severity: fired.severity, owner: fired.owner, flow: verdict.flow), default: Sums()].add(
                amount)
        }
        OrderCounter.add(verdict.steps, to: &steps[verdict.flow, default: []])
        for delivery in deliveries {
            let key = NotifyKey(provider: delivery.provider, answer: OrderCounts.Notifies.answer(delivery.httpStatus))
            notifies[key, default: 0] += 1
        }
    }

    private static func add(_ outcomes: [StepVerdict], to rows: inout [StepRow]) {
        for index in outcomes.indices {
            let place = place(of: outcomes[index].step, hint: index, in: &rows)
            rows[place].states[OrderCounter.place(of: outcomes[index].state)] += 1
        }
    }

    private static func place(of step: Step, hint: Int, in rows: inout [StepRow]) -> Int {
        if hint < rows.count, rows[hint].step == step { return hint }
        if let known = rows.firstIndex(where: { $0.step == step }) { return known }
        rows.append(StepRow(step: step))
        return rows.count - 1
    }

    private static func place(of state: StepState) -> Int {
        switch state {
        case .seen: 0
        case .missing: 1
        case .notDue: 2
        case .unobserved: 3
        case .skipped: 4
        }
    }

    private static let states: [StepState] = [.seen, .missing, .notDue, .unobserved, .skipped]

    /// Adds what another one counted.
    public mutating func merge(_ other: OrderCounter) {
        for (key, sums) in other.orders { orders[key, default: Sums()].add(sums) }
        for (key, sums) in other.breaks { breaks[key, default: Sums()].add(sums) }
        for (key, count) in other.notifies { notifies[key, default: 0] += count }
        for (flow, theirs) in other.steps {
            var mine = steps[flow, default: []]
            for (index, row) in theirs.enumerated() {
                let place = OrderCounter.place(of: row.step, hint: index, in: &mine)
                for state in row.states.indices { mine[place].states[state] += row.states[state] }
            }
            steps[flow] = mine
        }
    }

    /// Takes back what another one counted of orders that were counted here before.
    public mutating func subtract(_ other: OrderCounter) {
        for (key, sums) in other.orders { orders[key] = orders[key]?.without(sums) }
        for (key, sums) in other.breaks { breaks[key] = breaks[key]?.without(sums) }
        for (key, count) in other.notifies {
            let left = (notifies[key] ?? 0) - count
            notifies[key] = left > 0 ? left : nil
        }
        for (flow, theirs) in other.steps {
            var mine = steps[flow, default: []]
            for (index, row) in theirs.enumerated() {
                let place = OrderCounter.place(of: row.step, hint: index, in: &mine)
                for state in row.states.indices { mine[place].states[state] -= row.states[state] }
            }
            steps[flow] = mine
        }
    }

    /// The counts, each list in one order whatever was counted first.
    public var counts: OrderCounts {
        var counts = OrderCounts()
        var currencies: [Flow: Set<String>] = [:]
        for (key, sums) in orders {
            for amount in sums.money.amounts where !amount.currency.isEmpty { currencies[key.flow, default: []].insert(amount.currency) }
        }
        // An amount without a currency is one in the only currency of its flow, as in a summary.
        func money(_ sums: Sums, of flow: Flow) -> [Money] {
            var all = MoneySums()
            for amount in sums.money.amounts {
                var amount = amount
                if amount.currency.isEmpty, let known = currencies[flow], known.count == 1 { amount.currency = known.first ?? "" }
                all.add(amount)
            }
            return all.amounts
        }
        func order(_ flow: Flow) -> Int { Flow.allCases.firstIndex(of: flow) ?? 0 }
        counts.orders = orders.map {
            .init(flow: $0.flow, outcome: $0.outcome, experience: $0.experience, count: $1.count, money: money($1, of: $0.flow))
        }.sorted {
            (order($0.flow), $0.outcome.rawValue, $0.experience?.rawValue ?? "")
                < (order($1.flow), $1.outcome.rawValue, $1.experience?.rawValue ?? "")
        }
        counts.breaks = breaks.map {
            .init(code: $0.code, severity: $0.severity, owner: $0.owner, flow: $0.flow, count: $1.count, money: money($1, of: $0.flow))
        }.sorted {
            ($0.code.rank, $0.severity, $0.owner.rawValue, order($0.flow)) < ($1.code.rank, $1.severity, $1.owner.rawValue, order($1.flow))
        }
        for flow in Flow.allCases {
            for row in steps[flow] ?? [] {
                for (place, count) in row.states.enumerated() where count > 0 {
                    counts.steps.append(.init(flow: flow, step: row.step, state: OrderCounter.states[place], count: count))
                }
            }
        }
        counts.notifies = notifies.map { .init(provider: $0.provider, answer: $0.answer, count: $1) }
            .sorted { ($0.provider, $0.answer) < ($1.provider, $1.answer) }
        return counts
    }
}
