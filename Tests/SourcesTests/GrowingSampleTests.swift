import TestKit
import Testing

@testable import Sources

/// The sample that tells an encoding, weighed while it grows.
@Suite struct GrowingSampleTests {
    private func words(_ guess: EncodingGuess) -> [Int] {
        [guess.short, guess.long, guess.cut, guess.invalid, guess.pairs, guess.common, guess.broken]
    }

    /// Text in several encodings, with characters cut and bytes that belong to none.
    private func sample(_ random: inout Seeded) -> [UInt8] {
        let pieces: [[UInt8]] = [
            Array("order 订单 支付 é ✓ 😀\n".utf8), EncodingTests.gbk("支付宝 下单 成功\n"), EncodingTests.gbk("㐀㐁"), Array("GET /pay\n".utf8),
        ]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes += (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
            case 1:
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                bytes += piece.prefix(Int.random(in: 0...piece.count, using: &random))
            default: bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
        }
        return bytes
    }

    @Test("piece by piece it says at every moment what the whole of it says", arguments: 0..<400)
    func pieces(_ seed: Int) {
        var random = Seeded(state: UInt64(seed))
        let bytes = sample(&random)
        var guess = EncodingGuess()
        var rest = EncodingGuess.Rest()
        var taken = 0
        while taken < bytes.count {
            let end = min(bytes.count, taken + Int.random(in: 1...9, using: &random))
            bytes[taken..<end].withUnsafeBytes { guess.weigh($0, behind: &rest) }
            taken = end
            for isComplete in [false, true] {
                var (grown, whole) = (guess, EncodingGuess())
                grown.weigh(rest, isComplete: isComplete)
                bytes[..<taken].withUnsafeBytes { whole.weigh($0, isComplete: isComplete) }
                #expect(words(grown) == words(whole), "\(Array(bytes[..<taken])), complete: \(isComplete)")
            }
        }
    }
}
