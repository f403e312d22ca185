import Alerts
import Domain
import Store

/// Reads what alert rules need to know of orders out of a store.
public enum FactReader {
    /// The facts of all orders of some periods, both ends included.
    public static func read(_ periods: [Stretch], from store: Store) throws(StoreError) -> [OrderFact] {
        var facts: [OrderFact] = []
        for period in periods {
            var filter = OrderFilter()
            (filter.since, filter.until) = (period.from, period.to + TimeSpan(microseconds: 1))
            let cursor = try store.orders(filter, withProofs: true)
            while try cursor.next() != nil {
                guard let verdict = try cursor.verdict() else { continue }
                // Most orders have no break, and only breaks point into the chain.
                facts.append(OrderFact(verdict, chain: verdict.breaks.isEmpty ? nil : try cursor.chain()))
            }
        }
        return facts
    }

    /// Everything that one evaluation of a whole store looks at.
    public static func evidence(
        for rules: RuleSet, state: AlertState, in store: Store, asOf: Instant, from: Instant? = nil, sources: [SourceInfo],
        findings: [Finding]
    ) throws(StoreError) -> AlertEvidence {
        let periods = AlertEvaluation.periods(of: rules, state: state, asOf: asOf, from: from)
        return AlertEvidence(
            facts: try read(periods, from: store), historyFrom: try store.firstOrderTime(), sources: WatchedSource.all(of: sources),
            findings: findings, asOf: asOf)
    }
}
