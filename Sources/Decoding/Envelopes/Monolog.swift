import Domain

extension EnvelopeFormat {
    /// Monolog: `[stamp] channel.LEVEL: text {context} {extra}`; version 1 and Laravel without a zone, 2 and 3 with one (facts.md §6.15).
    static let monolog = EnvelopeFormat.text(
        "Monolog", .application,
        examples: [
            EnvelopeExample(
                text: #"[2026-06-03T10:00:00.010000+08:00] pay.INFO: order.created {"orderNo":"HW-1"} []"#, at: "2026-06-03T02:00:00.010Z",
                resolution: .microsecond, level: .info, category: "pay", message: #"order.created {"orderNo":"HW-1"} []"#),
            EnvelopeExample(
                text: "[2026-04-14 10:00:05] production.ERROR: boom {\"exception\":\"[object] (X: a)\n[stacktrace]\n#0 /a.php(1): b()\n\"}",
                at: "2026-04-14T02:00:05.000Z", resolution: .second, level: .error, category: "production",
                message: "boom {\"exception\":\"[object] (X: a)\n[stacktrace]\n#0 /a.php(1): b()\n\"}"),
        ]
    ) { line, clock, record in
        guard line.at(0) == UInt8(ascii: "[") else { return false }
        var cursor = HeaderCursor(line, at: 1)
        guard cursor.take(clock.calendar(line, at: 1), into: &record), cursor.eat("] ") else { return false }
        guard let name = cursor.until(UInt8(ascii: ":"), limit: 96), name.first(32) == nil else { return false }
        var dot = name.count
        while dot > 0, name[dot &- 1] != UInt8(ascii: ".") { dot &-= 1 }
        guard dot > 1, let level = RecordLevel(word: name.from(dot)) else { return false }
        record.level = level
        record.category = name.slice(0, dot &- 1)
        _ = cursor.eat(32)
        record.message = cursor.rest()
        return true
    }
}
