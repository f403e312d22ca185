import Domain

extension EnvelopeFormat {
    /// Aliyun SLS: an export of lines collected as they are, in `content`; seconds as a number or, newer, a string (facts.md §6.23).
    static let aliyunSLS = EnvelopeFormat.transport(
        "Aliyun SLS", start: "{", mark: "\"__time__\"",
        examples: [
            EnvelopeExample(
                text: #"{"__time__":1788242252,"__topic__":"","__source__":"10.0.0.7","__tag__:__path__":"/srv/pay/app.log","#
                    + #""content":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a \"b\""}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", service: "/srv/pay/app.log",
                message: #"a "b""#, format: "Spring Boot 2"),
            EnvelopeExample(
                text: #"{"content":"order.created orderNo=A1","__time__":"1788242252","__source__":"10.0.0.7","__topic__":"pay"}"#,
                at: "2026-09-01T05:57:32.000Z", resolution: .second, service: "pay", message: "order.created orderNo=A1", format: "plain"),
        ]
    ) { line, _, wrapped, arena in
        guard line.at(0) == UInt8(ascii: "{") else { return false }
        var members = JSONMembers(line)
        var member = JSONMember()
        var content: JSONMember?
        var topic = Bytes.none
        var hasOwnFields = false
        (wrapped.stamp, wrapped.service, wrapped.stream) = (nil, .none, .none)
        while members.next(&member) {
            if member.key.equals("__time__") {
                wrapped.stamp = StampClock.epoch(member.value)
            } else if member.key.equals("content") {
                content = member
            } else if member.key.equals("__tag__:_container_name_") {
                wrapped.service = member.value
            } else if member.key.equals("__tag__:__path__") {
                if wrapped.service.isEmpty { wrapped.service = member.value }
            } else if member.key.equals("__topic__") {
                topic = member.value
            } else if member.key.equals("__source__") {
                wrapped.stream = member.value
            } else if !member.key.has("__") {
                hasOwnFields = true
            }
        }
        guard let content, content.kind == .string, wrapped.stamp != nil else { return false }
        if wrapped.service.isEmpty { wrapped.service = topic }
        wrapped.content = content.isEscaped ? FieldScanner.unescaped(content.value, &arena) ?? content.value : content.value
        // A line taken apart that has a field of this name.
        if hasOwnFields, !EntryLine.isWholeLine(wrapped.content) { wrapped.content = line }
        return true
    }

    /// The same with the lines taken apart by the collector: every field is a member of its own.
    static let aliyunSLSFields = EnvelopeFormat.json(
        "Aliyun SLS fields", .application, form: JSONForm(all: [.slsTime], none: [.accessVariable]),
        examples: [
            EnvelopeExample(
                text: #"{"__time__":1788242252,"__source__":"10.0.0.7","level":"INFO","msg":"order.created","orderNo":"A1"}"#,
                at: "2026-09-01T05:57:32.000Z", resolution: .second, level: .info, words: "order.created")
        ])
}
