import Decoding
import Domain

/// Turns one source's bytes into evidence: peels envelopes, recognises what lines mean, and tells what the source as a whole showed.
///
/// Blocks follow each other and may be cut anywhere. It never judges, never moves a stamp and never fails: a line that means nothing is
/// counted, a damaged one is named.
public struct SourceExtractor: ~Copyable {
    /// What is gathered before the kind of the stream is decided: enough for a bill's header behind any preamble.
    static let headLength = 64 << 10

    private enum Mode {
        case head
        case log
        case bill
        case errorBody
    }

    let name: String
    let sourceIndex: UInt32
    let settings: RecognitionSettings
    let mapping: SourceMapping?
    let rules: RequestRules
    var reading: Reading
    var fieldList = FieldList()
    var nestedList = FieldList()
    var innerList = FieldList()
    var tally: SourceTally
    private var decoder: RecordDecoder?
    private var bill: BillReader
    private var mode = Mode.head
    private var head: [UInt8] = []
    private let tableMemory: UnsafeMutableRawPointer
    private let rowMemory: UnsafeMutableRawBufferPointer
    private let pendingRows: UnsafeMutablePointer<PendingRows.Row>
    let scratch: UnsafeMutableRawBufferPointer
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
        (self.name, self.sourceIndex, self.settings) = (name, sourceIndex, settings)
        mapping = settings.mappings.first { $0.applies(name) }
        var known = settings.endpoints
        known.merge(endpoints)
        rules = RequestRules(known)
        let words = settings.orderNumberKeys.isEmpty ? Vocabulary.shared : Vocabulary(orderNumberKeys: settings.orderNumberKeys)
        tableMemory = .allocate(byteCount: FieldTable.byteCount, alignment: 16)
        rowMemory = .allocate(byteCount: PendingRows.byteCount, alignment: 16)
        pendingRows = .allocate(capacity: PendingRows.capacity)
        scratch = .allocate(byteCount: 128 << 10, alignment: 16)
        reading = Reading(
            record: Record(offset: 0, line: 0), text: .none, fields: FieldTable(memory: tableMemory),
            rows: PendingRows(memory: rowMemory, rows: pendingRows), words: words, sourceHash: StableHash.of(name))
        bill = BillReader(name: name, sourceIndex: sourceIndex, words: words)
        tally = SourceTally()
    }

    deinit {
        tableMemory.deallocate()
        rowMemory.deallocate()
        pendingRows.deallocate()
        scratch.deallocate()
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
                line.holds(" HTTP/1") || line.holds(" HTTP/2") || line.holds(" HTTP/3") || line.holds("\"request_uri\"")
                || line.holds("\"request_method\"")
            if isRequest, line.holds("\"GET ") || line.holds("\"POST ") || line.holds("\"HEAD ") || line.holds("request_") {
                requests += 1
            } else {
                others += 1
            }
        }
        return requests > 0 && requests >= others
    }

    /// Reads the next bytes and appends the evidence they complete.
    public mutating func consume(_ block: UnsafeRawBufferPointer, into batch: inout EvidenceBatch) {
        guard block.count > 0 else { return }
        switch mode {
        case .head:
            head.append(contentsOf: block)
            if head.count >= SourceExtractor.headLength { open(into: &batch) }
        case .log: decode(block, into: &batch)
        case .bill: bill.consume(block, rows: &reading.rows, into: &batch)
        case .errorBody: break
        }
    }

    /// Ends the source: the last records are complete, and the report is.
    ///
    /// - Parameters:
    ///   - losses: where the reader could not give bytes.
    ///   - batch: takes the last evidence.
    public mutating func finish(
        losses: [(utf8Offset: UInt64, reason: String, untilEnd: Bool)], into batch: inout EvidenceBatch
    ) {
        if case .head = mode { open(into: &batch) }
        switch mode {
        case .log:
            if decoder != nil { decodeRest(into: &batch) }
        case .bill: bill.finish(rows: &reading.rows, into: &batch)
        case .head, .errorBody: break
        }
        close(losses: losses)
    }

    /// Decides what the stream is, and reads what was gathered.
    private mutating func open(into batch: inout EvidenceBatch) {
        let head = head
        self.head = []
        tally.contentID = head.withUnsafeBytes { StableHash.of($0.slice(0, 4_096)) }
        head.withUnsafeBytes { bytes in
            if BillReader.isErrorBody(head: bytes) {
                mode = .errorBody
                tally.errorLines = UInt64(bytes.reduce(0) { $0 + ($1 == 10 ? 1 : 0) })
                return
            }
            if BillReader.recognises(head: bytes) {
                mode = .bill
                bill.consume(bytes, rows: &reading.rows, into: &batch)
                return
            }
            mode = .log
            let zone = settings.sourceZones.first { $0.applies(name) }?.zone ?? settings.zone
            decoder = RecordDecoder(
                name: name, zone: SourceExtractor.rule(zone), anchors: Anchors.scanner(rules: rules, mapping: mapping),
                reference: settings.reference)
            decode(bytes, into: &batch)
        }
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
        var record = Record(offset: 0, line: 0)
        while decoder?.next(&record) == true { recognise(record, into: &batch) }
    }

    private mutating func close(losses: [(utf8Offset: UInt64, reason: String, untilEnd: Bool)]) {
        switch mode {
        case .bill: report = tally.billReport(name: name, bill: bill, isDamaged: !losses.isEmpty)
        case .errorBody: report = tally.errorBodyReport(name: name)
        case .head, .log:
            report = tally.logReport(
                name: name, index: sourceIndex, statistics: decoder?.statistics ?? [], losses: losses, mapping: mapping,
                sourceHash: reading.sourceHash)
        }
        report.endpoints = reading.learnt
    }
}
