import Domain

/// Judged orders on their way into the store of a run that goes on, each with what tells whether anything about it changed.
public struct WatchedOrders: Sendable {
    var batch = OrderBatch()
    var digests: [UInt64] = []
    var open: [Bool] = []

    /// Makes an empty list.
    public init() {}

    /// How many orders are in it.
    public var count: Int { batch.count }

    /// The stable hashes of their numbers.
    public var hashes: [UInt64] { batch.rows.map(\.hash) }

    /// Packs one order.
    ///
    /// - Parameter isOpen: whether it can still change without a new line.
    public mutating func append(_ verdict: Verdict, _ chain: Chain, isOpen: Bool) {
        batch.append(verdict, chain)
        // As-of moves with every batch; an order that stays what it was is not written again for it.
        var still = verdict
        still.asOf = Instant(microseconds: 0)
        let chain = batch.rows[batch.rows.count - 1].chain
        let packed = batch.bytes.withUnsafeBytes { StableHash.of($0.slice(chain)) }
        digests.append(StableHash.of(VerdictCodec.encode(still), seed: packed))
        open.append(isOpen)
    }

    func number(_ place: Int) -> [UInt8] {
        let slice = batch.rows[place].number
        return Array(batch.bytes[slice.start..<(slice.start + Int(slice.count))])
    }
}
