import Domain
import TestKit
import Testing

/// Hashes stand in stores and travel between stages: they may never change.
@Suite struct StableHashTests {
    /// The same function, written slowly from its description.
    static func reference(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
        func fold(_ value: UInt64) -> UInt64 {
            let product = UInt128(value) * 0x9FB2_1C65_1E98_DF25
            return UInt64(truncatingIfNeeded: product >> 64) ^ UInt64(truncatingIfNeeded: product)
        }
        var state = (seed ^ 0x9E37_79B9_7F4A_7C15) &+ UInt64(bytes.count) &* 0xA076_1D64_78BD_642F
        for start in stride(from: 0, to: bytes.count, by: 8) {
            let word = bytes[start..<min(start + 8, bytes.count)]
            var value: UInt64 = 0
            for byte in word.reversed() { value = value << 8 | UInt64(byte) }
            state = fold(word.count == 8 ? state ^ value : state ^ value ^ 0x5851_F42D_4C95_7F2D)
        }
        return fold(state ^ 0xE703_7ED1_A0B4_28DB)
    }

    @Test func `it is the reference, at every length and alignment`() {
        var random = Seeded(state: 1)
        let bytes = (0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }
        for length in 0...70 {
            for start in 0..<9 {
                let part = Array(bytes[start..<start + length])
                let seed = random.next()
                let wanted = StableHashTests.reference(part, seed: seed)
                #expect(StableHash.of(part, seed: seed) == wanted)
                bytes.withUnsafeBytes {
                    #expect(StableHash.of(UnsafeRawBufferPointer(rebasing: $0[start..<start + length]), seed: seed) == wanted)
                }
            }
        }
        #expect(StableHash.of(UnsafeRawBufferPointer(start: nil, count: 0)) == StableHashTests.reference([], seed: 0))
    }

    @Test(
        "golden values",
        arguments: [
            ("", 0xEAC39347B32C200D, 13),
            ("1", 0x20EB78211C9B02EC, 748),
            ("202611020001", 0xB4D2D2AD5F42371D, 797),
            ("20261102000112345678", 0xC06615853DF52DDA, 474),
            ("order-é-支付", 0xD7F87F9AA040E56A, 362),
            ("ABCDEFGH", 0xE93941CE66B77CA3, 163),
        ] as [(String, UInt64, Int)])
    func golden(_ text: String, _ hash: UInt64, _ bucket: Int) {
        #expect(StableHash.of(text) == hash)
        #expect(OrderNumber(text).stableHash == hash)
        #expect(OrderNumber(text).bucket == bucket)
    }
}
