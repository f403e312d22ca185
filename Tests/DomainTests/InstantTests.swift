import Domain
import Testing

@Suite struct InstantTests {
    @Test func rfc3339() {
        let time = CivilTime(year: 2026, month: 11, day: 2, hour: 10, minute: 2, second: 11, microsecond: 480_000)
        #expect(time.instant(offset: .hours(8)).rfc3339 == "2026-11-02T02:02:11.480Z")
    }
}
