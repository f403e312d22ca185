import Domain

/// A stretch of time that a report speaks of, its end excluded.
public struct ReportPeriod: Hashable, Sendable {
    /// Its first moment.
    public var from: Instant
    /// The first moment behind it.
    public var until: Instant
    /// Its name: `2026-W47`, `2026-11-16`, or empty for any other range.
    public var name: String

    /// Makes a period.
    public init(from: Instant, until: Instant, name: String = "") { (self.from, self.until, self.name) = (from, until, name) }

    /// Whether a moment lies in it.
    public func contains(_ instant: Instant) -> Bool { from <= instant && instant < until }

    /// Its length.
    public var length: TimeSpan { until - from }

    /// The week of ISO 8601 (Monday first; week 1 has the year's first Thursday), in a zone; nil when the year has no such week.
    public static func week(_ number: Int, of year: Int, zone: ZoneTable) -> ReportPeriod? {
        guard (1...weeks(in: year)).contains(number), (1...9_999).contains(year) else { return nil }
        let monday = firstMonday(of: year) + (number - 1) * 7
        return days(monday, 7, zone: zone, name: "\(year)-W\(number < 10 ? "0" : "")\(number)")
    }

    /// The week of ISO 8601 that a moment lies in.
    public static func week(containing instant: Instant, zone: ZoneTable) -> ReportPeriod {
        let day = dayNumber(of: instant, zone: zone)
        // 1970-01-01 was a Thursday.
        let monday = day - ((day + 3) % 7 + 7) % 7
        let year = CivilTime(Instant(microseconds: Int64(monday + 3) * 86_400_000_000)).year
        let number = (monday - firstMonday(of: year)) / 7 + 1
        return days(monday, 7, zone: zone, name: "\(year)-W\(number < 10 ? "0" : "")\(number)")
    }

    /// The day that a moment lies in.
    public static func day(containing instant: Instant, zone: ZoneTable) -> ReportPeriod {
        days(dayNumber(of: instant, zone: zone), 1, zone: zone, name: nil)
    }

    /// The period of the same kind before it: the week before a week, the day before a day, else a range of equal length.
    public func previous(zone: ZoneTable) -> ReportPeriod {
        let before = Instant(microseconds: from.microseconds - 1)
        if name.contains("W") { return ReportPeriod.week(containing: before, zone: zone) }
        if !name.isEmpty { return ReportPeriod.day(containing: before, zone: zone) }
        return ReportPeriod(from: from - length, until: from)
    }

    /// Whether a period was over at a moment; logs that end within its last minute have seen it all but the last payers.
    public func isOver(at moment: Instant) -> Bool { moment + .seconds(60) >= until }

    /// The part of a period that had passed at a moment; all of one that was over.
    public func part(until moment: Instant) -> ReportPeriod {
        guard !isOver(at: moment), moment > from else { return self }
        return ReportPeriod(from: from, until: moment)
    }

    /// The period that it is fairly compared with where nobody names one: the previous one, and of an unfinished period the same part of that.
    public func compared(asOf: Instant, zone: ZoneTable) -> ReportPeriod {
        let before = previous(zone: zone)
        guard !isOver(at: asOf), asOf > from else { return before }
        return before.part(until: before.from + (asOf - from))
    }

    /// How many of its days are Mondays, Tuesdays, …; a day that is begun counts.
    public func weekdays(zone: ZoneTable) -> [Int] {
        var counts = [Int](repeating: 0, count: 7)
        let (first, last) = (
            ReportPeriod.dayNumber(of: from, zone: zone),
            ReportPeriod.dayNumber(of: Instant(microseconds: until.microseconds - 1), zone: zone)
        )
        for day in first...max(first, min(last, first + 3_660)) { counts[((day + 3) % 7 + 7) % 7] += 1 }
        return counts
    }

    private static func days(_ first: Int, _ count: Int, zone: ZoneTable, name: String?) -> ReportPeriod {
        ReportPeriod(
            from: zone.instant(of: civil(first)), until: zone.instant(of: civil(first + count)), name: name ?? text(civil(first)))
    }

    private static func dayNumber(of instant: Instant, zone: ZoneTable) -> Int {
        let local = CivilTime(instant, offset: zone.offset(at: instant))
        return CivilTime.days(year: local.year, month: local.month, day: local.day)
    }

    private static func civil(_ day: Int) -> CivilTime { CivilTime(Instant(microseconds: Int64(day) * 86_400_000_000)) }

    private static func text(_ day: CivilTime) -> String {
        "\(day.year)-\(day.month < 10 ? "0" : "")\(day.month)-\(day.day < 10 ? "0" : "")\(day.day)"
    }

    /// The day number of the Monday of week 1: the week that has January 4th.
    private static func firstMonday(of year: Int) -> Int {
        let fourth = CivilTime.days(year: year, month: 1, day: 4)
        return fourth - ((fourth + 3) % 7 + 7) % 7
    }

    /// How many weeks a year has.
    static func weeks(in year: Int) -> Int { (firstMonday(of: year + 1) - firstMonday(of: year)) / 7 }
}
