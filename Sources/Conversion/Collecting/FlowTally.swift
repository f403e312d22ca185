import Domain
import Flows

/// The funnel of one flow.
struct FlowTally: Sendable {
    /// One step of it.
    struct StepTally: Sendable {
        var step: Step
        /// Of all orders of the flow.
        var all = ReachCounts()
        /// Of the orders that surely reached the step before; behind the payment, of the paid ones.
        var ofBase = ReachCounts()
        var times = TimeToStep()
    }

    var orders = 0
    var steps: [StepTally] = []

    mutating func note(_ verdict: Verdict, _ chain: Chain, _ reaches: [(step: Step, reach: Reach)]) {
        orders += 1
        let gate = Verdict.gate(of: verdict.flow)
        var base: Reach = .yes
        var isPaid: Reach?
        for (index, one) in reaches.enumerated() {
            let place = place(of: one.step, hint: index)
            steps[place].all.add(one.reach)
            if (isPaid ?? base) == .yes { steps[place].ofBase.add(one.reach) }
            // Behind the payment time counts from it, and only for paid orders.
            let start = isPaid == nil ? verdict.createdAt : isPaid == .yes ? verdict.paidAt : nil
            if let start { watch(verdict, chain, index, one.reach, from: start, &steps[place].times) }
            if one.step == gate { isPaid = one.reach }
            base = one.reach
        }
    }

    private func watch(
        _ verdict: Verdict, _ chain: Chain, _ index: Int, _ reach: Reach, from start: Instant, _ times: inout TimeToStep
    ) {
        // As far as an order's way to this step was watched.
        let watched = verdict.steps[index].step == .paid ? verdict.asOf - Limits.paymentTold : verdict.asOf
        switch reach {
        case .yes, .no:
            let isReached = reach == .yes
            guard let at = isReached ? FlowTally.instant(verdict, chain, index) : FlowTally.end(verdict, chain, index) else {
                times.unknown += 1
                return
            }
            if at > watched {
                if start < watched { times.watching.add(watched - start) }
            } else if isReached {
                times.reached.add(at - start)
            } else {
                times.ended.add(at - start)
            }
        case .open:
            if start < watched { times.watching.add(watched - start) }
        case .unseen: times.unknown += 1
        }
    }

    /// From when on an order was surely not on its way to a step any more.
    ///
    /// One that failed or was given up ended at the latest with its last line, whatever its deadline: taken for underway until then it would
    /// count among those that still wait longer than any other order does, and make the share of those who pay late too small. Nil where a
    /// device's clock leaves open when that was.
    private static func end(_ verdict: Verdict, _ chain: Chain, _ index: Int) -> Instant? {
        guard verdict.outcome == .failed || verdict.outcome == .cancelled else {
            return verdict.steps[index].due ?? verdict.lastEvidenceAt
        }
        var last: Instant?
        for event in chain.events {
            guard let moment = chain.moment(of: event) else { return nil }
            last = max(last ?? moment, moment)
        }
        return last
    }

    private static func instant(_ verdict: Verdict, _ chain: Chain, _ index: Int) -> Instant? {
        let judged = verdict.steps[index]
        if judged.step == .paid, let paidAt = verdict.paidAt { return paidAt }
        return chain.moment(of: judged)
    }

    private mutating func place(of step: Step, hint: Int) -> Int {
        if hint < steps.count, steps[hint].step == step { return hint }
        if let known = steps.firstIndex(where: { $0.step == step }) { return known }
        steps.append(StepTally(step: step))
        return steps.count - 1
    }

    mutating func merge(_ other: FlowTally) {
        orders += other.orders
        for (index, step) in other.steps.enumerated() {
            let place = place(of: step.step, hint: index)
            steps[place].all.add(step.all)
            steps[place].ofBase.add(step.ofBase)
            steps[place].times.merge(step.times)
        }
    }
}
