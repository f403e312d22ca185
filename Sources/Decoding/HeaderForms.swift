import Domain

/// The header forms of one stream, tried on every line: which lines begin a record, and when it was.
///
/// Mixed files have several (CocoaLumberjack beside NSLog); a line that fits none belongs to the record before it.
struct HeaderForms: ~Copyable {
    /// What a line is.
    enum Match {
        /// It goes on with the record before it.
        case none
        /// It begins a record.
        case record
        /// A line of the tool, not of the writer: `Timestamp  Ty Process[PID:TID]`, `--------- beginning of main`.
        case banner
        /// The writer says that records are missing.
        case loss
    }

    var clock: StampClock
    var statistics = StreamStatistics()
    private(set) var texts: [EnvelopeFormat] = []
    private(set) var readsJSON = false
    private(set) var isLogShow = false
    private var json = JSONStamp()
    private var probe = Record(offset: 0, line: 0)
    private var openLosses = 0

    /// The stamp of the line matched last, in microseconds.
    private(set) var at: Int64 = 0
    private(set) var isStamped = false
    private(set) var resolution = Resolution.second
    /// Index into `texts`, or ``jsonForm``.
    private(set) var form = 0

    static let jsonForm = -1
    static let plainForm = -2

    init(clock: StampClock) { self.clock = clock }

    /// No form is known: every line is a record of its own.
    var isPlain: Bool { texts.isEmpty && !readsJSON }

    /// Adds the forms of a detection to those known.
    mutating func adopt(_ found: EnvelopeDetection) {
        for format in found.texts where !texts.contains(where: { $0.name.same(as: format.name) }) { texts.append(format) }
        readsJSON = readsJSON || found.readsJSON
        isLogShow = isLogShow || found.isLogShow
        let name = found.name
        if statistics.format.isEmpty {
            statistics.format = name
        } else if !name.isEmpty, !statistics.format.contains(name) {
            statistics.format += " + " + name
        }
        if statistics.origin == .unknown { statistics.origin = found.origin }
    }

    /// Reads the header of a line, as far as it has one of the known forms.
    @inline(__always)
    mutating func match(_ line: Bytes) -> Match {
        isStamped = false
        if readsJSON, line.at(0) == UInt8(ascii: "{"), FieldScanner.isObjectStart(line, 0) {
            form = HeaderForms.jsonForm
            if isLogShow, line.has("{\"count\":"), line.find("\"finished\":") != nil { return .banner }
            if let stamp = json.read(line, &clock) { take(stamp) }
            return isLogShow && line.find("\"lossEvent\"") != nil ? .loss : .record
        }
        clock.isHeaderOnly = true
        for index in texts.indices {
            guard case .text(let read) = texts[index].kind, read(line, &clock, &probe) else { continue }
            form = index
            if let at = probe.at {
                (self.at, resolution, isStamped) = (at.microseconds, probe.resolution, true)
                clock.previous = at.microseconds
            }
            return .record
        }
        return HeaderForms.remark(line)
    }

    @inline(__always)
    private mutating func take(_ stamp: Stamp) {
        (at, resolution, isStamped) = (stamp.at.microseconds, stamp.resolution, true)
        clock.previous = at
    }

    /// Lines that tools put between records.
    private static func remark(_ line: Bytes) -> Match {
        switch line.at(0) {
        case UInt8(ascii: "-"): return line.has("--------- beginning of ") || line.has("--------- switch to ") ? .banner : .none
        case UInt8(ascii: "T"):
            guard line.has("Timestamp  ") else { return .none }
            return line.find("[PID") != nil || line.find("PID") != nil ? .banner : .none
        case UInt8(ascii: "F"): return line.has("Filtering the log data using ") ? .banner : .none
        case UInt8(ascii: "S"): return line.has("Skipping info and debug messages") ? .banner : .none
        case UInt8(ascii: "~"): return line.has("~~~~~ begin of mmap") || line.has("~~~~~ end of mmap") ? .banner : .none
        case UInt8(ascii: "["):
            guard line.has("[F]") else { return .none }
            return line.find("log seq:") != nil && line.find("is missing") != nil ? .loss : .none
        default: return .none
        }
    }

    /// Notes a record that began with the line matched last.
    @inline(__always)
    mutating func noteRecord() {
        statistics.records &+= 1
        guard isStamped else { return }
        noteStamp(at)
    }

    /// Notes a stamp: the record's own, or its wrapper's.
    @inline(__always)
    mutating func noteStamp(_ at: Int64) {
        statistics.stamped &+= 1
        statistics.stamps.add(at)
        if openLosses > 0 { closeLosses(at) }
    }

    private mutating func closeLosses(_ at: Int64) {
        for i in statistics.losses.indices.suffix(openLosses) { statistics.losses[i].to = Instant(microseconds: at) }
        openLosses = 0
    }

    /// Notes a loss marker. `before` is the last stamp before it.
    mutating func noteLoss(_ line: Bytes, before: Int64?, number: UInt32, offset: UInt64) {
        guard statistics.losses.count < Limits.lossMarkers else { return }
        statistics.losses.append(
            LossMarker(
                from: before.map(Instant.init(microseconds:)), to: nil, why: line.slice(0, Limits.errorTextLength).text, line: number,
                offset: offset))
        openLosses += 1
    }

    /// Reads the whole header of a record that ``match(_:)`` found; `form` is what it was then. True when `fields` were filled with the
    /// fields of its message on the way.
    mutating func peel(
        _ bytes: Bytes, form: Int, into record: inout Record, _ json: borrowing JSONRecord, _ fields: inout FieldList,
        _ arena: inout ByteArena
    ) -> Bool {
        let (at, resolution) = (record.at, record.resolution)
        var hasFields = false
        if form == HeaderForms.jsonForm {
            hasFields = json.fill(bytes, &record, &fields, &arena)
        } else if form >= 0, form < texts.count, case .text(let read) = texts[form].kind {
            let (previous, date) = (clock.previous, (clock.dateText, clock.dateTail, clock.dateMidnight))
            clock.isHeaderOnly = false
            record.level = .none
            if !read(bytes, &clock, &record) { record.message = bytes }
            clock.previous = previous
            (clock.dateText, clock.dateTail, clock.dateMidnight) = date
            record.format = texts[form].name
            record.origin = texts[form].origin
            if var access = record.access {
                access.target = HeaderForms.unescaped(access.target, &arena)
                access.agent = HeaderForms.unescaped(access.agent, &arena)
                record.access = access
            }
        } else {
            record.message = bytes
        }
        (record.at, record.resolution) = (at, resolution)
        if record.text.isEmpty { record.text = record.message }
        return hasFields
    }

    /// Whether the fields of a record of this form can be taken from its bytes as they are, header and all.
    func canShowPresence(_ form: Int) -> Bool {
        if form == HeaderForms.jsonForm { return !isLogShow && statistics.origin != .access }
        return form < 0 || form >= texts.count || texts[form].origin != .access
    }

    private static func unescaped(_ text: Bytes, _ arena: inout ByteArena) -> Bytes {
        guard text.first(UInt8(ascii: "\\")) != nil else { return text }
        return FieldScanner.unescaped(text, &arena) ?? text
    }
}

extension StaticString {
    /// Whether both are the same text.
    func same(as other: StaticString) -> Bool {
        UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount).equals(other)
    }
}
