import Domain

extension EnvelopeFormat {
    /// swift-log's StreamLogHandler: whole seconds, an offset without a colon, a lower-case level, `label:` (facts.md §5.6).
    static let swiftLog = EnvelopeFormat.text(
        "swift-log", .application,
        examples: [
            EnvelopeExample(
                text: "2026-09-01T13:57:31+0800 info payment: orderId=A1 [PaymentModule] text", at: "2026-09-01T05:57:31.000Z",
                resolution: .second, level: .info, category: "payment", message: "orderId=A1 [PaymentModule] text", words: "text"),
            EnvelopeExample(
                text: "2026-09-01T13:57:31+0800 warning com.example.shop: device=D-7 orderNo=A1 [PayCallback] query.sent",
                at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .warning, category: "PayCallback",
                message: "device=D-7 orderNo=A1 [PayCallback] query.sent", words: "query.sent"),
        ]
    ) { line, clock, record in
        guard line.at(10) == UInt8(ascii: "T"), line.at(24) == 32, line.at(25).isLetter, line.at(25) | 32 == line.at(25) else {
            return false
        }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line), into: &record), cursor.i == 24, cursor.eat(32), cursor.level(&record), cursor.eat(32) else {
            return false
        }
        let label = cursor.word()
        guard label.at(label.count &- 1) == UInt8(ascii: ":") else { return false }
        _ = cursor.eat(32)
        record.category = label.slice(0, label.count &- 1)
        record.message = cursor.rest()
        guard !clock.isHeaderOnly else { return true }
        // `k=v k=v [Source] text`: the metadata belongs to the message, the words stand behind the source.
        if let open = record.message.first(UInt8(ascii: "[")), open < 1_024 {
            var inner = HeaderCursor(record.message, at: open)
            if let source = inner.bracket(), source.first(32) == nil, inner.eat(32) {
                record.text = inner.rest()
                if source.equals("PayCallback") { record.category = source }
            }
        }
        return true
    }
}
