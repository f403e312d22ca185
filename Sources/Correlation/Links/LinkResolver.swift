import Domain

/// The steps of ``LinkIndex/resolve(loose:order:in:source:bind:)``: each goes through what was spooled part by part.
struct LinkResolver {
    /// A number of a loose row that may name a known order.
    private struct Candidate {
        var number: UInt64
        var row: LooseName
        var place: UInt16
        var isExport: Bool
    }

    /// A loose row with a masked number.
    private struct Masked {
        var row: LooseName
        var mask: [UInt8]
    }

    let spools: [LinkSpools]
    let loose: LooseSet
    let order: SourceOrder
    let number: (UInt32) -> UInt32
    let pool: SpillPool
    let doubtful: Set<UInt32>
    var links: Links
    let rounds: AliasRounds
    /// Rows that found their order, by row: ``LooseBinding``.
    let bound: Spool
    private let candidates: Spool
    /// Few: they stand in exports of payers.
    private var masked: [Masked] = []

    init(_ index: LinkIndex, loose: LooseSet, order: SourceOrder, number: @escaping (UInt32) -> UInt32, in pool: SpillPool) {
        (spools, doubtful) = (index.spools, index.doubtfulSources)
        (self.loose, self.order, self.number, self.pool) = (loose, order, number, pool)
        bound = Spool(bits: LinkSpools.orderBits, in: pool)
        candidates = Spool(bits: LinkSpools.orderBits, in: pool)
        rounds = AliasRounds(loose, bound: bound, in: pool)
        links = Links(order: order, spools: spools, in: pool)
        links.doubtfulSources = Set(doubtful.map(number))
    }

    // MARK: Ties

    /// Gives the ties of a part that count: those of sound sources, and what the others say of names that no sound one speaks of.
    func forEachTie(_ kind: (LinkSpools) -> Spool, in part: Int, _ body: (Edge) -> Void) {
        guard !doubtful.isEmpty else {
            for each in spools { kind(each).forEach(ToldEdge.self, in: part) { body($0.edge) } }
            return
        }
        var sound = NameTable<Bool>()
        var others: [Edge] = []
        for each in spools {
            kind(each).forEach(ToldEdge.self, in: part) { told in
                if doubtful.contains(told.source) { return others.append(told.edge) }
                sound[told.from] = true
                body(told.edge)
            }
        }
        for edge in others where sound[edge.from] == nil { body(edge) }
    }

    // MARK: Candidates and masks

    /// Reads what loose rows say of themselves.
    mutating func readLoose() {
        for part in 0..<LooseSet.count where loose.rows(in: part) > 0 {
            let batch = loose.batch(part)
            let rows = LooseRows(batch)
            rounds.add(rows, part: part)
            for (place, candidate) in rows.candidates.enumerated() {
                candidates.append(
                    Candidate(
                        number: candidate.number, row: LooseName(part: part, row: Int(candidate.row)),
                        place: UInt16(truncatingIfNeeded: place), isExport: candidate.isExport),
                    to: candidates.part(of: candidate.number))
            }
            for row in rows.masked {
                batch.withAttributes(of: batch.rows[Int(row)]) {
                    guard let mask = $0[.maskedNumber] else { return }
                    masked.append(Masked(row: LooseName(part: part, row: Int(row)), mask: Array(mask)))
                }
            }
        }
    }

    /// A whole token that is a known number names its order as a field would; so does a row of a payer's export, at the cost of confidence.
    func bindCandidates() {
        struct Hit {
            var order: UInt64
            var row: Int32
            var place: UInt16
            var isExport: Bool
        }
        let hits = Spool(bits: LinkSpools.orderBits, in: pool)
        for part in 0..<candidates.count where !candidates.isEmpty(part) {
            let numbers = spools.numbers(part)
            for candidate in candidates.take(Candidate.self, of: part) where numbers.entry(candidate.number) != nil {
                hits.append(
                    Hit(
                        order: links.canonical(candidate.number), row: Int32(truncatingIfNeeded: candidate.row.row),
                        place: candidate.place, isExport: candidate.isExport),
                    to: candidate.row.part)
            }
        }
        for part in 0..<hits.count where !hits.isEmpty(part) {
            let found = hits.take(Hit.self, of: part).sorted { ($0.row, $0.place) < ($1.row, $1.place) }
            let rows = LooseRows(loose.batch(part))
            var i = 0
            while i < found.count {
                let row = found[i].row
                var isAmbiguous = false
                var last = found[i]
                while i < found.count, found[i].row == row {
                    isAmbiguous = isAmbiguous || found[i].order != last.order
                    last = found[i]
                    i += 1
                }
                guard !isAmbiguous else { continue }
                bound.append(LooseBinding(order: last.order, row: row, binding: last.isExport ? .mask : .direct), to: part)
                if !last.isExport { rounds.lend(row, last.order, rows) }
            }
        }
    }

    mutating func bindMasks() {
        guard !masked.isEmpty else { return }
        var masks = MaskedNumbers()
        let open = masked.filter { !LooseFates(loose.rows(in: $0.row.part), bound, $0.row.part).isBound($0.row.row) }
        for item in open { item.mask.withUnsafeBytes { masks.add($0) } }
        for part in 0..<(1 << LinkSpools.orderBits) { masks.match(spools.numbers(part), canonical: links.canonical) }
        for item in open {
            guard let order = item.mask.withUnsafeBytes({ masks.order(for: $0) }) else { continue }
            bound.append(
                LooseBinding(order: order, row: Int32(truncatingIfNeeded: item.row.row), binding: .mask), to: item.row.part)
        }
    }

    // MARK: Aliases

    /// What lines tie to orders, of the identifiers that some loose row carries.
    func tieNames() {
        for part in 0..<(1 << LinkSpools.bits) {
            let mentioned = rounds.mentioned(part)
            guard mentioned.count > 0 else { continue }
            let filter = mentioned.filter
            for kind in [\LinkSpools.aliases, \LinkSpools.trades] {
                forEachTie({ $0[keyPath: kind] }, in: part) { edge in
                    guard filter.mayContain(edge.from), mentioned[edge.from] != nil else { return }
                    rounds.tie(edge.from, to: links.canonical(edge.to))
                }
            }
        }
    }

    func bindAliases() { rounds.settle() }
}
