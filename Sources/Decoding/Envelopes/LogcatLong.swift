import Domain

extension EnvelopeFormat {
    /// logcat `-v long`: a header of its own in brackets, the text on the lines behind it (facts.md §5.8).
    static let logcatLong = EnvelopeFormat.text(
        "logcat long", .device,
        examples: [
            EnvelopeExample(
                text: "[ 09-01 13:57:31.123  1234: 5678 D/PayCallback ]\norder.saved orderNo=A1", fileName: "logcat-2026-09-01.txt",
                at: "2026-09-01T05:57:31.123Z", level: .debug, processID: "1234", category: "PayCallback",
                message: "order.saved orderNo=A1"),
            EnvelopeExample(
                text: "[ 2026-09-01 13:57:31.123 +0900  1234: 5678 W/chromium ]\ntext\nmore", at: "2026-09-01T04:57:31.123Z",
                level: .warning, processID: "1234", category: "chromium", message: "text\nmore"),
        ]
    ) { line, clock, record in
        guard line.at(0) == UInt8(ascii: "["), line.at(1) == 32 else { return false }
        var cursor = HeaderCursor(line, at: 2)
        let stamp = line.at(4) == UInt8(ascii: "-") ? clock.monthDay(line, at: 2) : clock.calendar(line, at: 2)
        guard cursor.take(stamp, into: &record), cursor.blanks() > 0, let id = cursor.digits(), cursor.eat(UInt8(ascii: ":")) else {
            return false
        }
        cursor.blanks()
        guard cursor.digits() != nil, cursor.eat(32), let level = RecordLevel(letter: line.at(cursor.i)),
            line.at(cursor.i &+ 1) == UInt8(ascii: "/")
        else { return false }
        cursor.i &+= 2
        guard let tag = cursor.until(UInt8(ascii: "]"), limit: 96) else { return false }
        (record.level, record.processID, record.category) = (level, id, tag.trimmed)
        while cursor.i < line.count, line[cursor.i].isBlank { cursor.i &+= 1 }
        record.message = cursor.rest()
        return true
    }

    /// logcat `-v brief`: no time at all, which a wrapper or the neighbours have to give (facts.md §5.8).
    static let logcatBrief = EnvelopeFormat.text(
        "logcat brief", .device,
        examples: [
            EnvelopeExample(
                text: "D/PayCallback( 1234): order.saved orderNo=A1", level: .debug, processID: "1234", category: "PayCallback",
                message: "order.saved orderNo=A1")
        ]
    ) { line, _, record in
        guard line.at(1) == UInt8(ascii: "/"), let level = RecordLevel(letter: line.at(0)) else { return false }
        var cursor = HeaderCursor(line, at: 2)
        guard let tag = cursor.until(UInt8(ascii: "("), limit: 96) else { return false }
        cursor.blanks()
        guard let id = cursor.digits(), cursor.eat("):") else { return false }
        _ = cursor.eat(32)
        record.at = nil
        (record.level, record.processID, record.category) = (level, id, tag.trimmed)
        record.message = cursor.rest()
        return true
    }
}
