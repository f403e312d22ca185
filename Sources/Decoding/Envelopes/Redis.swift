import Domain

extension EnvelopeFormat {
    /// Redis beside the application: `pid:role 08 Jul 2026 06:05:28.687 * text`. In its container the clock shows UTC, unlike the
    /// application's beside it; without an offset it is read as UTC (facts.md §8, unqualified UTC).
    static let redis = EnvelopeFormat.text(
        "redis", .application, isNeighbour: true,
        examples: [
            EnvelopeExample(
                text: "1:M 08 Jul 2026 06:05:28.687 * Background saving terminated with success", at: "2026-07-08T06:05:28.687Z",
                level: .notice, processID: "1", message: "Background saving terminated with success")
        ]
    ) { line, clock, record in
        var cursor = HeaderCursor(line)
        guard let id = cursor.digits(), cursor.eat(UInt8(ascii: ":")), line.at(cursor.i).isLetter, line.at(cursor.i &+ 1) == 32 else {
            return false
        }
        cursor.i &+= 2
        guard cursor.take(clock.dayMonthYear(line, at: cursor.i, isUTC: true), into: &record), cursor.eat(32) else { return false }
        switch line.at(cursor.i) {
        case UInt8(ascii: "."): record.level = .debug
        case UInt8(ascii: "-"): record.level = .info
        case UInt8(ascii: "*"): record.level = .notice
        case UInt8(ascii: "#"): record.level = .warning
        default: return false
        }
        cursor.i &+= 1
        _ = cursor.eat(32)
        record.processID = id
        record.message = cursor.rest()
        return true
    }
}
