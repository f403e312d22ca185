import CScan
import Domain

/// Turns the blocks of one stream into records.
///
/// ```swift
/// var decoder = RecordDecoder(name: "pay.log", zone: .shanghai, anchors: anchors)
/// while let block = … {
///     decoder.load(block)
///     while decoder.next(&record) { … }
/// }
/// decoder.finish()
/// while decoder.next(&record) { … }
/// ```
///
/// With anchors only records that hold one of them come out; of the others the stamps are noted and nothing else. Blocks follow each
/// other and may be cut anywhere: any cutting gives the same records. A bill comes out line by line, anchors or not. A record that only
/// shows presence comes out with its header on it.
public struct RecordDecoder: ~Copyable {
    /// What is being done with the stream.
    enum Phase {
        /// Its first lines are awaited.
        case head
        case lines
        case bill
        case document
        case wrapped
        case carrier
    }

    var buffer = GrowingBytes()
    /// Stream offset of the buffer's first byte.
    var base: UInt64 = 0
    /// Where the next line begins.
    var position = 0
    /// Lines begun so far.
    var lineNumber: UInt32 = 0
    var isFinished = false
    /// Inside a line that is longer than ``Limits/recordLength``.
    var isInLongLine = false
    var phase = Phase.head
    var lines = LineTable()
    var forms: HeaderForms
    var filter: AnchorFilter
    var open = OpenRecord()
    var isOpen = false
    /// Lines that fit no form at which the forms are detected again; doubles, so that it costs little.
    var patience = 64
    var plainLines = 0
    /// A record whose rest is to be skipped, to be handed out next.
    var pending: (record: OpenRecord, end: Int)?
    var root: ServiceStream?
    let queue = ReplayQueue()
    /// Streams of the finished source that have given their last record.
    var finished = 0
    var document = DocumentWalk()
    var documentCounted = 0
    var carrier = CarrierReading(.none)
    /// Whether the stream is a JSON document of many lines: then a record's message is the text as it stands, line ends included.
    public var readsDocument: Bool { phase == .document }
    let room: DecodingRoom
    var hasFields = false
    /// The form of the record that was handed out for its presence.
    var presenceForm = HeaderForms.plainForm

    /// Starts a stream. `name` may carry a day (`pay-2026-06-03.log`), for stamps without one; `reference` is a moment near the stamps.
    ///
    /// - Parameter room: memory that other decoders of the same thread use as well; nil: its own.
    public init(
        name: String, zone: ZoneRule = .shanghai, anchors: AnchorScanner? = nil, reference: Instant? = nil, room: DecodingRoom? = nil
    ) {
        self.room = room ?? DecodingRoom()
        forms = HeaderForms(clock: StampClock(zone: zone, fileName: name, reference: reference))
        filter = AnchorFilter(anchors)
    }

    /// Gives back the memory that it needs only while blocks come.
    public mutating func rest() {
        hasFields = false
        compact()
        buffer.trim()
    }

    /// Adds the next block; it is copied and may be reused at once. Call ``next(_:)`` until it is false before the next block.
    public mutating func load(_ block: UnsafeRawBufferPointer) {
        hasFields = false
        compact()
        buffer.append(block)
    }

    /// Adds the next block without a copy: `read` writes it where it is decoded, at most `length` bytes, and says how many; so does this.
    public mutating func load(upTo length: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        hasFields = false
        compact()
        let count = read(buffer.room(for: length))
        buffer.extend(by: count)
        return count
    }

    /// No more blocks come: the last records are complete.
    public mutating func finish() { isFinished = true }

    /// The next record; false when more bytes are needed. Its slices are valid until the next call of any method.
    public mutating func next(_ record: inout Record) -> Bool {
        while true {
            switch phase {
            case .head:
                guard begin() else { return false }
            case .lines:
                switch nextByLines(&record) {
                case .record: return true
                case .needsBytes: return false
                case .changedPhase: continue
                }
            case .bill: return nextOfBill(&record)
            case .document: return nextOfDocument(&record)
            case .wrapped:
                switch nextOfServices(&record) {
                case .record: return true
                case .needsBytes: return false
                case .changedPhase: continue
                }
            case .carrier:
                switch nextOfCarrier(&record) {
                case .record: return true
                case .needsBytes: return false
                case .changedPhase: continue
                }
            }
        }
    }

    /// The fields of the message of the record handed out last. For JSON records they were scanned with the header, so this costs
    /// nothing; call it once a record. Valid until `list` is emptied or the next record is taken.
    public mutating func fields(ofMessage message: Bytes, into list: inout FieldList) {
        if hasFields {
            hasFields = false
            swap(&room.fields, &list)
        } else {
            FieldScanner.scan(message, into: &list)
        }
    }

    /// What a step of the decoder came to.
    enum Step {
        case record
        case needsBytes
        case changedPhase
    }

    /// What the stream as a whole has shown, and behind it each service of a mixed one.
    public var statistics: [StreamStatistics] {
        var all: [StreamStatistics] = []
        var whole = forms.statistics
        whole.lines = UInt64(lineNumber)
        whole.usedZoneRule = forms.clock.usedZoneRule
        if whole.format.isEmpty { whole.format = "plain" }
        all.append(whole)
        func add(_ stream: ServiceStream) {
            if stream.children.isEmpty {
                var own = stream.forms.statistics
                own.usedZoneRule = stream.forms.clock.usedZoneRule
                all.append(own)
            }
            for child in stream.children { add(child) }
        }
        for child in root?.children ?? [] { add(child) }
        return all
    }

    /// Whether a file whose head this is holds a bill: such a file comes out line by line, without envelopes.
    public static func looksLikeBill(_ head: UnsafeRawBufferPointer) -> Bool { StreamShape.isBill(head) }

    /// The envelope of a stream that begins so; nil when none is recognised.
    public static func envelope(_ head: UnsafeRawBufferPointer) -> (name: String, origin: RecordOrigin)? {
        let found = EnvelopeDetection.detect(head, clock: StampClock())
        return found.isEmpty ? nil : (found.name, found.origin)
    }

    /// Drops what is no longer needed.
    private mutating func compact() {
        if phase == .carrier { return compactCarrier() }
        let length = phase == .document ? document.needed : isOpen && !open.isCut && phase == .lines ? open.start : position
        guard length > 0 else { return }
        if phase == .document {
            countDocumentLines(to: length)
            document.shift(length)
            documentCounted -= length
        }
        buffer.drop(length)
        base &+= UInt64(length)
        position = max(0, position - length)
        open.start -= length
        open.firstUnmatched -= length
        lines.shift(length)
        filter.shift(length)
    }

    /// Looks at the first lines; false when more are needed.
    private mutating func begin() -> Bool {
        let all = buffer.bytes.from(position)
        guard let length = sampleLength(of: all) else { return false }
        var sample = all.slice(0, length)
        // Exactly so many lines, however many there are, so that the cutting into blocks does not matter.
        var end = 0
        var lines = 0
        while lines < EnvelopeDetection.sampleLines, let feed = sample.first(10, from: end) {
            end = feed + 1
            lines += 1
        }
        let hasAll = lines == EnvelopeDetection.sampleLines
        if all.count < EnvelopeDetection.sampleLength, !isFinished, !hasAll { return false }
        let isWhole = isFinished && all.count <= EnvelopeDetection.sampleLength
        if end > 0, !isWhole || hasAll { sample = sample.slice(0, end) }
        if sample.first(0x1B, or: 0) != nil { cleanLines(position, position + sample.count) }
        if position == 0, base == 0 {
            if let (format, form) = EnvelopeFormat.carrier(ofHead: sample) {
                beginCarrier(format, form)
                return true
            }
            switch StreamShape.of(sample) {
            case .bill:
                phase = .bill
                forms.statistics.format = "bill"
                return true
            case .document:
                phase = .document
                forms.adopt(EnvelopeDetection.ofDocument(sample))
                return true
            case .lines: break
            }
        }
        let found = EnvelopeDetection.detect(sample, clock: forms.clock)
        forms.adopt(found)
        if found.transport != nil {
            phase = .wrapped
            let stream = root ?? ServiceStream(service: .none, stream: .none, depth: 0, clock: forms.clock, outerName: "", queue: queue)
            stream.adopt(found)
            root = stream
        } else {
            phase = .lines
        }
        self.lines.restart(at: position)
        return true
    }

    /// Bytes to look at: as many as hold the first line of a log, however long it is; nil when more are needed to tell.
    private func sampleLength(of all: Bytes) -> Int? {
        let usual = all.slice(0, EnvelopeDetection.sampleLength)
        guard usual.count == EnvelopeDetection.sampleLength, usual.first(10, from: 0) == nil else { return EnvelopeDetection.sampleLength }
        // What is no sequence of lines shows in its first bytes.
        if position == 0, base == 0, EnvelopeFormat.carrier(ofHead: usual) != nil || StreamShape.of(usual) != .lines { return usual.count }
        if let end = all.first(10, from: usual.count) { return min(end + 1, Limits.recordLength) }
        return isFinished || all.count >= Limits.recordLength ? min(all.count, Limits.recordLength) : nil
    }

    /// Cleans whole lines in `[from, to)`.
    private mutating func cleanLines(_ from: Int, _ to: Int) {
        var start = from
        let text = buffer.bytes
        while start < to {
            let end = min(to, text.first(10, from: start) ?? text.count)
            cleanLine(RecordDecoder.behindNULs(text, start, end), end)
            start = end + 1
        }
    }

    /// A run of NULs in front of a line is no part of it (facts.md §7).
    @inline(__always)
    static func behindNULs(_ text: Bytes, _ from: Int, _ to: Int) -> Int {
        var i = from
        while i < to, text[i] == 0 { i &+= 1 }
        return i
    }

    @inline(__always)
    mutating func cleanLine(_ from: Int, _ to: Int) {
        guard from < to else { return }
        LineCleaner.clean(UnsafeMutableRawBufferPointer(rebasing: buffer.mutableBytes[from..<to]))
    }
}
