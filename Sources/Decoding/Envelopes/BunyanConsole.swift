import Domain

extension EnvelopeFormat {
    /// What bunyan's own command makes of its JSON for people: `long`, its default, and `short` without the day, the process and the
    /// host; stamps are UTC unless the local time was asked for.
    static let bunyanConsole = EnvelopeFormat.text(
        "bunyan console", .application,
        examples: [
            EnvelopeExample(
                text: "[2026-09-01T05:57:31.101Z]  INFO: pay/17 on api-1: order.created (orderNo=A1, amount=9.90)",
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "17", category: "pay",
                message: "order.created (orderNo=A1, amount=9.90)"),
            EnvelopeExample(
                text: "[2026-09-01T05:57:31.101Z] ERROR: pay/notify/17 on api-1 (src/pay.js:12 in handle): boom",
                at: "2026-09-01T05:57:31.101Z", level: .error, processID: "17", category: "pay/notify", message: "boom"),
            EnvelopeExample(
                text: "05:57:31.101Z  WARN pay: order.created (orderNo=A1)", fileName: "pay-2026-09-01.log", at: "2026-09-01T05:57:31.101Z",
                level: .warning, category: "pay", message: "order.created (orderNo=A1)"),
        ]
    ) { line, clock, record in
        var cursor = HeaderCursor(line)
        let isLong = cursor.eat(UInt8(ascii: "["))
        guard line.at(cursor.i).isDigit else { return false }
        if isLong {
            guard cursor.take(clock.calendar(line, at: cursor.i), into: &record), cursor.eat(UInt8(ascii: "]")) else { return false }
        } else {
            guard line.at(cursor.i &+ 12) == UInt8(ascii: "Z") || line.at(cursor.i &+ 12) == 32,
                cursor.take(clock.timeInZulu(line, at: cursor.i), into: &record)
            else { return false }
        }
        guard cursor.blanks() > 0, cursor.level(&record), !isLong || cursor.eat(UInt8(ascii: ":")), cursor.eat(UInt8(ascii: " ")) else {
            return false
        }
        guard let end = line.slice(0, 256).find(": ", from: cursor.i), end > cursor.i else { return false }
        var name = line.slice(cursor.i, end)
        if isLong {
            guard let on = name.find(" on ") else { return false }
            name = name.slice(0, on)
            if let slash = name.lastIndex(of: UInt8(ascii: "/")) {
                record.processID = name.from(slash &+ 1)
                name = name.slice(0, slash)
            }
        } else if name.first(32) != nil {
            return false
        }
        record.category = name
        record.message = line.from(end &+ 2)
        return true
    }
}

extension StampClock {
    /// `05:57:31.101Z` without a day, of bunyan's short form; without the `Z` it is local.
    mutating func timeInZulu(_ text: Bytes, at start: Int) -> Stamp? {
        guard var stamp = time(text, at: start) else { return nil }
        guard text.at(start &+ stamp.length) == UInt8(ascii: "Z") else { return stamp }
        stamp.length &+= 1
        guard stamp.isDated, let written = StampClock.timeOfDay(text, start) else { return stamp }
        var i = start &+ 8
        let ahead = zone.offset.microseconds
        // The day is found as for local stamps: by the one before, or the file's name.
        let local = (written &+ StampClock.fraction(text, &i).microseconds &+ ahead &+ StampClock.dayLength) % StampClock.dayLength
        guard let midnight = midnight(forTime: local) else { return stamp }
        return Stamp(midnight &+ local &- ahead, stamp.resolution, length: stamp.length, isZoned: true)
    }
}
