import Domain

extension EnvelopeFormat {
    /// logfmt with the time first or second: logrus, slog's text handler (facts.md §6.12).
    static let logfmt = EnvelopeFormat.text(
        "logfmt", .application,
        examples: [
            EnvelopeExample(
                text: #"time="2026-09-01T13:57:31+08:00" level=info msg="order.created" orderNo=A1"#, at: "2026-09-01T05:57:31.000Z",
                resolution: .second, level: .info, words: "order.created"),
            EnvelopeExample(
                text: "level=warn ts=1767225600.123 msg=hello k=v", at: "2026-01-01T00:00:00.123Z", level: .warning, words: "hello"),
        ]
    ) { line, clock, record in
        guard line.at(0).isLetter || line.at(0) == UInt8(ascii: "@") else { return false }
        var cursor = HeaderCursor(line)
        var isStamped = false
        for _ in 0..<6 {
            let keyStart = cursor.i
            while cursor.i < line.count,
                line[cursor.i].isIdentifier || line[cursor.i] == UInt8(ascii: "@") || line[cursor.i] == UInt8(ascii: ".")
            {
                cursor.i &+= 1
            }
            let key = line.slice(keyStart, cursor.i)
            guard !key.isEmpty, cursor.eat(UInt8(ascii: "=")) else { break }
            let value: Bytes
            if cursor.eat(UInt8(ascii: "\"")) {
                let (end, _) = FieldScanner.stringEnd(line, cursor.i)
                value = line.slice(cursor.i, end)
                cursor.i = end &+ 1
            } else {
                value = cursor.word()
            }
            if !isStamped, key.equals("time") || key.equals("ts") || key.equals("timestamp") || key.equals("@timestamp") || key.equals("t")
            {
                let stamp = StampClock.epoch(value) ?? clock.any(value)
                guard let stamp, stamp.length == value.count else { return false }
                (record.at, record.resolution, isStamped) = (stamp.at, stamp.resolution, true)
                if clock.isHeaderOnly { return true }
            } else if key.equals("level") || key.equals("lvl") {
                record.level = RecordLevel(word: value) ?? .none
            } else if key.equals("msg") || key.equals("message") {
                record.text = value
            } else if key.equals("logger") || key.equals("component") {
                record.category = value
            }
            cursor.blanks()
        }
        guard isStamped else { return false }
        record.message = line
        return true
    }
}
