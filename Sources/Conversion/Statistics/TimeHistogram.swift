import Domain

/// Counts lengths of time in log-linear buckets, 256 to each doubling: a length is off by at most 0.2 %, any number of orders takes the
/// same memory, and the order of counting does not matter.
public struct TimeHistogram: Hashable, Sendable {
    private static let perDoubling = 256
    /// Milliseconds up to 2^40, some 35 years.
    private static let buckets = perDoubling * 34
    /// Only as long as the longest length asks for.
    private(set) var counts: [UInt32] = []
    private(set) var total = 0

    /// Makes an empty histogram.
    public init() {}

    /// The median in seconds, the lower one of an even number; nil when nothing was added.
    public var medianSeconds: Double? {
        var left = (total + 1) / 2
        guard left > 0 else { return nil }
        for (bucket, count) in counts.enumerated() {
            left -= Int(count)
            if left <= 0 { return TimeHistogram.seconds(bucket) }
        }
        return nil
    }

    /// Adds one length; a negative one counts as none.
    public mutating func add(_ span: TimeSpan) {
        let bucket = TimeHistogram.bucket(span)
        if counts.count <= bucket { counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count)) }
        counts[bucket] &+= 1
        total += 1
    }

    mutating func merge(_ other: TimeHistogram) {
        if counts.count < other.counts.count {
            counts.append(contentsOf: repeatElement(0, count: other.counts.count - counts.count))
        }
        for index in other.counts.indices { counts[index] &+= other.counts[index] }
        total += other.total
    }

    func count(_ bucket: Int) -> Int { bucket < counts.count ? Int(counts[bucket]) : 0 }

    /// How many are at least as long as a bucket.
    func count(from bucket: Int) -> Int { counts.dropFirst(bucket).reduce(0) { $0 + Int($1) } }

    static func bucket(_ span: TimeSpan) -> Int {
        let milliseconds = UInt64(max(0, span.microseconds / 1_000))
        guard milliseconds >= UInt64(perDoubling) else { return Int(milliseconds) }
        let exponent = 63 - milliseconds.leadingZeroBitCount - 8
        let fraction = Int((milliseconds >> UInt64(exponent)) & UInt64(perDoubling - 1))
        return min((exponent + 1) * perDoubling + fraction, buckets - 1)
    }

    /// The middle of a bucket in seconds.
    static func seconds(_ bucket: Int) -> Double {
        guard bucket >= perDoubling else { return Double(bucket) / 1_000 }
        let exponent = bucket / perDoubling - 1
        let low = Double((perDoubling + bucket % perDoubling) << exponent)
        return exponent == 0 ? low / 1_000 : (low + Double(1 << exponent) / 2) / 1_000
    }
}
