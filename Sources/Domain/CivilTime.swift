/// A date and time of day in the proleptic Gregorian calendar, without a zone.
public struct CivilTime: Hashable, Sendable {
    /// The year, as written (2026).
    public var year: Int
    /// The month, 1…12.
    public var month: Int
    /// The day of the month, 1…31.
    public var day: Int
    /// The hour, 0…23.
    public var hour: Int
    /// The minute, 0…59.
    public var minute: Int
    /// The second, 0…60.
    public var second: Int
    /// The microsecond within the second.
    public var microsecond: Int

    /// Makes a civil time from its parts; nothing is checked.
    @inlinable public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
    ) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.microsecond) = (hour, minute, second, microsecond)
    }

    /// Days from 1970-01-01 to a date (Howard Hinnant's `days_from_civil`, public domain).
    @inlinable public static func days(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The instant at which a clock `offset` ahead of UTC shows this time.
    @inlinable public func instant(offset: TimeSpan) -> Instant {
        let days = Int64(CivilTime.days(year: year, month: month, day: day))
        let seconds = days * 86_400 + Int64(hour) * 3_600 + Int64(minute) * 60 + Int64(second)
        return Instant(microseconds: seconds * 1_000_000 + Int64(microsecond)) - offset
    }

    /// What a clock `offset` ahead of UTC shows at `instant`.
    public init(_ instant: Instant, offset: TimeSpan = .zero) {
        let local = (instant + offset).microseconds
        var seconds = local / 1_000_000
        var micros = local % 1_000_000
        if micros < 0 {
            micros += 1_000_000
            seconds -= 1
        }
        var days = seconds / 86_400
        var secondOfDay = seconds % 86_400
        if secondOfDay < 0 {
            secondOfDay += 86_400
            days -= 1
        }
        let z = Int(days) + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * monthIndex + 2) / 5 + 1,
            hour: Int(secondOfDay / 3_600), minute: Int(secondOfDay / 60 % 60), second: Int(secondOfDay % 60), microsecond: Int(micros))
    }
}

extension Instant {
    /// RFC 3339 in UTC with milliseconds: `2026-11-02T02:02:11.480Z` (contract.md).
    public var rfc3339: String {
        let t = CivilTime(self)
        var out: [UInt8] = []
        out.reserveCapacity(24)
        func put(_ value: Int, _ width: Int) {
            var divisor = 1
            for _ in 1..<max(width, 2) where width > 1 { divisor *= 10 }
            while divisor > 0 {
                out.append(UInt8(48 + value / divisor % 10))
                divisor /= 10
            }
        }
        put(max(0, min(9_999, t.year)), 4)
        out.append(45)
        put(t.month, 2)
        out.append(45)
        put(t.day, 2)
        out.append(84)
        put(t.hour, 2)
        out.append(58)
        put(t.minute, 2)
        out.append(58)
        put(t.second, 2)
        out.append(46)
        put(t.microsecond / 1_000, 3)
        out.append(90)
        return String(decoding: out, as: UTF8.self)
    }
}
