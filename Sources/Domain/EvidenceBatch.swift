/// Evidence on its way from recognition to correlation: rows and the arena that holds their attributes.
///
/// Filled block by block and emptied with its capacity kept, so that the hot path allocates nothing.
public struct EvidenceBatch: Sendable {
    /// The rows, in the order of their source.
    public var rows: [Evidence]
    /// Their attribute bytes.
    public var arena: [UInt8]

    /// Makes an empty batch.
    public init() { (rows, arena) = ([], []) }

    /// Bytes that it takes in memory.
    public var byteCount: Int { arena.count + rows.count * MemoryLayout<Evidence>.stride }

    /// Empties it and keeps its memory.
    @inlinable public mutating func removeAll() {
        rows.removeAll(keepingCapacity: true)
        arena.removeAll(keepingCapacity: true)
    }

    /// Appends a row whose packed attributes are `attributes`.
    @inlinable public mutating func append(_ evidence: Evidence, attributes: UnsafeRawBufferPointer) {
        var row = evidence
        row.attributesStart = UInt32(truncatingIfNeeded: arena.count)
        row.attributesLength = UInt32(truncatingIfNeeded: attributes.count)
        arena.append(contentsOf: attributes)
        rows.append(row)
    }

    /// Gives the attributes of one row to a closure; they are valid inside it only.
    @inlinable public func withAttributes<R>(of row: Evidence, _ body: (Attributes) throws -> R) rethrows -> R {
        try arena.withUnsafeBytes { try body(Attributes(of: row, in: $0)) }
    }
}
