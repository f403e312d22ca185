import Domain
import Store

/// The funnel of the orders of a filter, counted as a run counts it: a step is reached where it was seen.
struct FunnelCount {
    private struct Sums {
        var reached = 0
        var spans: [TimeSpan] = []
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
            guard try call.reader.count(query.filter, in: store, snapshot) <= Limits.ordersPerFunnel else { return FunnelCount?.none }
            var count = FunnelCount()
            let cursor = try store.orders(query.filter, withProofs: true)
            while try cursor.next() != nil {
                if let verdict = try cursor.verdict() { count.add(verdict) }
            }
            return count
        }
        guard let count else {
            throw WebFailure(
                422,
                Text(
                    en: "More than \(Limits.ordersPerFunnel) orders fit this filter: a page does not wait for so many.",
                    zh: "符合条件的订单超过 \(Limits.ordersPerFunnel) 笔：页面不等待这么多的统计。"),
                remedy: Text(
                    en: "Narrow it, for example to one day; `paychain report` counts any number.",
                    zh: "请缩小范围，例如只看一天；`paychain report` 可统计任意数量。"))
        }
        return count.funnels
    }

    private mutating func add(_ verdict: Verdict) {
        orders[verdict.flow, default: 0] += 1
        for step in verdict.steps {
            var sums = steps[verdict.flow, default: [:]].removeValue(forKey: step.step) ?? Sums()
            if step.state == .seen {
                sums.reached += 1
                if let created = verdict.createdAt, let at = step.at, at >= created { sums.spans.append(at - created) }
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
                    let spans = sums.spans.sorted()
                    return Summary.FunnelStep(
                        step: step, orders: sums.reached, conversion: Double(sums.reached) / Double(count),
                        medianSeconds: spans.isEmpty ? nil : Double(spans[(spans.count - 1) / 2].microseconds / 1_000) / 1_000)
                }
            )
        }
    }
}
