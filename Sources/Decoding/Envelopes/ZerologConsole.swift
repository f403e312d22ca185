import Domain

extension EnvelopeFormat {
    /// zerolog's console writer with its usual time, which has no day and no seconds: `3:04PM INF pay.go:88 > text key=value`.
    static let zerologConsole = EnvelopeFormat.text(
        "zerolog console", .application,
        examples: [
            EnvelopeExample(
                text: "1:57PM INF order.created amount=9.90 orderNo=A1", fileName: "pay-2026-09-01.log", at: "2026-09-01T05:57:00.000Z",
                resolution: .minute, level: .info, message: "order.created amount=9.90 orderNo=A1"),
            EnvelopeExample(
                text: "12:05AM ERR pay/notify.go:88 > boom error=\"no such order\" orderNo=A1", fileName: "pay-2026-09-01.log",
                at: "2026-08-31T16:05:00.000Z", resolution: .minute, level: .error,
                message: "boom error=\"no such order\" orderNo=A1"),
        ]
    ) { line, clock, record in
        var cursor = HeaderCursor(line)
        guard line.at(0).isDigit, cursor.take(clock.halfDay(line), into: &record), cursor.eat(UInt8(ascii: " ")) else { return false }
        guard line.at(cursor.i &+ 3) == 32 else { return false }
        if !cursor.level(&record) {
            guard line.has("???", at: cursor.i) || line.has("TRC", at: cursor.i) else { return false }
            cursor.i &+= 3
        }
        guard cursor.eat(UInt8(ascii: " ")) else { return false }
        if let mark = line.slice(0, cursor.i &+ 128).find(" > ", from: cursor.i), line.slice(cursor.i, mark).first(32) == nil {
            cursor.i = mark &+ 3
        }
        record.message = cursor.rest()
        return true
    }
}

extension StampClock {
    /// `3:04PM` (Go's `time.Kitchen`): no day, no seconds.
    mutating func halfDay(_ text: Bytes) -> Stamp? {
        let digits = text.at(1).isDigit ? 2 : 1
        guard let hour = StampClock.number(text, 0, digits), hour >= 1, hour <= 12, text.at(digits) == UInt8(ascii: ":"),
            let minute = StampClock.number(text, digits &+ 1, 2), minute < 60, text.at(digits &+ 4) == UInt8(ascii: "M"),
            text.at(digits &+ 3) == UInt8(ascii: "A") || text.at(digits &+ 3) == UInt8(ascii: "P")
        else { return nil }
        let isAfternoon = text.at(digits &+ 3) == UInt8(ascii: "P")
        let time = Int64((hour % 12 &+ (isAfternoon ? 12 : 0)) &* 60 &+ minute) &* 60 &* StampClock.second
        let length = digits &+ 5
        guard let midnight = midnight(forTime: time) else {
            return Stamp(0, .minute, length: length, isZoned: false, isDated: false)
        }
        return Stamp(utc(midnight &+ time), .minute, length: length, isZoned: false)
    }
}
