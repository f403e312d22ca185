import CScan
import Domain

/// The line feeds of the buffer, found many at a time.
struct LineTable: ~Copyable {
    private let offsets: UnsafeMutablePointer<UInt32>
    private static let capacity = 16_384
    private var count = 0
    private var index = 0
    private var from = 0
    private var scanned = 0

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
            from = scanned
            count = cscan_lines(base + scanned, min(bytes.count - scanned, 1 << 30), offsets, LineTable.capacity, &reach)
            scanned += reach
            index = 1
            if count > 0 { return from &+ Int(offsets[0]) }
        }
        (index, count) = (0, 0)
        return -1
    }

    /// Searches again from `position`.
    mutating func restart(at position: Int) {
        (count, index, scanned) = (0, 0, position)
    }

    /// The buffer lost its first `length` bytes.
    mutating func shift(_ length: Int) {
        scanned = max(0, scanned - length)
        from -= length
    }
}
