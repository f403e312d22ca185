import Domain

/// Sums verdicts up, partition by partition; merging in any order gives the same summary.
struct SummaryBuilder {
    private struct StepSums {
        var step: Step
        /// Orders that have the step at all.
        var orders = 0
        var reached = 0
        var unobserved = 0
        var durations = DurationHistogram()
    }

    private struct FlowSums {
        var orders = 0
        /// In the order of the flow, which is the same for all its orders.
        var steps: [StepSums] = []

        /// The place of a step; `hint` is where it most likely is.
        mutating func place(of step: Step, hint: Int) -> Int {
            if hint < steps.count, steps[hint].step == step { return hint }
            if let known = steps.firstIndex(where: { $0.step == step }) { return known }
            steps.append(StepSums(step: step))
            return steps.count - 1
        }
    }

    private struct BreakSums {
        var orders = 0
        var primary = 0
        var amounts = FlowMoney()
        var bySeverity = [0, 0, 0]
        /// The order to look at: the worst severity, then the least number.
        var example: (severity: Severity, order: OrderNumber)?

        mutating func offer(_ severity: Severity, _ order: OrderNumber) {
            if let example, (example.severity, example.order) <= (severity, order) { return }
            example = (severity, order)
        }
    }

    private var orders = 0
    private var outcomes = Tally<Outcome, Int>()
    private var experiences = Tally<Experience, Int>()
    private var flows = Tally<Flow, FlowSums>()
    private var breaks = Tally<BreakCode, BreakSums>()
    /// Of all orders, paid or not: they tell the currencies of the flows.
    private var ordered = FlowMoney()
    private var paid = FlowMoney()
    private var stuckOrders = 0
    private var stuck = FlowMoney()

    /// Counts one verdict.
    ///
    /// - Parameter amount: the money of the order as sums count it.
    mutating func add(_ verdict: Verdict, _ chain: Chain, amount: Money?) {
        orders += 1
        outcomes[verdict.outcome, default: 0] += 1
        if let experience = verdict.experience { experiences[experience, default: 0] += 1 }
        if let amount { ordered.add(amount, flow: verdict.flow) }
        if verdict.outcome.everPaid, let amount { paid.add(amount, flow: verdict.flow) }
        if verdict.isStuck {
            stuckOrders += 1
            if let amount { stuck.add(amount, flow: verdict.flow) }
        }
        SummaryBuilder.add(verdict, chain, to: &flows[verdict.flow, default: FlowSums()])
        for item in verdict.breaks {
            SummaryBuilder.add(item, of: verdict, amount, to: &breaks[item.code, default: BreakSums()])
        }
    }

    // Sums are changed where they lie: a copy taken out of its dictionary would copy every table in it.
    private static func add(_ verdict: Verdict, _ chain: Chain, to sums: inout FlowSums) {
        sums.orders += 1
        for index in verdict.steps.indices {
            let place = sums.place(of: verdict.steps[index].step, hint: index)
            sums.steps[place].orders += 1
            if verdict.steps[index].state == .unobserved { sums.steps[place].unobserved += 1 }
            guard verdict.steps[index].state == .seen else { continue }
            sums.steps[place].reached += 1
            guard let created = verdict.createdAt, let at = chain.moment(of: verdict.steps[index]), at >= created else { continue }
            sums.steps[place].durations.add(at - created)
        }
    }

    private static func add(_ item: Break, of verdict: Verdict, _ amount: Money?, to sums: inout BreakSums) {
        sums.orders += 1
        sums.bySeverity[item.severity.rank] += 1
        if verdict.primaryBreak == item.code { sums.primary += 1 }
        if let amount { sums.amounts.add(amount, flow: verdict.flow) }
        sums.offer(item.severity, verdict.order)
    }

    /// Adds what another worker counted.
    mutating func merge(_ other: SummaryBuilder) {
        orders += other.orders
        for (outcome, count) in other.outcomes.entries { outcomes[outcome, default: 0] += count }
        for (experience, count) in other.experiences.entries { experiences[experience, default: 0] += count }
        ordered.add(other.ordered)
        paid.add(other.paid)
        stuckOrders += other.stuckOrders
        stuck.add(other.stuck)
        for (flow, theirs) in other.flows.entries {
            var mine = flows[flow, default: FlowSums()]
            mine.orders += theirs.orders
            for (index, step) in theirs.steps.enumerated() {
                let place = mine.place(of: step.step, hint: index)
                mine.steps[place].orders += step.orders
                mine.steps[place].reached += step.reached
                mine.steps[place].unobserved += step.unobserved
                mine.steps[place].durations.merge(step.durations)
            }
            flows[flow, default: FlowSums()] = mine
        }
        for (code, theirs) in other.breaks.entries {
            var mine = breaks[code, default: BreakSums()]
            mine.orders += theirs.orders
            mine.primary += theirs.primary
            mine.amounts.add(theirs.amounts)
            if let example = theirs.example { mine.offer(example.severity, example.order) }
            for index in mine.bySeverity.indices { mine.bySeverity[index] += theirs.bySeverity[index] }
            breaks[code, default: BreakSums()] = mine
        }
    }

    /// Takes back what was counted of orders that are counted here. Where the example of a break was one of them, there is none until the
    /// next one comes.
    mutating func subtract(_ other: SummaryBuilder) {
        orders -= other.orders
        for (outcome, count) in other.outcomes.entries { outcomes[outcome, default: 0] -= count }
        for (experience, count) in other.experiences.entries { experiences[experience, default: 0] -= count }
        ordered.subtract(other.ordered)
        paid.subtract(other.paid)
        stuckOrders -= other.stuckOrders
        stuck.subtract(other.stuck)
        for (flow, theirs) in other.flows.entries {
            var mine = flows[flow, default: FlowSums()]
            mine.orders -= theirs.orders
            for (index, step) in theirs.steps.enumerated() {
                let place = mine.place(of: step.step, hint: index)
                mine.steps[place].orders -= step.orders
                mine.steps[place].reached -= step.reached
                mine.steps[place].unobserved -= step.unobserved
                mine.steps[place].durations.subtract(step.durations)
            }
            flows[flow, default: FlowSums()] = mine
        }
        for (code, theirs) in other.breaks.entries {
            var mine = breaks[code, default: BreakSums()]
            mine.orders -= theirs.orders
            mine.primary -= theirs.primary
            mine.amounts.subtract(theirs.amounts)
            if let example = theirs.example, let known = mine.example, known == example { mine.example = nil }
            for index in mine.bySeverity.indices { mine.bySeverity[index] -= theirs.bySeverity[index] }
            breaks[code, default: BreakSums()] = mine
        }
    }

    /// Writes the sums into a summary.
    func write(into summary: inout Summary) {
        summary.orders = orders
        for (outcome, count) in outcomes.entries where count > 0 { summary.outcomes[outcome] = count }
        for (experience, count) in experiences.entries where count > 0 { summary.experiences[experience] = count }
        (summary.paidAmounts, summary.stuckAmounts) = (paid.amounts(knowing: ordered), stuck.amounts(knowing: ordered))
        summary.stuckOrders = stuckOrders
        summary.funnels = Flow.allCases.compactMap { flow in
            guard let sums = flows[flow], sums.orders > 0 else { return nil }
            return (
                flow, sums.orders,
                sums.steps.filter { $0.orders > 0 }.sorted { SummaryBuilder.place($0.step) < SummaryBuilder.place($1.step) }.map { step in
                    Summary.FunnelStep(
                        step: step.step, orders: step.reached, conversion: Double(step.reached) / Double(sums.orders),
                        medianSeconds: step.durations.medianSeconds, unobserved: step.unobserved)
                }
            )
        }
        summary.breaks = breaks.entries.filter { $0.value.orders > 0 }.map { code, sums in
            Summary.BreakCount(
                code: code, orders: sums.orders, primary: sums.primary,
                amounts: sums.amounts.amounts(knowing: ordered), bySeverity: sums.bySeverity, example: sums.example?.order)
        }.sorted { ($1.orders, $0.code.rank) < ($0.orders, $1.code.rank) }
    }

    /// Steps are declared in the order of the flows.
    private static func place(_ step: Step) -> Int { Step.allCases.firstIndex(of: step) ?? 0 }
}
