import Domain

@testable import Correlation

/// Makes rows for tests in a few words.
struct Rows {
    var batch = EvidenceBatch()
    private var nextOffset: UInt64 = 0

    /// Appends a row; `at` is in seconds.
    @discardableResult mutating func add(
        _ event: EventKind, _ at: Double, by witness: Witness? = nil, source: UInt32 = 0, device: DeviceKey = 0,
        resolution: Resolution = .millisecond, binding: Binding = .direct, offset: UInt64? = nil,
        _ attributes: [(AttributeKey, String)] = []
    ) -> Int {
        var packed: [UInt8] = []
        for (key, value) in attributes { AttributeWriter.append(key, value, to: &packed) }
        nextOffset += 100
        let witness = witness ?? (event.layer == .client ? .client : event.layer == .provider ? .provider : .serverApp)
        let micros = Int64((at * 1_000_000).rounded())
        var content = packed
        content.append(contentsOf: withUnsafeBytes(of: (micros, event.rawValue)) { Array($0.prefix(9)) })
        let row = Evidence(
            event: event, at: Instant(microseconds: micros), resolution: resolution, witness: witness, source: source,
            line: UInt32(batch.rows.count + 1), offset: offset ?? nextOffset, identity: StableHash.of(content), device: device,
            binding: binding)
        packed.withUnsafeBytes { batch.append(row, attributes: $0) }
        return batch.rows.count - 1
    }

    /// The chain of all rows.
    func chain(
        _ order: String, devices: [DeviceSession] = [], sources: SourceOrder = SourceOrder(), asOf: Instant = .distantFuture
    ) -> Chain {
        ChainBuilder.build(
            order: OrderNumber(order), rows: batch.rows, arena: batch.arena, devices: devices, sources: sources, asOf: asOf
        ).chain
    }
}

/// A small seeded generator (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension Instant {
    /// Seconds since 1970.
    init(_ seconds: Double) { self.init(microseconds: Int64((seconds * 1_000_000).rounded())) }
}

/// What links found.
struct Linked {
    var links: Links
    /// Loose rows by row index of the batch.
    var bound: [Links.Bound]
    var waiting: [Int]
    var unbound: [Links.Unbound]
    /// Rows that name an order, by row index.
    var direct: [Int: UInt64]
    var left: LooseEnds
}

extension LooseEnds {
    /// The rows that wait for the binder.
    var waitingRows: [Evidence] {
        var rows: [Evidence] = []
        waiting.forEach { _, row, _ in rows.append(row) }
        posts.forEach { _, row, _ in rows.append(row) }
        return rows
    }
}

extension LooseEnds {
    /// The rows that stay without an order.
    var unboundRows: [(row: Evidence, why: String)] {
        var rows: [(row: Evidence, why: String)] = []
        unbound.forEach { rows.append(($0, $2)) }
        return rows
    }
}

extension RowShelf {
    /// A shelf of rows that stand in the order of a batch.
    convenience init(_ batch: EvidenceBatch) {
        self.init()
        for row in batch.rows { batch.withAttributes(of: row) { append(row, attributes: $0.bytes, tie: 0) } }
    }
}

/// Feeds rows to an index and resolves: what Pipeline does, on one worker.
func link(_ batch: EvidenceBatch, order: SourceOrder = SourceOrder()) -> Linked {
    var index = LinkIndex()
    let loose = LooseSet()
    var direct: [Int: UInt64] = [:]
    for (i, row) in batch.rows.enumerated() {
        batch.withAttributes(of: row) { attributes in
            switch index.observe(row, attributes) {
            case .order(let order): direct[i] = order
            case .loose: loose.append(row, attributes: attributes.bytes)
            }
        }
    }
    var duplicates = 0
    let pool = SpillPool()
    let gathered = LooseSet.gather([loose], in: pool, number: { $0 }, duplicates: &duplicates)
    // Lines are numbered by row.
    func place(_ row: Evidence) -> Int { Int(row.line) - 1 }
    var bound: [Links.Bound] = []
    let (links, left) = index.resolve(loose: gathered, order: order, in: pool) { row, _, order, binding in
        bound.append(Links.Bound(row: place(row), order: order, binding: binding))
    }
    return Linked(
        links: links, bound: bound.sorted { $0.row < $1.row }, waiting: left.waitingRows.map(place).sorted(),
        unbound: left.unboundRows.map { Links.Unbound(row: place($0.row), why: $0.why) }.sorted { $0.row < $1.row },
        direct: direct, left: left)
}

extension Links {
    /// The number whose stable hash this is, as some line named it.
    func number(_ hash: UInt64) -> OrderNumber? { part(Int(hash >> 56)).number(hash) }

    /// The device sessions of an order's rows.
    func devices(of rows: [Evidence], arena: [UInt8], order: UInt64) -> [DeviceKey] {
        var found = Scratch<DeviceKey>(capacity: 8)
        rows.withUnsafeBufferPointer { rows in
            arena.withUnsafeBytes { findDevices(of: rows, arena: $0, part: part(Int(order >> 56)), into: &found) }
        }
        return Array(found.elements)
    }
}

/// The order of every row by its index, as text; missing where it has none.
func orders(_ batch: EvidenceBatch, order: SourceOrder = SourceOrder()) -> [Int: String] {
    let linked = link(batch, order: order)
    var found: [Int: String] = [:]
    for (row, number) in linked.direct { found[row] = linked.links.number(linked.links.canonical(number))?.description }
    for bound in linked.bound { found[bound.row] = linked.links.number(bound.order)?.description }
    return found
}
