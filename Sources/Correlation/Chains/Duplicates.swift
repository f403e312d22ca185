import Domain

/// Keeps one of each piece of evidence: the same record in two sources, or read twice, is one (vocabulary §8, Duplicates).
///
/// A value is used again for every order.
struct Duplicates: ~Copyable {
    /// Indices of the rows to keep, in no particular order.
    private(set) var kept = Scratch<Int32>()
    /// By kept row: the kept row of the same identity before it, or -1.
    private var others = Scratch<Int32>()
    /// An open-addressing table from identities to the place of the last kept row that has it; -1 is empty.
    private var slots = Scratch<Int32>()

    /// Finds the rows to keep.
    ///
    /// One record may tell several facts: rows are the same only when record, event, stamp and attributes are.
    mutating func find(in rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer) {
        kept.removeAll()
        others.removeAll()
        var size = 32
        while size < rows.count &* 2 { size &*= 2 }
        slots.fill(-1, count: size)
        for index in rows.indices {
            let identity = rows[index].identity
            var slot = Int(truncatingIfNeeded: identity ^ (identity &>> 32)) & (size &- 1)
            while slots[slot] >= 0, rows[Int(kept[Int(slots[slot])])].identity != identity { slot = (slot &+ 1) & (size &- 1) }
            var other = slots[slot]
            while other >= 0, !Duplicates.isSame(rows[Int(kept[Int(other)])], rows[index], arena) { other = others[Int(other)] }
            if other >= 0 {
                if Duplicates.goesBefore(rows[index], rows[Int(kept[Int(other)])]) { kept[Int(other)] = Int32(truncatingIfNeeded: index) }
                continue
            }
            others.append(slots[slot])
            slots[slot] = Int32(truncatingIfNeeded: kept.count)
            kept.append(Int32(truncatingIfNeeded: index))
        }
    }

    /// Leaves rows out.
    mutating func remove(where isUnwanted: (Int) -> Bool) {
        var count = 0
        for place in kept.indices where !isUnwanted(Int(kept[place])) {
            kept[count] = kept[place]
            count += 1
        }
        kept.removeLast(to: count)
    }

    private static func isSame(_ a: Evidence, _ b: Evidence, _ arena: UnsafeRawBufferPointer) -> Bool {
        guard a.event == b.event, a.at == b.at, a.witness == b.witness, a.attributesLength == b.attributesLength else { return false }
        let (x, y, count) = (Int(a.attributesStart), Int(b.attributesStart), Int(a.attributesLength))
        guard x + count <= arena.count, y + count <= arena.count else { return false }
        return UnsafeRawBufferPointer(rebasing: arena[x..<(x + count)]).equals(UnsafeRawBufferPointer(rebasing: arena[y..<(y + count)]))
    }

    /// The more surely bound copy stays, then the one of the earlier source.
    private static func goesBefore(_ a: Evidence, _ b: Evidence) -> Bool {
        (a.binding.rawValue, a.source, a.offset) < (b.binding.rawValue, b.source, b.offset)
    }
}
