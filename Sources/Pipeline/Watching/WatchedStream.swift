import Domain
import Masking
import Recognition
import Sources

/// One stream that is followed: its bytes become rows, as in a batch run over all its bytes so far.
///
/// While it is short it is read anew as a whole whenever it has grown: recognition decides what a source is by its first 64 KiB. Then its
/// extractor goes on from block to block; its last record waits for the line that ends it, or for the end.
final class WatchedStream {
    let id: UInt32
    /// The name under which it is read: device sessions without an id are named by it.
    private(set) var readName: String
    /// What it is called now.
    var name: String { didSet { isChanged = isChanged || name != oldValue } }
    private(set) var kind = WatchPlans.Kind.plain
    private var isKindFinal = false
    private(set) var length: UInt64 = 0
    /// All its bytes while it is short: whatever becomes of its file, they can be read anew.
    private var head = PackedBytes()
    private var isHeadRead = false
    private var extractor: SourceExtractor?
    /// Its own kind of pass: standard input is never put off.
    let isNeverLate: Bool
    /// See ``WatchPlans/version(_:)``, of what its rows were read by.
    private(set) var version: UInt64 = 0
    private(set) var readingOfName: UInt64 = 0

    /// Rows that are not in the store yet.
    var rows = EvidenceBatch()
    /// Rows that would be read again if the stream went on.
    var provisional = EvidenceBatch()
    /// The stored ones have to go first.
    var replacesRows = false
    /// The provisional ones differ from those in the store.
    var replacesProvisional = false
    /// Rows in the store, provisional ones aside.
    var storedRows: UInt64 = 0
    /// Provisional rows in the store, while none are in memory.
    var storedProvisional: UInt64 = 0
    /// Number of the next block of rows, and the one behind what waits.
    var nextBlock: UInt32 = 0
    var followingBlock: UInt32 = 0
    var report = ExtractionReport()
    var facts = StreamFacts()
    /// Where bytes are missing.
    var losses: [StreamFacts.Loss] = [] { didSet { isHeadRead = false } }
    /// Nothing more can come.
    var isEnded = false
    /// Everything about it is known and stored.
    var isClosed = false
    /// It came out of a store that a batch run made.
    var isStored = false
    /// Its bytes were pushed and lie in the store.
    var isPushed = false
    /// Pieces of them there.
    var pushes: UInt32 = 0
    /// Those that are not there yet.
    var pushedWaiting: [UInt8] = []
    /// Their beginning, for the content id.
    var pushedHead: [UInt8] = []
    /// Its provisional rows were not judged yet.
    var isUnjudged = false
    /// All its rows come anew: what was judged of it before does not count.
    var isReread = false
    /// Whether the store has to hear of it.
    var isChanged = true

    /// What it shares with all others while it reads.
    private var room: WatchRoom?

    init(id: UInt32, name: String, isNeverLate: Bool) {
        (self.id, self.name, readName, self.isNeverLate) = (id, name, name, isNeverLate)
    }

    /// All rows it gave.
    var rowCount: UInt64 { storedRows + provisionalCount + UInt64(rows.rows.count) }

    /// Those that would be read again if it went on: once they were judged, the store alone has them.
    var provisionalCount: UInt64 { provisional.rows.isEmpty ? storedProvisional : UInt64(provisional.rows.count) }

    /// Takes a stream that the store knows: its rows are there, and its bytes come again to where they were.
    func restore(
        readName: String, kind: WatchPlans.Kind, length: UInt64, version: UInt64, readingOfName: UInt64, storedRows: UInt64,
        nextBlock: UInt32
    ) {
        (self.readName, self.kind, self.version) = (readName, kind, version)
        (self.readingOfName, self.storedRows, self.nextBlock) = (readingOfName, storedRows, nextBlock)
        (isHeadRead, isChanged, self.length, followingBlock) = (true, false, length, nextBlock)
        if !isClosed, !isStored { known = length }
    }

    /// How far the store knows it, while its bytes come again to build up what recognition had in mind; nil: beyond that.
    private var known: UInt64?
    private var rebuilt: UInt64 = 0
    private var rebuiltRows: UInt64 = 0
    /// The rows that came again are not those that the store has: it has to be read as a whole.
    private(set) var isDoubtful = false

    /// Whether what was known of it is being built up again.
    var isRebuilding: Bool { known != nil }

    /// Forgets what was read, to read it again from the beginning under its present name.
    func restart() {
        (length, head, isHeadRead, isKindFinal) = (0, PackedBytes(), false, false)
        extractor = nil
        (rows, provisional, known, isDoubtful) = (EvidenceBatch(), EvidenceBatch(), nil, false)
        (readName, isChanged, replacesRows, replacesProvisional, losses) = (name, true, true, true, [])
        (isReread, isUnjudged) = (true, true)
        (storedRows, storedProvisional, nextBlock, isEnded, isClosed) = (0, 0, 0, false, false)
    }

    /// Its bytes do not come again: what the store has of it stays.
    func giveUp() {
        // What came of it stands for nothing.
        if let known { length = known }
        (known, head) = (nil, PackedBytes())
        extractor = nil
        (isEnded, isClosed) = (true, true)
    }

    /// The next bytes.
    func take(_ bytes: UnsafeRawBufferPointer, plans: WatchPlans, original: (UInt64) -> UInt64) {
        // It was given up, and is there again.
        if isClosed { restart() }
        guard let known else { return consume(bytes, plans: plans, original: original) }
        let count = min(bytes.count, Int(clamping: known &- min(known, rebuilt)))
        if rebuilt == 0 { length = 0 }
        consume(UnsafeRawBufferPointer(rebasing: bytes[..<count]), plans: plans, original: original)
        rebuilt += UInt64(count)
        rebuiltRows += UInt64(rows.rows.count)
        rows.removeAll()
        guard rebuilt == known else { return }
        self.known = nil
        isDoubtful = rebuiltRows != storedRows
        // What was added to a last line that is not complete gives way.
        (storedProvisional, replacesProvisional, isChanged) = (0, true, true)
        if count < bytes.count { consume(UnsafeRawBufferPointer(rebasing: bytes[count...]), plans: plans, original: original) }
    }

    private func consume(_ bytes: UnsafeRawBufferPointer, plans: WatchPlans, original: (UInt64) -> UInt64) {
        guard !bytes.isEmpty else { return }
        length += UInt64(bytes.count)
        isChanged = true
        guard extractor == nil else { return extract(bytes, original) }
        head.append(bytes)
        isHeadRead = false
        decideKind()
        guard head.count >= SourceExtractor.headLength, isKindFinal || head.count >= WatchPlans.decisive else { return }
        begin(plans)
        // What was read of the beginning is read again now, for good.
        (provisional, storedProvisional) = (EvidenceBatch(), 0)
        (replacesProvisional, isReread) = (true, true)
        var beginning = head
        head = PackedBytes()
        beginning.withBytes { extract($0, original) }
    }

    private func decideKind() {
        guard !isKindFinal, !isNeverLate else { return }
        (kind, isKindFinal) = head.withBytes { WatchPlans.kind(of: $0) }
    }

    private func begin(_ plans: WatchPlans) {
        room = plans.room
        extractor = SourceExtractor(name: readName, sourceIndex: id, plan: plans.plan(kind), room: plans.room.extraction)
        (version, readingOfName) = (plans.version(kind), plans.reading(of: readName, kind))
    }

    private func extract(_ bytes: UnsafeRawBufferPointer, _ original: (UInt64) -> UInt64) {
        guard let room else { return }
        extractor?.consume(bytes, into: &room.batch)
        extractor?.rest()
        room.move(to: &rows, original)
    }

    private func takeReport() {
        report = extractor?.report ?? report
        guard let masker = room?.masker else { return }
        for place in report.deviceSpans.indices { report.deviceSpans[place].name = masker.masked(report.deviceSpans[place].name) }
    }

    /// Brings rows and report up to what its bytes say.
    ///
    /// - Parameters:
    ///   - isLast: as if nothing more came: the last record is complete. Only ``restart()`` goes on from there.
    ///   - original: the original offset of a UTF-8 offset.
    func refresh(plans: WatchPlans, isLast: Bool, original: (UInt64) -> UInt64) {
        guard !isClosed, !isStored, !isRebuilding else { return }
        let losses = losses.map { (utf8Offset: $0.utf8Offset, reason: $0.reason, untilEnd: $0.untilEnd) }
        if extractor == nil {
            guard !isHeadRead || version != plans.version(kind) || isLast, !head.isEmpty || length == 0 else { return }
            begin(plans)
            let room = plans.room
            head.withBytes { extractor?.consume($0, into: &room.batch) }
            extractor?.finish(losses: losses, into: &room.batch)
            (provisional, storedProvisional) = (EvidenceBatch(), 0)
            room.move(to: &provisional, original)
            (replacesProvisional, isReread, isUnjudged) = (true, true, true)
            takeReport()
            extractor = nil
            isHeadRead = true
        } else if isLast, let room {
            extractor?.finish(losses: losses, into: &room.batch)
            storedProvisional = 0
            room.move(to: &provisional, original)
            (replacesProvisional, isUnjudged) = (true, true)
            takeReport()
            extractor = nil
        } else if isChanged {
            extractor?.takeStock(losses: losses)
            takeReport()
        }
        isChanged = true
    }

    /// Whether it would be read otherwise now, by what is known of other streams or by its new name.
    func isStale(_ plans: WatchPlans) -> Bool {
        guard !isStored, !isRebuilding, length > 0 else { return false }
        return isDoubtful || !isNeverLate && version != plans.version(kind)
            || name != readName && readingOfName != plans.reading(of: name, kind)
    }

    /// What takes its place when all its bytes are read again.
    func again() -> WatchedStream {
        let again = WatchedStream(id: id, name: name, isNeverLate: isNeverLate)
        again.restart()
        (again.isPushed, again.pushes, again.pushedWaiting, again.pushedHead) = (isPushed, pushes, pushedWaiting, pushedHead)
        return again
    }

    /// What takes its place when it goes on after it was complete: its bytes build up what recognition had in mind, and its rows are those
    /// that the store has. Nil where they would be others now.
    func reopened(_ plans: WatchPlans) -> WatchedStream? {
        guard rows.rows.isEmpty, !isStale(plans) else { return nil }
        let again = WatchedStream(id: id, name: name, isNeverLate: isNeverLate)
        again.restore(
            readName: readName, kind: kind, length: length, version: version, readingOfName: readingOfName, storedRows: storedRows,
            nextBlock: nextBlock)
        return again
    }

    /// Nothing more comes, and nothing that others tell changes how it is read: thousands of small files must not stay in memory.
    func forgetBeginning() { if kind == .plain { head = PackedBytes() } }

    /// Nothing came for a while: what it keeps takes less room until something does.
    func rest() { head.pack() }

    /// Gives the bytes that are at hand.
    func withBeginning(_ body: (UnsafeRawBufferPointer) -> Void) { head.withBytes(body) }

    /// Whether all its bytes are at hand: then it is read again as it is.
    var isShort: Bool { extractor == nil && UInt64(head.count) == length && length > 0 }

    /// Its bytes are gone: what was read with less is what there is.
    func accept(_ plans: WatchPlans) {
        (version, readingOfName, isDoubtful, isChanged) = (plans.version(kind), plans.reading(of: name, kind), false, true)
    }

    /// Reads it under another name or plan, from bytes at hand.
    func readAgain() {
        if name != readName { (readName, isKindFinal) = (name, false) }
        decideKind()
        (isHeadRead, isChanged, isDoubtful) = (false, true, false)
    }
}
