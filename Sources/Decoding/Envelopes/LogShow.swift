import Domain

extension EnvelopeFormat {
    /// `log show --style compact`: milliseconds, no zone, a type of two characters (facts.md §5.1).
    static let logShowCompact = EnvelopeFormat.text(
        "log show compact", .device,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31.053 Df MyApp[364:16455a] [org.example.shop:PayCallback] pay.tapped orderNo=A1",
                at: "2026-09-01T05:57:31.053Z", level: .notice, process: "MyApp", processID: "364", category: "PayCallback",
                message: "pay.tapped orderNo=A1"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.053 E  MyApp[364:16455a] (CFNetwork) [com.apple.CFNetwork:Default] task failed",
                at: "2026-09-01T05:57:31.053Z", level: .error, process: "MyApp", processID: "364", category: "Default",
                message: "task failed"),
        ]
    ) { line, clock, record in
        guard line.at(10) == 32, line.at(19) == UInt8(ascii: "."), line.at(23) == 32, line.at(26) == 32 else { return false }
        switch line.at(24) {
        case UInt8(ascii: "D"): record.level = line.at(25) == UInt8(ascii: "b") ? .debug : .notice
        case UInt8(ascii: "I"): record.level = .info
        case UInt8(ascii: "E"), UInt8(ascii: "F"): record.level = .error
        case UInt8(ascii: "A"), UInt8(ascii: "S"): record.level = .notice
        default: return false
        }
        guard line.at(25) == 32 || line.at(25).isLetter, var stamp = clock.calendar(line), stamp.length == 23 else { return false }
        stamp.length = 26
        guard console(line, stamp, &record) else { return false }
        activity(&record)
        return true
    }

    /// `log show`'s default style (facts.md §5.1).
    static let logShowDefault = EnvelopeFormat.text(
        "log show", .device,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31.053209+0800 0x4047     Error       0x0                  364    0    MyApp: (Lib) "
                    + "[org.example.shop:pay] [PayCallback] query.failed orderNo=A1",
                at: "2026-09-01T05:57:31.053Z", resolution: .microsecond, level: .error, process: "MyApp", processID: "364",
                category: "pay", message: "[PayCallback] query.failed orderNo=A1")
        ]
    ) { line, clock, record in
        guard line.at(10) == 32, line.at(32) == UInt8(ascii: "0"), line.at(33) == UInt8(ascii: "x") else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line), into: &record), cursor.eat(" 0x") else { return false }
        _ = cursor.word()
        cursor.blanks()
        _ = cursor.level(&record)
        _ = cursor.word()
        cursor.blanks()
        guard cursor.eat("0x") else { return false }
        _ = cursor.word()
        cursor.blanks()
        guard let id = cursor.digits(), cursor.blanks() > 0, cursor.digits() != nil, cursor.blanks() > 0,
            let process = cursor.until(UInt8(ascii: ":"), limit: 64), cursor.eat(32)
        else { return false }
        (record.process, record.processID) = (process, id)
        record.message = cursor.rest()
        activity(&record)
        return true
    }

    /// `log show --style syslog` (facts.md §5.1).
    static let logShowSyslog = EnvelopeFormat.text(
        "log show syslog", .device,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31.053209+0800  localhost MyApp[364]: (Lib) [org.example.shop:pay] text",
                at: "2026-09-01T05:57:31.053Z", resolution: .microsecond, process: "MyApp", processID: "364", category: "pay",
                message: "text"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.053209+0800  localhost MyApp[364]: text", at: "2026-09-01T05:57:31.053Z",
                resolution: .microsecond, process: "MyApp", processID: "364", message: "text"),
        ]
    ) { line, clock, record in
        guard line.at(10) == 32, line.at(31) == 32, line.at(32) == 32 else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line), into: &record), cursor.i == 31 else { return false }
        cursor.i = 33
        let host = cursor.word()
        guard !host.isEmpty, cursor.eat(32), let process = cursor.until(UInt8(ascii: "["), limit: 64), let id = cursor.digits(),
            cursor.eat("]:")
        else { return false }
        _ = cursor.eat(32)
        (record.process, record.processID) = (process, id)
        record.message = cursor.rest()
        activity(&record)
        return true
    }

    /// `log show --style ndjson` and, element by element, `--style json` (facts.md §5.1).
    static let logShowJSON = EnvelopeFormat.json(
        "log show JSON", .device, form: JSONForm(all: [.eventMessage], isMessageOnly: true),
        examples: [
            EnvelopeExample(
                text:
                    #"{"traceID":7,"eventMessage":"pay.tapped url=a\/b","eventType":"logEvent","source":null,"subsystem":"org.example.shop","#
                    + #""category":"PayCallback","timestamp":"2026-01-15 11:05:19.800000+0800","processImagePath":"\/a\/ShopDemo.app\/ShopDemo","#
                    + #""processID":409,"messageType":"Default"}"#,
                at: "2026-01-15T03:05:19.800Z", resolution: .microsecond, level: .notice, process: "ShopDemo", processID: "409",
                category: "PayCallback", message: "pay.tapped url=a/b")
        ])

    /// `(Lib) [subsystem:category] ` in front of the message.
    private static func activity(_ record: inout Record) {
        var cursor = HeaderCursor(record.message)
        if cursor.eat(UInt8(ascii: "(")) {
            guard cursor.until(UInt8(ascii: ")"), limit: 96) != nil, cursor.eat(32) else { return }
            record.message = cursor.rest()
        }
        guard let label = cursor.bracket(), let colon = label.first(UInt8(ascii: ":")), label.first(32) == nil,
            cursor.eat(32) || cursor.i == cursor.text.count
        else { return }
        let subsystem = label.slice(0, colon)
        record.category = subsystem.equals("PayCallback") ? subsystem : label.from(colon &+ 1)
        record.message = cursor.rest()
    }
}
