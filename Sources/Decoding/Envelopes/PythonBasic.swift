import Domain

extension EnvelopeFormat {
    /// Python's `logging.basicConfig` without a format: `LEVEL:name:text`, no time (facts.md §6.14).
    static let pythonBasic = EnvelopeFormat.text(
        "Python logging (basic)", .application, isLastResort: true,
        examples: [
            EnvelopeExample(
                text: "WARNING:pay.notify:order.created orderNo=A1", level: .warning, category: "pay.notify",
                message: "order.created orderNo=A1")
        ]
    ) { line, _, record in
        var cursor = HeaderCursor(line)
        guard line.at(0).isLetter, line.at(0) & 32 == 0, cursor.level(&record), cursor.eat(UInt8(ascii: ":")),
            let name = cursor.until(UInt8(ascii: ":"), limit: 96), !name.isEmpty, name.first(32) == nil
        else { return false }
        record.at = nil
        record.category = name
        record.message = cursor.rest()
        return true
    }

    /// Python loggers that write JSON: `asctime`, `levelname`, `message` (facts.md §6.14).
    static let pythonJSON = EnvelopeFormat.json(
        "Python JSON", .application, form: JSONForm(all: [.levelname, .messageWord], none: [.accessVariable]),
        examples: [
            EnvelopeExample(
                text: #"{"asctime":"2026-09-01 13:57:31,896","levelname":"ERROR","name":"pay.notify","message":"boom","orderNo":"A1"}"#,
                at: "2026-09-01T05:57:31.896Z", level: .error, category: "pay.notify", words: "boom")
        ])
}
