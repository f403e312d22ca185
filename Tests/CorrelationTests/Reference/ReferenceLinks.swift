import Domain

@testable import Correlation

/// What ``LinkIndex`` finds, worked out at once from all rows in memory: what the parts that leave memory are held against.
struct ReferenceLinks {
    /// What became of one loose row.
    enum Fate: Equatable {
        case bound(UInt64, Binding)
        case waiting
        case unbound(String)
        /// Neither: it says nothing of an order.
        case left
    }

    private(set) var roots = NameTable<UInt64>()
    /// By place among the loose rows.
    private(set) var fates: [Fate] = []
    /// The loose rows, by source and offset.
    private(set) var loose = EvidenceBatch()
    private var sessions = NameTable<DeviceKey>()
    private let doubtful: Set<UInt32>
    private let order: SourceOrder

    func canonical(_ number: UInt64) -> UInt64 { roots[number] ?? number }

    init(_ rows: EvidenceBatch, doubtful: Set<UInt32>, order: SourceOrder) {
        (self.doubtful, self.order) = (doubtful, order)
        var noted = Noted()
        var unsorted: [Evidence] = []
        for row in rows.rows { rows.withAttributes(of: row) { if noted.note(row, $0) { unsorted.append(row) } } }
        unsorted.sort {
            ($0.source, $0.offset, $0.event.rawValue, $0.identity) < ($1.source, $1.offset, $1.event.rawValue, $1.identity)
        }
        var seen: Set<[UInt64]> = []
        for row in unsorted where seen.insert([row.identity, UInt64(row.event.rawValue)]).inserted {
            rows.withAttributes(of: row) { loose.append(row, attributes: $0.bytes) }
        }
        func counted(_ edges: [ToldEdge], unless isRefused: (Edge) -> Bool = { _ in false }) -> [Edge] {
            let sound = edges.filter { !doubtful.contains($0.source) }.map(\.edge)
            let names = Set(sound.map(\.from))
            return sound + edges.filter { doubtful.contains($0.source) && !names.contains($0.from) }.map(\.edge).filter { !isRefused($0) }
        }
        let trades = counted(noted.trades)
        let attempts = counted(noted.attempts) { noted.numbers.entry($0.from)?.roles.contains(.namesOrder) == true }
        roots = AttemptRoots.resolve(attempts + ReferenceLinks.attemptsByTrade(trades, noted.numbers))
        for edge in noted.sessions {
            let device = order.canonicalDevice(edge.to)
            let known = sessions[edge.from]
            sessions[edge.from] = known == nil || known == device ? device : 0
        }
        bind(noted, counted(noted.aliases) + trades)
    }

    /// What rows say.
    private struct Noted {
        var numbers = NumberTable()
        var aliases: [ToldEdge] = []
        var trades: [ToldEdge] = []
        var attempts: [ToldEdge] = []
        var products: [Edge] = []
        var appProducts: [Edge] = []
        var sessions: [Edge] = []
        var runs: [DevicePresence.Run] = []

        /// Whether the row is loose.
        mutating func note(_ row: Evidence, _ attributes: Attributes) -> Bool {
            func value(_ key: AttributeKey) -> UnsafeRawBufferPointer? { attributes[key].flatMap { AliasKey.names($0) ? $0 : nil } }
            guard attributes[.payerExport] == nil else { return true }
            if row.witness == .client, row.device != 0, let session = value(.session) {
                sessions.append(Edge(from: AliasKey.hash(AttributeKey.session.rawValue, session), to: row.device))
            }
            guard let number = value(.orderNumber) ?? value(.attemptNumber) else { return true }
            let name = StableHash.of(number)
            numbers.note(name, number, row.event == .orderCreated ? .namesOrder : [])
            if value(.orderNumber) != nil, let attempt = value(.attemptNumber), StableHash.of(attempt) != name {
                numbers.note(name, number, .namesOrder)
                numbers.note(StableHash.of(attempt), attempt, .namesAttempt)
                attempts.append(ToldEdge(from: StableHash.of(attempt), to: name, source: row.source))
            }
            if let product = attributes[.productID] {
                products.append(Edge(from: name, to: StableHash.of(product)))
                if row.witness == .client { appProducts.append(Edge(from: name, to: StableHash.of(product))) }
            }
            for (key, value) in attributes where AliasKey.strength(key.rawValue) > 0 && AliasKey.names(value) {
                let edge = ToldEdge(from: AliasKey.hash(key.rawValue, value), to: name, source: row.source)
                if key == .tradeNumber { trades.append(edge) } else { aliases.append(edge) }
            }
            if row.witness == .client {
                runs.append(
                    DevicePresence.Run(
                        device: row.device, order: name, firstOffset: row.offset, lastOffset: row.offset, first: row.at, last: row.at,
                        source: row.source))
            }
            return false
        }
    }

    private static func attemptsByTrade(_ trades: [Edge], _ numbers: NumberTable) -> [Edge] {
        var found: [Edge] = []
        for (_, edges) in Dictionary(grouping: Set(trades), by: \.from) where edges.count > 1 && edges.count <= Limits.ordersPerAlias {
            let owners = edges.filter { numbers.entry($0.to)?.roles == .namesOrder }
            guard owners.count == 1 else { continue }
            for edge in edges where numbers.entry(edge.to)?.roles == [] { found.append(Edge(from: edge.to, to: owners[0].to)) }
        }
        return found
    }

    private mutating func bind(_ noted: Noted, _ ties: [Edge]) {
        let read = LooseRows(loose)
        var graph = AliasGraph(rowCount: loose.rows.count, links: read.links)
        for edge in ties where graph.mentions(edge.from) { graph.tie(edge.from, to: canonical(edge.to)) }
        var bindings = [Binding](repeating: .alias, count: loose.rows.count)
        for (row, candidates) in Dictionary(grouping: read.candidates, by: \.row) {
            let known = candidates.filter { noted.numbers.entry($0.number) != nil }
            guard let last = known.last, Set(known.map { canonical($0.number) }).count == 1 else { continue }
            graph.bind(Int(row), to: canonical(last.number), lends: !last.isExport)
            bindings[Int(row)] = last.isExport ? .mask : .direct
        }
        graph.settle()
        var masks = MaskedNumbers()
        let masked = read.masked.filter { graph.fates[Int($0)] != .bound }
        for row in masked { loose.withAttributes(of: loose.rows[Int(row)]) { if let mask = $0[.maskedNumber] { masks.add(mask) } } }
        masks.match(noted.numbers, canonical: canonical)
        for row in masked {
            let order = loose.withAttributes(of: loose.rows[Int(row)]) { $0[.maskedNumber].flatMap(masks.order(for:)) }
            guard let order else { continue }
            graph.bind(Int(row), to: order, lends: false)
            bindings[Int(row)] = .mask
        }
        bindWindows(noted, &graph, &bindings)
        let probes = ProbeLines(RowShelf(loose))
        fates = loose.rows.indices.map { index in
            let row = loose.rows[index]
            if graph.fates[index] == .bound { return .bound(graph.orders[index], bindings[index]) }
            if row.event == .exportFinished || probes.contains(index) && row.witness != .serverEdge {
                return probes.contains(index) ? .waiting : .left
            }
            if ScheduleBinder.isConcerned(row) { return .waiting }
            return .unbound(graph.fates[index] == .ambiguous ? "several" : "other")
        }
    }

    private func bindWindows(_ noted: Noted, _ graph: inout AliasGraph, _ bindings: inout [Binding]) {
        var timeline = DeviceTimeline(order: order)
        let runs = noted.runs.sorted { ($0.source, $0.firstOffset) < ($1.source, $1.firstOffset) }
        for var run in DevicePresence.runs(runs, rowsInSourceOrder: true) {
            run.order = canonical(run.order)
            timeline.add(run)
        }
        let clients = loose.rows.indices.filter { loose.rows[$0].witness == .client }
        for index in clients where graph.fates[index] == .bound && bindings[index] != .mask {
            let row = loose.rows[index]
            timeline.add(
                bound: DevicePresence.Run(
                    device: row.device, order: graph.orders[index], firstOffset: row.offset, lastOffset: row.offset, first: row.at,
                    last: row.at, source: row.source))
        }
        timeline.finish()
        let products = OrderProducts(named: noted.products, byApp: noted.appProducts, canonical: canonical)
        for index in clients where graph.fates[index] != .bound {
            let row = loose.rows[index]
            let product = loose.withAttributes(of: row) { $0[.productID].map { StableHash.of($0) } }
            let found =
                product.flatMap { product in timeline.orderInProgress(at: row) { products.isNamed(product, by: $0) } }
                ?? timeline.orderInProgress(at: row) { order in product.map { products.mayConcern($0, order) } ?? true }
            guard let found else { continue }
            graph.bind(index, to: found, lends: false)
            bindings[index] = .window
        }
    }

    /// The devices of some rows of one order, smallest first.
    func devices(of rows: [Evidence], in batch: EvidenceBatch) -> [DeviceKey] {
        var found: Set<DeviceKey> = []
        for row in rows {
            found.insert(order.device(row.device, source: row.source))
            guard row.witness != .client, !doubtful.contains(row.source) else { continue }
            let session = batch.withAttributes(of: row) { $0[.session].map { AliasKey.hash(AttributeKey.session.rawValue, $0) } }
            found.insert(session.flatMap { sessions[$0] } ?? 0)
        }
        return found.subtracting([0]).sorted()
    }
}
