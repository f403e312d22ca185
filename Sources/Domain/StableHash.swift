/// Our own 64-bit hash of bytes: the same on every machine, process and version of this program.
///
/// A multiply-and-fold hash over 8-byte words. Not for security; stored in databases and exchanged between stages, so it
/// may never change without a new schema version.
public enum StableHash {
    /// Hashes `count` bytes at `base`.
    @inlinable public static func of(_ base: UnsafeRawPointer, count: Int, seed: UInt64 = 0) -> UInt64 {
        var state = (seed ^ 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: count) &* 0xA076_1D64_78BD_642F
        var offset = 0
        while offset &+ 8 <= count {
            state = fold(state ^ UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset &+= 8
        }
        if offset < count {
            var tail: UInt64 = 0
            if count >= 8 {
                // The last bytes with one load that overlaps the one before it.
                let last = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
                tail = last &>> UInt64(truncatingIfNeeded: 64 &- (count &- offset) &* 8)
            } else {
                var shift: UInt64 = 0
                while offset < count {
                    tail |= UInt64(base.load(fromByteOffset: offset, as: UInt8.self)) &<< shift
                    shift &+= 8
                    offset &+= 1
                }
            }
            state = fold(state ^ tail ^ 0x5851_F42D_4C95_7F2D)
        }
        return fold(state ^ 0xE703_7ED1_A0B4_28DB)
    }

    @inlinable @inline(__always) static func fold(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
        return product.high ^ product.low
    }

    /// Hashes a buffer.
    @inlinable public static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        guard let base = bytes.baseAddress else { return of(UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped, count: 0, seed: seed) }
        return of(base, count: bytes.count, seed: seed)
    }

    /// Hashes an array of bytes.
    @inlinable public static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
        bytes.withUnsafeBytes { of($0, seed: seed) }
    }

    /// Hashes the UTF-8 of a string.
    @inlinable public static func of(_ text: String, seed: UInt64 = 0) -> UInt64 { of(Array(text.utf8), seed: seed) }
}
