import Domain

/// Keeps one of each piece of evidence: the same record in two sources, or read twice, is one (vocabulary §8, Duplicates).
enum Duplicates {
    /// Indices of the rows to keep, in no particular order.
    ///
    /// One record may tell several facts: rows are the same only when record, event, stamp and attributes are.
    static func remove(from rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer) -> [Int] {
        var order: [(identity: UInt64, index: Int)] = []
        order.reserveCapacity(rows.count)
        for index in rows.indices { order.append((rows[index].identity, index)) }
        order.sort { $0.identity < $1.identity }
        var kept: [Int] = []
        kept.reserveCapacity(rows.count)
        var i = 0
        while i < order.count {
            let groupStart = kept.count
            let identity = order[i].identity
            if i + 1 == order.count || order[i + 1].identity != identity {
                kept.append(order[i].index)
                i += 1
                continue
            }
            while i < order.count, order[i].identity == identity {
                let index = order[i].index
                i += 1
                if let same = kept[groupStart...].firstIndex(where: { isSame(rows[$0], rows[index], arena) }) {
                    if goesBefore(rows[index], rows[kept[same]]) { kept[same] = index }
                } else {
                    kept.append(index)
                }
            }
        }
        return kept
    }

    private static func isSame(_ a: Evidence, _ b: Evidence, _ arena: UnsafeRawBufferPointer) -> Bool {
        guard a.event == b.event, a.at == b.at, a.witness == b.witness, a.attributesLength == b.attributesLength else { return false }
        let (x, y, count) = (Int(a.attributesStart), Int(b.attributesStart), Int(a.attributesLength))
        guard x + count <= arena.count, y + count <= arena.count else { return false }
        for i in 0..<count where arena[x + i] != arena[y + i] { return false }
        return true
    }

    /// The more surely bound copy stays, then the one of the earlier source.
    private static func goesBefore(_ a: Evidence, _ b: Evidence) -> Bool {
        (a.binding.rawValue, a.source, a.offset) < (b.binding.rawValue, b.source, b.offset)
    }
}
