/// Rows that are looked at one by one after they were sorted: what is sorted lies in memory, the rows themselves leave it when they
/// outgrow a ``SpillPool``'s budget. Used by one thread at a time.
public final class RowShelf: @unchecked Sendable {
    /// Where a row lies, and what it is sorted by: 32 bytes.
    private struct Entry {
        var offset: UInt64
        var tie: UInt64
        /// Place in units of eight bytes, and length in the lower 24 bits.
        var place: UInt64
        var source: UInt32
        var event: UInt8
        var note: UInt8
    }

    private struct Piece {
        var start: Int
        var base: UnsafeMutableRawPointer?
        var length = 0
        var capacity: Int
        /// Where it lies in the space; negative: in memory.
        var place = -1
    }

    private static let header = MemoryLayout<Evidence>.stride
    private static let pieceLength = 64 << 10
    private static let lengthBits: UInt64 = 24

    private let pool: SpillPool
    private var entries: [Entry] = []
    private var pieces: [Piece] = []
    private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// What is noted of rows: a handful of texts.
    private var notes: [String] = []

    /// Makes an empty shelf.
    public init(in pool: SpillPool = SpillPool()) { self.pool = pool }

    deinit {
        for piece in pieces where piece.base != nil {
            pool.gaveBack(piece.capacity)
            piece.base?.deallocate()
        }
        room.deallocate()
    }

    /// How many rows it has.
    public var count: Int { entries.count }
    /// Whether it has none.
    public var isEmpty: Bool { entries.isEmpty }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - tie: what rows of the same record and event are sorted by.
    ///   - note: a remark that comes back with the row; one of at most 256.
    public func append(_ row: Evidence, attributes: UnsafeRawBufferPointer, tie: UInt64, note: String = "") {
        let units = (RowShelf.header + attributes.count + 7) / 8
        guard UInt64(units) >> RowShelf.lengthBits == 0 else { return }
        let last = openPiece(for: units * 8)
        guard let base = pieces[last].base else { return }
        let at = base + pieces[last].length
        var row = row
        (row.attributesStart, row.attributesLength) = (0, UInt32(truncatingIfNeeded: attributes.count))
        at.storeBytes(of: row, as: Evidence.self)
        if let source = attributes.baseAddress { (at + RowShelf.header).copyMemory(from: source, byteCount: attributes.count) }
        let place = UInt64(pieces[last].start + pieces[last].length) / 8
        pieces[last].length += units * 8
        entries.append(
            Entry(
                offset: row.offset, tie: tie, place: place << RowShelf.lengthBits | UInt64(units), source: row.source,
                event: row.event.rawValue, note: number(of: note)))
    }

    private func number(of note: String) -> UInt8 {
        if let known = notes.firstIndex(of: note) { return UInt8(truncatingIfNeeded: known) }
        guard notes.count < 256 else { return 0 }
        notes.append(note)
        return UInt8(truncatingIfNeeded: notes.count - 1)
    }

    /// The piece that takes so many bytes more.
    private func openPiece(for length: Int) -> Int {
        if let last = pieces.last, last.base != nil, last.length + length <= last.capacity { return pieces.count - 1 }
        let start = pieces.last.map { $0.start + $0.length } ?? 0
        if pool.isFull(for: RowShelf.pieceLength) { spill() }
        let capacity = max(length, RowShelf.pieceLength)
        pool.took(capacity)
        pieces.append(Piece(start: start, base: .allocate(byteCount: capacity, alignment: 16), capacity: capacity))
        return pieces.count - 1
    }

    /// Writes all that lies in memory.
    private func spill() {
        guard let space = pool.space else { return }
        for index in pieces.indices {
            guard let base = pieces[index].base else { continue }
            guard let place = space.write(UnsafeRawBufferPointer(start: base, count: pieces[index].length)) else { return }
            base.deallocate()
            pool.gaveBack(pieces[index].capacity)
            (pieces[index].base, pieces[index].place) = (nil, place)
        }
    }

    /// Sorts the rows by source, offset, event and tie.
    public func sort() {
        entries.sort { ($0.source, $0.offset, $0.event, $0.tie) < ($1.source, $1.offset, $1.event, $1.tie) }
    }

    /// Source and offset of a row.
    public func place(_ index: Int) -> (source: UInt32, offset: UInt64) { (entries[index].source, entries[index].offset) }

    /// What was noted of a row.
    public func note(_ index: Int) -> String {
        let number = Int(entries[index].note)
        return number < notes.count ? notes[number] : ""
    }

    /// Lends a row; its attributes are valid inside only. Nil when it could not be read back.
    @discardableResult
    public func withRow<R>(_ index: Int, _ body: (Evidence, Attributes) -> R) -> R? {
        let length = Int(entries[index].place & (1 << RowShelf.lengthBits - 1)) * 8
        let position = Int(entries[index].place >> RowShelf.lengthBits) * 8
        var (low, high) = (0, pieces.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle } else { high = middle }
        }
        let piece = pieces[low]
        if let base = piece.base {
            return RowShelf.lend(UnsafeRawBufferPointer(start: base + (position - piece.start), count: length), body)
        }
        guard let space = pool.space else { return nil }
        if room.count < length {
            room.deallocate()
            room = .allocate(byteCount: max(length, 4_096), alignment: 16)
        }
        let wanted = UnsafeMutableRawBufferPointer(rebasing: room[..<length])
        guard space.read(piece.place + (position - piece.start), into: wanted) == length else { return nil }
        return RowShelf.lend(UnsafeRawBufferPointer(wanted), body)
    }

    private static func lend<R>(_ bytes: UnsafeRawBufferPointer, _ body: (Evidence, Attributes) -> R) -> R? {
        guard bytes.count >= header else { return nil }
        let row = bytes.loadUnaligned(as: Evidence.self)
        guard header + Int(row.attributesLength) <= bytes.count else { return nil }
        let attributes = UnsafeRawBufferPointer(rebasing: bytes[header..<(header + Int(row.attributesLength))])
        return body(row, Attributes(attributes, keys: row.keys))
    }

    /// Lends row after row.
    public func forEach(_ body: (_ index: Int, _ row: Evidence, _ attributes: Attributes) -> Void) {
        for index in entries.indices { withRow(index) { body(index, $0, $1) } }
    }

    /// Some of the rows.
    public func batch(_ range: Range<Int>) -> EvidenceBatch {
        var batch = EvidenceBatch()
        for index in range { withRow(index) { batch.append($0, attributes: $1.bytes) } }
        return batch
    }
}
