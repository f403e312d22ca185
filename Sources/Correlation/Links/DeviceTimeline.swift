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

    /// Runs that do not overlap inside one chain, by name and end.
    private struct Track {
        var runs: [Run] = []
        /// Indices into `runs` by name and time of the end: for lines of the device's other chains.
        var byTime: [Int] = []

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
    }

    /// What rows say that name their order themselves.
    private var named = Track()
    /// Rows that were bound by their identifiers; they may lie inside a run of the others.
    private var bound = Track()
    private var chainsOf: [DeviceKey: Set<UInt64>] = [:]
    private let order: SourceOrder

    init(order: SourceOrder) { self.order = order }

    /// Adds a run of rows that name an order; its order is the final one.
    mutating func add(_ run: DevicePresence.Run) { named.runs.append(made(run)) }

    /// Adds a row that was bound to an order.
    mutating func add(bound run: DevicePresence.Run) { bound.runs.append(made(run)) }

    private mutating func made(_ run: DevicePresence.Run) -> Run {
        let device = order.device(run.device, source: run.source)
        let (chain, rank) = place(of: run.source)
        chainsOf[device, default: []].insert(chain)
        return Run(
            name: StableHash.mixed(device, chain), first: Place(rank: rank, offset: run.firstOffset),
            last: Place(rank: rank, offset: run.lastOffset), firstAt: run.first, lastAt: run.last, order: run.order)
    }

    /// Sorts; nothing may be added afterwards.
    mutating func finish() {
        named.finish()
        bound.finish()
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
        func next(_ track: Track) -> Int { track.runs.endOfPrefix { $0.name < name || ($0.name == name && $0.last < place) } }
        let behind = next(named)
        if behind < named.runs.count, named.runs[behind].name == name, named.runs[behind].first < place,
            mayBeMeant(named.runs[behind].order)
        {
            return (at, named.runs[behind].order)
        }
        func latest(_ track: Track, _ behind: Int) -> Run? {
            for back in 1...Limits.runsPerWindow {
                guard behind >= back, track.runs[behind - back].name == name else { return nil }
                if mayBeMeant(track.runs[behind - back].order) { return track.runs[behind - back] }
            }
            return nil
        }
        let found = [latest(named, behind), latest(bound, next(bound))].compactMap { $0 }.max { $0.last < $1.last }
        return found.map { ($0.lastAt, $0.order) }
    }

    /// In another chain of the same device: by the device's clock.
    private func before(_ at: Instant, _ name: UInt64, _ mayBeMeant: (UInt64) -> Bool) -> (at: Instant, order: UInt64)? {
        func next(_ track: Track) -> Int {
            track.byTime.endOfPrefix { track.runs[$0].name < name || (track.runs[$0].name == name && track.runs[$0].lastAt <= at) }
        }
        let behind = next(named)
        if behind < named.byTime.count {
            let run = named.runs[named.byTime[behind]]
            if run.name == name, run.firstAt <= at, mayBeMeant(run.order) { return (at, run.order) }
        }
        func latest(_ track: Track, _ behind: Int) -> Run? {
            for back in 1...Limits.runsPerWindow {
                guard behind >= back, track.runs[track.byTime[behind - back]].name == name else { return nil }
                let run = track.runs[track.byTime[behind - back]]
                if mayBeMeant(run.order) { return run }
            }
            return nil
        }
        let found = [latest(named, behind), latest(bound, next(bound))].compactMap { $0 }
            .max { ($0.lastAt, $0.order) < ($1.lastAt, $1.order) }
        return found.map { ($0.lastAt, $0.order) }
    }

    private func place(of source: UInt32) -> (chain: UInt64, rank: UInt32) {
        guard Int(source) < order.places.count else { return (UInt64(source), 0) }
        let place = order.places[Int(source)]
        return (place.chain, place.rank)
    }
}
