import Domain
import Foundation
import Testing

@testable import Configuration

@Suite struct ZoneTests {
    @Test(arguments: [
        ("UTC", 0), ("Z", 0), ("GMT", 0), ("+08:00", 480), ("+0800", 480), ("+8", 480), ("+08", 480), ("UTC+8", 480), ("GMT-03:30", -210),
        ("-05:00", -300), ("Asia/Shanghai", 480),
    ])
    func offsets(name: String, minutes: Int64) {
        let zone = Zones.table(named: name)
        #expect(zone?.offset(at: Instant(microseconds: 1_762_000_000_000_000)) == .minutes(minutes))
        #expect(zone?.name == name)
    }

    @Test(arguments: [
        "", "Nowhere", "+25:00", "+8:0", "+08:61", "UTC8", "../etc/passwd", "/etc/localtime", "Asia", "Asia/", "tzdata.zi", "CST",
    ])
    func noZones(name: String) {
        #expect(Zones.table(named: name) == nil)
    }

    @Test func shanghaiIsKnownWithoutZoneFiles() {
        #expect(Zones.table(named: "Asia/Shanghai", in: []) == .shanghai)
        #expect(Zones.table(named: "America/New_York", in: []) == nil)
    }

    /// Foundation reads the same files by its own code: both must agree, past and future, in zones of every shape.
    @Test(arguments: [
        "Asia/Shanghai", "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Apia",
        "Asia/Gaza", "Africa/Casablanca", "Europe/Dublin", "America/Nuuk", "Pacific/Chatham", "Antarctica/Troll", "Asia/Tehran",
    ])
    func agreesWithFoundation(name: String) throws {
        guard let reference = TimeZone(identifier: name), let zone = Zones.table(named: name) else { return }
        // Every 11 h 17 min of a few years, and every 40 days of a century.
        var moments = stride(from: 1_700_000_000.0, to: 1_900_000_000, by: 40_620).map { $0 }
        moments += stride(from: 0.0, to: 4_000_000_000, by: 3_456_789).map { $0 }
        for seconds in moments {
            let expected = reference.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
            let found = zone.offset(at: Instant(microseconds: Int64(seconds) * 1_000_000)).wholeSeconds
            #expect(found == Int64(expected), "\(name) at \(seconds)")
            if found != Int64(expected) { return }
        }
    }

    /// A local time comes back to the moment it was made from, except where clocks show it twice.
    @Test(arguments: ["Asia/Shanghai", "America/New_York", "Australia/Lord_Howe"]) func localTimesComeBack(name: String) throws {
        guard let zone = Zones.table(named: name) else { return }
        for second in stride(from: Int64(1_700_000_000), to: 1_760_000_000, by: 7_213) {
            let instant = Instant(microseconds: second * 1_000_000)
            let offset = zone.offset(at: instant)
            let back = zone.instant(of: CivilTime(instant, offset: offset))
            #expect(back == instant || (back < instant && zone.offset(at: back) > offset))
        }
    }

    @Test func hoursThatComeTwiceOrNever() {
        let table = ZoneTable(
            name: "x", firstOffset: .hours(1),
            transitions: [
                ZoneTable.Transition(at: Instant(microseconds: 10_000_000_000), offset: .hours(2)),
                ZoneTable.Transition(at: Instant(microseconds: 50_000_000_000), offset: .hours(1)),
            ])
        let (skipped, twice) = (Instant(microseconds: 10_000_000_000), Instant(microseconds: 50_000_000_000))
        #expect(table.offset(at: skipped) == .hours(2))
        #expect(table.offset(at: skipped - .seconds(1)) == .hours(1))
        // The last second before, the hour that never is, the first second after.
        #expect(table.offset(atLocal: skipped + .hours(1) - .seconds(1)) == .hours(1))
        #expect(table.offset(atLocal: skipped + .minutes(90)) == .hours(1))
        #expect(table.offset(atLocal: skipped + .hours(2)) == .hours(2))
        // The hour that comes twice is the first of the two.
        #expect(table.offset(atLocal: twice + .minutes(90)) == .hours(2))
        #expect(table.offset(atLocal: twice + .hours(2)) == .hours(1))
    }

    @Test func damagedFilesAreNoZones() throws {
        guard let bytes = Files.read("/usr/share/zoneinfo/America/New_York", limit: 1 << 20) else { return }
        #expect(ZoneFile.table(named: "x", bytes: bytes) != nil)
        for length in 0..<(bytes.count - 40) where length % 7 == 0 {
            #expect(ZoneFile.table(named: "x", bytes: Array(bytes[..<length])) == nil)
        }
        var state: UInt64 = 5
        for _ in 0..<20_000 {
            var damaged = bytes
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                damaged[Int((state >> 33) % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 25)
            }
            _ = ZoneFile.table(named: "x", bytes: damaged)
        }
    }

    @Test(arguments: ["", "EST", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M1.1.0", "5", "<+03", "EST5EDT,M3.2.0,M11.1.0x", "EST99999"])
    func oddRules(text: String) {
        let rule = PosixZone(Array(text.utf8))
        #expect(rule?.transitions(after: .distantPast, until: 2_030).isEmpty ?? true)
    }
}
