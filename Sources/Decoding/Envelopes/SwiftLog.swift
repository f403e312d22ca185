import Domain

extension EnvelopeFormat {
    /// swift-log's StreamLogHandler: whole seconds, an offset without a colon, a lower-case level, `label:` (facts.md §5.6).
    static let swiftLog = EnvelopeFormat.text(
        "swift-log", .application,
        examples: [
            EnvelopeExample(
                text: "2026-09-01T13:57:31+0800 info payment: orderId=A1 [PaymentModule] text", at: "2026-09-01T05:57:31.000Z",
                resolution: .second, level: .info, category: "payment", message: "orderId=A1 [PaymentModule] text")
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
        return true
    }
}
