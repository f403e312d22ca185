import Domain

extension EnvelopeFormat {
    /// BSD syslog: `<34>Sep  1 13:57:31 host app[1]: text`, the priority only on the wire; no year, no zone (facts.md §6.22).
    static let syslog3164 = EnvelopeFormat.transport(
        "syslog",
        examples: [
            EnvelopeExample(
                text: "<34>Sep  1 13:57:31 web1 pay[17]: order.created orderNo=A1", fileName: "messages-20260901",
                at: "2026-09-01T05:57:31.000Z", resolution: .second, service: "pay", message: "order.created orderNo=A1", format: "plain"),
            EnvelopeExample(
                text: "Sep  1 13:57:31 web1 nginx: 198.51.100.9 - - [01/Sep/2026:13:57:30 +0800] \"GET /a HTTP/1.1\" 200 5 \"-\" \"x\"",
                fileName: "messages-20260901", at: "2026-09-01T05:57:30.000Z", resolution: .second, service: "nginx",
                message: "198.51.100.9 - - [01/Sep/2026:13:57:30 +0800] \"GET /a HTTP/1.1\" 200 5 \"-\" \"x\"",
                access: "GET /a 200 5 -1 x", format: "nginx combined"),
        ]
    ) { line, clock, wrapped, _ in
        var cursor = HeaderCursor(line)
        priority(&cursor)
        guard line.at(cursor.i).isLetter, let stamp = clock.syslog(line, at: cursor.i) else { return false }
        cursor.i &+= stamp.length
        guard cursor.eat(32) else { return false }
        let host = cursor.word()
        guard !host.isEmpty, cursor.eat(32) else { return false }
        let tag = cursor.i
        while cursor.i < line.count, !line[cursor.i].isBlank, line[cursor.i] != UInt8(ascii: "["), line[cursor.i] != UInt8(ascii: ":") {
            cursor.i &+= 1
        }
        let service = line.slice(tag, cursor.i)
        if line.at(cursor.i) == UInt8(ascii: "[") {
            guard cursor.bracket() != nil else { return false }
        }
        guard !service.isEmpty, cursor.eat(UInt8(ascii: ":")) else { return false }
        _ = cursor.eat(32)
        wrapped.stamp = stamp.isDated ? stamp : nil
        wrapped.service = service
        wrapped.stream = host
        wrapped.content = cursor.rest()
        return true
    }

    /// RFC 5424: `<34>1 stamp host app pid msgid [data] text` (facts.md §6.22).
    static let syslog5424 = EnvelopeFormat.transport(
        "syslog 5424",
        examples: [
            EnvelopeExample(
                text: #"<34>1 2026-09-01T13:57:31.123+08:00 web1 pay 17 ID47 [a@1 k="]\"v"] "# + "\u{FEFF}order.created orderNo=A1",
                at: "2026-09-01T05:57:31.123Z", service: "pay", message: "order.created orderNo=A1", format: "plain")
        ]
    ) { line, clock, wrapped, _ in
        var cursor = HeaderCursor(line)
        guard priority(&cursor), cursor.digits() != nil, cursor.eat(32), let stamp = clock.calendar(line, at: cursor.i) else {
            return false
        }
        cursor.i &+= stamp.length
        guard cursor.eat(32) else { return false }
        let host = cursor.word()
        guard cursor.eat(32) else { return false }
        let service = cursor.word()
        guard cursor.eat(32) else { return false }
        _ = cursor.word()
        guard cursor.eat(32) else { return false }
        _ = cursor.word()
        _ = cursor.eat(32)
        if !cursor.eat("- "), !cursor.eat(UInt8(ascii: "-")) {
            while cursor.eat(UInt8(ascii: "[")) {
                var isQuoted = false
                while cursor.i < line.count {
                    let byte = line[cursor.i]
                    cursor.i &+= 1
                    if byte == UInt8(ascii: "\\") {
                        cursor.i &+= 1
                    } else if byte == UInt8(ascii: "\"") {
                        isQuoted.toggle()
                    } else if byte == UInt8(ascii: "]"), !isQuoted {
                        break
                    }
                }
            }
            _ = cursor.eat(32)
        }
        _ = cursor.eat("\u{FEFF}")
        wrapped.stamp = stamp
        wrapped.service = service
        wrapped.stream = host
        wrapped.content = cursor.rest()
        return true
    }

    /// `<34>`.
    @discardableResult
    private static func priority(_ cursor: inout HeaderCursor) -> Bool {
        let start = cursor.i
        guard cursor.eat(UInt8(ascii: "<")), let digits = cursor.digits(), digits.count <= 3, cursor.eat(UInt8(ascii: ">")) else {
            cursor.i = start
            return false
        }
        return true
    }
}
