/// Rows with their attributes, found again by place; what outgrows a ``SpillPool``'s budget leaves memory. Used by one thread at a time.
final class RowPieces: @unchecked Sendable {
    /// Where a row lies: place in units of eight bytes, and length in the lower 24 bits.
    typealias Place = UInt64

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
    private var pieces: [Piece] = []
    private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    init(in pool: SpillPool) { self.pool = pool }

    deinit {
        for piece in pieces where piece.base != nil {
            pool.gaveBack(piece.capacity)
            piece.base?.deallocate()
        }
        room.deallocate()
    }

    /// Adds a row; nil when it is too long to be kept.
    func append(_ row: Evidence, attributes: UnsafeRawBufferPointer) -> Place? {
        let units = (RowPieces.header + attributes.count + 7) / 8
        guard UInt64(units) >> RowPieces.lengthBits == 0 else { return nil }
        let last = openPiece(for: units * 8)
        guard let base = pieces[last].base else { return nil }
        let at = base + pieces[last].length
        var row = row
        (row.attributesStart, row.attributesLength) = (0, UInt32(truncatingIfNeeded: attributes.count))
        at.storeBytes(of: row, as: Evidence.self)
        if let source = attributes.baseAddress { (at + RowPieces.header).copyMemory(from: source, byteCount: attributes.count) }
        let place = UInt64(pieces[last].start + pieces[last].length) / 8
        pieces[last].length += units * 8
        return place << RowPieces.lengthBits | UInt64(units)
    }

    /// The piece that takes so many bytes more.
    private func openPiece(for length: Int) -> Int {
        if let last = pieces.last, last.base != nil, last.length + length <= last.capacity { return pieces.count - 1 }
        let start = pieces.last.map { $0.start + $0.length } ?? 0
        if pool.isFull(for: RowPieces.pieceLength) { spill() }
        let capacity = max(length, RowPieces.pieceLength)
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

    /// Lends a row; its attributes are valid inside only. Nil when it could not be read back.
    func withRow<R>(_ place: Place, _ body: (Evidence, Attributes) -> R) -> R? {
        let length = Int(place & (1 << RowPieces.lengthBits - 1)) * 8
        let position = Int(place >> RowPieces.lengthBits) * 8
        var (low, high) = (0, pieces.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle } else { high = middle }
        }
        let piece = pieces[low]
        if let base = piece.base {
            return RowPieces.lend(UnsafeRawBufferPointer(start: base + (position - piece.start), count: length), body)
        }
        guard let space = pool.space else { return nil }
        if room.count < length {
            room.deallocate()
            room = .allocate(byteCount: max(length, 4_096), alignment: 16)
        }
        let wanted = UnsafeMutableRawBufferPointer(rebasing: room[..<length])
        guard space.read(piece.place + (position - piece.start), into: wanted) == length else { return nil }
        return RowPieces.lend(UnsafeRawBufferPointer(wanted), body)
    }

    private static func lend<R>(_ bytes: UnsafeRawBufferPointer, _ body: (Evidence, Attributes) -> R) -> R? {
        guard bytes.count >= header else { return nil }
        let row = bytes.loadUnaligned(as: Evidence.self)
        guard header + Int(row.attributesLength) <= bytes.count else { return nil }
        let attributes = UnsafeRawBufferPointer(rebasing: bytes[header..<(header + Int(row.attributesLength))])
        return body(row, Attributes(attributes, keys: row.keys))
    }
}
