/// Records that come back in order, however many there are: what goes beyond a ``SpillPool``'s budget leaves memory in runs that are
/// sorted already. Used by one thread at a time.
///
/// Records are of a trivial type (integers, instants); equal ones come back in any order.
public final class SortedSpool<Record: Comparable & Sendable>: @unchecked Sendable {
    private let pool: SpillPool
    /// Records of a run.
    private let most: Int
    private var open: [Record] = []
    private var runs: [SortedRun<Record>] = []

    private static var leastRun: Int { 256 }
    private static var largestRun: Int { 1 << 16 }
    /// The run that is filled is a part of what the pool may hold: others use it, too.
    private static var shareOfOpen: Int { 4 }

    /// Makes an empty spool.
    public init(in pool: SpillPool) {
        self.pool = pool
        let share = pool.budget / Self.shareOfOpen / MemoryLayout<Record>.stride
        most = pool.space == nil ? .max : max(Self.leastRun, min(share, Self.largestRun))
    }

    deinit { pool.gaveBack(open.capacity * MemoryLayout<Record>.stride) }

    /// Adds a record.
    public func append(_ record: Record) {
        if open.count == most { closeRun() }
        if open.count == open.capacity {
            let known = open.capacity
            open.reserveCapacity(min(most, max(Self.leastRun, 2 * known)))
            pool.took((open.capacity - known) * MemoryLayout<Record>.stride)
        }
        open.append(record)
    }

    private func closeRun() {
        open.sort()
        let place = open.withUnsafeBytes { pool.space?.write($0) }
        guard let place else {
            // There is no room elsewhere: it stays.
            runs.append(.inMemory(open))
            open = []
            return
        }
        runs.append(.written(place: place, count: open.count))
        open.removeAll(keepingCapacity: true)
    }

    /// Gives all records of some spools, in order; nothing may be added while they are read.
    public static func reader(of spools: [SortedSpool]) -> SortedReader<Record> {
        SortedReader(
            spools.flatMap { spool in
                spool.open.sort()
                let runs = spool.runs.map { SortedCursor($0, in: spool.pool.space) }
                return spool.open.isEmpty ? runs : runs + [SortedCursor(.inMemory(spool.open), in: nil)]
            })
    }
}

/// Records that are in order.
enum SortedRun<Record: Comparable & Sendable> {
    case inMemory([Record])
    case written(place: Int, count: Int)
}

/// Where the reading of a run is.
struct SortedCursor<Record: Comparable & Sendable> {
    private var records: [Record] = []
    private var next = 0
    private var place = 0
    /// Records that were not read yet.
    private var left = 0
    private let space: (any SpillSpace)?

    /// Bytes that are read at once.
    private static var piece: Int { 16 << 10 }

    init(_ run: SortedRun<Record>, in space: (any SpillSpace)?) {
        self.space = space
        switch run {
        case .inMemory(let all): records = all
        case .written(let place, let count): (self.place, left) = (place, count)
        }
        fill()
    }

    var first: Record? { next < records.count ? records[next] : nil }

    mutating func advance() {
        next += 1
        fill()
    }

    private mutating func fill() {
        guard next == records.count, left > 0, let space else { return }
        let stride = MemoryLayout<Record>.stride
        let count = min(left, max(1, Self.piece / stride))
        let (from, wanted) = (place, count * stride)
        records = [Record](unsafeUninitializedCapacity: count) { room, initialized in
            // Fewer come only from a space that is broken, which it reports itself.
            initialized =
                space.read(from, into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: room[..<count]))) / stride
        }
        next = 0
        left = records.count < count ? 0 : left - count
        place += wanted
    }
}

/// The records of some runs in order, one after the other.
public struct SortedReader<Record: Comparable & Sendable> {
    /// A heap: the cursor with the least record first.
    private var cursors: [SortedCursor<Record>]

    init(_ cursors: [SortedCursor<Record>]) {
        self.cursors = cursors.filter { $0.first != nil }
        for parent in stride(from: self.cursors.count / 2 - 1, through: 0, by: -1) { sink(parent) }
    }

    /// The record that comes next; nil at the end.
    public var first: Record? { cursors.first?.first }

    /// Takes the next record.
    public mutating func next() -> Record? {
        guard let record = cursors.first?.first else { return nil }
        cursors[0].advance()
        if cursors[0].first == nil {
            cursors.swapAt(0, cursors.count - 1)
            cursors.removeLast()
        }
        sink(0)
        return record
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        guard let x = cursors[a].first, let y = cursors[b].first else { return false }
        return x < y
    }

    private mutating func sink(_ start: Int) {
        var parent = start
        while 2 * parent + 1 < cursors.count {
            var child = 2 * parent + 1
            if child + 1 < cursors.count, isBefore(child + 1, child) { child += 1 }
            guard isBefore(child, parent) else { return }
            cursors.swapAt(parent, child)
            parent = child
        }
    }
}
