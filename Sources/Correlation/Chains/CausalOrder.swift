import Domain

/// Puts the rows of one order in causal order.
///
/// Every source chain (and every device) is a sequence whose own order stays. Between sequences an event that surely happened before
/// another comes first; of the rest the one with the lower causal rank. That is made one linear order by merging the sequences: an event's
/// range is first narrowed by its neighbours (not earlier than what precedes it in its sequence, not later than what follows it), and then
/// always the head with the least rank is taken among the heads that no other head surely precedes. As ranges only grow along a sequence,
/// such a head always exists and nothing behind a head can precede it: the order is consistent whatever the clocks.
///
/// A value is used again for every order.
struct CausalOrder: ~Copyable {
    /// Sequences beyond this many are merged by stamp into one: an order has a handful, hostile input may have thousands.
    static let sequenceLimit = 32
    /// A server's stamps that step back by more than this begin a new sequence: files were joined. Less is threads overtaking each other.
    static let jitter = TimeSpan.seconds(2)

    /// One event on its way into the order.
    struct Item {
        var index: Int32
        var rank: UInt32
        var sequence: UInt64
        var offset: UInt64
        var at: Instant
        var earliest: Instant
        var latest: Instant
        /// Whether its sequence goes by place in the file, not by stamp.
        var hasPlace: Bool
        var causalRank: UInt8
        var witness: Witness
    }

    /// The first event that is left of a sequence, with what is compared most.
    struct Head {
        var earliest: Instant
        var latest: Instant
        var causalRank: UInt8
        var place: Int32
        var end: Int32
    }

    /// Rows and what is known of their sources, borrowed for one order.
    private struct Borrowed {
        var rows: UnsafeBufferPointer<Evidence>
        var arena: UnsafeRawBufferPointer
        var places: UnsafeBufferPointer<SourceOrder.Place>

        @inline(__always) func chain(of row: Evidence) -> UInt64 {
            Int(row.source) < places.count ? places[Int(row.source)].chain : UInt64(row.source)
        }

        /// Within a chain by place in the file; between several files of one device by its clock; records of a provider by their stamp.
        @inline(__always) func isEarlierInSequence(_ a: Item, _ b: Item) -> Bool {
            if a.sequence != b.sequence { return a.sequence < b.sequence }
            if a.hasPlace, b.hasPlace {
                if a.rank != b.rank { return a.rank < b.rank }
                if a.offset != b.offset { return a.offset < b.offset }
            }
            return isEarlierByStamp(a, b)
        }

        func isEarlierByStamp(_ a: Item, _ b: Item) -> Bool {
            if a.at != b.at { return a.at < b.at }
            if a.causalRank != b.causalRank { return a.causalRank < b.causalRank }
            let (x, y) = (rows[Int(a.index)], rows[Int(b.index)])
            if x.identity != y.identity { return x.identity < y.identity }
            if (x.source, x.offset) != (y.source, y.offset) { return (x.source, x.offset) < (y.source, y.offset) }
            return attributes(x).lexicographicallyPrecedes(attributes(y))
        }

        private func attributes(_ row: Evidence) -> UnsafeRawBufferPointer {
            let start = Int(row.attributesStart)
            let end = start + Int(row.attributesLength)
            return end <= arena.count ? UnsafeRawBufferPointer(rebasing: arena[start..<end]) : UnsafeRawBufferPointer(start: nil, count: 0)
        }
    }

    /// The rows' indices in causal order, after ``sort(_:rows:arena:places:devices:)``.
    private(set) var order = Scratch<Int32>()
    private var items = Scratch<Item>()
    private var sorted = Scratch<Item>()
    private var places = Scratch<Int32>()
    /// The ranges of equal `sequence` in `sorted`.
    private var sequences = Scratch<Range<Int>>()
    private var heads = Scratch<Head>(capacity: CausalOrder.sequenceLimit)
    /// Clocks by device: no more of a session is needed.
    private var clocks = Scratch<(key: DeviceKey, offset: ClockOffset)>()
    private var homes = Scratch<(device: DeviceKey, chain: UInt64, isScattered: Bool)>()

    /// Puts the given rows in causal order.
    mutating func sort(
        _ kept: borrowing Scratch<Int32>, rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer,
        places sources: UnsafeBufferPointer<SourceOrder.Place>, devices: [DeviceSession]
    ) {
        let borrowed = Borrowed(rows: rows, arena: arena, places: sources)
        clocks.removeAll()
        for index in devices.indices { clocks.append((devices[index].key, devices[index].offset)) }
        findScattered(kept, borrowed)
        items.removeAll()
        for place in kept.indices { items.append(item(kept[place], borrowed)) }
        putInSequence(borrowed)
        findSequences()
        if splitServers() { findSequences() }
        if sequences.count > CausalOrder.sequenceLimit {
            mergeServers(borrowed)
            findSequences()
        }
        for place in sequences.indices { narrow(sequences[place]) }
        merge(borrowed)
    }

    private func item(_ index: Int32, _ borrowed: Borrowed) -> Item {
        let row = borrowed.rows[Int(index)]
        let hasSource = Int(row.source) < borrowed.places.count
        var item = Item(
            index: index, rank: hasSource ? borrowed.places[Int(row.source)].rank : 0,
            sequence: hasSource ? borrowed.places[Int(row.source)].chain : UInt64(row.source), offset: row.offset, at: row.at,
            earliest: row.at, latest: row.at + row.resolution.width, hasPlace: row.witness != .provider,
            causalRank: row.event.causalRank, witness: row.witness)
        guard row.witness == .client else { return item }
        item.hasPlace = !isScattered(row.device)
        if row.device != 0 { item.sequence = row.device }
        (item.earliest, item.latest) = (.distantPast, .distantFuture)
        for place in clocks.indices where clocks[place].key == row.device {
            guard clocks[place].offset.isConsistent else { break }
            let range = clocks[place].offset.range(of: row.at, resolution: row.resolution)
            (item.earliest, item.latest) = (range.earliest, range.latest)
            break
        }
        return item
    }

    /// Devices with rows in several chains: only their clock puts these in order.
    private mutating func findScattered(_ kept: borrowing Scratch<Int32>, _ borrowed: Borrowed) {
        homes.removeAll()
        for place in kept.indices {
            let row = borrowed.rows[Int(kept[place])]
            guard row.witness == .client, row.device != 0 else { continue }
            let chain = borrowed.chain(of: row)
            var home = 0
            while home < homes.count, homes[home].device != row.device { home += 1 }
            if home == homes.count {
                homes.append((row.device, chain, false))
            } else if homes[home].chain != chain {
                homes[home].isScattered = true
            }
        }
    }

    private func isScattered(_ device: DeviceKey) -> Bool {
        for home in homes.indices where homes[home].device == device { return homes[home].isScattered }
        return false
    }

    /// Sequence after sequence; places are sorted, not the far larger items.
    private mutating func putInSequence(_ borrowed: Borrowed) {
        places.removeAll()
        for place in items.indices { places.append(Int32(truncatingIfNeeded: place)) }
        let items = items.elements
        var places = places.elements
        if places.count <= 48 {
            // Few rows, most of them in order already.
            for end in places.indices.dropFirst() {
                let place = places[end]
                var free = end
                while free > 0, borrowed.isEarlierInSequence(items[Int(place)], items[Int(places[free &- 1])]) {
                    places[free] = places[free &- 1]
                    free &-= 1
                }
                places[free] = place
            }
        } else {
            places.sort { borrowed.isEarlierInSequence(items[Int($0)], items[Int($1)]) }
        }
        sorted.removeAll()
        for place in places { sorted.append(items[Int(place)]) }
    }

    private mutating func findSequences() {
        sequences.removeAll()
        let items = sorted.elements
        var start = 0
        for end in 0..<(items.count &+ 1) where end == items.count || items[end].sequence != items[start].sequence {
            if end > start { sequences.append(start..<end) }
            start = end
        }
    }

    /// A server source whose stamps fall is written newest first: it is turned round. One that steps back is several files in one.
    ///
    /// - Returns: whether there are other sequences now.
    private mutating func splitServers() -> Bool {
        var isSplit = false
        let items = sorted.elements
        for place in sequences.indices {
            let range = sequences[place]
            let witness = items[range.lowerBound].witness
            guard witness == .serverApp || witness == .serverEdge, range.count > 1 else { continue }
            var (up, down) = (0, 0)
            for i in range.dropFirst() {
                let (before, after) = (items[i - 1].at, items[i].at)
                if after > before { up += 1 } else if after < before { down += 1 }
            }
            guard down > 0 else { continue }
            if down > up { items[range].reverse() }
            let first = items[range.lowerBound].sequence
            var part: UInt64 = 0
            for i in range.dropFirst() {
                if items[i - 1].at - items[i].at > CausalOrder.jitter { part += 1 }
                guard part > 0 else { continue }
                items[i].sequence = StableHash.mixed(first, part)
                isSplit = true
            }
        }
        return isSplit
    }

    private mutating func mergeServers(_ borrowed: Borrowed) {
        let items = sorted.elements
        for i in items.indices where items[i].witness != .client { items[i].sequence = 0 }
        let clients = items.filter { $0.sequence != 0 }
        let servers = items.filter { $0.sequence == 0 }.sorted { borrowed.isEarlierByStamp($0, $1) }
        sorted.removeAll()
        for item in servers { sorted.append(item) }
        for item in clients { sorted.append(item) }
        findSequences()
        guard sequences.count > CausalOrder.sequenceLimit else { return }
        var all = sorted.elements
        for i in all.indices { all[i].sequence = 0 }
        all.sort { borrowed.isEarlierByStamp($0, $1) }
    }

    /// What precedes an event in its sequence bounds it from below, what follows from above.
    private func narrow(_ range: Range<Int>) {
        let items = sorted.elements
        for i in range.dropFirst() { items[i].earliest = max(items[i].earliest, items[i - 1].earliest) }
        for i in range.dropLast().reversed() { items[i].latest = min(items[i].latest, items[i + 1].latest) }
        // stamps that contradict their sequence: the sequence counts
        for i in range where items[i].latest < items[i].earliest { items[i].latest = items[i].earliest }
        for i in range.dropFirst() { items[i].latest = max(items[i].latest, items[i - 1].latest) }
    }

    private mutating func merge(_ borrowed: Borrowed) {
        order.removeAll()
        heads.removeAll()
        let items = sorted.elements
        for place in sequences.indices {
            var head = Head(earliest: .distantPast, latest: .distantPast, causalRank: 0, place: 0, end: 0)
            CausalOrder.set(&head, items, sequences[place].lowerBound)
            head.end = Int32(truncatingIfNeeded: sequences[place].upperBound)
            heads.append(head)
        }
        let heads = heads.elements
        var count = heads.count
        while count > 1 {
            var limit = heads[0].latest
            for s in 1..<count where heads[s].latest < limit { limit = heads[s].latest }
            var best = -1
            for s in 0..<count where heads[s].earliest <= limit {
                if best < 0 || CausalOrder.goesBefore(heads[s], heads[best], items, borrowed) { best = s }
            }
            guard best >= 0 else { return }
            order.append(items[Int(heads[best].place)].index)
            let next = heads[best].place &+ 1
            if next < heads[best].end {
                CausalOrder.set(&heads[best], items, Int(next))
            } else {
                count -= 1
                for s in best..<count { heads[s] = heads[s + 1] }
            }
        }
        if count == 1 { for i in heads[0].place..<heads[0].end { order.append(items[Int(i)].index) } }
    }

    @inline(__always)
    private static func set(_ head: inout Head, _ items: UnsafeMutableBufferPointer<Item>, _ place: Int) {
        (head.earliest, head.latest, head.causalRank) = (items[place].earliest, items[place].latest, items[place].causalRank)
        head.place = Int32(truncatingIfNeeded: place)
    }

    @inline(__always)
    private static func goesBefore(_ a: Head, _ b: Head, _ items: UnsafeMutableBufferPointer<Item>, _ borrowed: Borrowed) -> Bool {
        if a.causalRank != b.causalRank { return a.causalRank < b.causalRank }
        if a.earliest != b.earliest { return a.earliest < b.earliest }
        return borrowed.isEarlierByStamp(items[Int(a.place)], items[Int(b.place)])
    }
}
