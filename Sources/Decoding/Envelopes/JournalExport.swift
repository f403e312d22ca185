import Domain

extension EnvelopeFormat {
    /// `journalctl -o export`: one field a line, a record ends at an empty one. The cursor in front holds the moment in hexadecimal microseconds
    /// (systemd, "Journal Export Formats").
    static let journalExport = EnvelopeFormat.text(
        "journald export", .application,
        examples: [
            EnvelopeExample(
                text: "__CURSOR=s=1;i=5;b=2;m=3;t=65a6598263642;x=9\n__REALTIME_TIMESTAMP=1788242251101762\nPRIORITY=3\n_PID=12\n"
                    + "SYSLOG_IDENTIFIER=pay\nMESSAGE=handler.failed orderNo=A1",
                at: "2026-09-01T05:57:31.101Z", resolution: .microsecond, level: .error, processID: "12",
                message: "handler.failed orderNo=A1")
        ]
    ) { line, clock, record in
        guard line.has("__CURSOR=s="), let mark = line.slice(0, 300).find(";t=") else { return false }
        var value: Int64 = 0
        var i = mark &+ 3
        while i < line.count, i < mark &+ 16 {
            let digit: UInt8
            switch line[i] {
            case 48...57: digit = line[i] &- 48
            case 97...102: digit = line[i] &- 87
            default: digit = 255
            }
            guard digit < 16 else { break }
            value = value &* 16 &+ Int64(digit)
            i &+= 1
        }
        guard i > mark &+ 3 else { return false }
        (record.at, record.resolution) = (Instant(microseconds: value), .microsecond)
        guard !clock.isHeaderOnly else { return true }
        record.message = field("\nMESSAGE=", of: line, toEnd: true)
        record.processID = field("\n_PID=", of: line)
        if let number = field("\nPRIORITY=", of: line).integer, let level = RecordLevel(number: number) { record.level = level }
        return true
    }

    /// The value of a field; a message may go on over lines that no other field begins.
    private static func field(_ name: StaticString, of text: Bytes, toEnd: Bool = false) -> Bytes {
        guard let at = text.find(name) else { return .none }
        let start = at &+ name.utf8CodeUnitCount
        guard toEnd else { return text.slice(start, text.first(10, from: start) ?? text.count) }
        var end = text.count
        if let next = text.find("\n_", from: start) { end = min(end, next) }
        for key in ["\nPRIORITY=", "\nSYSLOG_", "\nCODE_", "\n\n"] as [StaticString] {
            if let next = text.find(key, from: start) { end = min(end, next) }
        }
        return text.slice(start, end)
    }
}
