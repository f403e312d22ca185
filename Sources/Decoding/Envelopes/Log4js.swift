import Domain

extension EnvelopeFormat {
    /// log4js: `[stamp] [LEVEL] category - text`; colours in copies of the console (facts.md §6.10).
    static let log4js = EnvelopeFormat.text(
        "log4js", .application,
        examples: [
            EnvelopeExample(
                text: "[2026-06-14 12:42:59.259] [INFO] alipay - Notify checked sign=true [order][SS0614A7K2]",
                at: "2026-06-14T04:42:59.259Z", level: .info, category: "alipay",
                message: "Notify checked sign=true [order][SS0614A7K2]"),
            EnvelopeExample(
                text: "\u{1B}[32m[2026-06-14T12:42:59.259] [INFO] alipay - \u{1B}[39mtext", at: "2026-06-14T04:42:59.259Z", level: .info,
                category: "alipay", message: "text"),
        ]
    ) { line, clock, record in
        guard line.at(0) == UInt8(ascii: "[") else { return false }
        var cursor = HeaderCursor(line, at: 1)
        guard cursor.take(clock.calendar(line, at: 1), into: &record), cursor.eat("] "), let word = cursor.bracket(),
            let level = RecordLevel(word: word), cursor.eat(32)
        else { return false }
        let start = cursor.i
        let category = cursor.word()
        record.level = level
        if cursor.eat(" - ") {
            record.category = category
        } else {
            cursor.i = start
        }
        record.message = cursor.rest()
        return true
    }
}
