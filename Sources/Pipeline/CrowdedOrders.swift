import Domain

/// The orders of a slice that have more lines of some kind than are kept, and which of these stay: see ``CrowdedOrder``.
///
/// Found while the rows go by, so that an order with millions of lines takes no more memory than one with thousands.
struct CrowdedOrders {
    /// One row, as far as it is compared: copies of the same record are one, and the one that ``ChainBuilder`` would keep stands for them.
    private struct Entry: Comparable {
        var at: Instant
        var identity: UInt64
        var facts: UInt64
        var binding: UInt8
        var source: UInt32
        var offset: UInt64

        init(_ row: Evidence, _ attributes: UnsafeRawBufferPointer) {
            (at, identity, facts) = (row.at, row.identity, StableHash.of(attributes))
            (binding, source, offset) = (row.binding.rawValue, row.source, row.offset)
        }

        func isCopy(of other: Entry) -> Bool { at == other.at && identity == other.identity && facts == other.facts }

        static func < (a: Entry, b: Entry) -> Bool {
            if a.at != b.at { return a.at < b.at }
            if a.identity != b.identity { return a.identity < b.identity }
            if a.facts != b.facts { return a.facts < b.facts }
            return (a.binding, a.source, a.offset) < (b.binding, b.source, b.offset)
        }
    }

    /// The rows of one kind of one order.
    private struct Kind {
        var entries: [Entry] = []

        mutating func note(_ entry: Entry) {
            entries.append(entry)
            if entries.count >= 4 * Limits.linesOfKind { thin() }
        }

        /// Keeps the first and the last ones, each once.
        mutating func thin() {
            entries.sort()
            var kept = 0
            for place in entries.indices where place == 0 || !entries[place].isCopy(of: entries[kept - 1]) {
                entries[kept] = entries[place]
                kept += 1
            }
            entries.removeLast(entries.count - kept)
            let most = Limits.linesOfKind
            if kept > 2 * most { entries.removeSubrange(most..<(kept - most)) }
        }

        func holds(_ entry: Entry) -> Bool {
            var (low, high) = (0, entries.count)
            while low < high {
                let middle = (low + high) / 2
                if entries[middle] < entry { low = middle + 1 } else { high = middle }
            }
            return low < entries.count && entries[low] == entry
        }
    }

    private struct Name: Hashable {
        var order: UInt64
        var kind: UInt16
    }

    private var orders: Set<UInt64> = []
    private var kinds: [Name: Kind] = [:]
    private let horizon: Instant

    /// Looks through the rows of a slice; nil when none of its orders has too many lines, which is told by counts alone as a rule.
    ///
    /// - Parameters:
    ///   - stores: the run's rows; their sources are `number`'s to name.
    ///   - late: rows that found their order while linking; their sources are named already.
    ///   - horizon: what servers wrote later is not known yet.
    init?(_ slice: OrderSlice, in stores: [PartitionStore], late: PartitionStore, horizon: Instant, number: (UInt32) -> UInt32) {
        self.horizon = horizon
        let all = stores + [late]
        let most = 2 * Limits.linesOfKind
        // Most partitions of small runs have fewer rows than that.
        guard all.reduce(0, { $0 + $1.length(of: slice.partition) }) > most * PartitionStore.headerLength else { return nil }
        var isSuspect = [Bool](repeating: false, count: PartitionStore.buckets)
        for bucket in 0..<PartitionStore.buckets {
            isSuspect[bucket] = all.reduce(0) { $0 + $1.rows(in: slice.partition, bucket: bucket) } > most
        }
        guard isSuspect.contains(true) else { return nil }
        var counts: [UInt64: Int] = [:]
        for store in all {
            store.forEachPart(of: slice.partition) { part in
                PartitionStore.forEachRow(in: part) { key, _, _ in
                    if isSuspect[PartitionStore.bucket(of: key)], slice.holds(key) { counts[key, default: 0] += 1 }
                }
            }
        }
        orders = Set(counts.lazy.filter { $0.value > most }.map(\.key))
        guard !orders.isEmpty else { return nil }
        for store in all {
            store.forEachPart(of: slice.partition) { part in
                PartitionStore.forEachRow(in: part) { key, row, attributes in
                    guard isSuspect[PartitionStore.bucket(of: key)], orders.contains(key), isKnown(row) else { return }
                    var row = row
                    if store !== late { row.source = number(row.source) }
                    kinds[Name(order: key, kind: CrowdedOrder.kind(row)), default: Kind()].note(Entry(row, attributes))
                }
            }
        }
        for name in kinds.keys { kinds[name]?.thin() }
    }

    /// What is not known yet must not stand where the last known line would.
    private func isKnown(_ row: Evidence) -> Bool { row.witness == .client || row.at <= horizon }

    /// Whether a row stays.
    ///
    /// - Parameter row: its source is the final one.
    func keeps(_ key: UInt64, _ row: Evidence, _ attributes: UnsafeRawBufferPointer) -> Bool {
        guard orders.contains(key) else { return true }
        return kinds[Name(order: key, kind: CrowdedOrder.kind(row))]?.holds(Entry(row, attributes)) ?? false
    }
}
