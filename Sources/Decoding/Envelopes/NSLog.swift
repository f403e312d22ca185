import Domain

extension EnvelopeFormat {
    /// NSLog since iOS 10: microseconds and offset (facts.md §5.2).
    static let nsLog = EnvelopeFormat.text(
        "NSLog", .device,
        examples: [
            EnvelopeExample(
                text: "2018-12-30 15:55:08.599795-0600 MyApp[364:16455] [PayCallback] order.saved orderNo=A1",
                at: "2018-12-30T21:55:08.599Z",
                resolution: .microsecond, process: "MyApp", processID: "364", message: "[PayCallback] order.saved orderNo=A1"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.053209+0800 My App[364:16455] error {\n    code = \"-1001\";\n}", at: "2026-09-01T05:57:31.053Z",
                resolution: .microsecond, process: "My App", processID: "364", message: "error {\n    code = \"-1001\";\n}"),
        ]
    ) { line, clock, record in
        guard line.at(10) == 32, line.at(19) == UInt8(ascii: "."), let stamp = clock.calendar(line), stamp.isZoned else { return false }
        return console(line, stamp, &record)
    }

    /// NSLog before: milliseconds, no zone, a thread in hexadecimal or decimal (facts.md §5.2).
    static let nsLogOld = EnvelopeFormat.text(
        "NSLog (no zone)", .device,
        examples: [
            EnvelopeExample(
                text: "2015-10-20 17:20:34.636 MyApp[2712:1681712] text", at: "2015-10-20T09:20:34.636Z", process: "MyApp",
                processID: "2712", message: "text"),
            EnvelopeExample(
                text: "2015-10-20 17:20:34.636 MyApp[364:907] a b", at: "2015-10-20T09:20:34.636Z", process: "MyApp", processID: "364",
                message: "a b"),
        ]
    ) { line, clock, record in
        guard line.at(10) == 32, line.at(19) == UInt8(ascii: "."), let stamp = clock.calendar(line), !stamp.isZoned else { return false }
        return console(line, stamp, &record)
    }

    /// CocoaLumberjack's console form: a colon before the milliseconds, local time (facts.md §5.3).
    static let lumberjackTTY = EnvelopeFormat.text(
        "CocoaLumberjack console", .device,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31:123 MyApp[364:16455] text", at: "2026-09-01T05:57:31.123Z", process: "MyApp",
                processID: "364", message: "text"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31:123 [com.example.queue] text", at: "2026-09-01T05:57:31.123Z",
                category: "com.example.queue", message: "text"),
        ]
    ) { line, clock, record in
        guard line.at(4) == UInt8(ascii: "-"), line.at(19) == UInt8(ascii: ":"), let stamp = clock.calendar(line), stamp.length == 23 else {
            return false
        }
        var cursor = HeaderCursor(line)
        guard cursor.take(stamp, into: &record), cursor.eat(32) else { return false }
        guard let queue = cursor.bracket() else { return console(line, stamp, &record) }
        record.category = queue
        _ = cursor.eat(32)
        record.message = cursor.rest()
        return true
    }

    /// CocoaLumberjack's file form: slashes, a colon before the milliseconds, two blanks, and always UTC (facts.md §5.3).
    static let lumberjackFile = EnvelopeFormat.text(
        "CocoaLumberjack file", .device,
        examples: [
            EnvelopeExample(text: "2026/09/01 05:57:31:123  text", at: "2026-09-01T05:57:31.123Z", message: "text")
        ]
    ) { line, clock, record in
        guard line.at(4) == UInt8(ascii: "/"), line.at(19) == UInt8(ascii: ":"), let stamp = clock.calendar(line, isUTC: true),
            stamp.length == 23
        else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.take(stamp, into: &record), cursor.eat(32), cursor.eat(32) || cursor.i == line.count else { return false }
        record.message = cursor.rest()
        return true
    }

    /// `STAMP Process[pid:thread] text`; the process name may hold blanks.
    static func console(_ line: Bytes, _ stamp: Stamp, _ record: inout Record) -> Bool {
        var cursor = HeaderCursor(line)
        guard cursor.take(stamp, into: &record), cursor.eat(32), let process = cursor.until(UInt8(ascii: "["), limit: 64), !process.isEmpty,
            let id = cursor.digits(), cursor.eat(UInt8(ascii: ":"))
        else { return false }
        let thread = cursor.i
        while cursor.i < line.count, line[cursor.i].hexValue != 255 { cursor.i &+= 1 }
        guard cursor.i > thread, cursor.eat(UInt8(ascii: "]")), cursor.eat(32) || cursor.i == line.count else { return false }
        (record.process, record.processID) = (process, id)
        record.message = cursor.rest()
        return true
    }
}
