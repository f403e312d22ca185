import Domain
import Foundation
import TestKit
import Testing

@testable import Conversion

@Suite("Statistics of the conversion report")
struct StatisticsTests {
    @Test func `logarithms, exponentials and factorials are those of the C library`() {
        for x in [1e-300, 1e-9, 0.1, 0.5, 0.9999999, 1, 1.0000001, 1.5, 2, 10, 12345.678, 1e200] {
            let (mine, theirs) = (Elementary.log(x), Foundation.log(x))
            #expect((mine - theirs).magnitude <= 2e-15 * max(1, theirs.magnitude), "log \(x)")
        }
        for x in [-700.0, -50, -1, -1e-9, 0, 1e-9, 0.5, 1, 20, 300, 700] {
            let (mine, theirs) = (Elementary.exp(x), Foundation.exp(x))
            #expect((mine - theirs).magnitude <= 1e-13 * theirs, "exp \(x)")
        }
        for n in [0, 1, 2, 10, 63, 64, 65, 1_000, 100_000] {
            let (mine, theirs) = (Elementary.logFactorial(n), (0..<n).reduce(0.0) { $0 + Foundation.log(Double($1 + 1)) })
            #expect((mine - theirs).magnitude <= 1e-12 * max(1, theirs), "ln \(n)!")
        }
        for z in [0.0, 0.1, 1, 1.96, 2.5758, 3, 3.2, 5, 8] {
            let (mine, theirs) = (Elementary.twoSidedNormal(z), erfc(z / 2.0.squareRoot()))
            #expect((mine - theirs).magnitude <= 1e-9 * theirs + 1e-15, "tail \(z)")
        }
        #expect(Elementary.log(0) == -.infinity && Elementary.log(-1).isNaN && Elementary.exp(-1e9) == 0)
    }

    @Test(
        "Wilson's interval has its published values",
        arguments: [
            // R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
            (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718),
        ])
    func wilson(hits: Int, total: Int, low: Double, high: Double) {
        let range = ShareRange.wilson(hits, of: total)
        #expect((range.low - low).magnitude < 5e-5 && (range.high - high).magnitude < 5e-5, "\(range)")
    }

    @Test(
        "Newcombe's interval of a difference has its published values",
        arguments: [
            // R. G. Newcombe, Statistics in Medicine 17 (1998), table II, method 10
            (56, 70, 48, 80, 0.0524, 0.3339), (9, 10, 3, 10, 0.1705, 0.8090), (10, 10, 0, 20, 0.6791, 1.0),
        ])
    func newcombe(a: Int, n: Int, b: Int, m: Int, low: Double, high: Double) {
        let range = RateChange.difference((a, n), (b, m), z: ShareRange.Confidence.z95)
        #expect((range.low - low).magnitude < 5e-5 && (range.high - high).magnitude < 5e-5, "\(range)")
    }

    @Test func `bounds hold every answer that unseen orders can have given`() {
        var random = SplitMix(seed: 4)
        for _ in 0..<500 {
            let counts = ReachCounts(
                yes: random.below(40), no: random.below(40), open: random.below(10), unseen: random.below(40))
            let rate = BoundedRate(counts)
            let unknown = counts.open + counts.unseen
            for yes in [0, unknown / 2, unknown] where counts.total > 0 {
                let share = Double(counts.yes + yes) / Double(counts.total)
                #expect(rate.identified.low <= share && share <= rate.identified.high)
                #expect(rate.bounds.contains(share))
            }
            if let point = rate.point { #expect(rate.bounds.contains(point)) }
            #expect(rate.bounds.low >= 0 && rate.bounds.high <= 1)
        }
        #expect(BoundedRate(ReachCounts()).bounds == ShareRange(low: 0, high: 1))
    }

    @Test func `Fisher's test is the sum of the hypergeometric distribution`() {
        // The slow obvious reference: binomial coefficients in floating point.
        func choose(_ n: Int, _ k: Int) -> Double {
            guard k >= 0, k <= n else { return 0 }
            return (0..<k).reduce(1.0) { $0 * Double(n - $1) / Double($1 + 1) }
        }
        var random = SplitMix(seed: 9)
        for _ in 0..<400 {
            let (n, m) = (1 + random.below(30), 1 + random.below(30))
            let (a, c) = (random.below(n + 1), random.below(m + 1))
            let all = choose(n + m, a + c)
            let wanted = (a...max(a, min(n, a + c))).reduce(0.0) { $0 + choose(n, $1) * choose(m, a + c - $1) / all }
            let got = TwoByTwo.upperTail(a, of: n, rest: c, of: m)
            #expect((got - min(1, wanted)).magnitude < 1e-10, "\(a)/\(n) \(c)/\(m): \(got), not \(wanted)")
        }
        // The tea of the lady: 4 of 4 and 0 of 4.
        #expect((TwoByTwo.upperTail(4, of: 4, rest: 0, of: 4) - 1.0 / 70).magnitude < 1e-12)
        #expect(TwoByTwo.upperTail(500_000, of: 1_000_000, rest: 400_000, of: 1_000_000) < 1e-300)
        #expect(TwoByTwo.upperTail(400_000, of: 1_000_000, rest: 500_000, of: 1_000_000) == 1)
    }

    @Test func `the false-discovery procedure lets through what its definition says`() {
        // m = 4, harmonic sum 25/12: limits k * 0.05 / (4 * 25/12)
        let limit = FalseDiscovery.threshold([0.2, 0.005, 0.9, 0.011], rate: 0.05)
        #expect(limit == 0.011)
        #expect(FalseDiscovery.threshold([0.2, 0.5, 0.9, 0.1], rate: 0.05) == nil)
        #expect(FalseDiscovery.threshold([], rate: 0.05) == nil)
    }

    @Test func `a change is real only when the bounds say so at equal coverage`() {
        func finding(_ now: ReachCounts, _ then: ReachCounts) -> RateChange.Finding {
            RateChange(now: BoundedRate(now), then: BoundedRate(then)).finding
        }
        #expect(finding(ReachCounts(yes: 900, no: 100), ReachCounts(yes: 800, no: 200)) == .real)
        #expect(finding(ReachCounts(yes: 810, no: 190), ReachCounts(yes: 800, no: 200)) == .withinNoise)
        // A fifth is unseen in both: what is seen changed, and as much is seen.
        #expect(
            finding(ReachCounts(yes: 720, no: 80, unseen: 200), ReachCounts(yes: 640, no: 160, unseen: 200)) == .realAtEqualCoverage)
        // The same change, but more is unseen now.
        #expect(finding(ReachCounts(yes: 540, no: 60, unseen: 400), ReachCounts(yes: 640, no: 160, unseen: 200)) == .coverageDiffers)
        #expect(finding(ReachCounts(yes: 5, no: 1), ReachCounts(yes: 640, no: 160)) == .notComparable)
        #expect(finding(ReachCounts(yes: 0, no: 0, unseen: 50), ReachCounts(yes: 640, no: 160)) == .notComparable)
    }

    @Test func `without a change a real one is called in fewer than one of a hundred comparisons`() {
        var random = SplitMix(seed: 77)
        var called = 0
        for _ in 0..<2_000 {
            func period() -> ReachCounts {
                var counts = ReachCounts()
                for _ in 0..<300 {
                    if random.below(10) == 0 {
                        counts.unseen += 1
                    } else if random.below(100) < 80 {
                        counts.yes += 1
                    } else {
                        counts.no += 1
                    }
                }
                return counts
            }
            if RateChange(now: BoundedRate(period()), then: BoundedRate(period())).finding.isReal { called += 1 }
        }
        #expect(called <= 20, "\(called) of 2,000")
    }
}

/// A seeded generator (SplitMix64): the same numbers on every machine.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
