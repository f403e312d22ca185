import Domain

extension EnvelopeFormat {
    /// The Elastic Common Schema as ECS loggers and Log4j2's EcsLayout write it: dotted keys (facts.md §6.8).
    static let ecs = EnvelopeFormat.json(
        "ECS JSON", .application, form: JSONForm(all: [.atTimestamp, .ecs], none: [.accessVariable]),
        examples: [
            EnvelopeExample(
                text:
                    #"{"@timestamp":"2026-09-01T05:57:31.101Z","log.level":"INFO","message":"order.created orderNo=A1","ecs.version":"1.2.0","#
                    + #""service.name":"shop-pay","event.dataset":"shop-pay.log","process.thread.name":"main","log.logger":"c.e.Pay"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, category: "c.e.Pay", words: "order.created orderNo=A1"),
            EnvelopeExample(
                text: #"{"@timestamp":"2026-09-01T13:57:31.101+08:00","log.level":"ERROR","message":"boom","ecs":{"version":"8.11"},"#
                    + #""error.stack_trace":"java.lang.X: a\n\tat b.C.d(C.java:1)"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .error, words: "boom"),
        ])
}
