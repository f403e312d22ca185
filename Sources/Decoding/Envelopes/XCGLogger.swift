import Domain

extension EnvelopeFormat {
    /// XCGLogger: `stamp [Level] [thread] [File.swift:12] function(args) > text`, local time without a zone, every part behind the level
    /// optional (facts.md §5.4).
    static let xcgLogger = EnvelopeFormat.text(
        "XCGLogger", .device,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31.101 [Debug] [main] [Pay.swift:12] pay(order:) > [PayCallback] order.saved orderNo=A1",
                at: "2026-09-01T05:57:31.101Z", level: .debug, category: "Pay.swift:12", message: "[PayCallback] order.saved orderNo=A1"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.101 [Warning] [AppDelegate.swift:40] application(_:open:options:) > text",
                at: "2026-09-01T05:57:31.101Z", level: .warning, category: "AppDelegate.swift:40", message: "text"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.101 [Severe] [com.example.queue] > text", at: "2026-09-01T05:57:31.101Z", level: .error,
                message: "text"),
        ]
    ) { line, clock, record in
        // Thirteen, not a date with slashes: the form is fixed as far as the level.
        guard line.at(4) == UInt8(ascii: "-"), line.at(10) == 32, line.at(19) == UInt8(ascii: "."), line.at(24) == UInt8(ascii: "[") else {
            return false
        }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line), into: &record), cursor.i == 23, cursor.eat(32), let word = cursor.bracket(),
            let level = RecordLevel(word: word)
        else { return false }
        record.level = level
        while cursor.eat(" [") {
            cursor.i &-= 1
            guard let part = cursor.bracket() else { return false }
            if isFile(part) { record.category = part }
        }
        // `function(args) > `, or `> ` alone.
        guard cursor.eat(32) else { return false }
        if !cursor.eat("> ") {
            guard let arrow = line.slice(0, cursor.i &+ 200).find(" > ", from: cursor.i) else { return false }
            cursor.i = arrow &+ 3
        }
        record.message = cursor.rest()
        return true
    }

    /// `Pay.swift:12`.
    private static func isFile(_ text: Bytes) -> Bool {
        guard let dot = text.first(UInt8(ascii: ".")), let colon = text.first(UInt8(ascii: ":"), from: dot) else { return false }
        return text.at(colon &+ 1).isDigit
    }
}
