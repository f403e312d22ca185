import Domain
import Foundation
import Testing

@testable import Conversion

@Suite("Time to a step with open orders")
struct IncidenceTests {
    private static func make(reached: [Double], ended: [Double] = [], watching: [Double] = []) -> TimeToStep {
        var times = TimeToStep()
        for one in reached { times.reached.add(TimeSpan(microseconds: Int64(one * 1_000_000))) }
        for one in ended { times.ended.add(TimeSpan(microseconds: Int64(one * 1_000_000))) }
        for one in watching { times.watching.add(TimeSpan(microseconds: Int64(one * 1_000_000))) }
        return times
    }

    private func near(_ a: Double?, _ b: Double, within share: Double = 0.003) -> Bool {
        a.map { ($0 - b).magnitude <= share * b } ?? false
    }

    @Test func `lengths are kept to two thousandths`() {
        var random = SplitMix(seed: 3)
        for _ in 0..<2_000 {
            let milliseconds = Int64(Foundation.exp(random.unit() * 20)) + 1
            let kept = TimeHistogram.seconds(TimeHistogram.bucket(.milliseconds(milliseconds))) * 1_000
            #expect((kept - Double(milliseconds)).magnitude <= 0.002 * Double(milliseconds) + 0.5)
        }
        #expect(TimeHistogram.bucket(.seconds(-5)) == 0)
        _ = TimeHistogram.bucket(TimeSpan(microseconds: .max))
    }

    @Test func `with all orders done it is the plain quantile`() {
        let times = IncidenceTests.make(reached: (1...99).map(Double.init))
        #expect(near(times.quantile(0.5).seconds, 50))
        #expect(near(times.quantile(0.9).seconds, 90))
        let bounds = times.quantile(0.5)
        #expect(near(bounds.low, 40, within: 0.05) && near(bounds.high, 60, within: 0.05))
        #expect(times.shareReached > 0.999)
    }

    @Test func `Kaplan and Meier's own example (Freireich's leukaemia data, 6-MP arm) has its published median`() {
        // Remission in weeks; + is censored: the median is 23 weeks (D. R. Cox and D. Oakes 1984, table 1.1).
        let times = IncidenceTests.make(
            reached: [6, 6, 6, 7, 10, 13, 16, 22, 23], watching: [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35])
        #expect(near(times.quantile(0.5).seconds, 23))
        #expect(times.quantile(0.9).seconds == nil, "not reached")
        #expect((1 - times.shareReached - 0.448).magnitude < 0.001)
    }

    @Test func `competing ends are no censoring`() {
        // Half of the orders end otherwise: the share that reaches it is one half, and its median is that of those that do.
        let times = IncidenceTests.make(reached: (1...100).map(Double.init), ended: (1...100).map(Double.init))
        #expect((times.shareReached - 0.5).magnitude < 0.01)
        #expect(near(times.quantile(0.5).seconds, 50, within: 0.03))
    }

    @Test func `the curve is that of the slow definition`() {
        var random = SplitMix(seed: 12)
        for _ in 0..<40 {
            var all: [(at: Int, kind: Int)] = []
            for _ in 0..<(20 + random.below(60)) { all.append((1 + random.below(200), random.below(3))) }
            let times = IncidenceTests.make(
                reached: all.filter { $0.kind == 0 }.map { Double($0.at) / 1_000 },
                ended: all.filter { $0.kind == 1 }.map { Double($0.at) / 1_000 },
                watching: all.filter { $0.kind == 2 }.map { Double($0.at) / 1_000 })
            // Below 256 ms every millisecond has a bucket of its own.
            var (surviving, share) = (1.0, 0.0)
            var steps: [Double] = []
            for t in 1...200 {
                let risk = all.filter { $0.at >= t }.count
                guard risk > 0 else { break }
                let hits = all.filter { $0.at == t && $0.kind == 0 }.count
                let ends = all.filter { $0.at == t && $0.kind == 1 }.count
                share += surviving * Double(hits) / Double(risk)
                surviving *= 1 - Double(hits + ends) / Double(risk)
                if hits > 0 { steps.append(share) }
            }
            let got = times.incidence().steps.map(\.share)
            #expect(got.count == steps.count && zip(got, steps).allSatisfy { ($0 - $1).magnitude < 1e-12 })
        }
    }

    @Test("With three orders in ten still open the median is right to two in a hundred", arguments: [UInt64](1...8))
    func censoring(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var times = TimeToStep()
        var open = 0
        let count = 40_000
        for _ in 0..<count {
            // Log-normal around 30 s; watched for an exponential time that ends before it in three cases of ten.
            let (u, v) = (max(1e-12, random.unit()), random.unit())
            let normal = (-2 * Foundation.log(u)).squareRoot() * Foundation.cos(2 * Double.pi * v)
            let needed = 30 * Foundation.exp(0.5 * normal)
            let watched = -Foundation.log(max(1e-12, 1 - random.unit())) * 88
            if needed <= watched {
                times.reached.add(TimeSpan(microseconds: Int64(needed * 1e6)))
            } else {
                open += 1
                times.watching.add(TimeSpan(microseconds: Int64(watched * 1e6)))
            }
        }
        #expect((0.27...0.33).contains(Double(open) / Double(count)))
        #expect(near(times.quantile(0.5).seconds, 30, within: 0.02))
        #expect(near(times.quantile(0.9).seconds, 30 * Foundation.exp(0.5 * 1.2815515655), within: 0.03))
    }

    @Test func `orders that will never reach the step do not push the median up while they are open`() {
        var random = SplitMix(seed: 9)
        var (times, needed) = (TimeToStep(), [Double]())
        for _ in 0..<20_000 {
            // A fifth never pays; the others need 10 to 45 s. All are watched for up to two minutes, and then the logs end.
            let (need, watched) = (10 + random.unit() * 35, random.unit() * 120)
            let pays = random.unit() > 0.2
            if pays { needed.append(need) }
            if pays, need <= watched {
                times.reached.add(TimeSpan(microseconds: Int64(need * 1e6)))
            } else {
                times.watching.add(TimeSpan(microseconds: Int64(watched * 1e6)))
            }
        }
        let right = needed.sorted()[needed.count / 2]
        let told = times.quantile(0.5)
        #expect(near(told.seconds, right, within: 0.02), "\(told), not \(right)")
        #expect((told.low ?? .infinity) < right && right < told.high ?? .infinity)
    }

    @Test func `merging in any order is the same`() {
        let parts = (0..<3).map { IncidenceTests.make(reached: [Double($0) + 1, 500], ended: [2], watching: [Double($0) * 100]) }
        var (a, b) = (TimeToStep(), TimeToStep())
        for part in parts { a.merge(part) }
        for part in parts.reversed() { b.merge(part) }
        #expect(a == b)
    }
}
