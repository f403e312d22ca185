import Domain

/// Rows that name no order, dealt by what they say: the same record read twice lies in one part, and a part is read by itself.
public final class LooseSet: @unchecked Sendable {
    private let spool: Spool
    private var counts = [Int](repeating: 0, count: count)

    private static let bits = 8
    private static let header = MemoryLayout<Evidence>.stride
    /// Number of parts.
    public static let count = 1 << bits

    /// Makes an empty set.
    public init(in pool: SpillPool = SpillPool()) { spool = Spool(bits: LooseSet.bits, in: pool) }

    /// What makes two rows the same: the record and what it tells.
    private static func name(_ row: Evidence) -> UInt64 { row.identity ^ (UInt64(row.event.rawValue) &* 0x9E37_79B9_7F4A_7C15) }

    /// Adds a row.
    public func append(_ row: Evidence, attributes: UnsafeRawBufferPointer) {
        append(row, attributes: attributes, to: spool.part(of: LooseSet.name(row)))
    }

    /// Adds a row and says how it can be found again.
    func appendNamed(_ row: Evidence, attributes: UnsafeRawBufferPointer) -> LooseName {
        let part = spool.part(of: LooseSet.name(row))
        append(row, attributes: attributes, to: part)
        return LooseName(part: part, row: counts[part] - 1)
    }

    private func append(_ row: Evidence, attributes: UnsafeRawBufferPointer, to part: Int) {
        // Rows stay aligned.
        let length = LooseSet.header + ((attributes.count + 7) & ~7)
        counts[part] += 1
        let room = spool.room(length, in: part)
        var row = row
        (row.attributesStart, row.attributesLength) = (0, UInt32(truncatingIfNeeded: attributes.count))
        room.storeBytes(of: row, as: Evidence.self)
        if let source = attributes.baseAddress { (room + LooseSet.header).copyMemory(from: source, byteCount: attributes.count) }
    }

    /// Gives the rows of a part in the order in which they were added.
    public func forEach(in part: Int, _ body: (Evidence, UnsafeRawBufferPointer) -> Void) {
        spool.forEachPiece(of: part) { piece in
            var position = 0
            while position + LooseSet.header <= piece.count {
                let row = piece.loadUnaligned(fromByteOffset: position, as: Evidence.self)
                let start = position + LooseSet.header
                let length = Int(row.attributesLength)
                guard start + length <= piece.count else { return }
                body(row, UnsafeRawBufferPointer(rebasing: piece[start..<(start + length)]))
                position = start + ((length + 7) & ~7)
            }
        }
    }

    /// How many rows it has.
    public var rows: Int { counts.reduce(0, +) }

    /// How many rows a part has.
    func rows(in part: Int) -> Int { counts[part] }

    /// The rows of a part.
    func batch(_ part: Int) -> EvidenceBatch {
        var batch = EvidenceBatch()
        forEach(in: part) { batch.append($0, attributes: $1) }
        return batch
    }

    /// All rows of some sets, each once and in an order that does not depend on how they were shared among the sets.
    ///
    /// - Parameters:
    ///   - sets: they are empty afterwards.
    ///   - number: the final number of a source.
    ///   - duplicates: is raised by how many rows were there before.
    public static func gather(
        _ sets: [LooseSet], in pool: SpillPool, number: (UInt32) -> UInt32, duplicates: inout Int
    ) -> LooseSet {
        let gathered = LooseSet(in: pool)
        for part in 0..<count {
            var batch = EvidenceBatch()
            for set in sets {
                set.forEach(in: part) { row, attributes in
                    var row = row
                    row.source = number(row.source)
                    batch.append(row, attributes: attributes)
                }
                set.spool.removeAll(in: part)
                set.counts[part] = 0
            }
            let order = batch.rows.indices.sorted { x, y in
                let (a, b) = (batch.rows[x], batch.rows[y])
                return (a.source, a.offset, a.event.rawValue, a.identity) < (b.source, b.offset, b.event.rawValue, b.identity)
            }
            var seen = Set<UInt64>(minimumCapacity: order.count)
            for index in order {
                let row = batch.rows[index]
                guard seen.insert(name(row)).inserted else {
                    duplicates += 1
                    continue
                }
                batch.withAttributes(of: row) { gathered.append(row, attributes: $0.bytes, to: part) }
            }
        }
        return gathered
    }
}
