/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, 2012): a keyed hash that nobody without the key can compute or reverse.
///
/// Of the keyed functions with a proof of good behaviour it is the one that costs nothing on short values: masking stands on the way of
/// every line. A value of few possibilities (a phone number) is safe as long as the key of 128 bits is.
struct KeyedHash {
    private let key: MaskKey

    init(_ key: MaskKey) { self.key = key }

    /// Both halves of the hash.
    func callAsFunction(_ bytes: some Collection<UInt8>) -> (UInt64, UInt64) {
        var v0 = key.low ^ 0x736f_6d65_7073_6575
        var v1 = key.high ^ 0x646f_7261_6e64_6f6d ^ 0xee
        var v2 = key.low ^ 0x6c79_6765_6e65_7261
        var v3 = key.high ^ 0x7465_6462_7974_6573
        func rotated(_ value: UInt64, _ by: UInt64) -> UInt64 { value &<< by | value &>> (64 &- by) }
        func rounds(_ count: Int) {
            for _ in 0..<count {
                v0 &+= v1
                v2 &+= v3
                v1 = rotated(v1, 13) ^ v0
                v3 = rotated(v3, 16) ^ v2
                v0 = rotated(v0, 32)
                v2 &+= v1
                v0 &+= v3
                v1 = rotated(v1, 17) ^ v2
                v3 = rotated(v3, 21) ^ v0
                v2 = rotated(v2, 32)
            }
        }
        var word: UInt64 = 0
        var shift: UInt64 = 0
        var count: UInt64 = 0
        for byte in bytes {
            word |= UInt64(byte) &<< shift
            shift &+= 8
            count &+= 1
            if shift == 64 {
                v3 ^= word
                rounds(2)
                v0 ^= word
                (word, shift) = (0, 0)
            }
        }
        word |= count &<< 56
        v3 ^= word
        rounds(2)
        v0 ^= word
        v2 ^= 0xee
        rounds(4)
        let first = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xdd
        rounds(4)
        return (first, v0 ^ v1 ^ v2 ^ v3)
    }
}
