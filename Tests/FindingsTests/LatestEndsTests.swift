import Domain
import Testing

@testable import Findings

@Suite struct LatestEndsTests {
    @Test("agrees with comparing each with each", arguments: 0..<40)
    func againstComparingAll(_ seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func random(_ bound: UInt64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((state >> 33) % bound)
        }
        let spans = (0..<Int(seed)).map { _ in
            let from = Instant(microseconds: random(50))
            return Stretch(from: from, to: from + TimeSpan(microseconds: random(30)))
        }.sorted { $0.from < $1.from }
        let latest = LatestEnds(spans)
        for place in spans.indices {
            let moment = spans[place].to
            let wanted = spans.indices.filter { $0 != place && spans[$0].from < moment }.map { spans[$0].to }.max()
            #expect(latest.ofOthers(than: place, begunBefore: moment) == wanted)
        }
    }
}
