import CScan
import Domain

extension RecordDecoder {
    /// Lines of a bill, each by itself; anchors do not apply.
    mutating func nextOfBill(_ record: inout Record) -> Bool {
        while true {
            let end = nextLineEnd()
            if isInLongLine {
                guard end >= 0 else {
                    position = buffer.count
                    return false
                }
                isInLongLine = false
                position = end &+ 1
                continue
            }
            var lineEnd = end
            if end < 0 {
                guard !isFinished, buffer.count &- position > Limits.recordLength else { return false }
                lineEnd = position &+ Limits.recordLength
            }
            let start = position
            lineNumber &+= 1
            if end >= 0 {
                position = end &+ 1
            } else {
                (position, isInLongLine) = (buffer.count, true)
            }
            lineEnd = Swift.min(lineEnd, start &+ Limits.recordLength)
            let line = RecordDecoder.trimmedEnd(buffer.bytes.slice(start, lineEnd).withoutMark)
            guard !line.isEmpty else { continue }
            forms.statistics.records &+= 1
            forms.statistics.candidates &+= 1
            hasFields = false
            record.restart(offset: base &+ UInt64(start), line: lineNumber)
            record.identity = StableHash.of(line)
            (record.message, record.text, record.format) = (line, line, "bill")
            return true
        }
    }

    /// Elements of a JSON document.
    mutating func nextOfDocument(_ record: inout Record) -> Bool {
        while true {
            let text = buffer.bytes
            var element: (start: Int, end: Int)
            var isCut = false
            if let whole = document.next(text) {
                element = whole
            } else if document.start >= 0, isFinished || text.count &- document.start > Limits.recordLength {
                element = (document.start, text.count)
                isCut = !isFinished
                document.skip()
            } else {
                if isFinished {
                    position = text.count
                    countDocumentLines(to: text.count)
                }
                return false
            }
            if element.end &- element.start > Limits.recordLength {
                element.end = element.start &+ Limits.recordLength
                isCut = true
            }
            countDocumentLines(to: element.start)
            let bytes = text.slice(element.start, element.end)
            let before = forms.clock.previous
            let match = forms.match(bytes)
            if match == .banner { continue }
            if match == .loss {
                forms.noteLoss(bytes, before: before, number: lineNumber &+ 1, offset: base &+ UInt64(element.start))
            }
            forms.noteRecord()
            if isCut { forms.statistics.cut &+= 1 }
            guard filter.holding(text, element.start, element.end) != .nothing else { continue }
            var found = OpenRecord(
                start: element.start, offset: base &+ UInt64(element.start), line: lineNumber &+ 1, forms: forms, hasHeader: true)
            found.isCut = isCut
            fill(found, bytes, &record)
            return true
        }
    }

    /// Counts the lines before `end`.
    mutating func countDocumentLines(to end: Int) {
        guard end > documentCounted, let base = buffer.bytes.baseAddress else { return }
        lineNumber &+= UInt32(truncatingIfNeeded: cscan_count_lines(base + documentCounted, end - documentCounted))
        documentCounted = end
    }
}
