import Domain

/// Whether, and when, an order can change without a line of its own.
public struct OrderWait: Hashable, Sendable {
    /// It can.
    public var isOpen: Bool
    /// What it waits for could only be shown by a server log that has fallen silent.
    public var isHeld: Bool
    /// When to look at it again.
    public var due: Instant?

    /// Makes a wait.
    public init(isOpen: Bool, isHeld: Bool = false, due: Instant? = nil) { (self.isOpen, self.isHeld, self.due) = (isOpen, isHeld, due) }

    /// As it is stored.
    var code: Int64 { isOpen ? isHeld ? 2 : 1 : 0 }
}

/// Judged orders on their way into the store of a run that goes on, each with what tells whether anything about it changed.
public struct WatchedOrders: Sendable {
    var batch = OrderBatch()
    var digests: [UInt64] = []
    var waits: [OrderWait] = []

    /// Makes an empty list.
    public init() {}

    /// How many orders are in it.
    public var count: Int { batch.count }

    /// The stable hashes of their numbers.
    public var hashes: [UInt64] { batch.rows.map(\.hash) }

    /// Packs one order.
    ///
    /// - Parameter wait: whether it can still change without a new line.
    public mutating func append(_ verdict: Verdict, _ chain: Chain, wait: OrderWait) {
        batch.append(verdict, chain)
        // As-of moves with every batch; an order that stays what it was is not written again for it.
        var still = verdict
        still.asOf = Instant(microseconds: 0)
        let chain = batch.rows[batch.rows.count - 1].chain
        let packed = batch.bytes.withUnsafeBytes { StableHash.of($0.slice(chain)) }
        digests.append(StableHash.of(VerdictCodec.encode(still), seed: packed))
        waits.append(wait)
    }

    func number(_ place: Int) -> [UInt8] {
        let slice = batch.rows[place].number
        return Array(batch.bytes[slice.start..<(slice.start + Int(slice.count))])
    }
}
