import Domain

/// The entries of one rule in the order of event time, and what each step reads from them.
struct RuleSeries {
    let rule: AlertRule
    private let evidence: AlertEvidence
    private let entries: [MeasureEntry]
    /// Up to which moment each kind of source tells everything.
    private let reaches: [Witness: Instant]

    init(_ rule: AlertRule, _ evidence: AlertEvidence, _ policy: SourcePolicy) {
        (self.rule, self.evidence) = (rule, evidence)
        var all: [MeasureEntry] = []
        if let make = rule.query.measure.entries {
            for fact in evidence.facts { all += make(rule.query, fact) }
        }
        all.sort { $0.at != $1.at ? $0.at < $1.at : ($0.order, $0.answer.rawValue) < ($1.order, $1.answer.rawValue) }
        entries = all
        var reaches: [Witness: Instant] = [:]
        for kind in Witness.allCases {
            reaches[kind] = WatchedSource.reach(of: evidence.sources, kinds: [kind], at: evidence.asOf, policy)
        }
        self.reaches = reaches
    }

    /// Up to which moment sources of these kinds tell everything.
    func reach(_ kinds: [Witness]) -> Instant { kinds.reduce(evidence.asOf) { min($0, reaches[$1] ?? $0) } }

    /// What every series reads at a step.
    func readings(at step: Instant, _ policy: SourcePolicy) -> [(labels: [String], reading: AlertReading, isTrue: Bool)] {
        switch rule.query.measure.name {
        case MeasureDefinition.sourceLag.name: return sourceReadings(at: step, policy)
        case MeasureDefinition.findingCount.name: return findingReadings(at: step)
        default: break
        }
        var groups = grouped(window(endingAt: step))
        if rule.query.by.isEmpty {
            if groups.isEmpty { groups[[]] = [] }
        } else if rule.restsOnAbsence {
            // What has fallen silent has no entry in the window any more.
            for labels in Set(slice(step - rule.window - silence, step).map(\.labels)) where groups[labels] == nil { groups[labels] = [] }
        }
        let sorted = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.prefix(Limits.alertSeries)
        return sorted.map { labels, entries in
            var reading = AlertReading(entries, of: rule.query)
            let isTrue = holds(&reading, labels, at: step)
            return (labels, reading, isTrue)
        }
    }

    /// How far back a series is looked for that has fallen silent.
    private var silence: TimeSpan {
        if case .flatline(let after) = rule.condition { return after }
        return .days(1)
    }

    private func window(endingAt step: Instant) -> [MeasureEntry] { slice(step - rule.window, step).compactMap(known) }

    /// An entry as far as its sources can vouch for it.
    private func known(_ entry: MeasureEntry) -> MeasureEntry? {
        guard !entry.needs.isEmpty, entry.at > reach(entry.needs) else { return entry }
        guard rule.query.measure.unit == .share else { return nil }
        var open = entry
        open.answer = .open
        return open
    }

    private func grouped(_ entries: [MeasureEntry]) -> [[String]: [MeasureEntry]] { Dictionary(grouping: entries, by: \.labels) }

    /// The entries of `(from, to]`.
    private func slice(_ from: Instant, _ to: Instant) -> ArraySlice<MeasureEntry> {
        let (low, high) = (firstPlace(after: from), firstPlace(after: to))
        return low < high ? entries[low..<high] : []
    }

    private func firstPlace(after moment: Instant) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].at <= moment { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // Conditions.

    private func holds(_ reading: inout AlertReading, _ labels: [String], at step: Instant) -> Bool {
        switch rule.condition {
        case .threshold(let comparison, let limit):
            guard reading.orders >= rule.minimumOrders else { return false }
            let bound = comparison == .above || comparison == .atLeast ? reading.low : reading.high
            return Quantity.holds(comparison, bound, limit)
        case .spike(let times, let least, let baseline):
            guard reading.orders >= rule.minimumOrders, let usual = usual(baseline, labels, at: step) else { return false }
            reading.baseline = Quantity(usual.middle)
            return Quantity.holds(.atLeast, reading.low, least) && reading.low.number > times * usual.middle
                && reading.low.number > usual.middle + 3 * usual.spread
        case .drop(let times, let least, let baseline):
            guard let usual = usual(baseline, labels, at: step), usual.middle >= least.number, usual.orders >= Double(rule.minimumOrders)
            else { return false }
            reading.baseline = Quantity(usual.middle)
            // A share of nothing is no number: nothing came at all, which is less than ever.
            let value = reading.high.number.isNaN ? 0 : reading.high.number
            return value < times * usual.middle && value < usual.middle - 3 * usual.spread
        case .flatline(let after):
            let start = step - rule.window
            return reading.orders == 0 && reading.high.number == 0
                && slice(start - after, start).contains { $0.labels == labels && $0.answer == .yes }
        case .newValue(let after):
            let start = step - rule.window
            guard reading.orders >= max(1, rule.minimumOrders), labels.contains(where: { !$0.isEmpty }),
                let first = evidence.historyFrom, first <= start - after
            else { return false }
            return !slice(start - after, start).contains { $0.labels == labels && $0.answer == .yes }
        }
    }

    /// What the same hours of earlier weeks read: their median and how far they usually are from it.
    private func usual(_ baseline: Baseline, _ labels: [String], at step: Instant) -> (middle: Double, spread: Double, orders: Double)? {
        var values: [Double] = []
        var orders: [Double] = []
        guard let first = evidence.historyFrom else { return nil }
        for week in 1...max(1, baseline.weeks) {
            let end = step - .days(7 * Int64(week))
            guard first <= end - rule.window else { break }
            let reading = AlertReading(slice(end - rule.window, end).filter { $0.labels == labels }, of: rule.query)
            guard reading.value.number.isFinite else { continue }
            values.append(reading.value.number)
            orders.append(Double(reading.orders))
        }
        guard values.count >= baseline.needed, let middle = Robust.median(values), let usualOrders = Robust.median(orders) else {
            return nil
        }
        return (middle, Robust.spread(values), usualOrders)
    }

    // Measures that are not about orders.

    private func sourceReadings(at step: Instant, _ policy: SourcePolicy) -> [(labels: [String], reading: AlertReading, isTrue: Bool)] {
        let query = rule.query
        var out: [(labels: [String], reading: AlertReading, isTrue: Bool)] = []
        for source in evidence.sources {
            guard query.kinds.isEmpty || query.kinds.contains(source.witness), !source.isRetired(at: step, policy) else { continue }
            func value(_ dimension: AlertDimension) -> String { dimension == .source ? source.name : source.witness.word }
            guard query.filter.allSatisfy({ $0.values.contains(value($0.dimension)) }) else { continue }
            var reading = AlertReading(Double(source.lag(at: step).microseconds) / 1_000_000)
            let labels = query.by.map(value)
            let isTrue = rule.usesPatience ? source.isDown(at: step, policy) : holds(&reading, labels, at: step)
            // Split by less than the source: the one that lags most speaks.
            if let place = out.firstIndex(where: { $0.labels == labels }) {
                if out[place].reading.value.number < reading.value.number { out[place] = (labels, reading, isTrue) }
            } else {
                out.append((labels, reading, isTrue))
            }
        }
        return out
    }

    private func findingReadings(at step: Instant) -> [(labels: [String], reading: AlertReading, isTrue: Bool)] {
        var counts: [[String]: Int] = rule.query.by.isEmpty ? [[]: 0] : [:]
        for finding in evidence.findings where !finding.isNote {
            guard rule.query.findings.isEmpty || rule.query.findings.contains(finding.code) else { continue }
            if let span = finding.span, span.from > step || span.to <= step - rule.window { continue }
            guard rule.query.filter.allSatisfy({ $0.values.contains(finding.code.rawValue) }) else { continue }
            counts[rule.query.by.map { _ in finding.code.rawValue }, default: 0] += 1
        }
        return counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { labels, count in
            var reading = AlertReading(Double(count))
            let isTrue = holds(&reading, labels, at: step)
            return (labels, reading, isTrue)
        }
    }

    /// Hashes of what counts, hour by hour, of the entries of `(from, to]`.
    func digests(_ from: Instant, _ to: Instant) -> [Int64: UInt64] {
        var digests: [Int64: UInt64] = [:]
        for entry in slice(from, to) {
            guard let counted = known(entry) else { continue }
            digests[Hour.of(entry.at), default: 0] &+= counted.digest
        }
        return digests
    }
}

/// Hours of event time, counted from 1970.
enum Hour {
    static let length = TimeSpan.hours(1)
    static func of(_ moment: Instant) -> Int64 { Grid.index(of: moment, step: length) }
    static func start(_ hour: Int64) -> Instant { Grid.moment(hour, step: length) }
}

/// Multiples of a span since 1970: steps lie on them, so that nothing depends on when evaluation began.
enum Grid {
    static func index(of moment: Instant, step: TimeSpan) -> Int64 {
        let length = max(1, step.microseconds)
        let quotient = moment.microseconds / length
        return moment.microseconds < 0 && moment.microseconds % length != 0 ? quotient - 1 : quotient
    }

    static func moment(_ index: Int64, step: TimeSpan) -> Instant {
        let (product, overflow) = index.multipliedReportingOverflow(by: max(1, step.microseconds))
        return Instant(microseconds: overflow ? (index < 0 ? .min : .max) : product)
    }

    /// The last step at or before a moment.
    static func floor(_ moment: Instant, step: TimeSpan) -> Instant { Grid.moment(index(of: moment, step: step), step: step) }
}

extension Witness {
    /// The word of labels and rule files.
    public var word: String {
        switch self {
        case .client: "client"
        case .serverApp: "app"
        case .serverEdge: "edge"
        case .provider: "provider"
        }
    }
}
