import Domain

/// Answers and exports of cloud log services: one document, or one object a line, that carries other writers' lines.
extension EnvelopeFormat {
    /// Datadog's log search and archives: `attributes` holds the line, its time, its service, and again `attributes` with its fields.
    static let datadog = EnvelopeFormat.carrier(
        "Datadog",
        form: CarrierForm(
            place: .object("attributes"), mayBeReversed: true,
            recognises: { head in
                CarrierForm.isJSON(head, holding: "\"attributes\"", "\"timestamp\"", "\"message\"")
                    && (head.find("\"type\":\"log\"") != nil || head.find("\"type\": \"log\"") != nil)
            },
            unwrap: { entry, _, clock, wrapped, arena in
                var parts = ExportedParts()
                var members = JSONMembers(entry)
                var member = JSONMember()
                while members.next(&member) {
                    if member.key.equals("timestamp") {
                        wrapped.stamp = clock.any(member.value)
                    } else if member.key.equals("message"), member.kind == .string {
                        parts.text = member
                    } else if member.key.equals("service"), member.kind == .string {
                        wrapped.service = member.value
                    } else if member.key.equals("host"), member.kind == .string {
                        wrapped.stream = member.value
                    } else if member.key.equals("status"), member.kind == .string {
                        parts.level = member.value
                    } else if member.key.equals("attributes"), member.kind == .nested {
                        parts.fields = member.value
                    }
                }
                guard let line = parts.line(&arena) else { return false }
                wrapped.content = line
                return true
            }),
        examples: [
            EnvelopeExample(
                text: #"{"data":[{"id":"AwAA","type":"log","attributes":{"timestamp":"2026-09-01T05:57:31.101Z","status":"warn","#
                    + #""service":"pay","message":"order.created","attributes":{"orderNo":"A1"}}}],"meta":{"elapsed":12}}"#,
                at: "2026-09-01T05:57:31.101Z", level: .warning, service: "pay",
                message: #"{"level":"warn","message":"order.created","orderNo":"A1"}"#, words: "order.created", format: "winston"),
            EnvelopeExample(
                text: #"{"id":"AwAA","type":"log","attributes":{"timestamp":"2026-09-01T05:57:32.000Z","service":"pay","#
                    + #""message":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a"}}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", service: "pay", message: "a",
                format: "Spring Boot 2"),
        ])

    /// CloudWatch: `aws logs filter-log-events` and `get-log-events`.
    static let cloudWatch = EnvelopeFormat.carrier(
        "CloudWatch events",
        form: CarrierForm(
            place: .elements(of: "events"),
            recognises: { CarrierForm.isJSON($0, holding: "\"events\"", "\"message\"", "\"ingestionTime\"") }, unwrap: unwrapCloudWatch),
        examples: [
            EnvelopeExample(
                text: #"{"events":[{"logStreamName":"pay/web/0a1b","timestamp":1788242251101,"message":"order.created orderNo=A1","#
                    + #""ingestionTime":1788242251900,"eventId":"3812"}],"searchedLogStreams":[]}"#,
                at: "2026-09-01T05:57:31.101Z", message: "order.created orderNo=A1", format: "plain")
        ])

    /// CloudWatch's subscriptions (Lambda, Firehose): `logEvents` of one group.
    static let cloudWatchBatches = EnvelopeFormat.carrier(
        "CloudWatch subscription",
        form: CarrierForm(
            place: .elements(of: "logEvents"),
            recognises: { CarrierForm.isJSON($0, holding: "\"logEvents\"", "\"logGroup\"", "\"message\"") }, unwrap: unwrapCloudWatch),
        examples: [
            EnvelopeExample(
                text: #"{"messageType":"DATA_MESSAGE","owner":"1","logGroup":"/ecs/pay","logStream":"pay/web/0a1b","#
                    + #""logEvents":[{"id":"3812","timestamp":1788242251101,"message":"{\"level\":\"info\",\"msg\":\"a\"}"}]}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, message: #"{"level":"info","msg":"a"}"#, words: "a",
                format: "JSON records")
        ])

    private static func unwrapCloudWatch(
        _ entry: Bytes, _ context: Bytes, _ clock: inout StampClock, _ wrapped: inout WrappedLine, _ arena: inout ByteArena
    ) -> Bool {
        var members = JSONMembers(entry)
        var member = JSONMember()
        var text: JSONMember?
        while members.next(&member) {
            if member.key.equals("timestamp") {
                wrapped.stamp = clock.any(member.value)
            } else if member.key.equals("message"), member.kind == .string {
                text = member
            } else if member.key.equals("logStreamName") {
                wrapped.stream = member.value
            }
        }
        guard let text else { return false }
        wrapped.content = (text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value).trimmed
        return true
    }
}

/// What an exported entry consists of: its text, its level, and fields that stand apart.
struct ExportedParts {
    var text: JSONMember?
    var level = Bytes.none
    var fields = Bytes.none

    /// The line as its writer wrote it: the text where that has a header of its own, else a JSON line with the fields beside it.
    func line(_ arena: inout ByteArena) -> Bytes? {
        guard let text else { return nil }
        let plain = text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value
        if EntryLine.isWholeLine(plain) { return plain }
        guard var line = EntryLine(&arena, capacity: text.value.count &+ level.count &+ fields.count &+ 64) else { return nil }
        if !level.isEmpty { line.string(("level" as StaticString).entryBytes, raw: level) }
        line.string(("message" as StaticString).entryBytes, raw: text.value)
        var members = JSONMembers(fields)
        var member = JSONMember()
        while members.next(&member) {
            guard !member.key.isEmpty, !member.key.equals("message"), !member.key.equals("level") else { continue }
            if member.kind == .string { line.string(member.key, raw: member.value) } else { line.value(member.key, member.value) }
        }
        return line.finish(&arena)
    }
}
