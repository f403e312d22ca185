import Domain

extension EnvelopeFormat {
    /// nginx error log: local time without a zone (facts.md §6.4).
    static let nginxError = EnvelopeFormat.text(
        "nginx error", .faults,
        examples: [
            EnvelopeExample(
                text:
                    #"2026/09/01 13:57:31 [error] 12#34: *56 upstream timed out (110: Connection timed out), request: "POST /notify HTTP/1.1""#,
                at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .error, processID: "12",
                message: #"*56 upstream timed out (110: Connection timed out), request: "POST /notify HTTP/1.1""#)
        ]
    ) { line, clock, record in
        guard line.at(4) == UInt8(ascii: "/"), line.at(19) == 32, line.at(20) == UInt8(ascii: "[") else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line), into: &record) else { return false }
        cursor.i = 20
        guard let word = cursor.bracket(), let level = RecordLevel(word: word), cursor.eat(32), let id = cursor.digits(),
            cursor.eat(UInt8(ascii: "#")), cursor.digits() != nil, cursor.eat(": ")
        else { return false }
        record.level = level
        record.processID = id
        record.message = cursor.rest()
        return true
    }
}
