import Conversion
import Domain
import Store

/// The funnel of the orders of a filter, counted as a run counts it: a step is reached where it was seen.
///
/// Any number of orders is counted, verdict by verdict, in memory that does not grow with it; times are kept to 0.2 %.
struct FunnelCount: Sendable {
    private struct Sums: Sendable {
        var reached = 0
        var unobserved = 0
        var spans = TimeHistogram()
    }

    private var orders: [Flow: Int] = [:]
    private var steps: [Flow: [Step: Sums]] = [:]

    /// The funnels, by flow; without a filter the run's own.
    static func make(_ call: Call) throws(WebFailure) -> [(flow: Flow, orders: Int, steps: [Summary.FunnelStep])] {
        let summary = try call.read { _, snapshot in snapshot.summary }
        let query = try OrderQuery(call, asOf: summary.asOf)
        var onlyFlows = OrderFilter()
        onlyFlows.flows = query.filter.flows
        if query.filter == onlyFlows {
            return summary.funnels.filter { onlyFlows.flows.isEmpty || onlyFlows.flows.contains($0.flow) }
        }
        let count = try call.read { (store, snapshot) throws(StoreError) in
            try call.reader.funnels(query.filter, snapshot) { () throws(StoreError) in
                var count = FunnelCount()
                var filter = query.filter
                filter.isUnsorted = true
                let cursor = try store.orders(filter, withProofs: true)
                while try cursor.next() != nil {
                    if let verdict = try cursor.verdict() { count.add(verdict) }
                }
                return count
            }
        }
        return count.funnels
    }

    private mutating func add(_ verdict: Verdict) {
        orders[verdict.flow, default: 0] += 1
        for step in verdict.steps {
            var sums = steps[verdict.flow, default: [:]].removeValue(forKey: step.step) ?? Sums()
            if step.state == .unobserved { sums.unobserved += 1 }
            if step.state == .seen {
                sums.reached += 1
                if let created = verdict.createdAt, let at = step.at, at >= created { sums.spans.add(at - created) }
            }
            steps[verdict.flow, default: [:]][step.step] = sums
        }
    }

    private var funnels: [(flow: Flow, orders: Int, steps: [Summary.FunnelStep])] {
        Flow.allCases.compactMap { flow in
            guard let count = orders[flow], count > 0 else { return nil }
            return (
                flow, count,
                Step.allCases.compactMap { step in
                    guard let sums = steps[flow]?[step] else { return nil }
                    return Summary.FunnelStep(
                        step: step, orders: sums.reached, conversion: Double(sums.reached) / Double(count),
                        medianSeconds: sums.spans.medianSeconds, unobserved: sums.unobserved)
                }
            )
        }
    }
}
