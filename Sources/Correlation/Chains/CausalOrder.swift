import Domain

/// Puts the rows of one order in causal order.
///
/// Every source chain (and every device) is a sequence whose own order stays. Between sequences an event that surely happened before
/// another comes first; of the rest the one with the lower causal rank. That is made one linear order by merging the sequences: an event's
/// range is first narrowed by its neighbours (not earlier than what precedes it in its sequence, not later than what follows it), and then
/// always the head with the least rank is taken among the heads that no other head surely precedes. As ranges only grow along a sequence,
/// such a head always exists and nothing behind a head can precede it: the order is consistent whatever the clocks.
struct CausalOrder {
    /// Sequences beyond this many are merged by stamp into one: an order has a handful, hostile input may have thousands.
    static let sequenceLimit = 32
    /// A server's stamps that step back by more than this begin a new sequence: files were joined. Less is threads overtaking each other.
    static let jitter = TimeSpan.seconds(2)

    /// One event on its way into the order.
    private struct Item {
        var index: Int
        var sequence: UInt64
        var rank: UInt32
        var earliest: Instant
        var latest: Instant
        var causalRank: UInt8
    }

    private let rows: [Evidence]
    private let arena: UnsafeRawBufferPointer
    private let sources: SourceOrder
    private let devices: [DeviceSession]
    /// Devices with rows in several chains: only their clock puts these in order.
    private var scattered: [DeviceKey] = []

    init(rows: [Evidence], arena: UnsafeRawBufferPointer, sources: SourceOrder, devices: [DeviceSession]) {
        (self.rows, self.arena, self.sources, self.devices) = (rows, arena, sources, devices)
    }

    /// The given rows in causal order.
    mutating func sorted(_ kept: [Int]) -> [Int] {
        findScattered(kept)
        var items = kept.map(item)
        items.sort(by: isEarlierInSequence)
        splitServers(&items)
        if sequences(items).count > CausalOrder.sequenceLimit { mergeServers(&items) }
        let sequences = sequences(items)
        for sequence in sequences { narrow(&items, sequence) }
        return merge(items, sequences)
    }

    private func item(_ index: Int) -> Item {
        let row = rows[index]
        let place = Int(row.source) < sources.places.count ? sources.places[Int(row.source)] : nil
        let chain = place?.chain ?? UInt64(row.source)
        var item = Item(
            index: index, sequence: chain, rank: place?.rank ?? 0, earliest: row.at, latest: row.at + row.resolution.width,
            causalRank: row.event.causalRank)
        if row.witness == .client {
            if row.device != 0 { item.sequence = row.device }
            let offset = devices.first { $0.key == row.device }?.offset
            if let offset, offset.isConsistent {
                let range = offset.range(of: row.at, resolution: row.resolution)
                (item.earliest, item.latest) = (range.earliest, range.latest)
            } else {
                (item.earliest, item.latest) = (.distantPast, .distantFuture)
            }
        }
        return item
    }

    private mutating func findScattered(_ kept: [Int]) {
        var homes: [(device: DeviceKey, chain: UInt64)] = []
        for index in kept where rows[index].witness == .client && rows[index].device != 0 {
            let (device, chain) = (rows[index].device, chain(of: rows[index]))
            if let home = homes.first(where: { $0.device == device }) {
                if home.chain != chain, !scattered.contains(device) { scattered.append(device) }
            } else {
                homes.append((device, chain))
            }
        }
    }

    private func chain(of row: Evidence) -> UInt64 {
        Int(row.source) < sources.places.count ? sources.places[Int(row.source)].chain : UInt64(row.source)
    }

    /// Within a chain by place in the file; between several files of one device by its clock; records of a provider by their stamp.
    private func isEarlierInSequence(_ a: Item, _ b: Item) -> Bool {
        if a.sequence != b.sequence { return a.sequence < b.sequence }
        let (x, y) = (rows[a.index], rows[b.index])
        if x.witness != .provider, !(x.witness == .client && scattered.contains(x.device)) {
            if a.rank != b.rank { return a.rank < b.rank }
            if x.offset != y.offset { return x.offset < y.offset }
        }
        return isEarlierByStamp(a, b)
    }

    private func isEarlierByStamp(_ a: Item, _ b: Item) -> Bool {
        let (x, y) = (rows[a.index], rows[b.index])
        if x.at != y.at { return x.at < y.at }
        if a.causalRank != b.causalRank { return a.causalRank < b.causalRank }
        if x.identity != y.identity { return x.identity < y.identity }
        if (x.source, x.offset) != (y.source, y.offset) { return (x.source, x.offset) < (y.source, y.offset) }
        return attributes(x).lexicographicallyPrecedes(attributes(y))
    }

    private func attributes(_ row: Evidence) -> UnsafeRawBufferPointer {
        let start = Int(row.attributesStart)
        let end = start + Int(row.attributesLength)
        return end <= arena.count ? UnsafeRawBufferPointer(rebasing: arena[start..<end]) : UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// The ranges of equal `sequence` in sorted items.
    private func sequences(_ items: [Item]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        for i in 0...items.count where i == items.count || items[i].sequence != items[start].sequence {
            if i > start { found.append(start..<i) }
            start = i
        }
        return found
    }

    /// A server source whose stamps fall is written newest first: it is turned round. One that steps back is several files in one.
    private func splitServers(_ items: inout [Item]) {
        for range in sequences(items) {
            let witness = rows[items[range.lowerBound].index].witness
            guard witness == .serverApp || witness == .serverEdge, range.count > 1 else { continue }
            var (up, down) = (0, 0)
            for i in range.dropFirst() {
                let (before, after) = (rows[items[i - 1].index].at, rows[items[i].index].at)
                if after > before { up += 1 } else if after < before { down += 1 }
            }
            guard down > 0 else { continue }
            if down > up { items[range].reverse() }
            var part: UInt64 = 0
            for i in range.dropFirst() {
                if rows[items[i - 1].index].at - rows[items[i].index].at > CausalOrder.jitter { part += 1 }
                if part > 0 { items[i].sequence = StableHash.mixed(items[range.lowerBound].sequence, part) }
            }
        }
    }

    private func mergeServers(_ items: inout [Item]) {
        for i in items.indices where rows[items[i].index].witness != .client { items[i].sequence = 0 }
        let clients = items.filter { $0.sequence != 0 }
        let servers = items.filter { $0.sequence == 0 }.sorted(by: isEarlierByStamp)
        items = servers + clients
        guard sequences(items).count > CausalOrder.sequenceLimit else { return }
        for i in items.indices { items[i].sequence = 0 }
        items.sort(by: isEarlierByStamp)
    }

    /// What precedes an event in its sequence bounds it from below, what follows from above.
    private func narrow(_ items: inout [Item], _ range: Range<Int>) {
        for i in range.dropFirst() { items[i].earliest = max(items[i].earliest, items[i - 1].earliest) }
        for i in range.dropLast().reversed() { items[i].latest = min(items[i].latest, items[i + 1].latest) }
        // stamps that contradict their sequence: the sequence counts
        for i in range where items[i].latest < items[i].earliest { items[i].latest = items[i].earliest }
        for i in range.dropFirst() { items[i].latest = max(items[i].latest, items[i - 1].latest) }
    }

    private func merge(_ items: [Item], _ sequences: [Range<Int>]) -> [Int] {
        var heads = sequences.map(\.lowerBound)
        var order: [Int] = []
        order.reserveCapacity(items.count)
        if sequences.count == 1 { return items.map(\.index) }
        while order.count < items.count {
            var limit = Instant.distantFuture
            for (s, head) in heads.enumerated() where head < sequences[s].upperBound { limit = min(limit, items[head].latest) }
            var best = -1
            for (s, head) in heads.enumerated() where head < sequences[s].upperBound && items[head].earliest <= limit {
                if best < 0 || goesBefore(items[head], items[heads[best]]) { best = s }
            }
            guard best >= 0 else { break }
            order.append(items[heads[best]].index)
            heads[best] += 1
        }
        return order
    }

    private func goesBefore(_ a: Item, _ b: Item) -> Bool {
        if a.causalRank != b.causalRank { return a.causalRank < b.causalRank }
        if a.earliest != b.earliest { return a.earliest < b.earliest }
        return isEarlierByStamp(a, b)
    }
}
