import Domain

extension EnvelopeFormat {
    /// Tencent mars xlog, decoded: the decimal offset stands between date and time, the last bracket stays open (facts.md §5.7).
    static let xlog = EnvelopeFormat.text(
        "xlog", .device,
        examples: [
            EnvelopeExample(
                text: "[I][2026-09-01 +8.0 13:57:31.123][1234, 5678*][PayCallback][Pay.m:123, pay][order.saved orderNo=A1",
                at: "2026-09-01T05:57:31.123Z", level: .info, processID: "1234", category: "PayCallback", message: "order.saved orderNo=A1")
        ]
    ) { line, clock, record in
        guard line.at(0) == UInt8(ascii: "["), let level = RecordLevel(letter: line.at(1)), line.at(2) == UInt8(ascii: "]"),
            line.at(3) == UInt8(ascii: "["), let midnight = StampClock.date(line, 4), line.at(14) == 32
        else { return false }
        var cursor = HeaderCursor(line, at: 15)
        let isWest = line.at(15) == UInt8(ascii: "-")
        guard isWest || line.at(15) == UInt8(ascii: "+") else { return false }
        cursor.i = 16
        guard let hours = cursor.digits(), let whole = hours.integer, whole <= 14, cursor.eat(UInt8(ascii: ".")),
            let tenth = cursor.digits(),
            tenth.count == 1, cursor.eat(32), let time = StampClock.timeOfDay(line, cursor.i)
        else { return false }
        cursor.i &+= 8
        let (micros, resolution) = StampClock.fraction(line, &cursor.i)
        // One decimal: .5 is half an hour, .8 stands for three quarters.
        let part: Int64 = tenth[0] == UInt8(ascii: "0") ? 0 : tenth[0] == UInt8(ascii: "8") ? 45 : 30
        let offset = (whole &* 60 &+ part) &* 60 &* StampClock.second
        record.at = Instant(microseconds: midnight &+ time &+ micros &- (isWest ? -offset : offset))
        record.resolution = resolution
        guard cursor.eat(UInt8(ascii: "]")), let ids = cursor.bracket(), let tag = cursor.bracket(), cursor.bracket() != nil,
            cursor.eat(UInt8(ascii: "["))
        else { return false }
        record.level = level
        record.processID = ids.slice(0, ids.first(UInt8(ascii: ",")) ?? ids.count)
        record.category = tag
        record.message = cursor.rest()
        return true
    }
}
