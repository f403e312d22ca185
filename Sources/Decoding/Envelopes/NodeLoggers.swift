import Domain

extension EnvelopeFormat {
    /// bunyan: pino's keys, and always `name` and `v` (facts.md §6.13).
    static let bunyan = EnvelopeFormat.json(
        "bunyan", .application, form: JSONForm(all: [.time, .numericLevel, .bunyan], any: [.pid, .hostname]),
        examples: [
            EnvelopeExample(
                text:
                    #"{"name":"pay","hostname":"pay-api-7c9f","pid":17,"level":50,"msg":"boom","time":"2026-09-01T05:57:31.101Z","v":0}"#,
                at: "2026-09-01T05:57:31.101Z", level: .error, processID: "17", category: "pay", words: "boom")
        ])

    /// winston's JSON: `level` and `message`; the time only where the application adds it (facts.md §6.13).
    static let winston = EnvelopeFormat.json(
        "winston", .application,
        form: JSONForm(all: [.level, .messageWord], none: [.numericLevel, .time, .ts, .atTimestamp, .accessVariable, .slsTime]),
        examples: [
            EnvelopeExample(
                text: #"{"level":"info","message":"order.created","orderNo":"A1","timestamp":"2026-09-01T05:57:31.101Z"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, words: "order.created"),
            EnvelopeExample(
                text: #"{"level":"warn","message":"text","service":"pay"}"#, level: .warning, words: "text"),
        ])

    /// winston's `simple` format: `level: message {metadata}`, no time.
    static let winstonSimple = EnvelopeFormat.text(
        "winston simple", .application, isLastResort: true,
        examples: [
            EnvelopeExample(
                text: #"info: order.created {"orderNo":"A1","service":"pay"}"#, level: .info,
                message: #"order.created {"orderNo":"A1","service":"pay"}"#)
        ]
    ) { line, _, record in
        var cursor = HeaderCursor(line)
        guard line.at(0).isLetter, line.at(0) | 32 == line.at(0), cursor.level(&record), cursor.eat(": ") else { return false }
        record.at = nil
        record.message = cursor.rest()
        return true
    }
}
