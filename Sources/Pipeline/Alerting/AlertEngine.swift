import Alerts
import Configuration
import Domain
import Store

/// Evaluates a rule file over a store again and again: called inside the transaction of each batch, it reads only what changed.
///
/// What it remembers of alerts lies in the store; in memory it keeps only facts of orders, which it can read again at any time. Used by
/// one thread at a time.
public final class AlertEngine {
    /// The rules and who is told.
    public let file: RuleFile
    private var facts: [OrderNumber: OrderFact] = [:]
    private var loaded: [Stretch] = []
    private var isWatching = false
    private var lastStep: Instant?

    /// Makes an engine; nothing is read yet.
    public init(_ file: RuleFile) { self.file = file }

    /// Forgets what it holds in memory: after a transaction that was rolled back.
    public func reset() {
        (facts, loaded, isWatching, lastStep) = ([:], [], false, nil)
    }

    /// Evaluates all rules up to as-of; writes their state and the messages into the store.
    ///
    /// Inside the caller's transaction; the store must be open for writing.
    ///
    /// - Parameters:
    ///   - store: where the orders of the batch are already written.
    ///   - asOf: the watermark.
    ///   - sources: the sources as they are now.
    ///   - findings: the findings as they are now.
    ///   - now: wall time, from which on messages may go.
    /// - Returns: what began and ceased to fire.
    @discardableResult
    public func evaluate(
        in store: Store, asOf: Instant, sources: [SourceInfo], findings: [Finding] = [], now: Instant
    ) throws(StoreError) -> [AlertEvent] {
        let interval = file.rules.effective.map(\.interval).min() ?? .minutes(1)
        let step = Instant(microseconds: (asOf - file.rules.delay).microseconds / max(1, interval.microseconds))
        // Between two steps nothing can begin or end.
        if let lastStep, isWatching, lastStep == step { return [] }
        var state = try AlertStore.state(in: store)
        let periods = AlertEvaluation.periods(of: file.rules, state: state, asOf: asOf)
        try refresh(periods, from: store)
        let evidence = AlertEvidence(
            facts: facts.values.sorted { $0.order < $1.order }, historyFrom: try store.firstOrderTime(),
            sources: WatchedSource.all(of: sources), findings: findings, asOf: asOf)
        let events = AlertEvaluation.evaluate(file.rules, evidence, state: &state)
        try AlertStore.save(state, in: store)
        try AlertStore.enqueue(events, for: file, in: store, now: now)
        lastStep = step
        return events
    }

    private func refresh(_ periods: [Stretch], from store: Store) throws(StoreError) {
        if !isWatching {
            try store.watchOrders()
            (facts, loaded, isWatching) = ([:], [], true)
        }
        try store.takeChangedOrders { number, order in facts[number] = order.map { OrderFact($0.verdict, chain: $0.chain) } }
        for fact in try FactReader.read(Stretch.missing(of: periods, in: loaded), from: store) { facts[fact.order] = fact }
        loaded = periods
        facts = facts.filter { _, fact in
            guard let time = fact.startedAt else { return false }
            return periods.contains { $0.contains(time, time) }
        }
    }
}

extension Stretch {
    /// The parts of `wanted` that `known` does not hold.
    static func missing(of wanted: [Stretch], in known: [Stretch]) -> [Stretch] {
        let tick = TimeSpan(microseconds: 1)
        var missing: [Stretch] = []
        for stretch in wanted {
            var from = stretch.from
            for there in known.sorted(by: { $0.from < $1.from }) where there.to >= from && there.from <= stretch.to {
                if there.from > from { missing.append(Stretch(from: from, to: there.from - tick)) }
                from = max(from, there.to + tick)
            }
            if from <= stretch.to { missing.append(Stretch(from: from, to: stretch.to)) }
        }
        return missing
    }
}
