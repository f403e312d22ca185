/// Bytes that have to be kept as they came, sealed with the mask key: whoever has the store alone reads nothing of them.
///
/// The keyed hash in counter mode makes the key stream (a pseudorandom function in counter mode, as in NIST SP 800-38A §6.5); each piece has a
/// random start of its own, so that no part of the stream is used twice.
public enum SealedBytes {
    /// No log line begins with it.
    private static let mark: [UInt8] = [0, UInt8(ascii: "P"), UInt8(ascii: "C"), 1]
    private static let headLength = 4 + 8 + 8

    /// Seals bytes.
    public static func seal(_ bytes: [UInt8], key: MaskKey) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let start: UInt64 = generator.next()
        let hash = KeyedHash(key)
        var out = mark
        out.reserveCapacity(headLength + bytes.count)
        append(start, to: &out)
        append(check(start, hash), to: &out)
        apply(hash, start, bytes[...], to: &out)
        return out
    }

    /// Opens bytes; what was never sealed comes as it is. Nil: they were sealed with another key.
    public static func open(_ bytes: UnsafeRawBufferPointer, key: MaskKey) -> [UInt8]? {
        guard bytes.count >= headLength, bytes.prefix(4).elementsEqual(mark) else { return Array(bytes) }
        let start = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
        let hash = KeyedHash(key)
        guard UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self)) == check(start, hash) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count - headLength)
        apply(hash, start, Array(bytes[headLength...])[...], to: &out)
        return out
    }

    private static func apply(_ hash: KeyedHash, _ start: UInt64, _ bytes: ArraySlice<UInt8>, to out: inout [UInt8]) {
        var block: UInt64 = 0
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let stream = hash(message(start, block))
            for half in [stream.0, stream.1] {
                for shift in stride(from: UInt64(0), to: 64, by: 8) where index < bytes.endIndex {
                    out.append(bytes[index] ^ UInt8(truncatingIfNeeded: half &>> shift))
                    index += 1
                }
            }
            block &+= 1
        }
    }

    /// Tells whether a key is the one: made of a block that no piece reaches.
    private static func check(_ start: UInt64, _ hash: KeyedHash) -> UInt64 { hash(message(start, .max)).0 }

    /// What is hashed: it begins with a byte that stands in no text, so that no token is ever a piece of a key stream.
    private static func message(_ start: UInt64, _ block: UInt64) -> [UInt8] {
        var message: [UInt8] = [0]
        append(start, to: &message)
        append(block, to: &message)
        return message
    }

    private static func append(_ value: UInt64, to out: inout [UInt8]) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { out.append(UInt8(truncatingIfNeeded: value &>> shift)) }
    }
}
