/// Rows that come back by source and offset, each with a remark: they leave memory, and so does what they are sorted by. Used by one thread
/// at a time.
public final class SortedRows: @unchecked Sendable {
    private struct Entry: Comparable, Sendable {
        var offset: UInt64
        var tie: UInt64
        var place: RowPieces.Place
        var source: UInt32
        var event: UInt8
        var note: UInt8

        static func < (a: Entry, b: Entry) -> Bool {
            (a.source, a.offset, a.event, a.tie) < (b.source, b.offset, b.event, b.tie)
        }
    }

    private let pieces: RowPieces
    private let entries: SortedSpool<Entry>
    /// What is noted of rows: a handful of texts.
    private var notes: [String] = []

    /// How many rows it has.
    public private(set) var count = 0

    /// Makes an empty list.
    public init(in pool: SpillPool = SpillPool()) { (pieces, entries) = (RowPieces(in: pool), SortedSpool(in: pool)) }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - tie: what rows of the same record and event are sorted by.
    ///   - note: a remark that comes back with the row; one of at most 256.
    public func append(_ row: Evidence, attributes: UnsafeRawBufferPointer, tie: UInt64, note: String = "") {
        guard let place = pieces.append(row, attributes: attributes) else { return }
        count += 1
        entries.append(
            Entry(
                offset: row.offset, tie: tie, place: place, source: row.source, event: row.event.rawValue, note: number(of: note)))
    }

    private func number(of note: String) -> UInt8 {
        if let known = notes.firstIndex(of: note) { return UInt8(truncatingIfNeeded: known) }
        guard notes.count < 256 else { return 0 }
        notes.append(note)
        return UInt8(truncatingIfNeeded: notes.count - 1)
    }

    /// Lends row after row with what was noted of it; attributes are valid inside only.
    public func forEach<Failure: Error>(
        _ body: (_ row: Evidence, _ attributes: Attributes, _ note: String) throws(Failure) -> Void
    ) throws(Failure) {
        var reader = SortedSpool.reader(of: [entries])
        while let entry = reader.next() {
            let note = Int(entry.note) < notes.count ? notes[Int(entry.note)] : ""
            let failure = pieces.withRow(entry.place) { row, attributes -> Failure? in
                do throws(Failure) { try body(row, attributes, note) } catch { return error }
                return nil
            }
            if let failure = failure ?? nil { throw failure }
        }
    }

    /// Gives the rows, so many at once.
    public func forEachBatch<Failure: Error>(of size: Int, _ body: (EvidenceBatch) throws(Failure) -> Void) throws(Failure) {
        var batch = EvidenceBatch()
        try forEach { (row, attributes, _) throws(Failure) in
            batch.append(row, attributes: attributes.bytes)
            guard batch.rows.count == size else { return }
            try body(batch)
            batch = EvidenceBatch()
        }
        if !batch.rows.isEmpty { try body(batch) }
    }
}
