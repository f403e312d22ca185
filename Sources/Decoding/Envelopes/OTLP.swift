import Domain

extension EnvelopeFormat {
    /// OpenTelemetry logs in OTLP's JSON: records inside scopes inside resources, 64-bit numbers as strings (facts.md §6.25).
    static let otlp = EnvelopeFormat.carrier(
        "OTLP JSON",
        form: CarrierForm(
            place: .elements(of: "logRecords"), contextKey: "resource",
            recognises: { CarrierForm.isJSON($0, holding: "\"resourceLogs\"") && $0.find("\"logs\"") == nil }, unwrap: unwrapOTLP),
        examples: [
            EnvelopeExample(
                text: #"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"pay"}}]},"#
                    + #""scopeLogs":[{"scope":{},"logRecords":[{"timeUnixNano":"1788242251101000000","severityNumber":9,"#
                    + #""severityText":"INFO","body":{"stringValue":"order.created"},"attributes":[{"key":"orderNo","#
                    + #""value":{"stringValue":"A1"}},{"key":"qty","value":{"intValue":"2"}}],"traceId":"5b8e"}]}]}]}"#,
                at: "2026-09-01T05:57:31.101Z", resolution: .microsecond, level: .info, service: "pay",
                message: #"{"level":"INFO","msg":"order.created","trace_id":"5b8e","orderNo":"A1","qty":2}"#, words: "order.created",
                format: "JSON records"),
            EnvelopeExample(
                text: #"{"resourceLogs":[{"resource":{"attributes":[]},"instrumentationLibraryLogs":[{"logRecords":[{"#
                    + #""observedTimeUnixNano":"1788242251101000000","body":{"stringValue":"#
                    + #""2026-09-01 13:57:31,101 [main] INFO c.e.Pay - a"}}]}]}]}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, category: "c.e.Pay", message: "a", format: "Logback"),
        ])

    /// The same before version 0.9 of the protocol: records were called `logs`, scopes instrumentation libraries.
    static let otlpOld = EnvelopeFormat.carrier(
        "OTLP JSON, old",
        form: CarrierForm(
            place: .elements(of: "logs"), contextKey: "resource",
            recognises: { CarrierForm.isJSON($0, holding: "\"resourceLogs\"") && $0.find("\"logRecords\"") == nil }, unwrap: unwrapOTLP),
        examples: [
            EnvelopeExample(
                text: #"{"resourceLogs":[{"resource":{"attributes":[]},"instrumentationLibraryLogs":[{"logs":[{"#
                    + #""timeUnixNano":"1788242251101000000","body":{"stringValue":"#
                    + #""2026-09-01 13:57:31,101 [main] INFO c.e.Pay - a"}}]}]}]}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, category: "c.e.Pay", message: "a", format: "Logback")
        ])

    private static func unwrapOTLP(
        _ entry: Bytes, _ resource: Bytes, _ clock: inout StampClock, _ wrapped: inout WrappedLine, _ arena: inout ByteArena
    ) -> Bool {
        var members = JSONMembers(entry)
        var member = JSONMember()
        var (observed, body, attributes) = (Bytes.none, Bytes.none, Bytes.none)
        var (severity, number, trace) = (Bytes.none, Bytes.none, Bytes.none)
        while members.next(&member) {
            if member.key.equals("timeUnixNano") {
                wrapped.stamp = StampClock.epoch(member.value)
            } else if member.key.equals("observedTimeUnixNano") {
                observed = member.value
            } else if member.key.equals("body"), member.kind == .nested {
                body = member.value
            } else if member.key.equals("attributes"), member.kind == .nested {
                attributes = member.value
            } else if member.key.equals("severityText") {
                severity = member.value
            } else if member.key.equals("severityNumber") {
                number = member.value
            } else if member.key.equals("traceId") {
                trace = member.value
            }
        }
        if wrapped.stamp == nil { wrapped.stamp = StampClock.epoch(observed) }
        name(&wrapped, from: resource)
        let text = JSONMembers.member("stringValue", of: body)
        if let text {
            let line = text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value
            if EntryLine.isWholeLine(line) {
                wrapped.content = line
                return true
            }
        }
        guard var line = EntryLine(&arena, capacity: entry.count &+ 128) else { return false }
        let level = severity.isEmpty ? levelWord(number) : severity
        if !level.isEmpty { line.string(("level" as StaticString).entryBytes, raw: level) }
        if let text { line.string(("msg" as StaticString).entryBytes, raw: text.value) }
        if !trace.isEmpty { line.string(("trace_id" as StaticString).entryBytes, raw: trace) }
        if text == nil, let list = JSONMembers.member("kvlistValue", of: body), let values = JSONMembers.member("values", of: list.value) {
            put(values.value, into: &line)
        }
        put(attributes, into: &line)
        wrapped.content = line.finish(&arena)
        return true
    }

    /// `[{"key":"k","value":{"stringValue":"v"}}]` as members.
    private static func put(_ attributes: Bytes, into line: inout EntryLine) {
        var elements = JSONElements(attributes)
        while let element = elements.next() {
            guard let key = JSONMembers.member("key", of: element), key.kind == .string,
                let value = JSONMembers.member("value", of: element), value.kind == .nested
            else { continue }
            var inner = JSONMembers(value.value)
            var member = JSONMember()
            guard inner.next(&member) else { continue }
            if member.key.equals("stringValue") {
                line.string(key.value, raw: member.value)
            } else if member.key.equals("intValue") || member.key.equals("doubleValue") || member.key.equals("boolValue") {
                line.value(key.value, member.value)
            }
        }
    }

    private static func name(_ wrapped: inout WrappedLine, from resource: Bytes) {
        guard let attributes = JSONMembers.member("attributes", of: resource) else { return }
        var elements = JSONElements(attributes.value)
        while let element = elements.next() {
            guard let key = JSONMembers.member("key", of: element), let value = JSONMembers.member("value", of: element),
                let text = JSONMembers.member("stringValue", of: value.value)
            else { continue }
            if key.value.equals("service.name") { wrapped.service = text.value }
            if key.value.equals("host.name") || key.value.equals("k8s.pod.name") || key.value.equals("service.instance.id") {
                wrapped.stream = text.value
            }
        }
    }

    /// Severity numbers: 1 trace, 5 debug, 9 info, 13 warn, 17 error, 21 fatal, four steps each.
    private static func levelWord(_ number: Bytes) -> Bytes {
        switch number.integer ?? 0 {
        case 1...4: ("TRACE" as StaticString).entryBytes
        case 5...8: ("DEBUG" as StaticString).entryBytes
        case 9...12: ("INFO" as StaticString).entryBytes
        case 13...16: ("WARN" as StaticString).entryBytes
        case 17...20: ("ERROR" as StaticString).entryBytes
        case 21...24: ("FATAL" as StaticString).entryBytes
        default: .none
        }
    }
}
