import Domain

/// A moment as people type it (contract.md): RFC 3339, `YYYY-MM-DD[ HH:MM[:SS]]` in a zone, or `2h`, `3d` ago.
enum TimeArgument {
    /// What a value must look like.
    static let wanted = Text(
        en: "a time is 2026-11-02T10:00:00+08:00, 2026-11-02, “2026-11-02 10:00”, or how long ago: 30m, 2h, 3d",
        zh: "时间写法：2026-11-02T10:00:00+08:00、2026-11-02、“2026-11-02 10:00”，或距今多久：30m、2h、3d")

    /// The same where nothing is there to count back from.
    static let wantedAbsolute = Text(
        en: "a moment, as there is nothing to count back from: 2026-11-02T10:00:00+08:00, 2026-11-02 or “2026-11-02 10:00”",
        zh: "此处没有可往回算的时点，需要具体时间：2026-11-02T10:00:00+08:00、2026-11-02 或“2026-11-02 10:00”")

    /// Reads a moment.
    ///
    /// - Parameters:
    ///   - text: what was typed.
    ///   - zone: the zone of a time without an offset.
    ///   - reference: what `2h` counts back from: the moment the verdicts speak for, never the wall clock; nil where there is none.
    /// - Returns: nil when it is no time, or a relative one without a reference.
    static func parse(_ text: String, zone: ZoneTable, relativeTo reference: Instant?) -> Instant? {
        if let span = span(text) { return reference.map { $0 - span } }
        var reader = Reader(text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"), let day = reader.number(2),
            (1...12).contains(month), (1...daysIn(month, year)).contains(day)
        else { return nil }
        var civil = CivilTime(year: year, month: month, day: day)
        if reader.isAtEnd { return zone.instant(of: civil) }
        guard reader.skip("T") || reader.skip("t") || reader.skip(" "), let hour = reader.number(2), hour < 24, reader.skip(":"),
            let minute = reader.number(2), minute < 60
        else { return nil }
        (civil.hour, civil.minute) = (hour, minute)
        if reader.skip(":") {
            guard let second = reader.number(2), second <= 60 else { return nil }
            civil.second = second
            if reader.skip(".") || reader.skip(",") {
                guard let fraction = reader.fraction() else { return nil }
                civil.microsecond = fraction
            }
        }
        if reader.isAtEnd { return zone.instant(of: civil) }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        return civil.instant(offset: offset)
    }

    /// A length of time: `90s`, `30m`, `2h`, `3d`, `1w`.
    static func span(_ text: String) -> TimeSpan? {
        guard let unit = text.utf8.last, let amount = Int64(text.dropLast()), amount >= 0, amount < 1_000_000 else { return nil }
        switch unit {
        case UInt8(ascii: "s"): return .seconds(amount)
        case UInt8(ascii: "m"): return .minutes(amount)
        case UInt8(ascii: "h"): return .hours(amount)
        case UInt8(ascii: "d"): return .days(amount)
        case UInt8(ascii: "w"): return .days(amount * 7)
        default: return nil
        }
    }

    private static func daysIn(_ month: Int, _ year: Int) -> Int {
        CivilTime.days(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
            - CivilTime.days(year: year, month: month, day: 1)
    }

    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = Substring(text).utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: StaticString) -> Bool {
            guard rest.first == character.utf8Start[0] else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ digits: Int) -> Int? {
            guard rest.count >= digits else { return nil }
            var value = 0
            for byte in rest.prefix(digits) {
                guard 48...57 ~= byte else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            rest.removeFirst(digits)
            return value
        }

        mutating func fraction() -> Int? {
            var value = 0
            var digits = 0
            while let byte = rest.first, 48...57 ~= byte {
                if digits < 6 { value = value * 10 + Int(byte - 48) }
                digits += 1
                rest.removeFirst()
            }
            guard digits > 0 else { return nil }
            for _ in 0..<max(0, 6 - digits) { value *= 10 }
            return value
        }

        mutating func offset() -> TimeSpan? {
            if skip("Z") || skip("z") { return .zero }
            let negative = rest.first == UInt8(ascii: "-")
            guard skip("+") || skip("-"), let hours = number(2) else { return nil }
            _ = skip(":")
            guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
            let span = TimeSpan.minutes(Int64(hours * 60 + minutes))
            return negative ? -span : span
        }
    }
}

/// An amount of memory as people type it: `512M`, `2G`, `65536`.
enum SizeArgument {
    /// What a value must look like.
    static let wanted = Text(en: "a size is 512M or 2G, at least 16M", zh: "大小写法：512M 或 2G，至少 16M")

    /// Reads a size in bytes; nil when it is none, or below 16 MiB.
    static func parse(_ text: String) -> Int? {
        var digits = Substring(text)
        if digits.hasSuffix("iB") { digits = digits.dropLast(2) } else if digits.hasSuffix("B") { digits = digits.dropLast() }
        var factor = 1
        switch digits.utf8.last {
        case UInt8(ascii: "K"), UInt8(ascii: "k"): factor = 1 << 10
        case UInt8(ascii: "M"), UInt8(ascii: "m"): factor = 1 << 20
        case UInt8(ascii: "G"), UInt8(ascii: "g"): factor = 1 << 30
        default: break
        }
        if factor > 1 { digits = digits.dropLast() }
        guard let amount = Int(digits), amount > 0 else { return nil }
        let (bytes, overflow) = amount.multipliedReportingOverflow(by: factor)
        return overflow || bytes < 16 << 20 ? nil : bytes
    }
}
