import Domain
import TestKit
import Testing

@testable import Pipeline

@Suite struct DurationHistogramTests {
    /// The lower median of whole milliseconds, by sorting.
    static func exact(_ spans: [TimeSpan]) -> Double {
        let sorted = spans.map { max(0, $0.microseconds / 1_000) }.sorted()
        return Double(sorted[(sorted.count + 1) / 2 - 1]) / 1_000
    }

    @Test("the median lies within one percent of the exact one", arguments: [1, 2, 3, 10, 101, 2_000])
    func median(_ count: Int) throws {
        var random = Seeded(state: UInt64(count))
        for reach in [63, 64, 65, 127, 1_000, 90_000, 86_400_000, Int64(1) << 44] as [Int64] {
            let spans = (0..<count).map { _ in TimeSpan(microseconds: Int64.random(in: -2_000...reach * 1_000, using: &random)) }
            var whole = DurationHistogram()
            var parts = [DurationHistogram](repeating: DurationHistogram(), count: 3)
            for (index, span) in spans.enumerated() {
                whole.add(span)
                parts[index % 3].add(span)
            }
            var merged = parts[2]
            merged.merge(parts[0])
            merged.merge(parts[1])
            #expect(merged.medianSeconds == whole.medianSeconds)
            #expect(whole.total == count)
            let (got, wanted) = (try #require(whole.medianSeconds), DurationHistogramTests.exact(spans))
            #expect(abs(got - wanted) <= wanted * 0.01, "\(got) for \(wanted)")
        }
    }

    @Test func `extremes are counted, nothing has no median`() {
        #expect(DurationHistogram().medianSeconds == nil)
        var histogram = DurationHistogram()
        histogram.add(TimeSpan(microseconds: .min))
        #expect(histogram.medianSeconds == 0)
        histogram.add(TimeSpan(microseconds: .max))
        histogram.add(TimeSpan(microseconds: .max))
        #expect((histogram.medianSeconds ?? 0) > 9e12 / 1_024)
    }
}
