import Domain
import TestKit
import Testing

@Suite struct InstantTests {
    /// Walks over the calendar day by day: slow, and obviously right.
    static func forEachDay(from first: Int, to last: Int, _ body: (_ year: Int, _ month: Int, _ day: Int, _ number: Int) -> Void) {
        func isLeap(_ year: Int) -> Bool { year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) }
        var number = 0
        if first >= 1970 {
            for year in 1970..<first { number += isLeap(year) ? 366 : 365 }
        } else {
            for year in first..<1970 { number -= isLeap(year) ? 366 : 365 }
        }
        for year in first...last {
            for (month, length) in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...length {
                    body(year, month + 1, day, number)
                    number += 1
                }
            }
        }
    }

    @Test("every day of the calendar", arguments: [(-401, -399), (1, 2), (1895, 1905), (1965, 2045), (2096, 2104), (9996, 9999)])
    func days(_ years: (Int, Int)) {
        var random = Seeded(state: 1)
        var wrong = 0
        InstantTests.forEachDay(from: years.0, to: years.1) { year, month, day, number in
            let second = Int.random(in: 0..<86_400, using: &random)
            let micros = Int.random(in: 0..<1_000_000, using: &random)
            let instant = Instant(microseconds: (Int64(number) * 86_400 + Int64(second)) * 1_000_000 + Int64(micros))
            let civil = CivilTime(
                year: year, month: month, day: day, hour: second / 3_600, minute: second / 60 % 60, second: second % 60, microsecond: micros
            )
            let offset = TimeSpan.minutes(Int64.random(in: -14 * 60...14 * 60, using: &random))
            let isRight =
                CivilTime.days(year: year, month: month, day: day) == number && CivilTime(instant) == civil
                && civil.instant(offset: .zero) == instant && CivilTime(instant, offset: offset).instant(offset: offset) == instant
                && CivilTime(instant + offset) == CivilTime(instant, offset: offset)
            if !isRight { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test(
        "RFC 3339 in UTC with milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (1_793_584_931_480_999, "2026-11-02T02:02:11.480Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000Z"), (253_402_300_799_999_999, "9999-12-31T23:59:59.999Z"),
            (1_000, "1970-01-01T00:00:00.001Z"), (999, "1970-01-01T00:00:00.000Z"), (-62_135_596_800_000_000, "0001-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func rfc3339(_ microseconds: Int64, _ text: String) {
        #expect(Instant(microseconds: microseconds).rfc3339 == text)
    }

    @Test func `the zone is taken off`() {
        let time = CivilTime(year: 2026, month: 11, day: 2, hour: 10, minute: 2, second: 11, microsecond: 480_000)
        #expect(time.instant(offset: .hours(8)).rfc3339 == "2026-11-02T02:02:11.480Z")
        #expect(time.instant(offset: -.minutes(570)).rfc3339 == "2026-11-02T19:32:11.480Z")
    }

    @Test func `the ends of time have a text of the usual length`() {
        for instant in [Instant.distantPast, .distantFuture] { #expect(instant.rfc3339.utf8.count == 24) }
    }

    @Test func `sums saturate as exact arithmetic would say`() {
        var random = Seeded(state: 2)
        let edges: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        func clamp(_ value: Int128) -> Int64 { Int64(max(Int128(Int64.min), min(Int128(Int64.max), value))) }
        for round in 0..<2_000 {
            let a = round < 49 ? edges[round % 7] : Int64.random(in: .min ... .max, using: &random)
            let b = round < 49 ? edges[round / 7] : Int64.random(in: .min ... .max, using: &random)
            let (x, y) = (Instant(microseconds: a), Instant(microseconds: b))
            let span = TimeSpan(microseconds: b)
            #expect((x + span).microseconds == clamp(Int128(a) + Int128(b)))
            #expect((x - span).microseconds == clamp(Int128(a) - Int128(b)))
            #expect((x - y).microseconds == clamp(Int128(a) - Int128(b)))
            #expect((TimeSpan(microseconds: a) + span).microseconds == clamp(Int128(a) + Int128(b)))
            #expect((-span).microseconds == clamp(-Int128(b)))
        }
    }
}
