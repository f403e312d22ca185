import Domain
import Testing

@testable import Decoding

@Suite struct StampTests {
    /// One stamp and what it means.
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let at: String?
        let resolution: Resolution
        var testDescription: String { text }

        init(_ text: String, _ at: String?, _ resolution: Resolution = .second) {
            (self.text, self.at, self.resolution) = (text, at, resolution)
        }
    }

    private func any(_ text: String, zone: ZoneRule = .shanghai, fileName: String = "", reference: Instant? = nil) -> Stamp? {
        var clock = StampClock(zone: zone, fileName: fileName, reference: reference)
        return Array(text.utf8).withUnsafeBytes { clock.any($0) }
    }

    @Test(arguments: [
        Case("2026-09-01T13:57:31Z", "2026-09-01T13:57:31.000Z"),
        Case("2026-09-01T13:57:31+08:00", "2026-09-01T05:57:31.000Z"),
        Case("2026-09-01 13:57:31.053209+0800", "2026-09-01T05:57:31.053Z", .microsecond),
        Case("2026-09-01 13:57:31,896", "2026-09-01T05:57:31.896Z", .millisecond),
        Case("2026/09/01 13:57:31:123", "2026-09-01T05:57:31.123Z", .millisecond),
        Case("2026-09-01T05:57:31.123456789Z", "2026-09-01T05:57:31.123Z", .microsecond),
        Case("2026-09-01T05:57:31.5-06:30", "2026-09-01T12:27:31.500Z", .millisecond),
        Case("2026-09-01 06:07:17 Etc/GMT", "2026-09-01T06:07:17.000Z"),
        Case("2026-09-01 14:07:17 CST", "2026-09-01T06:07:17.000Z"),
        Case("2026-09-01 14:07:17 +0900", "2026-09-01T05:07:17.000Z"),
        Case("26/Mar/2018:10:19:53 +0800", "2018-03-26T02:19:53.000Z"),
        Case("08 Jul 2026 06:05:28.687", "2026-07-07T22:05:28.687Z", .millisecond),
        Case("1767225600", "2026-01-01T00:00:00.000Z"),
        Case("1767225600.123", "2026-01-01T00:00:00.123Z", .millisecond),
        Case("1767225600123", "2026-01-01T00:00:00.123Z", .millisecond),
        Case("1767225600123456", "2026-01-01T00:00:00.123Z", .microsecond),
        Case("1767225600123456789", "2026-01-01T00:00:00.123Z", .microsecond),
        Case("20260901135731", "2026-09-01T05:57:31.000Z"),
        Case("2026-09-01 13:57", "2026-09-01T05:57:00.000Z", .minute),
        Case("2026-09-01", "2026-08-31T16:00:00.000Z", .day),
        Case("2024-02-29 00:00:00", "2024-02-28T16:00:00.000Z"),
        Case("2026-02-29 00:00:00", nil), Case("2026-13-01 00:00:00", nil), Case("2026-09-01 24:00:00", nil),
        Case("2026-09-01 13:60:00", nil), Case("99999999999999999999", nil), Case("", nil), Case("Sep  1 13:57:31", nil),
        Case("13:57:31.101", nil), Case("2026-09-01 13:57:31 -1022", nil), Case("2026-09-01X13:57:31", nil),
    ])
    func forms(_ example: Case) {
        let found = any(example.text)
        #expect(found?.at.rfc3339 == example.at)
        if example.at != nil { #expect(found?.resolution == example.resolution) }
    }

    @Test func zonesWithTransitions() {
        let berlin = ZoneRule(
            name: "Europe/Berlin", offset: .hours(1),
            transitions: [
                .init(from: Instant(microseconds: 1_774_746_000_000_000), offset: .hours(2)),
                .init(from: Instant(microseconds: 1_792_890_000_000_000), offset: .hours(1)),
            ])
        #expect(any("2026-01-15 12:00:00", zone: berlin)?.at.rfc3339 == "2026-01-15T11:00:00.000Z")
        #expect(any("2026-07-15 12:00:00", zone: berlin)?.at.rfc3339 == "2026-07-15T10:00:00.000Z")
        #expect(any("2026-12-15 12:00:00", zone: berlin)?.at.rfc3339 == "2026-12-15T11:00:00.000Z")
        // The hour that comes twice is read as the earlier one.
        #expect(any("2026-10-25 02:30:00", zone: berlin)?.at.rfc3339 == "2026-10-25T00:30:00.000Z")
    }

    @Test(arguments: [
        ("pay-2026-06-03.log", "2026-06-03"), ("20889999000011110156_20260603.csv", "2026-06-03"), ("app.2026_06_03.1.log", "2026-06-03"),
        ("org.example 2026-06-03--05-00-01.log", "2026-06-03"), ("log-20261399.txt", nil), ("1234567.log", nil),
    ])
    func dayInName(name: String, day: String?) {
        let found = StampClock.day(inName: name).map { String(Instant(microseconds: $0).rfc3339.prefix(10)) }
        #expect(found == day)
    }

    @Test func yearAndMidnightRollOver() {
        let text = """
            12-31 23:59:58.100  1  2 I T: a
            12-31 23:59:59.900  1  2 I T: b
            01-01 00:00:00.100  1  2 I T: c
            """
        let stamps = decode(text, name: "logcat-2026-12-31.txt").map { $0.at.map { Instant(microseconds: $0).rfc3339 } }
        #expect(stamps == ["2026-12-31T15:59:58.100Z", "2026-12-31T15:59:59.900Z", "2026-12-31T16:00:00.100Z"])
        let next = decode("12-31 23:59:59.900  1  2 I T: b\n01-02 00:00:00.100  1  2 I T: c", name: "logcat-2026-12-31.txt")
        #expect(next.last?.at.map { Instant(microseconds: $0).rfc3339 } == "2027-01-01T16:00:00.100Z")
        let times = decode(
            "23:59:58.101 [main] INFO a.B - x\n00:00:01.101 [main] INFO a.B - y\n10:00:00.000 [main] INFO a.B - z", name: "a.2026-09-01.log"
        )
        #expect(
            times.map { $0.at.map { Instant(microseconds: $0).rfc3339 } } == [
                "2026-09-01T15:59:58.101Z", "2026-09-01T16:00:01.101Z", "2026-09-02T02:00:00.000Z",
            ])
    }

    /// Random moments written in many forms are read as they were, by a reference that writes with plain arithmetic.
    @Test func readsWhatAReferenceWrites() {
        var random = Seeded(3)
        var clock = StampClock(zone: .shanghai)
        func pad(_ n: Int, _ width: Int) -> String { String(repeating: "0", count: max(0, width - String(n).count)) + String(n) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for _ in 0..<3_000 {
            let micros = Int64(random.next() % 4_000_000_000) * 1_000_000 + Int64(random.next() % 1_000_000)
            let offsetMinutes = Int(random.next() % 56) * 15 - 360
            let local = CivilTime(Instant(microseconds: micros), offset: .minutes(Int64(offsetMinutes)))
            let sign = offsetMinutes < 0 ? "-" : "+"
            let zone = "\(sign)\(pad(abs(offsetMinutes) / 60, 2))\(random.next() % 2 == 0 ? ":" : "")\(pad(abs(offsetMinutes) % 60, 2))"
            let time = "\(pad(local.hour, 2)):\(pad(local.minute, 2)):\(pad(local.second, 2))"
            let join = random.next() % 2 == 0 ? "T" : " "
            let separator = random.next() % 2 == 0 ? "-" : "/"
            let date = "\(pad(local.year, 4))\(separator)\(pad(local.month, 2))\(separator)\(pad(local.day, 2))"
            let fine = "\(date)\(join)\(time).\(pad(local.microsecond, 6))\(zone)"
            let access = "\(pad(local.day, 2))/\(months[local.month - 1])/\(pad(local.year, 4)):\(time) \(zone.replacing(":", with: ""))"
            #expect(Array(fine.utf8).withUnsafeBytes { clock.any($0) }?.at.microseconds == micros, "\(fine)")
            let second = micros - Int64(local.microsecond)
            if offsetMinutes % 15 == 0 {
                #expect(Array(access.utf8).withUnsafeBytes { clock.any($0) }?.at.microseconds == second, "\(access)")
            }
            let bare = CivilTime(Instant(microseconds: second), offset: .hours(8))
            let text =
                "\(pad(bare.year, 4))-\(pad(bare.month, 2))-\(pad(bare.day, 2)) \(pad(bare.hour, 2)):\(pad(bare.minute, 2)):\(pad(bare.second, 2))"
            #expect(Array(text.utf8).withUnsafeBytes { clock.any($0) }?.at.microseconds == second, "\(text)")
        }
    }

    @Test func spreadLeavesOutWhatIsFarFromTheMedian() {
        var spread = StampSpread()
        let day: Int64 = 86_400_000_000
        let base: Int64 = 20_000 * day
        for i in 0..<100 { spread.add(base + Int64(i) * 1_000_000) }
        spread.add(0)
        spread.add(base + 500 * day)
        spread.add(.min)
        spread.add(.max)
        let (span, implausible) = spread.summary
        #expect(span?.from.microseconds == base)
        #expect(span?.to.microseconds == base + 99_000_000)
        #expect(implausible == 4)
    }

    @Test("one stray stamp a month and more away is no end of a log", arguments: [-200, 200, 20])
    func stray(_ days: Int64) {
        var spread = StampSpread()
        let day: Int64 = 86_400_000_000
        let start = 20_000 * day
        for minute in 0..<600 { spread.add(start + Int64(minute) * 60_000_000) }
        spread.add(start + days * day)
        let isStray = days.magnitude > 30
        #expect(spread.summary.implausible == (isStray ? 1 : 0))
        #expect(spread.summary.span?.from == Instant(microseconds: start))
        #expect((spread.summary.span?.to == Instant(microseconds: start + 599 * 60_000_000)) == isStray)
        // Two of them are somebody's visit, and a log of few stamps has none that are more likely than others.
        spread.add(start + days * day)
        #expect(spread.summary.implausible == 0)
        var few = StampSpread()
        few.add(start)
        few.add(start + days * day)
        #expect(few.summary.implausible == 0)
    }
}
