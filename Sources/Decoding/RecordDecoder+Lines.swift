import CScan
import Domain

extension RecordDecoder {
    /// The end of the next line: its line feed, or the end of the finished stream; -1 when more bytes are needed.
    @inline(__always)
    mutating func nextLineEnd() -> Int {
        let feed = lines.next(buffer.bytes)
        if feed >= 0 { return feed }
        return isFinished && position < buffer.count ? buffer.count : -1
    }

    /// Records of a stream that is not wrapped: in place, without copies.
    mutating func nextByLines(_ record: inout Record) -> Step {
        while true {
            if let cut = pending {
                pending = nil
                if give(cut, &record) { return .record }
            }
            let end = nextLineEnd()
            if isInLongLine {
                guard end >= 0 else {
                    position = buffer.count
                    return .needsBytes
                }
                isInLongLine = false
                position = end &+ 1
                continue
            }
            var lineEnd = end
            if end < 0 {
                if isFinished { return closeLast(&record) }
                guard buffer.count &- position > Limits.recordLength else { return .needsBytes }
                lineEnd = position &+ Limits.recordLength
            }
            let start = position
            lineNumber &+= 1
            if end >= 0 {
                position = end &+ 1
            } else {
                (position, isInLongLine) = (buffer.count, true)
            }
            let closed = takeLine(start, Swift.min(lineEnd, start &+ Limits.recordLength), isLong: lineEnd &- start >= Limits.recordLength)
            if let closed, give(closed, &record) { return .record }
            if phase == .head { return .changedPhase }
        }
    }

    /// Looks at one line; the record that it ends, as far as there is one.
    @inline(__always)
    private mutating func takeLine(_ start: Int, _ end: Int, isLong: Bool) -> (record: OpenRecord, end: Int)? {
        var first = start
        var last = end
        let text = buffer.bytes
        if last > first, text[last &- 1] == 13 { last &-= 1 }
        if lines.isDirty {
            first = RecordDecoder.behindNULs(text, first, last)
            cleanLine(first, last)
        }
        if last &- first >= 3, text[first] == 0xEF, text[first &+ 1] == 0xBB, text[first &+ 2] == 0xBF { first &+= 3 }
        let line = UnsafeRawBufferPointer(rebasing: text[first..<last])
        let before = forms.clock.previous
        switch forms.match(line) {
        case .record:
            return begin(first, start, last, hasHeader: true, isLong: isLong)
        case .none:
            return carryOn(first, start, last, isLong: isLong)
        case .banner:
            return close(start)
        case .loss:
            forms.noteLoss(line, before: before, number: lineNumber, offset: base &+ UInt64(first))
            return begin(first, start, last, hasHeader: forms.isStamped, isLong: isLong)
        }
    }

    /// Ends the open record before `lineStart` and begins one at `first`.
    @inline(__always)
    private mutating func begin(_ first: Int, _ lineStart: Int, _ end: Int, hasHeader: Bool, isLong: Bool) -> (
        record: OpenRecord, end: Int
    )? {
        let closed = close(lineStart)
        open = OpenRecord(start: first, offset: base &+ UInt64(first), line: lineNumber, forms: forms, hasHeader: hasHeader)
        isOpen = true
        if hasHeader { forms.noteRecord() } else { forms.statistics.records &+= 1 }
        if isLong {
            open.isCut = true
            pending = (open, first &+ Limits.recordLength)
        }
        return closed
    }

    /// A line without a header: it belongs to the open record, or is one of its own.
    private mutating func carryOn(_ first: Int, _ lineStart: Int, _ end: Int, isLong: Bool) -> (record: OpenRecord, end: Int)? {
        let line = buffer.bytes.slice(first, end)
        if forms.isPlain {
            plainLines &+= 1
            if plainLines >= patience {
                patience = Swift.min(patience &* 2, 1 << 20)
                plainLines = 0
                let closed = close(lineStart)
                lineNumber &-= 1
                position = lineStart
                isInLongLine = false
                lines.restart(at: position)
                phase = .head
                return closed
            }
            if isOpen, OpenRecord.continues(line) { return nil }
            return line.trimmed.isEmpty ? close(lineStart) : begin(first, lineStart, end, hasHeader: false, isLong: isLong)
        }
        guard isOpen else {
            return line.trimmed.isEmpty ? nil : begin(first, lineStart, end, hasHeader: false, isLong: isLong)
        }
        if open.unmatched == 0 { (open.firstUnmatched, open.firstUnmatchedLine) = (lineStart, lineNumber) }
        open.unmatched &+= 1
        if !open.isCut, end &- open.start > Limits.recordLength {
            open.isCut = true
            return (open, open.start &+ Limits.recordLength)
        }
        if open.unmatched >= patience { detectAgain(end) }
        return nil
    }

    /// Many lines in a row fit no form: maybe they have another one, from there on.
    private mutating func detectAgain(_ end: Int) {
        patience = Swift.min(patience &* 2, 1 << 20)
        guard !open.isCut else { return }
        let sample = buffer.bytes.slice(open.firstUnmatched, Swift.min(end, open.firstUnmatched &+ EnvelopeDetection.sampleLength))
        let found = EnvelopeDetection.detect(sample, clock: forms.clock, allowsTransport: false)
        guard !found.isEmpty, !found.texts.contains(where: \.isLastResort), !found.readsJSON || !forms.readsJSON else { return }
        forms.adopt(found)
        position = open.firstUnmatched
        lineNumber = open.firstUnmatchedLine &- 1
        open.unmatched = 0
        isInLongLine = false
        lines.restart(at: position)
    }

    /// The open record, ended before `end`; nil when there is none, or when its first part is out already.
    @inline(__always)
    private mutating func close(_ end: Int) -> (record: OpenRecord, end: Int)? {
        guard isOpen else { return nil }
        isOpen = false
        guard !open.isCut else { return nil }
        return (open, end)
    }

    /// The last record of the stream.
    private mutating func closeLast(_ record: inout Record) -> Step {
        guard let closed = close(buffer.count) else { return .needsBytes }
        return give(closed, &record) ? .record : .needsBytes
    }

    /// Fills the record if it can be evidence.
    @inline(__always)
    private mutating func give(_ closed: (record: OpenRecord, end: Int), _ record: inout Record) -> Bool {
        let from = closed.record.start
        let to = Swift.min(closed.end, from &+ Limits.recordLength)
        if closed.end &- from > Limits.recordLength || closed.record.isCut { forms.statistics.cut &+= 1 }
        switch filter.holding(buffer.bytes, from, to) {
        case .nothing: return false
        case .presence: fill(closed.record, buffer.bytes.slice(from, to), &record, isPresence: forms.canShowPresence(closed.record.form))
        case .evidence: fill(closed.record, buffer.bytes.slice(from, to), &record)
        }
        return true
    }

    /// Fills a record from its bytes.
    mutating func fill(_ closed: OpenRecord, _ whole: Bytes, _ record: inout Record, isPresence: Bool = false) {
        let bytes = RecordDecoder.trimmedEnd(whole)
        record.restart(offset: closed.offset, line: closed.line)
        if closed.isStamped { record.at = Instant(microseconds: closed.at) }
        record.resolution = closed.resolution
        forms.statistics.candidates &+= 1
        if isPresence {
            (record.message, record.isPresence, presenceForm, hasFields) = (bytes, true, closed.form, false)
        } else {
            peel(bytes, form: closed.form, &record)
        }
    }

    private mutating func peel(_ bytes: Bytes, form: Int, _ record: inout Record) {
        room.arena.removeAll()
        record.identity = StableHash.of(bytes)
        hasFields = forms.peel(bytes, form: form, into: &record, room.json, &room.fields, &room.arena)
    }

    /// Takes the header off the record that was handed out last, which only shows presence.
    public mutating func complete(_ record: inout Record) {
        guard record.isPresence else { return }
        record.isPresence = false
        peel(record.message, form: presenceForm, &record)
    }

    /// Without line ends and blanks behind it.
    static func trimmedEnd(_ bytes: Bytes) -> Bytes {
        var end = bytes.count
        while end > 0, bytes[end &- 1].isBlank { end &-= 1 }
        return bytes.slice(0, end)
    }
}
