/// The merchant's own order number: the correlation key. Compared as bytes, case-sensitive (vocabulary §1).
///
/// It may hold any bytes a log carried, escape codes and invalid UTF-8 included: whoever prints it makes them visible.
public struct OrderNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes as they stood in the log, after unescaping.
    public let bytes: [UInt8]

    /// Makes an order number from raw bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }
    /// Makes an order number from text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The number as text; invalid UTF-8 is repaired for display only.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Orders by unsigned bytes, as `LC_ALL=C sort` does.
    public static func < (a: OrderNumber, b: OrderNumber) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    /// The stable 64-bit hash that partitions and buckets use; the same on every machine and run.
    public var stableHash: UInt64 { StableHash.of(bytes) }
    /// The unit of work, of spill and of retry: `hash(order) % 1024` (architecture.md, the seam).
    public var bucket: Int { Int(stableHash % 1_024) }
}
