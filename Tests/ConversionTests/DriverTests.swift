import Domain
import Foundation
import Testing

@testable import Conversion

/// Orders made up at the level of verdicts: what the search sees of them.
struct PlantedOrders {
    static let dimensions = CaseCube.dimensions
    var random: SplitMix
    var cube = CaseCube()
    let measure = DriverMeasure.all.firstIndex(of: .break(.returnNeverLanded)) ?? 0
    let others = [DriverMeasure.unpaid, .lost, .break(.notifyRejected)].compactMap { DriverMeasure.all.firstIndex(of: $0) }

    /// Makes orders.
    ///
    /// - Parameter fault: the share of iOS 5.2.1 orders without a scheme fallback that never land; nil: as everybody.
    init(seed: UInt64, orders: Int = 3_000, base: Double = 0.03, fault: Double?) {
        random = SplitMix(seed: seed)
        for _ in 0..<orders {
            let isApple = random.below(100) < 55
            let version = ["5.2.1", "5.2.0", "5.1.9", "5.0.3"][random.below(4)]
            let fallback = random.below(100) < 60 ? "set" : "none"
            let told: [String?] = PlantedOrders.dimensions.map { dimension in
                switch dimension {
                case .flow: ["alipay_h5", "wechat_h5"][random.below(2)]
                case .platform: isApple ? "ios" : "android"
                case .appVersion: (isApple ? "i" : "a") + version
                case .osVersion: ["17.4", "16.1", "15.0", "14.2"][random.below(4)]
                case .channel: ["sms", "ad", "feed", "direct"][random.below(4)]
                case .schemeFallback: fallback
                default: nil
                }
            }
            let isPlanted = isApple && version == "5.2.1" && fallback == "none"
            let share = isPlanted ? fault ?? base : base
            var counts = [(measure: measure, isHit: random.unit() < share)]
            for other in others { counts.append((other, random.unit() < 0.05)) }
            cube.note(told, counts)
        }
    }
}

@Suite("Drivers")
struct DriverTests {
    /// PAYCHAIN_REPORT_SEEDS=100 runs the whole count (docs/report.md).
    private static let seeds = ProcessInfo.processInfo.environment["PAYCHAIN_REPORT_SEEDS"].flatMap { Int($0) } ?? 10
    /// Nineteen of twenty, and of few seeds all but one.
    private static let fewest = min(seeds - 1, (seeds * 95 + 99) / 100)

    @Test func `a planted build without a fallback is named first`() {
        var right = 0
        for seed in 1...UInt64(DriverTests.seeds) {
            let found = DriverSearch.find(now: PlantedOrders(seed: seed, fault: 0.3).cube, then: nil)
            let wanted = [SegmentValue(.appVersion, "i5.2.1"), SegmentValue(.schemeFallback, "none")]
            if found.first?.segment == wanted, found.first?.measure == .break(.returnNeverLanded) { right += 1 }
        }
        #expect(right >= DriverTests.fewest, "\(right) of \(DriverTests.seeds)")
    }

    @Test func `nothing is named where nothing is planted`() {
        var silent = 0
        for seed in 1...UInt64(DriverTests.seeds) {
            let (now, then) = (PlantedOrders(seed: 1_000 + seed, fault: nil).cube, PlantedOrders(seed: 2_000 + seed, fault: nil).cube)
            if DriverSearch.find(now: now, then: then).isEmpty { silent += 1 }
        }
        #expect(silent >= DriverTests.fewest, "\(silent) of \(DriverTests.seeds)")
    }

    @Test func `the cause of a change is named as an excess, and the old state of the segment with it`() throws {
        let (now, then) = (PlantedOrders(seed: 5, fault: 0.3).cube, PlantedOrders(seed: 6, fault: nil).cube)
        let first = try #require(DriverSearch.find(now: now, then: then).first)
        #expect(first.segment == [SegmentValue(.appVersion, "i5.2.1"), SegmentValue(.schemeFallback, "none")])
        #expect(first.oddsRatio > 5 && first.oddsRange.low > 2 && first.pValue < 1e-6)
        let before = try #require(first.before)
        #expect(before.orders > 100 && before.hits < 20)
        // 30 % instead of 3 % of some 165 orders
        #expect((30...60).contains(first.explained))
    }

    @Test func `a segment that always was worse, and is no worse than before, is an excess and no change`() {
        let (now, then) = (PlantedOrders(seed: 7, fault: 0.3).cube, PlantedOrders(seed: 8, fault: 0.3).cube)
        let found = DriverSearch.find(now: now, then: then)
        #expect(!found.isEmpty && found.allSatisfy { $0.kind == .excess })
    }

    @Test func `the order of merging does not matter`() {
        let parts = (1...3).map { PlantedOrders(seed: UInt64($0), orders: 900, fault: 0.3).cube }
        var (a, b) = (CaseCube(), CaseCube())
        for part in parts { a.merge(part) }
        for part in parts.reversed() { b.merge(part) }
        #expect(DriverSearch.find(now: a, then: nil) == DriverSearch.find(now: b, then: nil))
    }

    @Test func `a dimension of hostile values stays within its bound`() {
        var cube = CaseCube()
        for index in 0..<2_000 {
            var told = [String?](repeating: nil, count: CaseCube.dimensions.count)
            told[2] = "v\(index)"
            cube.note(told, [(0, index % 2 == 0)])
        }
        #expect(cube.values[2].count == Limits.reportValues && cube.cells.count == Limits.reportValues)
    }
}
