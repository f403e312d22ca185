import Domain

extension EnvelopeFormat {
    /// A device's syslog as idevicesyslog and Console show it: no year (facts.md §5.2).
    static let deviceSyslog = EnvelopeFormat.text(
        "device syslog", .device,
        examples: [
            EnvelopeExample(
                text: "Sep  1 13:57:31 iPhone MyApp(CoreFoundation)[364] <Error>: text", fileName: "device-2026-09-01.log",
                at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .error, process: "MyApp", processID: "364", message: "text"),
            EnvelopeExample(
                text: "Dec 31 23:59:59 iPhone MyApp[364] <Notice>: text", fileName: "device-2027-01-01.log",
                at: "2026-12-31T15:59:59.000Z", resolution: .second, level: .notice, process: "MyApp", processID: "364", message: "text"),
        ]
    ) { line, clock, record in
        guard line.at(0).isLetter, line.at(3) == 32 else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.syslog(line), into: &record), cursor.eat(32) else { return false }
        let host = cursor.word()
        guard !host.isEmpty, cursor.eat(32), let name = cursor.until(UInt8(ascii: "["), limit: 96), let id = cursor.digits(),
            cursor.eat("] <"),
            let word = cursor.until(UInt8(ascii: ">"), limit: 16), let level = RecordLevel(word: word), cursor.eat(":")
        else { return false }
        _ = cursor.eat(32)
        record.process = name.slice(0, name.first(UInt8(ascii: "(")) ?? name.count)
        (record.processID, record.level) = (id, level)
        record.message = cursor.rest()
        return true
    }
}
