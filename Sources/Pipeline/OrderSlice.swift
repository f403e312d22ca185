import Domain

/// Some of the orders of a partition, those whose hashes lie next to each other: what one worker looks at together. A partition that is
/// small enough is one slice.
struct OrderSlice: Sendable {
    var partition: Int
    var index = 0
    var count = 1

    /// Whether an order of the partition lies in the slice: by what follows the bits that chose the partition.
    @inline(__always) func holds(_ key: UInt64) -> Bool {
        Int(truncatingIfNeeded: (key << 8).multipliedFullWidth(by: UInt64(count)).high) == index
    }

    /// The hashes of its orders, those that are not there included.
    var hashes: ClosedRange<UInt64> {
        let first = UInt64(partition) &<< 56
        let last = index + 1 == count ? first | (1 &<< 56 &- 1) : first + OrderSlice.begin(index + 1, of: count) - 1
        return first + OrderSlice.begin(index, of: count)...last
    }

    /// The least key below a partition's bits that lies in a slice.
    private static func begin(_ index: Int, of count: Int) -> UInt64 {
        let count = UInt64(count)
        // The least number whose upper half, times the count of slices, is the index; then as the key that is moved to it.
        let (quotient, remainder) = count.dividingFullWidth((UInt64(index) % count, 0))
        let least = quotient + (remainder > 0 ? 1 : 0)
        return least &>> 8 + (least & 0xFF > 0 ? 1 : 0)
    }
}

extension LinkedRun {
    /// All slices in the order of the hashes, none of many more bytes than `length`.
    func slices(of length: Int) -> [OrderSlice] {
        (0..<PartitionStore.count).flatMap { partition in
            let all = stores.reduce(late.length(of: partition)) { $0 + $1.length(of: partition) }
            let count = min(max(1, (all + length - 1) / max(1, length)), Limits.partitionSlices)
            return (0..<count).map { OrderSlice(partition: partition, index: $0, count: count) }
        }
    }
}
