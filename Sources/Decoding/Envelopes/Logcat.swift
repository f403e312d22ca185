import Domain

extension EnvelopeFormat {
    /// logcat `-v threadtime`, also with `year`, `zone`, `usec`, `epoch`, `uid` (facts.md §5.8).
    static let logcatThreadtime = EnvelopeFormat.text(
        "logcat threadtime", .device,
        examples: [
            EnvelopeExample(
                text: "09-01 13:57:31.123  1234  5678 D PayCallback: order.saved orderNo=A1", fileName: "logcat-2026-09-01.txt",
                at: "2026-09-01T05:57:31.123Z", level: .debug, processID: "1234", category: "PayCallback",
                message: "order.saved orderNo=A1"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.123  1234  5678 W PayCallback   : text", at: "2026-09-01T05:57:31.123Z", level: .warning,
                processID: "1234", category: "PayCallback", message: "text"),
            EnvelopeExample(
                text: "2026-09-01 13:57:31.123456 +0900  1234  5678 E chromium: text", at: "2026-09-01T04:57:31.123Z",
                resolution: .microsecond, level: .error, processID: "1234", category: "chromium", message: "text"),
            EnvelopeExample(
                text: "         1788242251.123  1234  5678 D PayCallback: text", at: "2026-09-01T05:57:31.123Z", level: .debug,
                processID: "1234", category: "PayCallback", message: "text"),
            EnvelopeExample(
                text: "09-01 13:57:31.123 u0_a217  1234  5678 D PayCallback: text", fileName: "logcat-2026-09-01.txt",
                at: "2026-09-01T05:57:31.123Z", level: .debug, processID: "1234", category: "PayCallback", message: "text"),
        ]
    ) { line, clock, record in
        guard var cursor = logcatStamp(line, &clock, &record), cursor.blanks() > 0 else { return false }
        let first = cursor.digits()
        // A user's name or number may stand before process and thread.
        if first == nil { _ = cursor.word() }
        guard cursor.blanks() > 0, var id = cursor.digits(), cursor.blanks() > 0 else { return false }
        if cursor.digits() == nil {
            guard let first else { return false }
            id = first
        } else if cursor.blanks() == 0 {
            return false
        }
        guard let level = RecordLevel(letter: line.at(cursor.i)), line.at(cursor.i &+ 1) == 32 else { return false }
        cursor.i &+= 2
        guard let tag = cursor.until(UInt8(ascii: ":"), limit: 96) else { return false }
        _ = cursor.eat(32)
        (record.level, record.processID, record.category) = (level, id, tag.trimmed)
        record.message = cursor.rest()
        return true
    }

    /// logcat `-v time` (facts.md §5.8).
    static let logcatTime = EnvelopeFormat.text(
        "logcat time", .device,
        examples: [
            EnvelopeExample(
                text: "09-01 13:57:31.123 I/PayCallback( 1234): text", fileName: "logcat-20260901.txt", at: "2026-09-01T05:57:31.123Z",
                level: .info, processID: "1234", category: "PayCallback", message: "text")
        ]
    ) { line, clock, record in
        guard var cursor = logcatStamp(line, &clock, &record), cursor.eat(32), let level = RecordLevel(letter: line.at(cursor.i)),
            line.at(cursor.i &+ 1) == UInt8(ascii: "/")
        else { return false }
        cursor.i &+= 2
        guard let tag = cursor.until(UInt8(ascii: "("), limit: 96) else { return false }
        cursor.blanks()
        guard let id = cursor.digits(), cursor.eat("):") else { return false }
        _ = cursor.eat(32)
        (record.level, record.processID, record.category) = (level, id, tag.trimmed)
        record.message = cursor.rest()
        return true
    }

    /// Android Studio since Dolphin: `stamp  pid-tid  tag  package  L  text` (facts.md §5.8).
    static let logcatStudio = EnvelopeFormat.text(
        "Android Studio", .device,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 13:57:31.123  1234-5678  PayCallback             com.example.app      D  text",
                at: "2026-09-01T05:57:31.123Z", level: .debug, process: "com.example.app", processID: "1234", category: "PayCallback",
                message: "text")
        ]
    ) { line, clock, record in
        guard var cursor = logcatStamp(line, &clock, &record), cursor.blanks() > 0, let id = cursor.digits(), cursor.eat(UInt8(ascii: "-")),
            cursor.digits() != nil, cursor.blanks() > 0
        else { return false }
        let tag = cursor.word()
        cursor.blanks()
        let package = cursor.word()
        guard cursor.blanks() > 0, let level = RecordLevel(letter: line.at(cursor.i)), line.at(cursor.i &+ 1) == 32 else { return false }
        cursor.i &+= 2
        _ = cursor.eat(32)
        (record.level, record.process, record.processID, record.category) = (level, package, id, tag)
        record.message = cursor.rest()
        return true
    }

    /// Android Studio before: `09-01 13:57:31.123 1234-5678/com.app D/Tag: text` (facts.md §5.8).
    static let logcatStudioOld = EnvelopeFormat.text(
        "Android Studio (old)", .device,
        examples: [
            EnvelopeExample(
                text: "09-01 13:57:31.123 1234-5678/com.example.app D/PayCallback: text", fileName: "a-2026-09-01.log",
                at: "2026-09-01T05:57:31.123Z", level: .debug, process: "com.example.app", processID: "1234", category: "PayCallback",
                message: "text")
        ]
    ) { line, clock, record in
        guard var cursor = logcatStamp(line, &clock, &record), cursor.blanks() > 0, let id = cursor.digits(), cursor.eat(UInt8(ascii: "-")),
            cursor.digits() != nil, cursor.eat(UInt8(ascii: "/"))
        else { return false }
        let package = cursor.word()
        guard cursor.blanks() > 0, let level = RecordLevel(letter: line.at(cursor.i)), line.at(cursor.i &+ 1) == UInt8(ascii: "/") else {
            return false
        }
        cursor.i &+= 2
        guard let tag = cursor.until(UInt8(ascii: ":"), limit: 96) else { return false }
        _ = cursor.eat(32)
        (record.level, record.process, record.processID, record.category) = (level, package, id, tag.trimmed)
        record.message = cursor.rest()
        return true
    }

    @inline(__always)
    private static func logcatStamp(_ line: Bytes, _ clock: inout StampClock, _ record: inout Record) -> HeaderCursor? {
        var cursor = HeaderCursor(line)
        var stamp = line.at(2) == UInt8(ascii: "-") ? clock.monthDay(line) : line.at(4) == UInt8(ascii: "-") ? clock.calendar(line) : nil
        if stamp == nil {
            cursor.blanks()
            stamp = StampClock.epoch(line, at: cursor.i)
        }
        guard let stamp, stamp.resolution != .second, cursor.take(stamp, into: &record) else { return nil }
        return cursor
    }
}
