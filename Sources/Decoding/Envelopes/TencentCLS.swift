import Domain

extension EnvelopeFormat {
    /// Tencent Cloud's log service, a line collected as it is: `__CONTENT__` with the time in milliseconds (CLS, "Full text in a single
    /// line").
    static let tencentCLS = EnvelopeFormat.transport(
        "Tencent CLS", start: "{", mark: "__CONTENT__",
        examples: [
            EnvelopeExample(
                text: #"{"__TIMESTAMP__":"1788242252000","__SOURCE__":"10.0.0.8","__FILENAME__":"/srv/pay.log","#
                    + #""__CONTENT__":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", service: "/srv/pay.log",
                message: "a", format: "Spring Boot 2"),
            EnvelopeExample(
                text: #"{"Time":1788242252000,"TopicName":"pay","Source":"10.0.0.8","FileName":"/srv/pay.log","#
                    + #""LogJson":"{\"__CONTENT__\":\"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a\"}"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", service: "/srv/pay.log",
                message: "a", format: "Spring Boot 2"),
        ]
    ) { line, _, wrapped, arena in line.find("__CONTENT__") != nil && unwrapCLS(line, &wrapped, &arena) }

    /// The same with the fields of a line taken apart, as its search interface answers: an object in the text of `LogJson`.
    static let tencentCLSFields = EnvelopeFormat.transport(
        "Tencent CLS fields", start: "{", mark: "\"LogJson\"",
        examples: [
            EnvelopeExample(
                text: #"{"Time":1788242251101,"TopicName":"pay","Source":"10.0.0.8","FileName":"/srv/pay.log","#
                    + #""LogJson":"{\"level\":\"INFO\",\"msg\":\"order.created\",\"orderNo\":\"A1\"}"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, service: "/srv/pay.log",
                message: #"{"level":"INFO","msg":"order.created","orderNo":"A1"}"#, words: "order.created", format: "JSON records")
        ]
    ) { line, _, wrapped, arena in line.find("__CONTENT__") == nil && unwrapCLS(line, &wrapped, &arena) }

    private static func unwrapCLS(_ line: Bytes, _ wrapped: inout WrappedLine, _ arena: inout ByteArena) -> Bool {
        guard line.at(0) == UInt8(ascii: "{") else { return false }
        (wrapped.stamp, wrapped.service, wrapped.stream) = (nil, .none, .none)
        var found = false
        var members = JSONMembers(line)
        var member = JSONMember()
        while members.next(&member) {
            if member.key.equals("__TIMESTAMP__") || member.key.equals("Time") {
                wrapped.stamp = StampClock.epoch(member.value)
            } else if member.key.equals("__FILENAME__") || member.key.equals("FileName") {
                wrapped.service = member.value
            } else if member.key.equals("__SOURCE__") || member.key.equals("Source") {
                wrapped.stream = member.value
            } else if member.key.equals("__CONTENT__") || member.key.equals("LogJson"), member.kind == .string {
                wrapped.content = member.isEscaped ? FieldScanner.unescaped(member.value, &arena) ?? member.value : member.value
                if member.key.equals("LogJson"), let line = JSONMembers.member("__CONTENT__", of: wrapped.content), line.kind == .string {
                    wrapped.content = line.isEscaped ? FieldScanner.unescaped(line.value, &arena) ?? line.value : line.value
                }
                found = true
            }
        }
        return found && wrapped.stamp != nil
    }
}
