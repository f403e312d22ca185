import Domain

extension EnvelopeFormat {
    /// `journalctl -o json`: microseconds in a string; the message is a string, an array of bytes when it is no printable UTF-8, or null
    /// when it is large (facts.md §6.21).
    static let journald = EnvelopeFormat.transport(
        "journald JSON", start: "{", mark: "\"MESSAGE\"",
        examples: [
            EnvelopeExample(
                text: #"{"__CURSOR":"s=1","__REALTIME_TIMESTAMP":"1788242251101234","_HOSTNAME":"web1","PRIORITY":"6","#
                    + #""SYSLOG_IDENTIFIER":"pay","_PID":"17","MESSAGE":"2026-09-01 13:57:31,101 [main] INFO c.e.Pay - a \"b\""}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, category: "c.e.Pay", service: "pay", message: #"a "b""#, format: "Logback"),
            EnvelopeExample(
                text: #"{"MESSAGE":[27,91,51,50,109,111,107,27,91,48,109,32,228,189,160],"__REALTIME_TIMESTAMP":"1788242251101234","#
                    + #""_SYSTEMD_UNIT":"pay.service","_HOSTNAME":"web1"}"#,
                at: "2026-09-01T05:57:31.101Z", resolution: .microsecond, service: "pay.service", message: "ok 你", format: "plain"),
        ]
    ) { line, _, wrapped, arena in
        guard line.at(0) == UInt8(ascii: "{") else { return false }
        var members = JSONMembers(line)
        var member = JSONMember()
        var message: JSONMember?
        var unit = Bytes.none
        (wrapped.stamp, wrapped.service, wrapped.stream, wrapped.content) = (nil, .none, .none, .none)
        while members.next(&member) {
            if member.key.equals("MESSAGE") {
                message = member
            } else if member.key.equals("__REALTIME_TIMESTAMP") {
                wrapped.stamp = StampClock.epoch(member.value)
            } else if member.key.equals("SYSLOG_IDENTIFIER") {
                wrapped.service = member.value
            } else if member.key.equals("_SYSTEMD_UNIT") {
                unit = member.value
            } else if member.key.equals("_HOSTNAME") {
                wrapped.stream = member.value
            }
        }
        guard let message, wrapped.stamp != nil else { return false }
        if wrapped.service.isEmpty { wrapped.service = unit }
        switch message.kind {
        case .string:
            wrapped.content = message.isEscaped ? FieldScanner.unescaped(message.value, &arena) ?? message.value : message.value
        case .nested: wrapped.content = messageBytes(message.value, &arena)
        default: break
        }
        return true
    }

    /// `[72,105]` as its bytes, without colours; of an array of strings, which a repeated field gives, the first.
    private static func messageBytes(_ array: Bytes, _ arena: inout ByteArena) -> Bytes {
        if let quote = array.first(UInt8(ascii: "\"")) {
            return array.slice(quote &+ 1, FieldScanner.stringEnd(array, quote &+ 1).end)
        }
        guard let room = arena.take(array.count) else { return .none }
        var count = 0
        var i = 0
        while i < array.count {
            var value = 0
            let start = i
            while i < array.count, array[i].isDigit, i &- start < 4 {
                value = value &* 10 &+ Int(array[i] &- 48)
                i &+= 1
            }
            if i > start, value < 256 {
                room[count] = UInt8(truncatingIfNeeded: value)
                count &+= 1
            }
            if i == start { i &+= 1 }
        }
        let bytes = UnsafeMutableRawBufferPointer(rebasing: room[0..<count])
        LineCleaner.clean(bytes)
        return RecordDecoder.trimmedEnd(arena.trim(room, to: count))
    }
}
