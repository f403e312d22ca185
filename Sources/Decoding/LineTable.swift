import CScan
import Domain

/// The line feeds of the buffer, found many at a time.
struct LineTable: ~Copyable {
    private let offsets: UnsafeMutablePointer<UInt32>
    /// Few enough to stay at hand while they are used, and to cost little for a stream that rests.
    private static let capacity = 1_024
    private var count = 0
    private var index = 0
    private var from = 0
    private var scanned = 0
    /// Lines with an ESC or a NUL are among those found last.
    private(set) var isDirty = false
    /// So was what lies behind the last line feed found.
    private var isTailDirty = false

    init() { offsets = .allocate(capacity: LineTable.capacity) }

    deinit { offsets.deallocate() }

    /// The next line feed at or behind the last one given, or -1.
    @inline(__always)
    mutating func next(_ bytes: Bytes) -> Int {
        if index < count {
            let feed = from &+ Int(offsets[index])
            index &+= 1
            return feed
        }
        return refill(bytes)
    }

    private mutating func refill(_ bytes: Bytes) -> Int {
        while scanned < bytes.count, let base = bytes.baseAddress {
            var reach = 0
            var dirty: UInt8 = 0
            from = scanned
            count = cscan_lines(base + scanned, min(bytes.count - scanned, 1 << 30), offsets, LineTable.capacity, &reach, &dirty)
            scanned += reach
            index = 1
            isDirty = isTailDirty || dirty != 0
            isTailDirty = dirty != 0 || count == 0 && isTailDirty
            if count > 0 { return from &+ Int(offsets[0]) }
        }
        (index, count) = (0, 0)
        isDirty = isTailDirty
        return -1
    }

    /// Searches again from `position`.
    mutating func restart(at position: Int) {
        (count, index, scanned, isTailDirty) = (0, 0, position, false)
    }

    /// The buffer lost its first `length` bytes.
    mutating func shift(_ length: Int) {
        scanned = max(0, scanned - length)
        from -= length
    }
}
