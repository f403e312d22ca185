import Domain
import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// The evidence of one worker, dealt into partitions by the top byte of the order's hash; beyond its budget the largest partitions
/// go to an unlinked temporary file, so that memory does not grow with the input.
///
/// Not thread-safe while it is written; after ``seal()`` any number of threads may read different partitions.
final class PartitionStore: @unchecked Sendable {
    /// Number of partitions.
    static let count = 256

    /// The partition of an order.
    @inline(__always) static func partition(of key: UInt64) -> Int { Int(key >> 56) }

    /// Buckets of a partition in which rows are counted.
    static let buckets = 256

    /// The bucket of an order in its partition.
    @inline(__always) static func bucket(of key: UInt64) -> Int { Int(truncatingIfNeeded: key >> 48) & (buckets - 1) }

    /// A piece of memory that holds packed rows.
    private struct Part {
        var base: UnsafeMutableRawPointer?
        var length = 0
        var capacity = 0
    }

    private struct Buffer {
        /// Takes the next rows.
        var open = Part()
        /// Those that are full: rows stay where they are written, nothing is copied to larger memory.
        var full: [Part] = []
        /// Bytes of those.
        var fullLength = 0
        /// Where earlier parts of this partition lie in the spill file.
        var spilled: [(offset: Int, length: Int)] = []
    }

    private let buffers: UnsafeMutablePointer<Buffer>
    /// How many rows the orders of each bucket have.
    private let counts: UnsafeMutablePointer<UInt32>
    private var memory = 0
    private let budget: Int
    private var spillFile: Int32 = -1
    private var spillLength = 0
    /// Rows appended so far.
    private(set) var rows = 0
    /// Bytes that went to disk.
    var spilledBytes: Int { spillLength }
    /// Why spilling failed (disk full), once: then rows stay in memory.
    private(set) var spillFailure: String?

    /// Rows that could not be kept because the system gave no memory.
    private(set) var rowsLost = 0
    /// Spilled parts that could not be read back whole.
    private let partsLost = Atomic<Int>(0)
    private let temporaryFile: () -> Int32

    /// Below this many bytes, buffers of one row each would go to disk and come back as fast as they are filled.
    private static let leastBudget = 256 << 10
    /// Bytes of the first part of a partition, and of its later ones at most.
    private static let leastPart = 8 << 10
    private static let largestPart = 128 << 10
    /// Bytes of a spilled part that is read back at once.
    private static let largestSpilled = 1 << 20

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - budget: bytes to keep in memory.
    ///   - temporaryFile: opens the file that takes what is more; negative when there is none, with the reason in `errno`.
    init(budget: Int, temporaryFile: @escaping () -> Int32 = { TemporaryFile.open() }) {
        self.budget = max(budget, PartitionStore.leastBudget)
        self.temporaryFile = temporaryFile
        buffers = .allocate(capacity: PartitionStore.count)
        buffers.initialize(repeating: Buffer(), count: PartitionStore.count)
        counts = .allocate(capacity: PartitionStore.count * PartitionStore.buckets)
        counts.initialize(repeating: 0, count: PartitionStore.count * PartitionStore.buckets)
    }

    /// What the reader of a result has to know of this store: nothing, if all went well.
    var notes: [String] {
        var notes: [String] = []
        if let spillFailure { notes.append("evidence beyond --memory stayed in memory: \(spillFailure)") }
        if rowsLost > 0 { notes.append("no memory for \(rowsLost) pieces of evidence: verdicts may lack them") }
        let parts = partsLost.load(ordering: .relaxed)
        if parts > 0 { notes.append("temporary file: \(parts) parts could not be read back: verdicts may lack their evidence") }
        return notes
    }

    deinit {
        for partition in 0..<PartitionStore.count { forget(partition) }
        buffers.deinitialize(count: PartitionStore.count)
        buffers.deallocate()
        counts.deallocate()
        if spillFile >= 0 { close(spillFile) }
    }

    // A packed row: [UInt64 key][Evidence, which knows the length of its attributes][attributes, padded to 8 bytes].
    private static let evidenceOffset = 8
    /// Bytes of a packed row without its attributes.
    static let headerLength = evidenceOffset + MemoryLayout<Evidence>.stride

    /// Appends one row of the order whose hash is `key`.
    @inline(__always)
    func append(key: UInt64, row: Evidence, attributes: UnsafeRawBufferPointer) {
        let partition = PartitionStore.partition(of: key)
        let buffer = buffers + partition
        let length = PartitionStore.headerLength &+ ((attributes.count &+ 7) & ~7)
        if buffer.pointee.open.length &+ length > buffer.pointee.open.capacity { makeRoom(in: partition, for: length) }
        guard let base = buffer.pointee.open.base, buffer.pointee.open.length &+ length <= buffer.pointee.open.capacity else {
            rowsLost &+= 1
            return
        }
        let at = base + buffer.pointee.open.length
        var row = row
        row.attributesLength = UInt32(truncatingIfNeeded: attributes.count)
        at.storeBytes(of: key, as: UInt64.self)
        at.storeBytes(of: row, toByteOffset: PartitionStore.evidenceOffset, as: Evidence.self)
        if let source = attributes.baseAddress { (at + PartitionStore.headerLength).copyMemory(from: source, byteCount: attributes.count) }
        buffer.pointee.open.length &+= length
        rows &+= 1
        counts[Int(truncatingIfNeeded: key >> 48)] &+= 1
    }

    /// How many rows the orders of a bucket have: none of them has more.
    func rows(in partition: Int, bucket: Int) -> Int { Int(counts[partition * PartitionStore.buckets + bucket]) }

    /// Opens the next part of a partition: half as large as all before it, within bounds.
    private func makeRoom(in partition: Int, for length: Int) {
        let wanted = max(length, min(max(held(partition) / 2, PartitionStore.leastPart), PartitionStore.largestPart))
        if memory + wanted > budget, spillFailure == nil { spillLargest() }
        let open = buffers[partition].open
        if open.base != nil {
            buffers[partition].full.append(open)
            buffers[partition].fullLength += open.length
            buffers[partition].open = Part()
        }
        guard let base = malloc(wanted) else { return }
        memory += wanted
        buffers[partition].open = Part(base: base, capacity: wanted)
    }

    /// Bytes of a partition that lie in memory.
    private func held(_ partition: Int) -> Int { buffers[partition].fullLength + buffers[partition].open.length }

    /// Writes the partitions that hold most until half of the budget is free again.
    private func spillLargest() {
        let order = (0..<PartitionStore.count).sorted { held($0) > held($1) }
        for partition in order where memory > budget / 2 && held(partition) > 0 {
            for part in buffers[partition].full { guard spill(part, of: partition) else { return } }
            guard spill(buffers[partition].open, of: partition) else { return }
        }
    }

    /// Writes one part and gives its memory back.
    private func spill(_ part: Part, of partition: Int) -> Bool {
        if spillFile < 0 {
            spillFile = temporaryFile()
            guard spillFile >= 0 else {
                spillFailure = "no temporary file: \(String(cString: strerror(errno)))"
                return false
            }
        }
        var written = 0
        while written < part.length, let base = part.base {
            let n = pwrite(spillFile, base + written, part.length - written, off_t(spillLength + written))
            guard n > 0 else {
                if n < 0, errno == EINTR { continue }
                spillFailure = "temporary file: \(String(cString: strerror(errno)))"
                return false
            }
            written += n
        }
        noteSpilled(part.length, of: partition)
        memory -= part.capacity
        free(part.base)
        if buffers[partition].full.isEmpty {
            buffers[partition].open = Part()
        } else {
            buffers[partition].full.removeFirst()
            buffers[partition].fullLength -= part.length
        }
        return true
    }

    /// Notes bytes at the end of the spill file; parts that follow each other there are one.
    private func noteSpilled(_ length: Int, of partition: Int) {
        defer { spillLength += length }
        let last = buffers[partition].spilled.count - 1
        if last >= 0, buffers[partition].spilled[last].offset + buffers[partition].spilled[last].length == spillLength,
            buffers[partition].spilled[last].length + length <= PartitionStore.largestSpilled
        {
            buffers[partition].spilled[last].length += length
        } else if length > 0 {
            buffers[partition].spilled.append((spillLength, length))
        }
    }

    /// Gives every packed part of a partition to `body`: the spilled ones first, in the order in which they were written.
    func forEachPart(of partition: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        for part in buffers[partition].spilled {
            guard let base = malloc(part.length) else {
                partsLost.add(1, ordering: .relaxed)
                continue
            }
            defer { free(base) }
            let read = self.read(part, into: UnsafeMutableRawBufferPointer(start: base, count: part.length))
            body(UnsafeRawBufferPointer(start: base, count: read))
        }
        forEachHeld(of: partition, body)
    }

    /// The parts in memory, in the order in which they were written.
    @inline(__always)
    private func forEachHeld(of partition: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        for part in buffers[partition].full { body(UnsafeRawBufferPointer(start: part.base, count: part.length)) }
        if let base = buffers[partition].open.base { body(UnsafeRawBufferPointer(start: base, count: buffers[partition].open.length)) }
    }

    /// Reads a spilled part back; how many bytes of it came.
    private func read(_ part: (offset: Int, length: Int), into room: UnsafeMutableRawBufferPointer) -> Int {
        var read = 0
        while read < part.length, let base = room.baseAddress {
            let n = pread(spillFile, base + read, part.length - read, off_t(part.offset + read))
            if n < 0, errno == EINTR { continue }
            guard n > 0 else { break }
            read += n
        }
        if read < part.length { partsLost.add(1, ordering: .relaxed) }
        return read
    }

    /// Appends the packed parts of a partition to `bytes` and gives each of their rows to `body`: key, and place in `bytes`.
    func append(_ partition: Int, to bytes: inout Scratch<UInt8>, _ body: (_ key: UInt64, _ place: Int) -> Void) {
        for part in buffers[partition].spilled {
            let start = bytes.count
            let read = self.read(part, into: bytes.append(room: part.length))
            bytes.removeLast(to: start + read)
            PartitionStore.forEachPlace(in: bytes.bytes, from: start, body)
        }
        forEachHeld(of: partition) { part in
            let start = bytes.count
            bytes.append(bytes: part)
            PartitionStore.forEachPlace(in: bytes.bytes, from: start, body)
        }
    }

    /// The same for the rows of a slice only.
    ///
    /// - Parameter keeps: whether a row is wanted; nil: all are.
    func append(
        _ slice: OrderSlice, to bytes: inout Scratch<UInt8>,
        keeping keeps: ((_ key: UInt64, _ row: Evidence, _ attributes: UnsafeRawBufferPointer) -> Bool)? = nil,
        _ body: (_ key: UInt64, _ place: Int) -> Void
    ) {
        guard slice.count > 1 || keeps != nil else { return append(slice.partition, to: &bytes, body) }
        forEachPart(of: slice.partition) { part in
            PartitionStore.forEachPlace(in: part, from: 0) { key, place in
                guard slice.holds(key) else { return }
                let row = part.loadUnaligned(fromByteOffset: place &+ PartitionStore.evidenceOffset, as: Evidence.self)
                let attributes = place &+ PartitionStore.headerLength
                if let keeps {
                    let rest = UnsafeRawBufferPointer(rebasing: part[attributes..<(attributes &+ Int(row.attributesLength))])
                    guard keeps(key, row, rest) else { return }
                }
                let end = min(attributes &+ ((Int(row.attributesLength) &+ 7) & ~7), part.count)
                let start = bytes.count
                bytes.append(bytes: UnsafeRawBufferPointer(rebasing: part[place..<end]))
                body(key, start)
            }
        }
    }

    /// Writes everything that lies in memory; where there is no room for it, it stays.
    func spillAll() {
        for partition in 0..<PartitionStore.count where held(partition) > 0 {
            for part in buffers[partition].full { guard spill(part, of: partition) else { return } }
            guard spill(buffers[partition].open, of: partition) else { return }
        }
    }

    /// Walks over the places of packed rows.
    @inline(__always)
    private static func forEachPlace(in bytes: UnsafeRawBufferPointer, from start: Int, _ body: (_ key: UInt64, _ place: Int) -> Void) {
        var position = start
        while position &+ headerLength <= bytes.count {
            let attributes = Int(bytes.loadUnaligned(fromByteOffset: position &+ evidenceOffset, as: Evidence.self).attributesLength)
            guard attributes <= bytes.count &- position &- headerLength else { return }
            body(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self), position)
            position = position &+ headerLength &+ ((attributes &+ 7) & ~7)
        }
    }

    /// The row at a place that ``append(_:to:_:)`` gave; its attributes lie in the same bytes.
    @inline(__always)
    static func row(at place: Int, in bytes: UnsafeRawBufferPointer) -> Evidence {
        var row = bytes.loadUnaligned(fromByteOffset: place &+ evidenceOffset, as: Evidence.self)
        row.attributesStart = UInt32(truncatingIfNeeded: place &+ headerLength)
        return row
    }

    /// Bytes of a partition, spilled ones included.
    func length(of partition: Int) -> Int {
        held(partition) + buffers[partition].spilled.reduce(0) { $0 + $1.length }
    }

    /// Gives the memory of a partition back; its spilled parts are forgotten too.
    func release(_ partition: Int) {
        forget(partition)
        buffers[partition] = Buffer()
    }

    private func forget(_ partition: Int) {
        for part in buffers[partition].full { free(part.base) }
        free(buffers[partition].open.base)
    }

    /// Walks over the rows of one packed part.
    @inline(__always)
    static func forEachRow(
        in part: UnsafeRawBufferPointer, _ body: (_ key: UInt64, _ row: Evidence, _ attributes: UnsafeRawBufferPointer) -> Void
    ) {
        var position = 0
        while position &+ headerLength <= part.count {
            let key = part.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let row = part.loadUnaligned(fromByteOffset: position &+ evidenceOffset, as: Evidence.self)
            let attributes = Int(row.attributesLength)
            let start = position &+ headerLength
            guard attributes <= part.count &- start else { return }
            body(key, row, UnsafeRawBufferPointer(rebasing: part[start..<(start &+ attributes)]))
            position = start &+ ((attributes &+ 7) & ~7)
        }
    }
}

/// An unlinked file in `TMPDIR`: it vanishes with the process whatever happens.
enum TemporaryFile {
    /// Opens one; negative when that is impossible, with the reason in `errno`.
    ///
    /// - Parameter folder: where; nil: `TMPDIR`, else `/tmp`.
    static func open(in folder: String? = nil) -> Int32 {
        let folder = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/paychain-XXXXXX".utf8CString)
        let file = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
        if file >= 0 { template.withUnsafeBufferPointer { _ = $0.baseAddress.map { unlink($0) } } }
        return file
    }
}
