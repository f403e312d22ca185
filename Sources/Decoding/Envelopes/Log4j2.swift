import Domain

extension EnvelopeFormat {
    /// Log4j2 and Log4j with the logger before the thread, or with the place behind the logger: `stamp LEVEL logger [thread] text`,
    /// `stamp LEVEL [thread] logger (File.java:12) - text` (facts.md §6.8). The other order is ``logback``.
    static let log4j2 = EnvelopeFormat.text(
        "Log4j2", .application,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31,101 INFO c.e.pay.OrderService [http-nio-8080-exec-8] order.created orderNo=A1",
                at: "2026-09-01T05:57:31.101Z", level: .info, category: "c.e.pay.OrderService", message: "order.created orderNo=A1"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31,101 ERROR [main] c.e.Pay (Pay.java:77) - text\njava.lang.X: a", at: "2026-09-01T05:57:31.101Z",
                level: .error, category: "c.e.Pay", message: "text\njava.lang.X: a"),
            EnvelopeExample(
                text: "[2026-09-01 13:57:31,101] [WARN] [main] c.e.Pay - text", at: "2026-09-01T05:57:31.101Z", level: .warning,
                category: "c.e.Pay", message: "text"),
        ]
    ) { line, clock, record in
        let isBracketed = line.at(0) == UInt8(ascii: "[")
        var cursor = HeaderCursor(line, at: isBracketed ? 1 : 0)
        guard cursor.take(clock.calendar(line, at: cursor.i), into: &record), !isBracketed || cursor.eat(UInt8(ascii: "]")),
            cursor.blanks() > 0
        else { return false }
        var thread = false
        if let level = bracketedLevel(&cursor) {
            record.level = level
        } else if !cursor.level(&record) {
            return false
        }
        guard cursor.blanks() > 0 else { return false }
        if line.at(cursor.i) == UInt8(ascii: "["), !cursor.isAtTag {
            thread = cursor.bracket() != nil
            cursor.blanks()
        }
        let logger = cursor.word()
        guard logger.count > 2, logger.first(UInt8(ascii: ".")) != nil, logger.at(logger.count &- 1) != UInt8(ascii: ":"),
            logger.first(UInt8(ascii: "=")) == nil, cursor.blanks() > 0
        else { return false }
        if !thread {
            guard line.at(cursor.i) == UInt8(ascii: "["), cursor.bracket() != nil, cursor.blanks() > 0 || cursor.i == line.count else {
                return false
            }
        } else if cursor.eat(UInt8(ascii: "(")) {
            guard cursor.until(UInt8(ascii: ")"), limit: 120) != nil, cursor.blanks() > 0 else { return false }
        } else if !isBracketed {
            return false
        }
        record.category = logger
        if !cursor.eat("- ") { _ = cursor.eat(": ") }
        record.message = cursor.rest()
        return true
    }

    /// Log4j2's JsonLayout: `instant` in seconds and nanoseconds, or `timeMillis` (facts.md §6.8).
    static let log4j2JSON = EnvelopeFormat.json(
        "Log4j2 JSON", .application, form: JSONForm(all: [.messageWord, .level], any: [.log4j]),
        examples: [
            EnvelopeExample(
                text:
                    #"{"instant":{"epochSecond":1795003200,"nanoOfSecond":123000000},"thread":"exec-4","level":"ERROR","#
                    + #""loggerName":"c.e.Pay","message":"order.created orderNo=A1","endOfBatch":false,"loggerFqcn":"x","threadId":33}"#,
                at: "2026-11-18T12:00:00.123Z", resolution: .microsecond, level: .error, category: "c.e.Pay",
                words: "order.created orderNo=A1"),
            EnvelopeExample(
                text: #"{"instant": {"epochSecond": 1795003200, "nanoOfSecond": 5000000}, "level": "INFO", "message": "x"}"#,
                at: "2026-11-18T12:00:00.005Z", resolution: .microsecond, level: .info, words: "x"),
            EnvelopeExample(
                text:
                    #"{"timeMillis":1795003200123,"thread":"main","level":"WARN","loggerName":"c.e.Pay","message":"x","endOfBatch":true}"#,
                at: "2026-11-18T12:00:00.123Z", level: .warning, category: "c.e.Pay", words: "x"),
        ])

    /// `[WARN]`.
    private static func bracketedLevel(_ cursor: inout HeaderCursor) -> RecordLevel? {
        let start = cursor.i
        if let word = cursor.bracket(), let level = RecordLevel(word: word.trimmed) { return level }
        cursor.i = start
        return nil
    }
}
