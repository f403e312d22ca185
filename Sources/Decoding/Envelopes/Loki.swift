import Domain

extension EnvelopeFormat {
    /// Loki's push body and query answer: streams with labels, each with pairs of nanoseconds and a line; answers begin with the newest
    /// (facts.md §6.24).
    static let loki = EnvelopeFormat.carrier(
        "Loki",
        form: CarrierForm(
            place: .elements(of: "values"), contextKey: "stream", mayBeReversed: true,
            recognises: { head in
                CarrierForm.isJSON(head, holding: "\"values\"", "\"stream\"")
                    && (head.find("\"streams\"") != nil || head.find("\"resultType\"") != nil)
            },
            unwrap: { entry, labels, _, wrapped, arena in
                guard let quote = entry.first(UInt8(ascii: "\"")), let stamp = StampClock.epoch(entry, at: quote &+ 1),
                    let begin = entry.first(UInt8(ascii: "\""), from: quote &+ stamp.length &+ 2)
                else { return false }
                let (end, isEscaped) = FieldScanner.stringEnd(entry, begin &+ 1)
                let line = entry.slice(begin &+ 1, end)
                wrapped.stamp = stamp
                let text = isEscaped ? FieldScanner.unescaped(line, &arena) ?? line : line
                let open = entry.first(UInt8(ascii: "{"), from: end &+ 1)
                wrapped.content = EntryLine.joined(text, open.map { entry.from($0) } ?? .none, &arena)
                wrapped.service = service(ofLabels: labels)
                wrapped.stream = labels
                return true
            }),
        examples: [
            EnvelopeExample(
                text: #"{"streams":[{"stream":{"app":"pay","pod":"pay-1"},"values":[["1788242251101000000","#
                    + #""2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a \"b\""]]}]}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", service: "pay", message: #"a "b""#,
                format: "Spring Boot 2"),
            EnvelopeExample(
                text: #"{"status":"success","data":{"resultType":"streams","result":[{"stream":{"job":"pay"},"values":["#
                    + #"["1788242251101000000","order.created orderNo=A1",{"traceID":"x"}]]}],"stats":{}}}"#,
                at: "2026-09-01T05:57:31.101Z", resolution: .microsecond, service: "pay", message: "order.created orderNo=A1 traceID=x",
                format: "plain"),
        ])

    /// `logcli query -o jsonl`: one object a line (facts.md §6.24).
    static let lokiLines = EnvelopeFormat.transport(
        "Loki lines", start: "{", mark: "\"labels\"",
        examples: [
            EnvelopeExample(
                text: #"{"labels":{"app":"pay"},"line":"order.created orderNo=A1","timestamp":"2026-09-01T05:57:31.101Z"}"#,
                at: "2026-09-01T05:57:31.101Z", service: "pay", message: "order.created orderNo=A1", format: "plain"),
            EnvelopeExample(
                text: #"{"labels":{"app":"pay"},"line":"order.created","timestamp":"2026-09-01T05:57:31.101Z","#
                    + #""metadata":{"orderNo":"A1","note":"a b","trace_id":"5b8e"}}"#,
                at: "2026-09-01T05:57:31.101Z", service: "pay", message: #"order.created orderNo=A1 note="a b" trace_id=5b8e"#,
                format: "plain"),
            EnvelopeExample(
                text: #"{"labels":{"app":"pay"},"line":"{\"level\":\"info\",\"msg\":\"order.created\"}","#
                    + #""timestamp":"2026-09-01T05:57:31.101Z","metadata":{"orderNo":"A1"}}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, service: "pay",
                message: #"{"level":"info","msg":"order.created","orderNo":"A1"}"#, words: "order.created", format: "JSON records"),
        ]
    ) { line, clock, wrapped, arena in
        guard line.at(0) == UInt8(ascii: "{") else { return false }
        var members = JSONMembers(line)
        var member = JSONMember()
        var labels: Bytes?
        var text: JSONMember?
        var metadata = Bytes.none
        wrapped.stamp = nil
        while members.next(&member) {
            if member.key.equals("labels"), member.kind == .nested {
                labels = member.value
            } else if member.key.equals("line"), member.kind == .string {
                text = member
            } else if member.key.equals("timestamp") {
                wrapped.stamp = clock.any(member.value)
            } else if member.key.equals("metadata"), member.kind == .nested {
                metadata = member.value
            }
        }
        guard let labels, let text, wrapped.stamp != nil else { return false }
        let line = text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value
        wrapped.content = EntryLine.joined(line, metadata, &arena)
        (wrapped.service, wrapped.stream) = (service(ofLabels: labels), labels)
        return true
    }

    /// The label that names the writer best.
    private static func service(ofLabels labels: Bytes) -> Bytes {
        for key in ["service_name", "app", "container", "service", "job", "unit"] as [StaticString] {
            if let member = JSONMembers.member(key, of: labels), member.kind == .string, !member.value.isEmpty { return member.value }
        }
        return .none
    }
}
