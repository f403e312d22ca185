import Domain

/// Sums verdicts up, partition by partition; merging in any order gives the same summary.
struct SummaryBuilder {
    private struct FlowSteps {
        var orders = 0
        var reached: [Step: Int] = [:]
        var durations: [Step: DurationHistogram] = [:]
        var order: [Step] = []

        /// The funnel shows the steps of the order that has most of them: one that only a bill knows has fewer.
        mutating func offer(_ steps: [Step]) {
            guard steps.count >= order.count else { return }
            if steps.count > order.count || steps.lexicographicallyPrecedes(order, by: { $0.rawValue < $1.rawValue }) { order = steps }
        }
    }

    private struct BreakSums {
        var orders = 0
        var primary = 0
        var amounts: [String: Money] = [:]
        var bySeverity = [0, 0, 0]
    }

    private var orders = 0
    private var outcomes: [Outcome: Int] = [:]
    private var experiences: [Experience: Int] = [:]
    private var flows: [Flow: FlowSteps] = [:]
    private var breaks: [BreakCode: BreakSums] = [:]

    /// Counts one verdict.
    mutating func add(_ verdict: Verdict) {
        orders += 1
        outcomes[verdict.outcome, default: 0] += 1
        if let experience = verdict.experience { experiences[experience, default: 0] += 1 }
        addSteps(of: verdict)
        for item in verdict.breaks {
            var sums = breaks[item.code] ?? BreakSums()
            sums.orders += 1
            sums.bySeverity[item.severity.rank] += 1
            if verdict.primaryBreak == item.code { sums.primary += 1 }
            if let amount = verdict.amount { sums.amounts[amount.currency] = SummaryBuilder.sum(sums.amounts[amount.currency], amount) }
            breaks[item.code] = sums
        }
    }

    private mutating func addSteps(of verdict: Verdict) {
        var steps = flows[verdict.flow] ?? FlowSteps()
        steps.orders += 1
        steps.offer(verdict.steps.map(\.step))
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
        for (flow, theirs) in other.flows {
            var mine = flows[flow] ?? FlowSteps()
            mine.orders += theirs.orders
            mine.offer(theirs.order)
            mine.reached.merge(theirs.reached, uniquingKeysWith: +)
            for (step, durations) in theirs.durations { mine.durations[step, default: DurationHistogram()].merge(durations) }
            flows[flow] = mine
        }
        for (code, theirs) in other.breaks {
            var mine = breaks[code] ?? BreakSums()
            mine.orders += theirs.orders
            mine.primary += theirs.primary
            for (currency, amount) in theirs.amounts { mine.amounts[currency] = SummaryBuilder.sum(mine.amounts[currency], amount) }
            for index in mine.bySeverity.indices { mine.bySeverity[index] += theirs.bySeverity[index] }
            breaks[code] = mine
        }
    }

    /// Writes the sums into a summary.
    func write(into summary: inout Summary) {
        summary.orders = orders
        summary.outcomes = outcomes
        summary.experiences = experiences
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
                amounts: sums.amounts.values.sorted { $0.currency < $1.currency }, bySeverity: sums.bySeverity)
        }.sorted { ($1.orders, $0.code.rank) < ($0.orders, $1.code.rank) }
    }

    private static func sum(_ a: Money?, _ b: Money) -> Money {
        guard let a else { return b }
        let scale = max(a.scale, b.scale)
        guard let x = a.rescaled(to: scale), let y = b.rescaled(to: scale) else { return a }
        let (total, overflow) = x.addingReportingOverflow(y)
        return overflow ? a : Money(units: total, scale: scale, currency: a.currency)
    }
}
