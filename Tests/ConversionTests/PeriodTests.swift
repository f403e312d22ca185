import Domain
import Foundation
import Testing

@testable import Conversion

@Suite("Periods of a report")
struct PeriodTests {
    @Test func `weeks are those of ISO 8601`() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        // Every 5 days over forty years, against Foundation's calendar.
        for day in stride(from: 0, to: 365 * 40, by: 5) {
            let at = Instant(microseconds: (946_684_800 + Int64(day) * 86_400) * 1_000_000)
            let date = Date(timeIntervalSince1970: Double(at.microseconds) / 1e6)
            let wanted = calendar.dateComponents([.weekOfYear, .yearForWeekOfYear], from: date)
            let week = ReportPeriod.week(containing: at, zone: .utc)
            let (year, number) = (wanted.yearForWeekOfYear ?? 0, wanted.weekOfYear ?? 0)
            #expect(week.name == "\(year)-W\(number < 10 ? "0" : "")\(number)")
            #expect(week.contains(at) && week.length == .days(7))
            #expect(ReportPeriod.week(number, of: year, zone: .utc) == week)
        }
        #expect(ReportPeriod.week(53, of: 2020, zone: .utc) != nil)
        #expect(ReportPeriod.week(53, of: 2026, zone: .utc) != nil, "2026 begins on a Thursday")
        #expect(ReportPeriod.week(53, of: 2025, zone: .utc) == nil)
        #expect(ReportPeriod.week(0, of: 2026, zone: .utc) == nil)
    }

    @Test func `a week begins on Monday midnight of its zone, its end excluded`() throws {
        let week = try #require(ReportPeriod.week(47, of: 2026, zone: .shanghai))
        #expect(week.from.rfc3339 == "2026-11-15T16:00:00.000Z")
        #expect(week.until.rfc3339 == "2026-11-22T16:00:00.000Z")
        #expect(week.contains(week.from) && !week.contains(week.until))
        #expect(week.previous(zone: .shanghai).name == "2026-W46")
        #expect(try #require(ReportPeriod.week(1, of: 2026, zone: .shanghai)).previous(zone: .shanghai).name == "2025-W52")
    }

    @Test func `the period before a range has its length and ends where it begins`() {
        let range = ReportPeriod(from: Instant(microseconds: 1_000), until: Instant(microseconds: 4_000))
        #expect(range.previous(zone: .utc) == ReportPeriod(from: Instant(microseconds: -2_000), until: Instant(microseconds: 1_000)))
        let day = ReportPeriod.day(containing: Instant(microseconds: 1_793_584_800_000_000), zone: .shanghai)
        #expect(day.name == "2026-11-02" && day.previous(zone: .shanghai).name == "2026-11-01")
    }
}
