import Decoding
import Domain

/// Reads the times that providers write inside their payloads (facts.md §8): wall time of UTC+8 unless an offset stands behind it.
enum ProviderTime {
    /// Eight hours: Alipay and WeChat speak Beijing time whatever the server's zone.
    static let beijing = TimeSpan.hours(8)

    /// Reads `2026-09-01 14:07:17`, `2026-09-01+14:07:17`, `2026-09-01T14:07:17+08:00`, `2026-09-01 14:07:17.123`, `20260901140717`,
    /// `2026/09/01 14:07`, full-width colons, and bare epoch numbers of seconds, milliseconds, microseconds or nanoseconds.
    static func read(_ text: Bytes) -> Instant? {
        let text = text.trimmed
        var digits = 0
        while digits < text.count, text[digits].isDigit { digits &+= 1 }
        if digits == text.count || (digits >= 9 && text[digits] == 46) { return epochOrCompact(text, digits: digits) }
        return civil(text)
    }

    private static func epochOrCompact(_ text: Bytes, digits: Int) -> Instant? {
        guard digits >= 9, digits <= 19, let value = text.slice(0, digits).integer else { return nil }
        switch digits {
        case 14:
            let year = Int(value / 10_000_000_000)
            guard (2_000...2_200).contains(year) else { return nil }
            return instant(
                year, Int(value / 100_000_000 % 100), Int(value / 1_000_000 % 100), Int(value / 10_000 % 100), Int(value / 100 % 100),
                Int(value % 100), 0, offset: beijing)
        case 9...11:
            var micros: Int64 = 0
            var scale: Int64 = 100_000
            var i = digits + 1
            while i < text.count, scale > 0, text[i].isDigit {
                micros += Int64(text[i] - 48) * scale
                scale /= 10
                i += 1
            }
            return Instant(microseconds: value * 1_000_000 + micros)
        case 12, 13: return Instant(microseconds: value * 1_000)
        case 15, 16: return Instant(microseconds: value)
        default: return Instant(microseconds: value / 1_000)
        }
    }

    private static func civil(_ text: Bytes) -> Instant? {
        var position = 0
        func number(_ most: Int) -> Int? {
            var value = 0
            let start = position
            while position < text.count, position - start < most, text[position].isDigit {
                value = value * 10 + Int(text[position] - 48)
                position += 1
            }
            return position > start ? value : nil
        }
        func skip(_ accepted: (UInt8) -> Bool) {
            while position < text.count, accepted(text[position]) { position += 1 }
        }
        func separator(_ a: UInt8, _ b: UInt8) -> Bool {
            guard position < text.count, text[position] == a || text[position] == b else { return false }
            position += 1
            return true
        }
        // A colon, its full-width form `：` (EF BC 9A) or `%3A`.
        func colon() -> Bool {
            if separator(58, 58) { return true }
            if position + 2 < text.count, text[position] == 0xEF, text[position + 1] == 0xBC, text[position + 2] == 0x9A {
                position += 3
                return true
            }
            if position + 2 < text.count, text[position] == 37, text[position + 1] == 51, text[position + 2].lowered == 97 {
                position += 3
                return true
            }
            return false
        }
        guard let year = number(4), (1_970...2_200).contains(year), separator(45, 47), let month = number(2), separator(45, 47),
            let day = number(2)
        else { return nil }
        skip { $0 == 32 || $0 == 43 || $0 == 84 || $0 == 9 }
        if position + 2 < text.count, text[position] == 37, text[position + 1] == 50, text[position + 2] == 48 { position += 3 }
        guard position < text.count else { return instant(year, month, day, 0, 0, 0, 0, offset: beijing) }
        guard let hour = number(2), colon(), let minute = number(2) else { return nil }
        var second = 0
        var micros = 0
        if colon() {
            guard let value = number(2) else { return nil }
            second = value
            if separator(46, 44) {
                var scale = 100_000
                while position < text.count, text[position].isDigit {
                    micros += Int(text[position] - 48) * scale
                    scale /= 10
                    position += 1
                }
            }
        }
        skip { $0 == 32 }
        return instant(year, month, day, hour, minute, second, micros, offset: zone(text.from(position)))
    }

    /// `Z`, `+08:00`, `+0800`, ` Etc/GMT`; Beijing when nothing stands there.
    private static func zone(_ text: Bytes) -> TimeSpan {
        guard text.count > 0 else { return beijing }
        if text[0].lowered == 122 || text.holds("GMT") || text.holds("UTC") { return .zero }
        guard text[0] == 43 || text[0] == 45, text.count >= 3, text[1].isDigit, text[2].isDigit else { return beijing }
        var minutes = (Int64(text[1] - 48) * 10 + Int64(text[2] - 48)) * 60
        let rest = text.count > 3 && text[3] == 58 ? 4 : 3
        if text.count >= rest + 2, text[rest].isDigit, text[rest + 1].isDigit {
            minutes += Int64(text[rest] - 48) * 10 + Int64(text[rest + 1] - 48)
        }
        return .minutes(text[0] == 45 ? -minutes : minutes)
    }

    private static func instant(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int, _ micros: Int, offset: TimeSpan
    ) -> Instant? {
        guard (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60, second < 61 else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: micros)
            .instant(offset: offset)
    }
}
