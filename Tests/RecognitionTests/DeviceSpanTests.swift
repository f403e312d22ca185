import Domain
import Recognition
import Testing

/// What collector files span for each device that their lines name: every line of a device counts, evidence or not (vocabulary §5).
@Suite struct DeviceSpanTests {
    static let texts: [(form: String, text: String)] = [
        (
            "logcat",
            """
            2026-09-01 12:00:00.000  527  550 D ShopHome   : feed refresh took 9 device=and-1
            2026-09-01 12:05:00.000  527  550 I PayCallback: query.sent orderNo=A000000001 device=and-1
            2026-09-01 12:40:00.000  527  550 D ShopHome   : tab selected index=3 deviceId=and-1
            2026-09-01 13:00:00.000  600  601 D ShopHome   : tab selected index=3 device=and-2
            2026-09-01 13:01:00.000  600  601 I PayCallback: query.sent orderNo=A000000002 device=and-2
            """
        ),
        (
            "json lines",
            """
            {"ts":"2026-09-01T12:00:00.000+08:00","level":"debug","msg":"feed refresh","device":"and-1"}
            {"ts":"2026-09-01T12:05:00.000+08:00","level":"info","tag":"PayCallback","event":"query.sent","orderNo":"A000000001","device":"and-1"}
            {"ts":"2026-09-01T12:40:00.000+08:00","level":"debug","msg":"tab selected","device_id":"and-1"}
            {"ts":"2026-09-01T13:00:00.000+08:00","level":"debug","msg":"tab selected","device":"and-2"}
            {"ts":"2026-09-01T13:01:00.000+08:00","level":"info","tag":"PayCallback","event":"query.sent","orderNo":"A000000002","device":"and-2"}
            """
        ),
    ]

    @Test func aDeviceWithoutEvidenceInACollectorsFileWasThere() {
        let lines = """
            2026-09-01 12:00:00.000  527  550 D ShopHome   : feed refresh took 9 device=and-3
            2026-09-01 12:05:00.000  527  550 I PayCallback: query.sent orderNo=A000000001 device=and-1
            2026-09-01 12:10:00.000  527  550 D ShopHome   : feed refresh took 9 device=and-3
            """
        #expect(Extraction(lines).report.deviceSpans.map(\.name).sorted() == ["and-1", "and-3"])
        // a server's own lines that name a device tell nothing of the device's log
        let server = """
            {"ts":"2026-09-01T12:00:00.000+08:00","level":"info","event":"order.created","orderNo":"A000000001"}
            {"ts":"2026-09-01T12:05:00.000+08:00","level":"info","msg":"session renewed","device":"and-3"}
            """
        #expect(Extraction(server).report.deviceSpans.isEmpty)
    }

    @Test(arguments: texts) func everyLineOfADeviceCounts(_ form: String, _ text: String) throws {
        let spans = Extraction(text).report.deviceSpans.sorted { $0.name < $1.name }
        let minutes = spans.map { (span: DeviceSpan) in (span.span.to - span.span.from).microseconds / 60_000_000 }
        #expect(spans.map(\.name) == ["and-1", "and-2"])
        #expect(minutes == [40, 1])
    }
}
