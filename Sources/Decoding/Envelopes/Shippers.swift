import Domain

extension EnvelopeFormat {
    /// Filebeat, Vector, Fluentd and Logstash around a line that they took as it is: their own stamp is when they read it, the line's is
    /// when it happened. A record whose fields they took apart stays as it is.
    static let shipper = EnvelopeFormat.transport(
        "log shipper", start: "{\"",
        examples: [
            EnvelopeExample(
                text: #"{"@timestamp":"2026-09-01T05:57:33.000Z","@metadata":{"beat":"filebeat"},"log":{"offset":1,"file":{"path":"/a"}},"#
                    + #""message":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", message: "a", format: "Spring Boot 2"),
            EnvelopeExample(
                text: #"{"stream":"stdout","logtag":"F","message":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a","#
                    + #""kubernetes":{"pod_name":"pay-0","container_name":"pay"},"@timestamp":"2026-09-01T05:57:31.5Z"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", service: "pay", message: "a",
                format: "Spring Boot 2"),
            EnvelopeExample(
                text: #"{"container_id":"a1","container_name":"pay","source":"stdout","#
                    + #""log":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a","ecs_cluster":"c"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", service: "pay", message: "a",
                format: "Spring Boot 2"),
            EnvelopeExample(
                text: #"{"file":"/a.log","host":"h","message":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a","#
                    + #""source_type":"file","timestamp":"2026-09-01T05:57:33.5Z"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", message: "a", format: "Spring Boot 2"),
        ]
    ) { line, clock, wrapped, arena in
        guard line.at(0) == UInt8(ascii: "{"), line.has("{\"") else { return false }
        var isShipped = false
        var isRaw = false
        var text: JSONMember?
        wrapped.stamp = nil
        var members = JSONMembers(line)
        var member = JSONMember()
        while members.next(&member) {
            let key = member.key
            if key.equals("@timestamp") || key.equals("timestamp") || key.equals("date") || key.equals("time") {
                wrapped.stamp = wrapped.stamp ?? clock.any(member.value)
            } else if key.equals("message") || key.equals("log") && text == nil, member.kind == .string {
                text = member
                isRaw = isRaw || key.equals("log")
            } else if key.equals("logtag") {
                (isShipped, isRaw) = (true, true)
            } else if key.equals("container_name"), member.kind == .string, wrapped.service.isEmpty {
                wrapped.service = member.value
            } else if key.equals("kubernetes"), member.kind == .nested {
                isShipped = true
                let container = JSONMembers.member("container_name", of: member.value)
                wrapped.service = container?.value ?? wrapped.service
            } else if key.equals("@metadata") || key.equals("source_type") || key.equals("container_id")
                || key.equals("input") && member.kind == .nested || key.equals("agent") && member.kind == .nested
            {
                isShipped = true
            }
        }
        guard isShipped, let text, wrapped.stamp != nil || isRaw else { return false }
        let content = text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value
        // Amazon's FireLens gives no time of its own.
        guard wrapped.stamp != nil || EntryLine.isWholeLine(content) else { return false }
        // The lines of a container come one by one, those that go on with a record too.
        guard EntryLine.isWholeLine(content) || isRaw else { return false }
        wrapped.content = content.at(content.count &- 1) == 10 ? content.slice(0, content.count &- 1) : content
        return true
    }

    /// Logan, decoded: `c` the line, `l` when it was written in milliseconds (Meituan's Logan, the fields of its protocol).
    static let logan = EnvelopeFormat.transport(
        "Logan", start: "{", mark: "\"c\"",
        examples: [
            EnvelopeExample(
                text: #"{"c":"[PayCallback] order.saved orderNo=A1","f":3,"l":1788242251101,"n":"main","i":1,"m":true}"#,
                at: "2026-09-01T05:57:31.101Z", message: "[PayCallback] order.saved orderNo=A1", format: "plain")
        ]
    ) { line, _, wrapped, arena in
        guard line.at(0) == UInt8(ascii: "{") else { return false }
        var text: JSONMember?
        var hasThread = false
        wrapped.stamp = nil
        var members = JSONMembers(line)
        var member = JSONMember()
        while members.next(&member) {
            guard member.key.count == 1 else { return false }
            switch member.key[0] {
            case UInt8(ascii: "c"): text = member
            case UInt8(ascii: "l"): wrapped.stamp = StampClock.epoch(member.value)
            case UInt8(ascii: "n"), UInt8(ascii: "f"): hasThread = true
            default: break
            }
        }
        guard hasThread, wrapped.stamp != nil, let text, text.kind == .string else { return false }
        wrapped.content = text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value
        return true
    }
}
