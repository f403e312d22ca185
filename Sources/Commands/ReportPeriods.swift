import Conversion
import Domain

/// The periods that `paychain report` is asked for.
struct ReportPeriods {
    /// What a period must look like.
    static let wanted = Text(
        en: "a week is 2026-W47, a day 2026-11-16, a range 2026-11-01..2026-11-15 (its end excluded)",
        zh: "周写作 2026-W47，日写作 2026-11-16，区间写作 2026-11-01..2026-11-15（不含结束日）")

    var period: ReportPeriod
    var compared: ReportPeriod?
    /// Why it is another period than one might think; nil where it is what was asked for.
    var note: Text?
    /// The week of the last order, where nobody named a period and the whole week before may hold none that counts.
    var weekSoFar: ReportPeriod?
    /// Said where the last week is not over.
    static let isNotWhole = Text(
        en: "no whole week has orders: this is the week so far; --week, --day or --from/--to name another period",
        zh: "没有整周的数据：以下是本周至今；可用 --week、--day 或 --from/--to 指定时段")

    /// Settles the periods.
    ///
    /// - Parameters:
    ///   - span: from the first to the last order; nil when there is none.
    ///   - asOf: the moment the verdicts speak for.
    init(_ invocation: Invocation, zone: ZoneTable, span: Stretch?, asOf: Instant) throws(CommandError) {
        let arguments = invocation.arguments
        try invocation.refuse("week", with: "day")
        for option in ["from", "to"] {
            try invocation.refuse("week", with: option)
            try invocation.refuse("day", with: option)
        }
        if let text = arguments["week"] {
            guard let week = ReportPeriods.week(text, zone: zone) else { throw CommandError.badValue("week", text, ReportPeriods.wanted) }
            period = week
        } else if let text = arguments["day"] {
            guard let day = ReportPeriods.day(text, zone: zone) else { throw CommandError.badValue("day", text, ReportPeriods.wanted) }
            period = day
        } else if arguments.has("from") || arguments.has("to") {
            let from = try invocation.time("from", zone: zone, relativeTo: asOf) ?? span?.from ?? asOf
            let until = try invocation.time("to", zone: zone, relativeTo: asOf) ?? Instant(microseconds: asOf.microseconds + 1)
            guard from < until else {
                throw CommandError(
                    .usage, Text(en: "--from must lie before --to", zh: "--from 必须早于 --to"), remedy: ReportPeriods.wanted)
            }
            period = ReportPeriod(from: from, until: until)
        } else {
            (period, weekSoFar) = ReportPeriods.lastWeek(zone: zone, span: span, asOf: asOf)
            if period == weekSoFar { (note, weekSoFar) = (ReportPeriods.isNotWhole, nil) }
        }
        switch arguments["compare"] ?? "previous" {
        case "none": compared = nil
        case "previous": compared = period.compared(asOf: asOf, zone: zone)
        case let text:
            guard let other = ReportPeriods.any(text, zone: zone) else {
                throw CommandError.badValue(
                    "compare", text,
                    Text(
                        en: "previous, none, or a period: \(ReportPeriods.wanted.en)", zh: "previous、none 或一个时段：\(ReportPeriods.wanted.zh)")
                )
            }
            compared = other
        }
    }

    /// Takes the week of the last order instead.
    mutating func move(to week: ReportPeriod, asOf: Instant, zone: ZoneTable) {
        if compared == period.compared(asOf: asOf, zone: zone) { compared = week.compared(asOf: asOf, zone: zone) }
        (period, weekSoFar, note) = (week, nil, ReportPeriods.isNotWhole)
    }

    /// The last week that was over at as-of and has orders, and the week of the last order where that is a later one.
    private static func lastWeek(zone: ZoneTable, span: Stretch?, asOf: Instant) -> (ReportPeriod, ReportPeriod?) {
        let last = span?.to ?? asOf
        let week = ReportPeriod.week(containing: last, zone: zone)
        if week.until <= asOf { return (week, nil) }
        let before = week.previous(zone: zone)
        if let span, span.from < before.until { return (before, week) }
        return (week, week)
    }

    /// `2026-W47`.
    static func week(_ text: String, zone: ZoneTable) -> ReportPeriod? {
        let parts = text.uppercased().split(separator: "W", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasSuffix("-"), let year = number(parts[0].dropLast(), digits: 4...4),
            let week = number(parts[1], digits: 1...2)
        else { return nil }
        return ReportPeriod.week(week, of: year, zone: zone)
    }

    /// `2026-11-16`.
    static func day(_ text: String, zone: ZoneTable) -> ReportPeriod? {
        guard text.utf8.count == 10, let at = TimeArgument.parse(text, zone: zone, relativeTo: nil) else { return nil }
        return ReportPeriod.day(containing: at, zone: zone)
    }

    /// A week, a day, or a range of two moments.
    static func any(_ text: String, zone: ZoneTable) -> ReportPeriod? {
        if let period = week(text, zone: zone) ?? day(text, zone: zone) { return period }
        guard let dots = text.indices.first(where: { text[$0...].hasPrefix("..") }) else { return nil }
        guard let from = TimeArgument.parse(String(text[..<dots]), zone: zone, relativeTo: nil),
            let until = TimeArgument.parse(String(text[dots...].dropFirst(2)), zone: zone, relativeTo: nil), from < until
        else { return nil }
        return ReportPeriod(from: from, until: until)
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(text)
    }
}
