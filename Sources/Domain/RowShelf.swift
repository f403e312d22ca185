/// Rows that are asked for one by one after they were sorted: what they are sorted by lies in memory, 32 bytes each; the rows themselves leave
/// it when they outgrow a ``SpillPool``'s budget. Used by one thread at a time.
public final class RowShelf: @unchecked Sendable {
    private struct Entry {
        var offset: UInt64
        var tie: UInt64
        var place: RowPieces.Place
        var source: UInt32
        var event: UInt8
    }

    private let pieces: RowPieces
    private var entries: [Entry] = []

    /// Makes an empty shelf.
    public init(in pool: SpillPool = SpillPool()) { pieces = RowPieces(in: pool) }

    /// How many rows it has.
    public var count: Int { entries.count }
    /// Whether it has none.
    public var isEmpty: Bool { entries.isEmpty }

    /// Adds a row.
    ///
    /// - Parameter tie: what rows of the same record and event are sorted by.
    public func append(_ row: Evidence, attributes: UnsafeRawBufferPointer, tie: UInt64) {
        guard let place = pieces.append(row, attributes: attributes) else { return }
        entries.append(Entry(offset: row.offset, tie: tie, place: place, source: row.source, event: row.event.rawValue))
    }

    /// Sorts the rows by source, offset, event and tie.
    public func sort() {
        entries.sort { ($0.source, $0.offset, $0.event, $0.tie) < ($1.source, $1.offset, $1.event, $1.tie) }
    }

    /// Source and offset of a row.
    public func place(_ index: Int) -> (source: UInt32, offset: UInt64) { (entries[index].source, entries[index].offset) }

    /// Lends a row; its attributes are valid inside only. Nil when it could not be read back.
    @discardableResult
    public func withRow<R>(_ index: Int, _ body: (Evidence, Attributes) -> R) -> R? { pieces.withRow(entries[index].place, body) }

    /// Lends row after row.
    public func forEach(_ body: (_ index: Int, _ row: Evidence, _ attributes: Attributes) -> Void) {
        for index in entries.indices { withRow(index) { body(index, $0, $1) } }
    }
}
