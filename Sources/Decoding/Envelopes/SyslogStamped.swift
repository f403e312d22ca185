import Domain

extension EnvelopeFormat {
    /// What rsyslog writes with whole stamps and `journalctl -o short-iso` prints: `2026-09-01T13:57:31.123456+08:00 host app[1]: text`.
    static let syslogStamped = EnvelopeFormat.transport(
        "syslog (ISO stamps)",
        examples: [
            EnvelopeExample(
                text: "2026-09-01T13:57:31.123456+08:00 web1 pay[17]: order.created orderNo=A1", at: "2026-09-01T05:57:31.123Z",
                resolution: .microsecond, service: "pay", message: "order.created orderNo=A1", format: "plain"),
            EnvelopeExample(
                text: "2026-09-01T13:57:31+0800 web1 pay[17]: 2026-09-01 13:57:31,101 [main] INFO c.e.Pay - text",
                at: "2026-09-01T05:57:31.101Z", level: .info, category: "c.e.Pay", service: "pay", message: "text", format: "Logback"),
        ]
    ) { line, clock, wrapped, _ in
        guard line.at(10) == UInt8(ascii: "T"), let stamp = clock.calendar(line), stamp.isZoned else { return false }
        var cursor = HeaderCursor(line, at: stamp.length)
        guard cursor.eat(32) else { return false }
        let host = cursor.word()
        guard !host.isEmpty, host.at(host.count &- 1) != UInt8(ascii: ":"), host.at(0) != UInt8(ascii: "["), cursor.eat(32) else {
            return false
        }
        let tag = cursor.i
        while cursor.i < line.count, line[cursor.i].isIdentifier || line[cursor.i] == UInt8(ascii: ".") || line[cursor.i] == UInt8(ascii: "/")
        {
            cursor.i &+= 1
        }
        // A process id in brackets is required: without it the line could be anybody's text.
        guard cursor.i > tag, line.at(cursor.i) == UInt8(ascii: "[") else { return false }
        let service = line.slice(tag, cursor.i)
        cursor.i &+= 1
        guard cursor.digits() != nil, cursor.eat("]:") else { return false }
        _ = cursor.eat(32)
        (wrapped.stamp, wrapped.service, wrapped.stream) = (stamp, service, host)
        wrapped.content = cursor.rest()
        return true
    }
}
