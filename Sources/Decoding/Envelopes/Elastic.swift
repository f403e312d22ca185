import Domain

extension EnvelopeFormat {
    /// Elasticsearch: the hits of a search, or one document a line; the record is `_source`, or a line in its `message` (facts.md §6.26).
    static let elastic = EnvelopeFormat.carrier(
        "Elasticsearch",
        form: CarrierForm(
            place: .object("_source"),
            recognises: { CarrierForm.isJSON($0, holding: "\"_source\"", "\"_index\"") }, unwrap: unwrapSource),
        examples: [
            EnvelopeExample(
                text: #"{"_index":"pay-2026.09","_id":"1","_source":{"@timestamp":"2026-09-01T05:57:31.101Z","#
                    + #""message":"order.created orderNo=A1","log.level":"INFO","service":{"name":"pay"}}}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, service: "pay",
                message: #"{"@timestamp":"2026-09-01T05:57:31.101Z","message":"order.created orderNo=A1","log.level":"INFO","#
                    + #""service":{"name":"pay"}}"#,
                words: "order.created orderNo=A1", format: "JSON lines"),
            EnvelopeExample(
                text: #"{"took":3,"hits":{"total":{"value":1},"hits":[{"_index":"pay","_score":null,"_source":{"#
                    + #""@timestamp":"2026-09-01T05:57:32.000Z","container":{"name":"pay-api"},"#
                    + #""message":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a"}}]}}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", service: "pay-api", message: "a",
                format: "Spring Boot 2"),
        ])

    private static func unwrapSource(
        _ entry: Bytes, _ context: Bytes, _ clock: inout StampClock, _ wrapped: inout WrappedLine, _ arena: inout ByteArena
    ) -> Bool {
        var members = JSONMembers(entry)
        var member = JSONMember()
        var text: JSONMember?
        while members.next(&member) {
            if member.key.equals("@timestamp") {
                wrapped.stamp = clock.any(member.value)
            } else if member.key.equals("message") || member.key.equals("log") && text == nil, member.kind == .string {
                text = member
            } else if member.key.equals("service") || member.key.equals("container"), member.kind == .nested, wrapped.service.isEmpty {
                wrapped.service = JSONMembers.member("name", of: member.value)?.value ?? .none
            } else if member.key.equals("kubernetes"), member.kind == .nested, let inner = JSONMembers.member("container", of: member.value) {
                wrapped.service = JSONMembers.member("name", of: inner.value)?.value ?? .none
            } else if member.key.equals("service.name") || member.key.equals("container.name") {
                wrapped.service = member.value
            } else if member.key.equals("host"), wrapped.stream.isEmpty {
                wrapped.stream = member.kind == .nested ? JSONMembers.member("name", of: member.value)?.value ?? .none : member.value
            }
        }
        wrapped.content = entry
        if let text {
            let line = text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value
            if EntryLine.isWholeLine(line) { wrapped.content = line }
        }
        return true
    }
}
