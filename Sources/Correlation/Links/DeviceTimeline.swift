import Domain

/// Says which order was in progress on a device when one of its lines was written (vocabulary §8 rule 3).
struct DeviceTimeline {
    /// A place in a device's own sequence.
    private struct Place: Comparable {
        var rank: UInt32
        var offset: UInt64
        static func < (a: Place, b: Place) -> Bool { a.rank != b.rank ? a.rank < b.rank : a.offset < b.offset }
    }

    /// A run of evidence of one order; `name` is device and chain.
    private struct Run {
        var name: UInt64
        var first: Place
        var last: Place
        var firstAt: Instant
        var lastAt: Instant
        var order: UInt64
    }

    private var runs: [Run] = []
    /// Indices into `runs` by name and end: for lines of the device's other chains.
    private var byTime: [Int] = []
    private var chainsOf: [DeviceKey: Set<UInt64>] = [:]
    private let order: SourceOrder

    init(order: SourceOrder) { self.order = order }

    /// Adds a run of rows that name an order.
    mutating func add(_ run: DevicePresence.Run, order number: UInt64) {
        let device = order.device(run.device, source: run.source)
        let (chain, rank) = place(of: run.source)
        runs.append(
            Run(
                name: StableHash.mixed(device, chain), first: Place(rank: rank, offset: run.firstOffset),
                last: Place(rank: rank, offset: run.lastOffset), firstAt: run.first, lastAt: run.last, order: number))
        chainsOf[device, default: []].insert(chain)
    }

    /// Sorts; nothing may be added afterwards.
    mutating func finish() {
        runs.sort { a, b in
            if a.name != b.name { return a.name < b.name }
            return a.last != b.last ? a.last < b.last : a.order < b.order
        }
        byTime = runs.indices.sorted { a, b in
            let (a, b) = (runs[a], runs[b])
            return (a.name, a.lastAt, a.order) < (b.name, b.lastAt, b.order)
        }
    }

    /// The latest order whose evidence precedes the row on its device within ``Limits/windowReach``, of those that may be meant.
    func orderInProgress(at row: Evidence, where mayBeMeant: (UInt64) -> Bool) -> UInt64? {
        let device = order.device(row.device, source: row.source)
        let (ownChain, rank) = place(of: row.source)
        var best: (at: Instant, order: UInt64)?
        for chain in chainsOf[device] ?? [] {
            let name = StableHash.mixed(device, chain)
            let found =
                chain == ownChain
                ? before(Place(rank: rank, offset: row.offset), row.at, name, mayBeMeant) : before(row.at, name, mayBeMeant)
            guard let found else { continue }
            let distance = row.at - found.at
            guard distance <= Limits.windowReach, -distance <= Limits.windowReach else { continue }
            if let known = best, (known.at, known.order) >= (found.at, found.order) { continue }
            best = found
        }
        return best?.order
    }

    /// In the row's own chain: by the device's own sequence, whatever its clock says. Inside a run the evidence before the row is near,
    /// because no two neighbours of a run are far apart.
    private func before(_ place: Place, _ at: Instant, _ name: UInt64, _ mayBeMeant: (UInt64) -> Bool) -> (at: Instant, order: UInt64)? {
        let next = runs.endOfPrefix { $0.name < name || ($0.name == name && $0.last < place) }
        if next < runs.count, runs[next].name == name, runs[next].first < place, mayBeMeant(runs[next].order) {
            return (at, runs[next].order)
        }
        for back in 1...Limits.runsPerWindow {
            guard next >= back, runs[next - back].name == name else { return nil }
            if mayBeMeant(runs[next - back].order) { return (runs[next - back].lastAt, runs[next - back].order) }
        }
        return nil
    }

    /// In another chain of the same device: by the device's clock.
    private func before(_ at: Instant, _ name: UInt64, _ mayBeMeant: (UInt64) -> Bool) -> (at: Instant, order: UInt64)? {
        let next = byTime.endOfPrefix { runs[$0].name < name || (runs[$0].name == name && runs[$0].lastAt <= at) }
        if next < byTime.count, runs[byTime[next]].name == name, runs[byTime[next]].firstAt <= at, mayBeMeant(runs[byTime[next]].order) {
            return (at, runs[byTime[next]].order)
        }
        for back in 1...Limits.runsPerWindow {
            guard next >= back, runs[byTime[next - back]].name == name else { return nil }
            let run = runs[byTime[next - back]]
            if mayBeMeant(run.order) { return (run.lastAt, run.order) }
        }
        return nil
    }

    private func place(of source: UInt32) -> (chain: UInt64, rank: UInt32) {
        guard Int(source) < order.places.count else { return (UInt64(source), 0) }
        let place = order.places[Int(source)]
        return (place.chain, place.rank)
    }
}
