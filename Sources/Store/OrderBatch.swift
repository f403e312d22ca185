import Domain

/// Orders packed for writing: made by any number of workers, each its own, and written by one.
///
/// Packing is the dear part of writing, so it is kept apart from the connection (``OrderPacker``). A batch keeps its memory when it is
/// emptied.
public struct OrderBatch: Sendable {
    /// A piece of `bytes`; `count` is -1 for a value that is not there.
    struct Slice {
        var start = 0
        var count: Int32 = -1
    }

    /// The columns of one order.
    struct Row {
        var hash: UInt64
        var number = Slice()
        var verdict = Slice()
        var chain = Slice()
        var flow: UInt8 = 0
        var outcome: UInt8 = 0
        var experience: UInt8?
        var primaryBreak: UInt8?
        var severity: UInt8?
        var breaks: Int64 = 0
        var amount: (units: Int64, scale: UInt8)?
        var currency = Slice()
        var createdAt: Int64?
        var paidAt: Int64?
        var lastEvidenceAt: Int64?
        var isMarked: Bool?
        var appVersion = Slice()
        var osVersion = Slice()
        var channel = Slice()
        var returnVia = Slice()
        var platform = Slice()
        var provider = Slice()
        /// Where its aliases end in `aliases`; they begin where those of the row before end.
        var aliasesEnd = 0
    }

    var rows: [Row] = []
    var bytes: [UInt8] = []
    /// Hashes of aliases, row by row.
    var aliases: [UInt64] = []

    /// Makes an empty batch.
    public init() {}

    /// How much a batch holds.
    public struct Size: Sendable {
        var rows = 0
        var bytes = 0
        var aliases = 0

        /// Nothing.
        public init() {}
    }

    /// Makes an empty batch with room for so much.
    public init(expecting size: Size) {
        rows.reserveCapacity(size.rows)
        bytes.reserveCapacity(size.bytes)
        aliases.reserveCapacity(size.aliases)
    }

    /// How much it holds.
    public var size: Size {
        var size = Size()
        (size.rows, size.bytes, size.aliases) = (rows.count, bytes.count, aliases.count)
        return size
    }

    /// How many orders are in it.
    public var count: Int { rows.count }
    /// How many bytes they take.
    public var byteCount: Int { bytes.count }

    /// Empties it and keeps its memory.
    public mutating func removeAll() {
        rows.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        aliases.removeAll(keepingCapacity: true)
    }

    /// Packs one order.
    public mutating func append(_ verdict: Verdict, _ chain: Chain) {
        append(verdict, chain, hash: verdict.order.stableHash)
    }

    mutating func append(_ verdict: Verdict, _ chain: Chain, hash: UInt64) {
        var packer = OrderPacker()
        packer.pack(verdict, chain, hash: hash, into: &self)
    }

    /// Adds a packed order.
    mutating func add(_ row: Row, bytes packed: UnsafeRawBufferPointer, aliasesOf verdict: Verdict, _ chain: Chain) {
        bytes.append(contentsOf: packed)
        let first = aliases.count
        verdict.forEachAlias(with: chain) { alias in
            let hash = AliasIndex.hash(alias)
            if !aliases[first...].contains(hash) { aliases.append(hash) }
        }
        rows.append(row)
        rows[rows.count - 1].aliasesEnd = aliases.count
    }

    /// The places of the rows in the order in which they are written fastest: by key, equal hashes by number.
    func sortedPlaces() -> [Int] {
        // Whoever judges partition by partition packs them in this order.
        if (1..<max(1, rows.count)).allSatisfy({ rows[$0 - 1].hash < rows[$0].hash }) { return Array(rows.indices) }
        let places = (0..<rows.count).map { (hash: rows[$0].hash, place: $0) }
        return places.sorted { a, b in
            a.hash != b.hash ? a.hash < b.hash : number(a.place).lexicographicallyPrecedes(number(b.place))
        }.map(\.place)
    }

    func aliases(of place: Int) -> ArraySlice<UInt64> {
        aliases[(place == 0 ? 0 : rows[place - 1].aliasesEnd)..<rows[place].aliasesEnd]
    }

    /// Lends the packed bytes. The standard library's own call carries no typed error out, hence the result in between.
    func withBytes(_ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void) throws(StoreError) {
        let result: Result<Void, StoreError> = bytes.withUnsafeBytes { bytes in
            do throws(StoreError) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        try result.get()
    }

    private func number(_ place: Int) -> ArraySlice<UInt8> {
        let slice = rows[place].number
        return bytes[slice.start..<(slice.start + Int(slice.count))]
    }
}

extension Verdict {
    /// Every text other than its number by which the order can be asked for.
    func forEachAlias(with chain: Chain, _ body: (String) -> Void) {
        for alias in aliases { alias.values.forEach(body) }
        for attempt in chain.attempts {
            if !attempt.number.utf8.elementsEqual(order.bytes) { body(attempt.number) }
            attempt.tradeNumbers.forEach(body)
        }
    }
}
