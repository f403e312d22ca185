import Domain

extension EnvelopeFormat {
    /// The last resort: a stamp at the beginning of the line, bare or in brackets, then anything; a level word in front of the text is
    /// understood.
    static let leadingStamp = EnvelopeFormat.text(
        "leading stamp", .application, isLastResort: true,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31 order.created orderNo=A1", at: "2026-09-01T05:57:31.000Z", resolution: .second,
                message: "order.created orderNo=A1"),
            EnvelopeExample(
                text: "[2026-09-01T05:57:31Z] WARN: text", at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .warning,
                message: "text"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.101 | ERROR    | pay:handle:88 - text", at: "2026-09-01T05:57:31.101Z", level: .error,
                message: "pay:handle:88 - text"),
            EnvelopeExample(text: "1767225600123 text", at: "2026-01-01T00:00:00.123Z", message: "text"),
            EnvelopeExample(
                text: "2026/09/01 13:57:31 main.go:12: text", at: "2026-09-01T05:57:31.000Z", resolution: .second,
                message: "main.go:12: text"),
            EnvelopeExample(
                text: "13:57:31.101 INFO text", fileName: "a.2026-09-01.log", at: "2026-09-01T05:57:31.101Z",
                level: .info, message: "text"),
        ]
    ) { line, clock, record in
        var cursor = HeaderCursor(line)
        let isBracketed = cursor.eat(UInt8(ascii: "["))
        guard line.at(cursor.i).isDigit else { return false }
        let stamp =
            clock.calendar(line, at: cursor.i) ?? clock.access(line, at: cursor.i) ?? clock.dayMonthYear(line, at: cursor.i)
            ?? clock.monthDay(line, at: cursor.i) ?? StampClock.epoch(line, at: cursor.i) ?? clock.time(line, at: cursor.i)
        guard cursor.take(stamp, into: &record) else { return false }
        if isBracketed {
            guard cursor.eat(UInt8(ascii: "]")) else { return false }
        } else {
            guard
                cursor.i == line.count || line[cursor.i].isBlank || line[cursor.i] == UInt8(ascii: ":")
                    || line[cursor.i] == UInt8(ascii: ",")
                    || line[cursor.i] == UInt8(ascii: "|")
            else { return false }
            if cursor.i < line.count, !line[cursor.i].isBlank { cursor.i &+= 1 }
        }
        cursor.blanks()
        // loguru and NLog: bars between the columns.
        let hasBars = cursor.eat(UInt8(ascii: "|")) || line.at(cursor.i &- 1) == UInt8(ascii: "|")
        cursor.blanks()
        leadingWords(&cursor, &record)
        if hasBars, record.level != .none, record.message.has("|") {
            var text = HeaderCursor(record.message, at: 1)
            text.blanks()
            record.message = text.rest()
        }
        return true
    }
}
