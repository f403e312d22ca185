import Decoding
import Domain

/// Turns one source's bytes into evidence: peels envelopes, recognises what lines mean, and tells what the source as a whole showed.
///
/// Blocks follow each other and may be cut anywhere. It never judges, never moves a stamp and never fails: a line that means nothing is
/// counted, a damaged one is named.
public struct SourceExtractor: ~Copyable {
    /// What is gathered before the kind of the stream is decided: enough for a bill's header behind any preamble.
    public static let headLength = 64 << 10

    private enum Mode {
        case head
        case log
        case bill
        case table
        case errorBody
    }

    let name: String
    let sourceIndex: UInt32
    let plan: ExtractionPlan
    let mappingIndex: Int?
    let mapping: SourceMapping?
    var reading: Reading
    /// What it needs while it has a record in hand.
    let room: ExtractionRoom
    /// How far the lines of a record were counted that holds several documents.
    var counted = DocumentLines()
    var tally: SourceTally
    var decoder: RecordDecoder?
    /// Requests whose answers stand in later records.
    var openRequests = OpenRequests()
    /// Endpoints that orders of this log taught, compiled, and how many they were.
    var ownEndpoints = (count: 0, table: EndpointTable([]))
    private var bill: BillReader
    private var table: TableReader
    /// What stamps without a zone mean in this source.
    private let zoneRule: ZoneRule
    private var mode = Mode.head
    private var head: [UInt8] = []
    /// What the source told; complete after ``finish(losses:into:)``.
    public private(set) var report = ExtractionReport()

    /// Begins a source.
    ///
    /// - Parameters:
    ///   - name: the source's name, as `SourceInfo.name`.
    ///   - sourceIndex: its index in the run's source table.
    ///   - settings: what the configuration says.
    ///   - endpoints: the merchant's paths learnt so far.
    public init(name: String, sourceIndex: UInt32, settings: RecognitionSettings, endpoints: Endpoints) {
        self.init(name: name, sourceIndex: sourceIndex, plan: ExtractionPlan(settings: settings, endpoints: endpoints))
    }

    /// Begins a source with what the sources of its pass share.
    ///
    /// - Parameters:
    ///   - name: the source's name, as `SourceInfo.name`.
    ///   - sourceIndex: its index in the run's source table.
    ///   - plan: settings and endpoints, compiled.
    ///   - room: memory that other extractors of the same thread use as well; nil: its own.
    public init(name: String, sourceIndex: UInt32, plan: ExtractionPlan, room: ExtractionRoom? = nil) {
        (self.name, self.sourceIndex, self.plan) = (name, sourceIndex, plan)
        let shared = room.flatMap { $0.fits(plan) ? $0 : nil } ?? ExtractionRoom(plan)
        self.room = shared
        mappingIndex = plan.settings.mappings.firstIndex { $0.applies(name) }
        mapping = mappingIndex.map { plan.settings.mappings[$0] }
        let words = plan.words
        reading = Reading(
            record: Record(offset: 0, line: 0), text: .none, fields: shared.fields, rows: shared.rows, words: words,
            sourceHash: StableHash.of(name))
        bill = BillReader(name: name, sourceIndex: sourceIndex, words: words)
        let zone = plan.settings.sourceZones.first { $0.applies(name) }?.zone ?? plan.settings.zone
        zoneRule = SourceExtractor.rule(zone)
        table = TableReader(name: name, sourceIndex: sourceIndex, words: words, zone: zoneRule)
        tally = SourceTally()
    }

    /// Whether the head of a source looks like an access log: those are read last, when the endpoints are known.
    public static func looksLikeAccessLog(head: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        var requests = 0
        var others = 0
        while start < head.count, requests + others < 16 {
            let end = head.first(10, from: start) ?? head.count
            let line = head.slice(start, end)
            start = end &+ 1
            guard line.trimmed.count > 0 else { continue }
            let isRequest =
                line.holds(" HTTP/") && (line.holds(" HTTP/1") || line.holds(" HTTP/2") || line.holds(" HTTP/3"))
                || line.holds("\"request_") && (line.holds("\"request_uri\"") || line.holds("\"request_method\""))
            func hasMethod() -> Bool { line.holds("\"GET ") || line.holds("\"POST ") || line.holds("\"HEAD ") || line.holds("request_") }
            if isRequest && hasMethod() || line.has("[GIN] ", at: 0) || RequestInWords.isRequest(line) {
                requests += 1
            } else {
                others += 1
            }
        }
        // An application that prints its requests among its own lines teaches the paths itself.
        return requests > 0 && requests >= others && !head.holds("order.created") && !head.holds("notify_url")
    }

    /// Reads the next bytes and appends the evidence they complete.
    public mutating func consume(_ block: UnsafeRawBufferPointer, into batch: inout EvidenceBatch) {
        guard block.count > 0 else { return }
        switch mode {
        case .head:
            if head.isEmpty, block.count >= SourceExtractor.headLength {
                open(block, into: &batch)
            } else {
                head.append(contentsOf: block)
                if head.count >= SourceExtractor.headLength { openHead(into: &batch) }
            }
        case .log: decode(block, into: &batch)
        case .bill: bill.consume(block, rows: &reading.rows, into: &batch)
        case .table: table.consume(block, rows: &reading.rows, into: &batch)
        case .errorBody: break
        }
    }

    /// Whether blocks can be read to where they are decoded: see ``consume(upTo:into:from:)``.
    public var readsInPlace: Bool {
        if case .log = mode { return true }
        return false
    }

    /// Reads the next bytes without a copy, once ``readsInPlace``, and appends the evidence they complete.
    ///
    /// - Parameters:
    ///   - length: bytes at most.
    ///   - batch: takes the evidence.
    ///   - read: writes the bytes and says how many.
    /// - Returns: how many bytes there were.
    public mutating func consume(
        upTo length: Int, into batch: inout EvidenceBatch, from read: (UnsafeMutableRawBufferPointer) -> Int
    ) -> Int {
        let count = decoder?.load(upTo: length, read) ?? 0
        if count > 0 { drain(into: &batch) }
        return count
    }

    /// Ends the source: the last records are complete, and the report is.
    ///
    /// - Parameters:
    ///   - losses: where the reader could not give bytes.
    ///   - batch: takes the last evidence.
    public mutating func finish(
        losses: [(utf8Offset: UInt64, reason: String, untilEnd: Bool)], into batch: inout EvidenceBatch
    ) {
        if case .head = mode { openHead(into: &batch) }
        switch mode {
        case .log:
            if decoder != nil { decodeRest(into: &batch) }
        case .bill: bill.finish(rows: &reading.rows, into: &batch)
        case .table: table.finish(rows: &reading.rows, into: &batch)
        case .head, .errorBody: break
        }
        close(losses: losses)
    }

    /// Reads what was gathered.
    private mutating func openHead(into batch: inout EvidenceBatch) {
        let head = head
        self.head = []
        head.withUnsafeBytes { open($0, into: &batch) }
    }

    /// Decides what the stream is by its first bytes, and reads them.
    private mutating func open(_ bytes: Bytes, into batch: inout EvidenceBatch) {
        tally.contentID = StableHash.of(bytes.slice(0, 4_096))
        let head = bytes.slice(0, SourceExtractor.headLength)
        if BillReader.isErrorBody(head: head) {
            mode = .errorBody
            tally.errorLines = UInt64(bytes.reduce(0) { $0 + ($1 == 10 ? 1 : 0) })
            return
        }
        if BillReader.recognises(head: head) {
            mode = .bill
            bill.consume(bytes, rows: &reading.rows, into: &batch)
            return
        }
        // A configured mapping knows its source better than its header.
        if mapping == nil, TableReader.recognises(head: head, words: plan.words) {
            mode = .table
            table.consume(bytes, rows: &reading.rows, into: &batch)
            return
        }
        mode = .log
        decoder = RecordDecoder(
            name: name, zone: zoneRule, anchors: plan.scanner(mapping: mappingIndex), reference: plan.settings.reference,
            room: room.decoding)
        decode(bytes, into: &batch)
    }

    private static func rule(_ zone: ZoneTable) -> ZoneRule {
        ZoneRule(
            name: zone.name, offset: zone.firstOffset,
            transitions: zone.transitions.map { ZoneRule.Transition(from: $0.at, offset: $0.offset) })
    }

    private mutating func decode(_ block: Bytes, into batch: inout EvidenceBatch) {
        decoder?.load(block)
        drain(into: &batch)
    }

    private mutating func decodeRest(into batch: inout EvidenceBatch) {
        decoder?.finish()
        drain(into: &batch)
    }

    private mutating func drain(into batch: inout EvidenceBatch) {
        while decoder?.next(&reading.record) == true { recognise(into: &batch) }
    }

    private mutating func close(losses: [(utf8Offset: UInt64, reason: String, untilEnd: Bool)]) {
        switch mode {
        case .bill: report = tally.billReport(name: name, bill: bill, isDamaged: !losses.isEmpty)
        case .table: report = tally.tableReport(name: name, table: table)
        case .errorBody: report = tally.errorBodyReport(name: name)
        case .head, .log:
            report = tally.logReport(
                name: name, index: sourceIndex, statistics: decoder?.statistics ?? [], losses: losses, mapping: mapping,
                sourceHash: reading.sourceHash)
        }
        report.endpoints = reading.learnt
    }

    /// Brings ``report`` up to the records that came out so far: for a source that goes on.
    ///
    /// - Parameter losses: where the reader could not give bytes.
    public mutating func takeStock(losses: [(utf8Offset: UInt64, reason: String, untilEnd: Bool)]) {
        close(losses: losses)
    }

    /// Gives back the memory that it needs only while blocks come.
    public mutating func rest() { decoder?.rest() }
}
