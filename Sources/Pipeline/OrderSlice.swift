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
