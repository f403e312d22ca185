import Domain

extension EnvelopeFormat {
    /// Docker's json-file driver: one line of output in `log`; lines over 16 KiB come in parts without a line feed (facts.md §6.18).
    static let docker = EnvelopeFormat.transport(
        "docker json-file", start: "{", mark: "\"log\"",
        examples: [
            EnvelopeExample(
                text:
                    #"{"log":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a \"b\"\n","stream":"stdout","time":"2026-09-01T05:57:32Z"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", message: #"a "b""#,
                format: "Spring Boot 2"),
            EnvelopeExample(
                text: #"{"log":"part one, ","stream":"stdout","time":"2026-09-01T05:57:31.123456789Z"}"# + "\n"
                    + #"{"log":"part two\n","stream":"stdout","time":"2026-09-01T05:57:31.2Z"}"#,
                at: "2026-09-01T05:57:31.123Z", resolution: .microsecond, message: "part one, part two", format: "plain"),
        ]
    ) { line, clock, wrapped, arena in
        guard line.at(0) == UInt8(ascii: "{"), line.at(line.count &- 1) == UInt8(ascii: "}") else { return false }
        var members = JSONMembers(line)
        var member = JSONMember()
        var log: JSONMember?
        wrapped.stamp = nil
        while members.next(&member) {
            if member.key.equals("log") {
                log = member
            } else if member.key.equals("stream") {
                wrapped.stream = member.value
            } else if member.key.equals("time") {
                wrapped.stamp = clock.calendar(member.value)
            }
        }
        guard let log, log.kind == .string, wrapped.stamp != nil else { return false }
        var content = log.isEscaped ? FieldScanner.unescaped(log.value, &arena) ?? log.value : log.value
        wrapped.isPartial = content.at(content.count &- 1) != 10
        if !wrapped.isPartial { content = content.slice(0, content.count &- 1) }
        wrapped.content = content
        return true
    }
}
