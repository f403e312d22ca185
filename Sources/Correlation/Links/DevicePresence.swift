import Domain

/// When which order was in progress on which device: the client rows that name an order, compressed into runs.
///
/// A run is a stretch of one source in which the rows of a device that name an order name this one, no two neighbours further apart
/// than ``Limits/windowReach``.
struct DevicePresence: Sendable {
    /// Evidence of one order on one device, row after row.
    struct Run: Sendable {
        var device: DeviceKey
        var order: UInt64
        var firstOffset: UInt64
        var lastOffset: UInt64
        var first: Instant
        var last: Instant
        var source: UInt32
    }

    private(set) var runs: [Run] = []
    private var latest = NameTable<Int>()
    private var latestName: UInt64 = 0
    private var latestRun = -1
    /// Rows of a source come in their own order and make runs at once; else each is kept until ``settled()``.
    private var compresses: Bool

    init(compresses: Bool) { self.compresses = compresses }

    /// Notes a client row that names an order.
    mutating func note(_ row: Evidence, order: UInt64) {
        add(
            Run(
                device: row.device, order: order, firstOffset: row.offset, lastOffset: row.offset, first: row.at, last: row.at,
                source: row.source))
    }

    /// Adds a row, to the run that it goes on with if there is one.
    @inline(__always) private mutating func add(_ row: Run) {
        guard compresses else { return runs.append(row) }
        let name = StableHash.mixed(row.device, UInt64(row.source))
        let index = latestRun >= 0 && latestName == name ? latestRun : latest[name] ?? -1
        (latestName, latestRun) = (name, index)
        if index >= 0, runs[index].order == row.order, row.firstOffset >= runs[index].lastOffset {
            let distance = row.first - runs[index].last
            if distance <= Limits.windowReach, -distance <= Limits.windowReach {
                runs[index].lastOffset = row.firstOffset
                runs[index].last = row.first
                return
            }
        }
        runs.append(row)
        latestRun = runs.count &- 1
        latest[name] = latestRun
    }

    /// The runs that the rows of each source would have made in their own order, in whatever order and however often they came.
    func settled() -> DevicePresence {
        guard !compresses else { return self }
        var made = DevicePresence(compresses: true)
        let sorted = runs.sorted { a, b in
            if a.source != b.source { return a.source < b.source }
            if a.firstOffset != b.firstOffset { return a.firstOffset < b.firstOffset }
            return (a.device, a.order, a.first) < (b.device, b.order, b.first)
        }
        for row in sorted { made.add(row) }
        return made
    }

    /// Gives sources other numbers.
    mutating func renumberSources(_ number: (UInt32) -> UInt32) {
        for index in runs.indices { runs[index].source = number(runs[index].source) }
        (latest, latestName, latestRun) = (NameTable(), 0, -1)
    }

    /// Adds what another worker noted.
    mutating func merge(_ other: DevicePresence) {
        if !compresses { self = settled() }
        runs.append(contentsOf: other.settled().runs)
        (latest, latestName, latestRun) = (NameTable(), 0, -1)
    }
}

extension StableHash {
    /// One name for two.
    @inline(__always) static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b ^ 0xA076_1D64_78BD_642F)
        return product.high ^ product.low ^ a
    }
}
