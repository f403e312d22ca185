import Decoding
import Domain

/// Memory that an extractor needs only while it has a record in hand: any number of extractors may share it on one thread, one after the
/// other.
///
/// Hundreds of streams are followed at a time, and each would otherwise keep half a megabyte that no two of them use at once; a batch run
/// over many small files would ask for it again and again.
public final class ExtractionRoom {
    let decoding = DecodingRoom()
    let words: Vocabulary
    let fields: FieldTable
    let rows: PendingRows
    @exclusivity(unchecked) var fieldList = FieldList()
    @exclusivity(unchecked) var nestedList = FieldList()
    /// For texts that have to be put together before they can be read.
    let scratch: UnsafeMutableRawBufferPointer
    private(set) lazy var signed = SignedReader()
    private let tableMemory: UnsafeMutableRawPointer
    private let rowMemory: UnsafeMutableRawBufferPointer
    private let pendingRows: UnsafeMutablePointer<PendingRows.Row>

    /// Makes room for one thread.
    public convenience init(_ plan: ExtractionPlan) { self.init(words: plan.words) }

    init(words: Vocabulary) {
        self.words = words
        tableMemory = .allocate(byteCount: FieldTable.byteCount, alignment: 16)
        rowMemory = .allocate(byteCount: PendingRows.byteCount, alignment: 16)
        pendingRows = .allocate(capacity: PendingRows.capacity)
        scratch = .allocate(byteCount: 128 << 10, alignment: 16)
        fields = FieldTable(memory: tableMemory)
        rows = PendingRows(memory: rowMemory, rows: pendingRows)
    }

    deinit {
        tableMemory.deallocate()
        rowMemory.deallocate()
        pendingRows.deallocate()
        scratch.deallocate()
    }

    /// Whether it remembers the meanings that keys have in a plan.
    func fits(_ plan: ExtractionPlan) -> Bool { words === plan.words || words.orderNumberKeys == plan.words.orderNumberKeys }
}
