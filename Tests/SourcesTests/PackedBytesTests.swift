import Sources
import TestKit
import Testing

/// Beginnings of files that wait packed until something is written behind them.
@Suite struct PackedBytesTests {
    private func bytes(_ packed: inout PackedBytes) -> [UInt8] { packed.withBytes { Array($0) } }

    @Test("lines that are packed and grow are the same lines, and take a fraction of their length while they rest")
    func grow() {
        var packed = PackedBytes()
        var expected: [UInt8] = []
        for line in 0..<600 {
            let text = Array("2026-11-02 10:\(line / 60):\(line % 60) INFO order.created orderNo=A\(line) amount=2.00\n".utf8)
            text.withUnsafeBytes { packed.append($0) }
            expected += text
            if line % 50 == 0 { packed.pack() }
        }
        #expect(packed.count == expected.count)
        packed.pack()
        #expect(packed.count == expected.count)
        #expect(packed.heldCount < expected.count / 3)
        packed.pack()
        #expect(bytes(&packed) == expected)
        #expect(bytes(&packed) == expected)
    }

    @Test("what cannot be made smaller stays as it is", arguments: [0, 1, 1_023, 1_024, 40_000])
    func noise(_ count: Int) {
        var random = Seeded(state: UInt64(count))
        let expected = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        var packed = PackedBytes()
        expected.withUnsafeBytes { packed.append($0) }
        packed.pack()
        #expect(packed.count == count)
        #expect(packed.isEmpty == (count == 0))
        #expect(packed.heldCount <= max(32, count + count / 8))
        #expect(bytes(&packed) == expected)
    }
}
