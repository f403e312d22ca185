import Domain

extension EnvelopeFormat {
    /// Talker: `[info] | 13:57:31 101ms | text`, alone or in a box (its default formatter).
    static let talker = EnvelopeFormat.text(
        "Talker", .device,
        examples: [
            EnvelopeExample(
                text: "[info] | 13:57:31 101ms | [PayCallback] order.saved orderNo=A1", fileName: "a-2026-09-01.log",
                at: "2026-09-01T05:57:31.101Z", level: .info, message: "[PayCallback] order.saved orderNo=A1"),
            EnvelopeExample(
                text: "│ [warning] | 13:57:31 7ms | text\n└───", fileName: "a-2026-09-01.log", at: "2026-09-01T05:57:31.007Z",
                level: .warning, message: "text\n└───"),
        ]
    ) { line, clock, record in
        var cursor = boxed(line)
        guard let title = cursor.bracket(), cursor.eat(" | "), let stamp = clock.time(line, at: cursor.i) else { return false }
        cursor.i &+= stamp.length
        guard cursor.eat(32), let digits = cursor.digits(), let part = digits.integer, part < 1_000, cursor.eat("ms |") else {
            return false
        }
        record.at = stamp.isDated ? Instant(microseconds: stamp.at.microseconds &+ part &* 1_000) : nil
        record.resolution = .millisecond
        guard !clock.isHeaderOnly else { return true }
        record.level = RecordLevel(word: title) ?? .none
        cursor.blanks()
        record.message = cursor.rest()
        return true
    }

    /// The `logger` package's PrettyPrinter with its time: the stamp is a line of the box, the text follows below it.
    static let prettyPrinter = EnvelopeFormat.text(
        "PrettyPrinter", .device,
        examples: [
            EnvelopeExample(
                text: "│ 13:57:31.101 (+0:00:04.512000)\n├┄┄┄\n│ 💡 [PayCallback] order.saved orderNo=A1\n└───",
                fileName: "a-2026-09-01.log", at: "2026-09-01T05:57:31.101Z",
                message: "├┄┄┄\n│ 💡 [PayCallback] order.saved orderNo=A1\n└───")
        ]
    ) { line, clock, record in
        guard line.has("│ ") else { return false }
        var cursor = boxed(line)
        guard cursor.text.at(cursor.i).isDigit, let stamp = clock.calendar(line, at: cursor.i) ?? clock.time(line, at: cursor.i) else {
            return false
        }
        cursor.i &+= stamp.length
        let end = line.first(10, from: cursor.i) ?? line.count
        guard line.slice(cursor.i, end).trimmed.isEmpty || cursor.eat(" (+") else { return false }
        (record.at, record.resolution) = (stamp.isDated ? stamp.at : nil, stamp.resolution)
        record.message = line.from(end &+ 1)
        return true
    }

    /// Behind the side of a box, where one stands in front.
    private static func boxed(_ line: Bytes) -> HeaderCursor {
        var cursor = HeaderCursor(line)
        if cursor.eat("│") { cursor.blanks() }
        return cursor
    }
}
