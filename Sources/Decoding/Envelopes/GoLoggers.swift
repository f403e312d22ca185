import Domain

extension EnvelopeFormat {
    /// zerolog: `level`, `time` as Unix seconds or RFC 3339, `message` (facts.md §6.12).
    static let zerolog = EnvelopeFormat.json(
        "zerolog", .application, form: JSONForm(all: [.level, .time, .messageWord], none: [.numericLevel, .hostname, .accessVariable]),
        examples: [
            EnvelopeExample(
                text: #"{"level":"info","service":"pay","orderNo":"A1","time":1788242251,"message":"order.created"}"#,
                at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .info, words: "order.created"),
            EnvelopeExample(
                text: #"{"level":"warn","time":"2026-09-01T13:57:31+08:00","caller":"pay.go:55","message":"text"}"#,
                at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .warning, words: "text"),
        ])

    /// slog's JSON handler and logrus' JSON formatter: both write `time`, `level` and `msg` (facts.md §6.12).
    static let slogJSON = EnvelopeFormat.json(
        "slog or logrus JSON", .application, form: JSONForm(all: [.level, .time, .msgWord], none: [.numericLevel, .accessVariable]),
        examples: [
            EnvelopeExample(
                text: #"{"time":"2026-09-01T13:57:31.101234567+08:00","level":"INFO","msg":"order.created","orderNo":"A1"}"#,
                at: "2026-09-01T05:57:31.101Z", resolution: .microsecond, level: .info, words: "order.created"),
            EnvelopeExample(
                text: #"{"level":"error","msg":"boom","orderNo":"A1","time":"2026-09-01T13:57:31+08:00"}"#,
                at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .error, words: "boom"),
        ])
}
