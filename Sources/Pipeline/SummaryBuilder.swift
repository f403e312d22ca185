import Domain

/// Sums verdicts up, partition by partition; merging in any order gives the same summary.
struct SummaryBuilder {
    private struct FlowSteps {
        var orders = 0
        var reached: [Step: Int] = [:]
        var durations: [Step: DurationHistogram] = [:]
        var order: [Step] = []
    }

    private struct BreakSums {
        var orders = 0
        var primary = 0
        var amounts = MoneySums()
        var bySeverity = [0, 0, 0]
        /// The order to look at: the worst severity, then the least number.
        var example: (severity: Severity, order: OrderNumber)?

        mutating func offer(_ severity: Severity, _ order: OrderNumber) {
            if let example, (example.severity, example.order) <= (severity, order) { return }
            example = (severity, order)
        }
    }

    private var orders = 0
    private var outcomes: [Outcome: Int] = [:]
    private var experiences: [Experience: Int] = [:]
    private var flows: [Flow: FlowSteps] = [:]
    private var breaks: [BreakCode: BreakSums] = [:]
    private var paid = MoneySums()
    private var stuckOrders = 0
    private var stuck = MoneySums()

    /// Counts one verdict.
    mutating func add(_ verdict: Verdict) {
        orders += 1
        outcomes[verdict.outcome, default: 0] += 1
        if let experience = verdict.experience { experiences[experience, default: 0] += 1 }
        if verdict.outcome.everPaid, let amount = verdict.amount { paid.add(amount) }
        if verdict.isStuck {
            stuckOrders += 1
            if let amount = verdict.amount { stuck.add(amount) }
        }
        addSteps(of: verdict)
        for item in verdict.breaks {
            var sums = breaks[item.code] ?? BreakSums()
            sums.orders += 1
            sums.bySeverity[item.severity.rank] += 1
            if verdict.primaryBreak == item.code { sums.primary += 1 }
            if let amount = verdict.amount { sums.amounts.add(amount) }
            sums.offer(item.severity, verdict.order)
            breaks[item.code] = sums
        }
    }

    private mutating func addSteps(of verdict: Verdict) {
        var steps = flows[verdict.flow] ?? FlowSteps()
        steps.orders += 1
        if steps.order.isEmpty { steps.order = verdict.steps.map(\.step) }
        for step in verdict.steps where step.state == .seen {
            steps.reached[step.step, default: 0] += 1
            if let created = verdict.createdAt, let at = step.at, at >= created {
                steps.durations[step.step, default: DurationHistogram()].add(at - created)
            }
        }
        flows[verdict.flow] = steps
    }

    /// Adds what another worker counted.
    mutating func merge(_ other: SummaryBuilder) {
        orders += other.orders
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        experiences.merge(other.experiences, uniquingKeysWith: +)
        paid.add(other.paid)
        stuckOrders += other.stuckOrders
        stuck.add(other.stuck)
        for (flow, theirs) in other.flows {
            var mine = flows[flow] ?? FlowSteps()
            mine.orders += theirs.orders
            if mine.order.count < theirs.order.count { mine.order = theirs.order }
            mine.reached.merge(theirs.reached, uniquingKeysWith: +)
            for (step, durations) in theirs.durations { mine.durations[step, default: DurationHistogram()].merge(durations) }
            flows[flow] = mine
        }
        for (code, theirs) in other.breaks {
            var mine = breaks[code] ?? BreakSums()
            mine.orders += theirs.orders
            mine.primary += theirs.primary
            mine.amounts.add(theirs.amounts)
            if let example = theirs.example { mine.offer(example.severity, example.order) }
            for index in mine.bySeverity.indices { mine.bySeverity[index] += theirs.bySeverity[index] }
            breaks[code] = mine
        }
    }

    /// Writes the sums into a summary.
    func write(into summary: inout Summary) {
        summary.orders = orders
        summary.outcomes = outcomes
        summary.experiences = experiences
        (summary.paidAmounts, summary.stuckOrders, summary.stuckAmounts) = (paid.amounts, stuckOrders, stuck.amounts)
        summary.funnels = Flow.allCases.compactMap { flow in
            guard let steps = flows[flow], steps.orders > 0 else { return nil }
            return (
                flow, steps.orders,
                steps.order.map { step in
                    let reached = steps.reached[step] ?? 0
                    return Summary.FunnelStep(
                        step: step, orders: reached, conversion: Double(reached) / Double(steps.orders),
                        medianSeconds: steps.durations[step]?.medianSeconds)
                }
            )
        }
        summary.breaks = breaks.map { code, sums in
            Summary.BreakCount(
                code: code, orders: sums.orders, primary: sums.primary,
                amounts: sums.amounts.amounts, bySeverity: sums.bySeverity, example: sums.example?.order)
        }.sorted { ($1.orders, $0.code.rank) < ($0.orders, $1.code.rank) }
    }
}
