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

    /// The run of each device and source that may go on.
    private var open = NameTable<Run>()
    private var latestName: UInt64 = 0
    private var latest: Run?
    /// Rows of a source come in their own order and make runs at once; else each is one until it is read back.
    private let compresses: Bool
    /// Runs that are kept open; beyond it all are closed, and joined again when they are read back.
    private static let openRuns = 1 << 14

    init(compresses: Bool) { self.compresses = compresses }

    /// Notes a client row that names an order.
    mutating func note(_ row: Evidence, order: UInt64, in spool: Spool) {
        let run = Run(
            device: row.device, order: order, firstOffset: row.offset, lastOffset: row.offset, first: row.at, last: row.at,
            source: row.source)
        let name = run.name
        guard compresses else { return spool.append(run, to: spool.part(of: name)) }
        if latestName != name || latest == nil {
            keepLatest()
            latestName = name
            latest = open[name]
        }
        if latest?.goesOn(with: run) == true {
            latest?.append(run)
            return
        }
        if let latest { spool.append(latest, to: spool.part(of: name)) }
        latest = run
        if open.count > DevicePresence.openRuns { flush(to: spool) }
    }

    private mutating func keepLatest() {
        if let latest { open[latestName] = latest }
        latest = nil
    }

    /// Closes all runs.
    mutating func flush(to spool: Spool) {
        keepLatest()
        open.forEach { spool.append($0, to: spool.part(of: $0.name)) }
        open = NameTable()
    }

    /// The runs that the rows of each source make in their own order.
    ///
    /// - Parameters:
    ///   - part: a part of what ``note(_:order:in:)`` wrote.
    ///   - rowsInSourceOrder: whether they were noted so; else their order and how often each came make no difference.
    static func runs(_ part: [Run], rowsInSourceOrder: Bool) -> [Run] {
        let sorted = part.indices.sorted { x, y in
            let (a, b) = (part[x], part[y])
            if a.source != b.source { return a.source < b.source }
            if rowsInSourceOrder { return (a.device, x) < (b.device, y) }
            if a.device != b.device { return a.device < b.device }
            return (a.firstOffset, a.order, a.first) < (b.firstOffset, b.order, b.first)
        }
        var made: [Run] = []
        made.reserveCapacity(part.count)
        for index in sorted {
            let run = part[index]
            if let last = made.last, last.source == run.source, last.device == run.device, last.goesOn(with: run) {
                made[made.count - 1].append(run)
            } else {
                made.append(run)
            }
        }
        return made
    }
}

extension DevicePresence.Run {
    /// Of which device and source it is.
    var name: UInt64 { StableHash.mixed(device, UInt64(source)) }

    /// Whether the run that follows on the same device in the same source is the same one.
    @inline(__always) func goesOn(with next: Self) -> Bool {
        guard order == next.order, next.firstOffset >= lastOffset else { return false }
        let distance = next.first - last
        return distance <= Limits.windowReach && -distance <= Limits.windowReach
    }

    mutating func append(_ next: Self) { (lastOffset, last) = (next.lastOffset, next.last) }
}

extension StableHash {
    /// One name for two.
    @inline(__always) static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b ^ 0xA076_1D64_78BD_642F)
        return product.high ^ product.low ^ a
    }
}
