import Domain

/// Says of order after order which server logs can testify about it, and what they span.
///
/// One a worker: the orders of a run name few combinations of logs, and what each spans is remembered.
public struct OrderWitnesses: ~Copyable {
    /// What one combination of families spans.
    private struct Known {
        var witness: Witness
        var families: [UInt64]
        var coverage: WitnessCoverage
    }

    private let witnesses: ServerWitnesses
    /// Families of application logs that show how orders move, and what they span together.
    private let movers: Set<UInt64>
    private let moverCoverage: WitnessCoverage
    private var known: [Known] = []
    /// Places in `known` by the hash of what was asked.
    private var places = NameTable<Int>()
    private var sources = Scratch<UInt32>()
    private var families = Scratch<UInt64>()
    /// Combinations that are remembered: beyond it all are forgotten.
    private static let remembered = 1 << 14

    /// Makes one from what the run's logs are.
    public init(_ witnesses: ServerWitnesses) {
        self.witnesses = witnesses
        let families = witnesses.movers()
        movers = Set(families)
        moverCoverage = witnesses.coverage(of: families, .serverApp)
    }

    /// What the application logs and the access logs span that can testify about an order.
    ///
    /// - Parameters:
    ///   - rows: the order's rows.
    ///   - arena: their attribute bytes.
    ///   - moment: stands for the time of an order that no server and no provider speaks of.
    public mutating func coverage(
        of rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer, otherwise moment: Instant
    ) -> (app: WitnessCoverage, edge: WitnessCoverage) {
        sources.removeAll()
        var period = Stretch(from: .distantFuture, to: .distantPast)
        var isAsked = false
        for row in rows {
            // The app heard from the server: its question came through some front end, as one does that the server tells of.
            if row.witness == .client { isAsked = isAsked || row.event == .clientQueryAnswered }
            guard row.witness != .client else { continue }
            period = Stretch(from: min(period.from, row.at), to: max(period.to, row.at))
            guard row.witness == .serverApp || row.witness == .serverEdge else { continue }
            note(source: row.source)
            if row.witness == .serverApp { isAsked = isAsked || row.event == .queryReceived || row.event == .returnServed }
        }
        if period.from > period.to { period = Stretch(from: moment, to: moment) }
        period.to = period.to + .minutes(10)
        witnesses.findSpeaking(of: .serverApp, sources: sources, into: &families)
        if families.isEmpty {
            witnesses.findSilent(of: .serverApp, sources: sources, isAsked: isAsked, endpoint: 0, period: period, into: &families)
        }
        let app = coverage(of: .serverApp)
        witnesses.findSpeaking(of: .serverEdge, sources: sources, into: &families)
        if families.isEmpty {
            let endpoint = OrderWitnesses.endpoint(of: rows, arena)
            witnesses.findSilent(of: .serverEdge, sources: sources, isAsked: isAsked, endpoint: endpoint, period: period, into: &families)
        }
        return (app, coverage(of: .serverEdge))
    }

    /// The hash of the notify path that the order was made with; 0 when no application log says.
    private static func endpoint(of rows: UnsafeBufferPointer<Evidence>, _ arena: UnsafeRawBufferPointer) -> UInt64 {
        for row in rows where row.event == .orderCreated && (row.witness == .serverApp || row.witness == .serverEdge) {
            if let path = Attributes(of: row, in: arena)[.notifyPath] { return StableHash.of(path) }
        }
        return 0
    }

    private mutating func note(source: UInt32) {
        for place in sources.indices where sources[place] == source { return }
        sources.append(source)
    }

    private mutating func coverage(of witness: Witness) -> WitnessCoverage {
        guard !families.isEmpty else { return WitnessCoverage() }
        // The same families in whatever order the rows name them.
        if families.count > 1 { families.sort(by: <) }
        var name = UInt64(witness.rawValue)
        for family in families.elements { name = StableHash.mixed(name, family) }
        if let place = places[name], known[place].witness == witness, known[place].families.elementsEqual(families.elements) {
            return known[place].coverage
        }
        if known.count == OrderWitnesses.remembered {
            known.removeAll(keepingCapacity: true)
            places = NameTable()
        }
        places[name] = known.count
        let own = Array(families.elements)
        var coverage = witnesses.coverage(of: own, witness)
        // Where these never show how orders move, those that do must have been there, too.
        if witness == .serverApp, !movers.isEmpty, !own.contains(where: movers.contains) { coverage = coverage.common(with: moverCoverage) }
        known.append(Known(witness: witness, families: own, coverage: coverage))
        return known[known.count - 1].coverage
    }
}

extension WitnessCoverage {
    /// What both cover.
    func common(with other: WitnessCoverage) -> WitnessCoverage {
        var both: [Stretch] = []
        for a in stretches {
            for b in other.stretches where a.from <= b.to && b.from <= a.to {
                both.append(Stretch(from: max(a.from, b.from), to: min(a.to, b.to)))
            }
        }
        var common = WitnessCoverage(stretches: both, gaps: gaps)
        for gap in other.gaps where !common.gaps.contains(gap) { common.gaps.append(gap) }
        common.gaps.sort { ($0.stretch.from, $0.stretch.to, $0.why) < ($1.stretch.from, $1.stretch.to, $1.why) }
        return common
    }
}
