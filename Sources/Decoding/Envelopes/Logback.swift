import Domain

extension EnvelopeFormat {
    /// Logback and Log4j2 patterns with a date: level and `[thread]` in either order, a logger, ` - ` or ` : ` (facts.md §6.7, §6.8).
    static let logback = EnvelopeFormat.text(
        "Logback", .application,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31,101 [http-nio-8080-exec-8] INFO  c.r.y.Impl - [method,123] - text",
                at: "2026-09-01T05:57:31.101Z",
                level: .info, category: "c.r.y.Impl", message: "[method,123] - text"),
            EnvelopeExample(
                text: "26-09-01.13:57:31.101 [http-nio-8080-exec-8] INFO  Pay                    - text", at: "2026-09-01T05:57:31.101Z",
                level: .info, category: "Pay", message: "text"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.101 ERROR [main] c.e.Pay - text", at: "2026-09-01T05:57:31.101Z", level: .error,
                category: "c.e.Pay", message: "text"),
        ]
    ) { line, clock, record in
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line) ?? clock.shortYear(line), into: &record), cursor.blanks() > 0 else { return false }
        return logback(&cursor, &record)
    }

    /// Logback's default: a time without a date, which the file's name or the neighbours give (facts.md §6.7).
    static let logbackTime = EnvelopeFormat.text(
        "Logback (time only)", .application,
        examples: [
            EnvelopeExample(
                text: "13:57:31.101 [http-nio-8080-exec-8] INFO  c.r.y.Impl - [method,123] - text", fileName: "sys-info.2026-09-01.log",
                at: "2026-09-01T05:57:31.101Z", level: .info, category: "c.r.y.Impl", message: "[method,123] - text"),
            EnvelopeExample(
                text: "13:57:31.101 [main] DEBUG c.e.Pay - no day anywhere", level: .debug, category: "c.e.Pay",
                message: "no day anywhere"),
        ]
    ) { line, clock, record in
        guard line.at(2) == UInt8(ascii: ":") else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.time(line), into: &record), cursor.blanks() > 0 else { return false }
        return logback(&cursor, &record)
    }

    private static func logback(_ cursor: inout HeaderCursor, _ record: inout Record) -> Bool {
        var hasLevel = false
        var hasThread = false
        for _ in 0..<4 {
            if cursor.text.at(cursor.i) == UInt8(ascii: "[") {
                guard !cursor.isAtTag, let inside = cursor.bracket() else { break }
                if !hasLevel, let level = RecordLevel(word: inside.trimmed) {
                    record.level = level
                    hasLevel = true
                } else {
                    hasThread = true
                }
            } else if !hasLevel, cursor.level(&record) {
                hasLevel = true
            } else {
                break
            }
            cursor.blanks()
        }
        guard hasLevel, hasThread else { return false }
        let start = cursor.i
        let logger = cursor.word()
        cursor.blanks()
        if cursor.eat("- ") || cursor.eat(": ") {
            record.category = logger
        } else if logger.at(logger.count &- 1) == UInt8(ascii: ":"), logger.count > 1 {
            record.category = logger.slice(0, logger.count &- 1)
        } else {
            cursor.i = start
        }
        record.message = cursor.rest()
        return true
    }
}
