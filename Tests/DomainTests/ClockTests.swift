import Domain
import TestKit
import Testing

@Suite struct ClockTests {
    @Test("the range of a stamp contains the true moment, whatever the offset was", arguments: Resolution.allCases)
    func contains(_ resolution: Resolution) {
        var random = Seeded(state: UInt64(resolution.rawValue))
        for _ in 0..<2_000 {
            let moment = Int64.random(in: -1_000_000_000_000...2_000_000_000_000_000, using: &random)
            let ahead = Int64.random(in: -90_000_000_000...90_000_000_000, using: &random)
            let low = ahead - Int64.random(in: 0...5_000_000, using: &random)
            let high = ahead + Int64.random(in: 0...5_000_000, using: &random)
            let width = resolution.width.microseconds
            let shown = moment + ahead
            let stamp = shown - ((shown % width) + width) % width
            let offset = ClockOffset(low: TimeSpan(microseconds: low), high: TimeSpan(microseconds: high))
            let range = offset.range(of: Instant(microseconds: stamp), resolution: resolution)
            #expect(range.earliest.microseconds <= moment && moment <= range.latest.microseconds)
            #expect(range.latest - range.earliest == TimeSpan(microseconds: width + high - low))
        }
    }

    @Test func `an end that nothing bounds stays open`() {
        let raw = Instant(microseconds: 1_000_000)
        let all = ClockOffset.unknown.range(of: raw, resolution: .second)
        #expect(all == ClockRange(earliest: .distantPast, latest: .distantFuture))
        #expect(all.advanced(by: .hours(1)) == all)
        #expect(all.advanced(by: -.hours(1)) == all)
        let half = ClockOffset(low: .zero, high: TimeSpan(microseconds: .max)).range(of: raw, resolution: .second)
        #expect(half == ClockRange(earliest: .distantPast, latest: raw + .seconds(1)))
    }

    @Test func `before, after and concurrent exclude each other, on every pair of small ranges`() {
        let ranges = (0..<5).flatMap { a in (a..<5).map { b in range(a, b) } }
        for x in ranges {
            for y in ranges {
                let states = [x.isBefore(y), x.isAfter(y), x.isConcurrent(with: y)]
                #expect(states.filter { $0 }.count == 1)
                #expect(x.isBefore(y) == y.isAfter(x))
                let shared = (0..<5).contains { moment in
                    let at = Instant(microseconds: Int64(moment))
                    return x.earliest <= at && at <= x.latest && y.earliest <= at && at <= y.latest
                }
                #expect(x.isConcurrent(with: y) == shared)
            }
        }
    }

    private func range(_ a: Int, _ b: Int) -> ClockRange {
        ClockRange(earliest: Instant(microseconds: Int64(a)), latest: Instant(microseconds: Int64(b)))
    }

    @Test func `covered means: each moment in one stretch and none in a gap`() {
        var random = Seeded(state: 9)
        for _ in 0..<1_000 {
            var coverage = WitnessCoverage()
            var at: Int64 = 0
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let from = at + Int64.random(in: 2...5, using: &random)
                at = from + Int64.random(in: 0...6, using: &random)
                coverage.stretches.append(Stretch(from: Instant(microseconds: from), to: Instant(microseconds: at)))
            }
            if Bool.random(using: &random) {
                let from = Int64.random(in: 0...20, using: &random)
                coverage.gaps = [Gap(stretch: Stretch(from: Instant(microseconds: from), to: Instant(microseconds: from + 1)), why: "")]
            }
            let from = Int64.random(in: 0...20, using: &random)
            let to = from + Int64.random(in: -1...6, using: &random)
            func isSeen(_ moment: Int64) -> Bool {
                let at = Instant(microseconds: moment)
                return coverage.stretches.contains { $0.contains(at, at) } && !coverage.gaps.contains { $0.stretch.contains(at, at) }
            }
            let wanted = from <= to && (from...max(from, to)).allSatisfy(isSeen)
            #expect(coverage.covers(Instant(microseconds: from), Instant(microseconds: to)) == wanted)
        }
    }
}
