import Domain
import Testing

@testable import Recognition

@Suite struct ProviderTimeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var gives: String?
        var testDescription: String { text }
        init(_ text: String, _ gives: String?) { (self.text, self.gives) = (text, gives) }
    }

    @Test(arguments: [
        Case("2026-09-01 14:07:17", "2026-09-01T06:07:17.000Z"), Case("2026-09-01+14%3A07%3A17", "2026-09-01T06:07:17.000Z"),
        Case("2026-09-01T14:07:17+08:00", "2026-09-01T06:07:17.000Z"), Case("2026-09-01T06:07:17Z", "2026-09-01T06:07:17.000Z"),
        Case("2026-09-01 14:07:17.123", "2026-09-01T06:07:17.123Z"), Case("20260901140717", "2026-09-01T06:07:17.000Z"),
        Case("2026/9/1 14:07", "2026-09-01T06:07:00.000Z"), Case("2026-10-07 15：31：02", "2026-10-07T07:31:02.000Z"),
        Case("1790062852", "2026-09-22T07:40:52.000Z"), Case("1790062852123", "2026-09-22T07:40:52.123Z"),
        Case("1790062852.5", "2026-09-22T07:40:52.500Z"), Case("2026-09-01 06:07:17 Etc/GMT", "2026-09-01T06:07:17.000Z"),
        Case("2026-09-01", "2026-08-31T16:00:00.000Z"), Case("", nil), Case("0", nil), Case("2026-13-01 00:00:00", nil),
        Case("99999999999999999999", nil), Case("not a time", nil), Case("2026-09-01 1", nil),
    ]) func reads(_ item: Case) {
        var text = item.text
        let found = text.withUTF8 { ProviderTime.read(UnsafeRawBufferPointer($0)) }
        #expect(found?.rfc3339 == item.gives)
    }
}
