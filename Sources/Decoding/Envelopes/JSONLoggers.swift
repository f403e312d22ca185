import Domain

extension EnvelopeFormat {
    /// logstash-logback and its kin (facts.md §6.9).
    static let logstash = EnvelopeFormat.json(
        "logstash JSON", .application, form: JSONForm(all: [.atTimestamp], any: [.loggerName, .atVersion], none: [.accessVariable]),
        examples: [
            EnvelopeExample(
                text:
                    #"{"@timestamp":"2026-09-01T13:57:31.101+08:00","@version":"1","message":"order \"A1\" paid","logger_name":"c.e.Pay","#
                    + #""thread_name":"main","level":"WARN","level_value":30000}"#,
                at: "2026-09-01T05:57:31.101Z", level: .warning, category: "c.e.Pay", words: #"order "A1" paid"#)
        ])

    /// pino: a level in numbers (facts.md §6.13).
    static let pino = EnvelopeFormat.json(
        "pino", .application, form: JSONForm(all: [.time, .numericLevel], any: [.pid, .hostname]),
        examples: [
            EnvelopeExample(
                text: #"{"level":30,"time":1784599200004,"pid":1,"hostname":"pay-api-7c9f","msg":"order.created","orderNo":"N1"}"#,
                at: "2026-07-21T02:00:00.004Z", level: .info, processID: "1", words: "order.created")
        ])

    /// Any other JSON line with a stamp: an application's own (facts.md §6.12).
    static let jsonLines = EnvelopeFormat.json(
        "JSON lines", .application, form: JSONForm(all: [.stamped]),
        examples: [
            EnvelopeExample(
                text: #"{"time":"2026-02-11T19:00:00.300+08:00","level":"info","event":"session.renewed","uid":"u1"}"#,
                at: "2026-02-11T11:00:00.300Z", level: .info),
            EnvelopeExample(
                text: #"{"ts":"2026-03-18T10:00:00.120Z","level":"info","svc":"billing","event":"job.finished"}"#,
                at: "2026-03-18T10:00:00.120Z", level: .info),
        ])

    /// JSON records without a stamp of their own: query answers, exported objects.
    static let jsonRecords = EnvelopeFormat.json(
        "JSON records", .unknown, isLastResort: true, form: JSONForm(all: []),
        examples: [
            EnvelopeExample(
                text: #"{"alipay_trade_query_response":{"code":"10000","out_trade_no":"A1"},"sign":"x"}"#)
        ])
}
