import Domain

/// Counts durations in log-linear buckets (64 to each doubling, error below 1 %), so that a median over any number of orders takes a
/// fixed amount of memory and does not depend on who counted first.
struct DurationHistogram {
    private static let perDoubling = 64
    private static let buckets = perDoubling * 40
    /// Empty until the first duration comes.
    private var counts: [UInt32] = []
    private(set) var total = 0

    /// Adds one duration; negative ones count as zero.
    mutating func add(_ span: TimeSpan) {
        if counts.isEmpty { counts = [UInt32](repeating: 0, count: DurationHistogram.buckets) }
        counts[DurationHistogram.bucket(span)] &+= 1
        total += 1
    }

    mutating func merge(_ other: DurationHistogram) {
        guard other.total > 0 else { return }
        guard total > 0 else {
            self = other
            return
        }
        for index in counts.indices { counts[index] &+= other.counts[index] }
        total += other.total
    }

    /// Takes back what was added before.
    mutating func subtract(_ other: DurationHistogram) {
        guard other.total > 0, total >= other.total else { return }
        for index in counts.indices { counts[index] &-= other.counts[index] }
        total -= other.total
    }

    /// The median in seconds; nil when nothing was added.
    var medianSeconds: Double? {
        guard total > 0 else { return nil }
        var left = (total + 1) / 2
        for (index, count) in counts.enumerated() {
            left -= Int(count)
            if left <= 0 { return DurationHistogram.seconds(index) }
        }
        return nil
    }

    private static func bucket(_ span: TimeSpan) -> Int {
        let milliseconds = UInt64(max(0, span.microseconds / 1_000))
        guard milliseconds >= 64 else { return Int(milliseconds) }
        let exponent = 63 - milliseconds.leadingZeroBitCount - 6
        let fraction = Int((milliseconds >> UInt64(exponent)) & 63)
        return min((exponent + 1) * perDoubling + fraction, buckets - 1)
    }

    private static func seconds(_ bucket: Int) -> Double {
        guard bucket >= perDoubling else { return Double(bucket) / 1_000 }
        let exponent = bucket / perDoubling - 1
        let low = Double((64 + bucket % perDoubling) << exponent)
        let width = Double(1 << exponent)
        return exponent == 0 ? low / 1_000 : (low + width / 2) / 1_000
    }
}
