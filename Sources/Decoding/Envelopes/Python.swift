import Domain

extension EnvelopeFormat {
    /// Python logging: a comma before the milliseconds, then level and name in the usual orders (facts.md §6.14).
    static let python = EnvelopeFormat.text(
        "Python logging", .application,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31,896 INFO pay.notify order.created orderNo=A1", at: "2026-09-01T05:57:31.896Z", level: .info,
                message: "pay.notify order.created orderNo=A1"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31,896 - pay.notify - ERROR - boom\nTraceback (most recent call last):\n  File \"a.py\", line 1",
                at: "2026-09-01T05:57:31.896Z", level: .error, category: "pay.notify",
                message: "boom\nTraceback (most recent call last):\n  File \"a.py\", line 1"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31,896 [WARNING] pay: text", at: "2026-09-01T05:57:31.896Z", level: .warning, message: "pay: text"),
        ]
    ) { line, clock, record in
        guard line.at(10) == 32, line.at(19) == UInt8(ascii: ",") else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line), into: &record), cursor.blanks() > 0 || cursor.i == line.count else { return false }
        leadingWords(&cursor, &record)
        return true
    }

    /// `- name - LEVEL - `, `LEVEL `, `[LEVEL] `, `LEVEL: ` in front of the text, as far as they are there.
    static func leadingWords(_ cursor: inout HeaderCursor, _ record: inout Record) {
        let start = cursor.i
        if cursor.eat("- ") {
            let name = cursor.word()
            if cursor.eat(" - "), cursor.level(&record), cursor.eat(" - ") {
                record.category = name
                record.message = cursor.rest()
                return
            }
            cursor.i = start &+ 2
        }
        if cursor.text.at(cursor.i) == UInt8(ascii: "[") || cursor.text.at(cursor.i) == UInt8(ascii: "<") {
            var inner = cursor
            inner.i &+= 1
            let close: UInt8 = cursor.text.at(cursor.i) == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ">")
            if inner.level(&record), inner.eat(close) { cursor = inner }
        } else {
            var inner = cursor
            if inner.level(&record),
                inner.text.at(inner.i).isBlank || inner.text.at(inner.i) == UInt8(ascii: ":") || inner.i == inner.text.count
            {
                _ = inner.eat(UInt8(ascii: ":"))
                cursor = inner
            }
        }
        cursor.blanks()
        if cursor.i > start { _ = cursor.eat("- ") }
        record.message = cursor.rest()
    }
}
