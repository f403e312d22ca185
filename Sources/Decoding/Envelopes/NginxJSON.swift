import Domain

extension EnvelopeFormat {
    /// nginx with a JSON log format of any usual names (facts.md §6.2).
    static let nginxJSON = EnvelopeFormat.json(
        "nginx JSON", .access, form: JSONForm(all: [.target, .status, .accessVariable], none: [.message], isAccess: true),
        examples: [
            EnvelopeExample(
                text: #"{"time_iso8601":"2026-11-18T20:00:00+08:00","remote_addr":"198.51.100.81","request_method":"POST","#
                    + #""request_uri":"/notify?a=1","status":200,"body_bytes_sent":7,"request_time":0.012,"http_user_agent":"Mozilla/4.0"}"#,
                at: "2026-11-18T12:00:00.000Z", resolution: .second, access: "POST /notify?a=1 200 7 12000 Mozilla/4.0"),
            EnvelopeExample(
                text: #"{"@timestamp":"2026-11-18T12:00:00Z","request":"GET /a\x22 HTTP/1.1","status":"499","bytes_sent":"0","#
                    + #""request_time":"0.1","user_agent":"x"}"#,
                at: "2026-11-18T12:00:00.000Z", resolution: .second, access: #"GET /a" 499 0 100000 x"#),
            EnvelopeExample(
                text:
                    #"{"msec":1795003200.123,"uri":"/pay/return","args":"outTradeNo=1","request_method":"GET","status":302,"body_bytes_sent":0}"#,
                at: "2026-11-18T12:00:00.123Z", access: "GET /pay/return?outTradeNo=1 302 0 -1 "),
        ])
}
