import CZlib

/// Bytes that are kept for later, packed while nobody looks at them: lines of a log take a tenth of their length.
public struct PackedBytes: Sendable {
    private var plain: [UInt8] = []
    private var packed: [UInt8] = []
    /// How many bytes they are, packed or not.
    public private(set) var count = 0
    /// Fewer bytes than that stay as they are.
    private static let least = 1 << 10

    /// Makes an empty one.
    public init() {}

    /// Whether there is nothing.
    public var isEmpty: Bool { count == 0 }
    /// Bytes that it takes in memory.
    public var heldCount: Int { plain.capacity + packed.count }

    /// Adds bytes at the end.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unpack()
        plain.append(contentsOf: bytes)
        count = plain.count
    }

    /// Gives the bytes; they are unpacked from then on.
    public mutating func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unpack()
        return plain.withUnsafeBytes(body)
    }

    /// Packs them; they stay as they are where that does not make them smaller.
    public mutating func pack() {
        guard packed.isEmpty, count >= PackedBytes.least else { return }
        var length = compressBound(uLong(count))
        let made = [UInt8](unsafeUninitializedCapacity: Int(length)) { room, used in
            let status = plain.withUnsafeBufferPointer { compress2(room.baseAddress, &length, $0.baseAddress, uLong(count), 1) }
            used = status == Z_OK ? Int(length) : 0
        }
        guard !made.isEmpty, made.count < count / 4 * 3 else {
            // The room that growing left is not needed.
            if plain.capacity > count + count / 8 { plain = plain.withUnsafeBufferPointer { Array($0) } }
            return
        }
        // No more room than they need.
        packed = made.withUnsafeBufferPointer { Array($0) }
        plain = []
    }

    private mutating func unpack() {
        guard !packed.isEmpty else { return }
        var length = uLong(count)
        let packed = packed
        plain = [UInt8](unsafeUninitializedCapacity: count) { room, used in
            let status = packed.withUnsafeBufferPointer { uncompress(room.baseAddress, &length, $0.baseAddress, uLong($0.count)) }
            used = status == Z_OK ? Int(length) : 0
        }
        // Only where memory has ended: then they are as good as gone.
        count = plain.count
        self.packed = []
    }
}
