/// Records dealt into parts, read back part by part; what goes beyond a ``SpillPool``'s budget leaves memory.
///
/// Records are bytes: either all of one type (trivial: integers, instants, evidence), or of their own length (then whoever reads knows where one ends). A record never
/// lies in two pieces. Used by one thread at a time.
public final class Spool: @unchecked Sendable {
    /// Full memory, or its place in the space.
    private struct Piece {
        var base: UnsafeMutableRawPointer?
        var place = 0
        var length: Int
        var capacity: Int
    }

    private struct Part {
        var base: UnsafeMutableRawPointer?
        var length = 0
        var capacity = 0
        /// Bytes of the pieces.
        var behind = 0
        var pieces: [Piece] = []
    }

    private static let alignment = 16
    private static let leastPiece = 512
    private static let largestPiece = 16 << 10
    /// The pieces that all parts fill at once are a small share of what the pool may hold.
    private static let shareOfOpen = 16
    private let largestPiece: Int

    /// Number of parts: a power of two, at most 256.
    public let count: Int
    private let shift: UInt64
    private let parts: UnsafeMutablePointer<Part>
    private let pool: SpillPool

    /// Makes an empty spool.
    ///
    /// - Parameters:
    ///   - bits: the binary logarithm of the number of parts, at most 8.
    ///   - pool: whose budget it shares.
    public init(bits: Int, in pool: SpillPool) {
        count = 1 << bits
        shift = UInt64(64 - bits)
        largestPiece = max(Spool.leastPiece, min(Spool.largestPiece, pool.budget / Spool.shareOfOpen / count & ~(Spool.alignment - 1)))
        self.pool = pool
        parts = .allocate(capacity: count)
        parts.initialize(repeating: Part(), count: count)
    }

    deinit {
        for part in 0..<count { removeAll(in: part) }
        parts.deinitialize(count: count)
        parts.deallocate()
    }

    /// The part of a name: its uppermost bits.
    @inlinable @inline(__always) public func part(of name: UInt64) -> Int { Int(truncatingIfNeeded: name >> shiftOfParts) }

    @usableFromInline var shiftOfParts: UInt64 { shift }

    /// Whether a part holds nothing.
    public func isEmpty(_ part: Int) -> Bool { parts[part].length == 0 && parts[part].pieces.isEmpty }

    /// Whether all parts hold nothing.
    public var isEmpty: Bool { (0..<count).allSatisfy(isEmpty) }

    /// Bytes of a part.
    public func length(of part: Int) -> Int { parts[part].behind + parts[part].length }

    /// Room for one record at the end of a part, for whoever fills it.
    public func room(_ length: Int, in part: Int) -> UnsafeMutableRawPointer {
        if length > parts[part].capacity - parts[part].length { turn(part, for: length) }
        defer { parts[part].length += length }
        return (parts[part].base ?? reserve(length, in: part)) + parts[part].length
    }

    /// Appends a record of a trivial type.
    @inlinable public func append<Record>(_ record: Record, to part: Int) {
        room(MemoryLayout<Record>.stride, in: part).storeBytes(of: record, as: Record.self)
    }

    /// Closes the piece that is filled and opens the next: half as large as all before it, within bounds.
    private func turn(_ part: Int, for length: Int) {
        if let base = parts[part].base {
            var piece = Piece(base: base, length: parts[part].length, capacity: parts[part].capacity)
            parts[part].behind += piece.length
            if pool.isFull(for: largestPiece), let space = pool.space,
                let place = space.write(UnsafeRawBufferPointer(start: base, count: piece.length))
            {
                base.deallocate()
                pool.gaveBack(piece.capacity)
                piece = Piece(base: nil, place: place, length: piece.length, capacity: 0)
            }
            parts[part].pieces.append(piece)
        }
        _ = reserve(length, in: part)
    }

    private func reserve(_ length: Int, in part: Int) -> UnsafeMutableRawPointer {
        let wanted = max(length, min(max(parts[part].behind / 2, Spool.leastPiece), largestPiece))
        let base = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: Spool.alignment)
        pool.took(wanted)
        (parts[part].base, parts[part].length, parts[part].capacity) = (base, 0, wanted)
        return base
    }

    /// Gives the pieces of a part in the order in which they were written; each holds whole records.
    public func forEachPiece(of part: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        var room: UnsafeMutableRawBufferPointer?
        defer { room?.deallocate() }
        for piece in parts[part].pieces {
            if let base = piece.base {
                body(UnsafeRawBufferPointer(start: base, count: piece.length))
                continue
            }
            if (room?.count ?? 0) < piece.length {
                room?.deallocate()
                room = .allocate(byteCount: max(piece.length, Spool.largestPiece), alignment: Spool.alignment)
            }
            guard let room, let space = pool.space else { continue }
            let read = space.read(piece.place, into: UnsafeMutableRawBufferPointer(rebasing: room[..<piece.length]))
            body(UnsafeRawBufferPointer(rebasing: room[..<read]))
        }
        if let base = parts[part].base { body(UnsafeRawBufferPointer(start: base, count: parts[part].length)) }
    }

    /// Gives the records of a part in the order in which they were appended. Inlinable as all that is generic here: a record whose type is
    /// known only when it is read costs two hundred instructions.
    @inlinable public func forEach<Record>(_ type: Record.Type, in part: Int, _ body: (Record) -> Void) {
        forEachPiece(of: part) { piece in
            let stride = MemoryLayout<Record>.stride
            var position = 0
            while position + stride <= piece.count {
                body(piece.loadUnaligned(fromByteOffset: position, as: Record.self))
                position += stride
            }
        }
    }

    /// The records of a part in the order in which they were appended.
    @inlinable public func records<Record>(_ type: Record.Type, in part: Int) -> [Record] {
        var all: [Record] = []
        all.reserveCapacity(length(of: part) / MemoryLayout<Record>.stride)
        forEach(type, in: part) { all.append($0) }
        return all
    }

    /// Takes the records of a part away.
    @inlinable public func take<Record>(_ type: Record.Type, of part: Int) -> [Record] {
        defer { removeAll(in: part) }
        return records(type, in: part)
    }

    /// Forgets a part and gives its memory back.
    public func removeAll(in part: Int) {
        for piece in parts[part].pieces where piece.base != nil { pool.gaveBack(piece.capacity) }
        for piece in parts[part].pieces { piece.base?.deallocate() }
        if let base = parts[part].base {
            pool.gaveBack(parts[part].capacity)
            base.deallocate()
        }
        parts[part] = Part()
    }
}
