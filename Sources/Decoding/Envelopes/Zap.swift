import Domain

extension EnvelopeFormat {
    /// zap's console form: parts apart by TABs, the context as JSON at the end (facts.md §6.11).
    static let zapConsole = EnvelopeFormat.text(
        "zap console", .application,
        examples: [
            EnvelopeExample(
                text:
                    "2026-07-08T14:04:11.812+0800\tWARN\tpaywatch\tjob/reconcile.go:88\tprovider.answered\t{\"orderNo\":\"s2\",\"http\":200}",
                at: "2026-07-08T06:04:11.812Z", level: .warning, category: "paywatch",
                message: "provider.answered\t{\"orderNo\":\"s2\",\"http\":200}"),
            EnvelopeExample(
                text: "2026-07-08T14:04:11.812+0800\tERROR\tboom\nmain.main\n\t/a/main.go:1", at: "2026-07-08T06:04:11.812Z", level: .error,
                message: "boom\nmain.main\n\t/a/main.go:1"),
        ]
    ) { line, clock, record in
        var cursor = HeaderCursor(line)
        let stamp = line.at(4) == UInt8(ascii: "-") || line.at(4) == UInt8(ascii: "/") ? clock.calendar(line) : StampClock.epoch(line)
        guard cursor.take(stamp, into: &record), cursor.eat(9), cursor.level(&record), cursor.eat(9) else { return false }
        guard !clock.isHeaderOnly else { return true }
        // Then maybe a logger's name and maybe `file.go:55`, then the message.
        let start = cursor.i
        guard let first = cursor.until(9, limit: 200) else {
            record.message = line.from(start)
            return true
        }
        let second = cursor.i
        if isCaller(first) {
            record.message = line.from(second)
        } else if let caller = cursor.until(9, limit: 200), isCaller(caller) {
            record.category = first
            record.message = cursor.rest()
        } else {
            record.message = line.from(start)
        }
        return true
    }

    /// zap's JSON form: `ts` in seconds (facts.md §6.11).
    static let zapJSON = EnvelopeFormat.json(
        "zap JSON", .application, form: JSONForm(all: [.ts, .message, .level]),
        examples: [
            EnvelopeExample(
                text: #"{"level":"info","ts":1795004107.2,"caller":"iap/notify.go:112","msg":"order.created","orderNo":"IAP-1"}"#,
                at: "2026-11-18T12:15:07.200Z", level: .info, words: "order.created")
        ])

    /// `file.go:55`.
    private static func isCaller(_ text: Bytes) -> Bool {
        var colon = text.count
        while colon > 0, text[colon &- 1] != UInt8(ascii: ":") { colon &-= 1 }
        guard colon > 1, colon < text.count, text.first(32) == nil else { return false }
        for i in colon..<text.count where !text[i].isDigit { return false }
        return true
    }
}
