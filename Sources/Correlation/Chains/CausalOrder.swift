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
        /// Whether its sequence goes by place in the file, not by stamp.
        var hasPlace: Bool
        var offset: UInt64
        var at: Instant
        var earliest: Instant
        var latest: Instant
        var causalRank: UInt8
    }

    private let rows: UnsafeBufferPointer<Evidence>
    private let arena: UnsafeRawBufferPointer
    private let places: [SourceOrder.Place]
    /// Clocks by device: no more of a session is needed, and copying one costs reference counting.
    private let clocks: [(key: DeviceKey, offset: ClockOffset)]
    /// Devices with rows in several chains: only their clock puts these in order.
    private var scattered: [DeviceKey] = []

    /// Borrows rows and arena: they must outlive the value.
    init(rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer, sources: SourceOrder, devices: [DeviceSession]) {
        (self.rows, self.arena, places) = (rows, arena, sources.places)
        clocks = devices.map { ($0.key, $0.offset) }
    }

    /// The given rows in causal order.
    mutating func sorted(_ kept: [Int]) -> [Int] {
        findScattered(kept)
        var items: [Item] = []
        items.reserveCapacity(kept.count)
        for index in kept { items.append(item(index)) }
        items = inSequence(items)
        var sequences = sequences(items)
        if splitServers(&items, sequences) { sequences = self.sequences(items) }
        if sequences.count > CausalOrder.sequenceLimit {
            mergeServers(&items)
            sequences = self.sequences(items)
        }
        for sequence in sequences { narrow(&items, sequence) }
        return items.withUnsafeBufferPointer { merge($0, sequences) }
    }

    private func item(_ index: Int) -> Item {
        let row = rows[index]
        let hasSource = Int(row.source) < places.count
        var item = Item(
            index: index, sequence: hasSource ? places[Int(row.source)].chain : UInt64(row.source),
            rank: hasSource ? places[Int(row.source)].rank : 0, hasPlace: row.witness != .provider, offset: row.offset, at: row.at,
            earliest: row.at, latest: row.at + row.resolution.width, causalRank: row.event.causalRank)
        if row.witness == .client {
            item.hasPlace = !scattered.contains(row.device)
            if row.device != 0 { item.sequence = row.device }
            let offset = clocks.first { $0.key == row.device }?.offset
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
        Int(row.source) < places.count ? places[Int(row.source)].chain : UInt64(row.source)
    }

    /// Sequence after sequence; places are sorted, not the far larger items.
    private func inSequence(_ items: [Item]) -> [Item] {
        items.withUnsafeBufferPointer { items in
            var places: [Int32] = []
            places.reserveCapacity(items.count)
            for place in items.indices { places.append(Int32(truncatingIfNeeded: place)) }
            places.sort { isEarlierInSequence(items[Int($0)], items[Int($1)]) }
            var sorted: [Item] = []
            sorted.reserveCapacity(items.count)
            for place in places { sorted.append(items[Int(place)]) }
            return sorted
        }
    }

    /// Within a chain by place in the file; between several files of one device by its clock; records of a provider by their stamp.
    private func isEarlierInSequence(_ a: Item, _ b: Item) -> Bool {
        if a.sequence != b.sequence { return a.sequence < b.sequence }
        if a.hasPlace, b.hasPlace {
            if a.rank != b.rank { return a.rank < b.rank }
            if a.offset != b.offset { return a.offset < b.offset }
        }
        return isEarlierByStamp(a, b)
    }

    private func isEarlierByStamp(_ a: Item, _ b: Item) -> Bool {
        if a.at != b.at { return a.at < b.at }
        if a.causalRank != b.causalRank { return a.causalRank < b.causalRank }
        let (x, y) = (rows[a.index], rows[b.index])
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
        found.reserveCapacity(8)
        var start = 0
        for i in 0...items.count where i == items.count || items[i].sequence != items[start].sequence {
            if i > start { found.append(start..<i) }
            start = i
        }
        return found
    }

    /// A server source whose stamps fall is written newest first: it is turned round. One that steps back is several files in one.
    ///
    /// - Returns: whether there are other sequences now.
    private func splitServers(_ items: inout [Item], _ sequences: [Range<Int>]) -> Bool {
        var isSplit = false
        for range in sequences {
            let witness = rows[items[range.lowerBound].index].witness
            guard witness == .serverApp || witness == .serverEdge, range.count > 1 else { continue }
            var (up, down) = (0, 0)
            for i in range.dropFirst() {
                let (before, after) = (items[i - 1].at, items[i].at)
                if after > before { up += 1 } else if after < before { down += 1 }
            }
            guard down > 0 else { continue }
            if down > up { items[range].reverse() }
            var part: UInt64 = 0
            for i in range.dropFirst() {
                if items[i - 1].at - items[i].at > CausalOrder.jitter { part += 1 }
                guard part > 0 else { continue }
                items[i].sequence = StableHash.mixed(items[range.lowerBound].sequence, part)
                isSplit = true
            }
        }
        return isSplit
    }

    private func mergeServers(_ items: inout [Item]) {
        for i in items.indices where rows[items[i].index].witness != .client { items[i].sequence = 0 }
        let clients = items.filter { $0.sequence != 0 }
        let servers = items.filter { $0.sequence == 0 }.sorted { isEarlierByStamp($0, $1) }
        items = servers + clients
        guard sequences(items).count > CausalOrder.sequenceLimit else { return }
        for i in items.indices { items[i].sequence = 0 }
        items.sort { isEarlierByStamp($0, $1) }
    }

    /// What precedes an event in its sequence bounds it from below, what follows from above.
    private func narrow(_ items: inout [Item], _ range: Range<Int>) {
        for i in range.dropFirst() { items[i].earliest = max(items[i].earliest, items[i - 1].earliest) }
        for i in range.dropLast().reversed() { items[i].latest = min(items[i].latest, items[i + 1].latest) }
        // stamps that contradict their sequence: the sequence counts
        for i in range where items[i].latest < items[i].earliest { items[i].latest = items[i].earliest }
        for i in range.dropFirst() { items[i].latest = max(items[i].latest, items[i - 1].latest) }
    }

    private func merge(_ items: UnsafeBufferPointer<Item>, _ sequences: [Range<Int>]) -> [Int] {
        var order: [Int] = []
        order.reserveCapacity(items.count)
        if sequences.count == 1 {
            for item in items { order.append(item.index) }
            return order
        }
        // sequences that still have a head
        var open = sequences
        while !open.isEmpty {
            var limit = Instant.distantFuture
            for range in open { limit = min(limit, items[range.lowerBound].latest) }
            var best = -1
            for s in open.indices {
                let head = open[s].lowerBound
                guard items[head].earliest <= limit else { continue }
                if best < 0 || goesBefore(items[head], items[open[best].lowerBound]) { best = s }
            }
            guard best >= 0 else { break }
            order.append(items[open[best].lowerBound].index)
            open[best] = (open[best].lowerBound + 1)..<open[best].upperBound
            if open[best].isEmpty { open.remove(at: best) }
        }
        return order
    }

    private func goesBefore(_ a: Item, _ b: Item) -> Bool {
        if a.causalRank != b.causalRank { return a.causalRank < b.causalRank }
        if a.earliest != b.earliest { return a.earliest < b.earliest }
        return isEarlierByStamp(a, b)
    }
}
