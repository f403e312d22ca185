import Alerts
import Domain
import Foundation
import Reports
import Testing

struct MetricsTests {
    private var input: MetricsInput {
        var input = MetricsInput(version: "1.2.3")
        input.asOf = Instant(microseconds: 1_793_584_800_250_000)
        input.orders = [
            .init(flow: .wechatH5, outcome: .paid, experience: .landed, count: 2, money: [Money(units: 25_600, scale: 2, currency: "CNY")]),
            .init(flow: .alipayH5, outcome: .failed, experience: nil, count: 1),
        ]
        input.breaks = [.init(code: .notifyRejected, severity: .critical, owner: .server, flow: .alipayH5, count: 3)]
        var source = SourceInfo(name: "a\"b\\c\nd\u{1B}[2J", contentID: 1, witness: .serverApp, chain: 7)
        source.evidence = 1
        source.span = Stretch(from: Instant(microseconds: 0), to: Instant(microseconds: 1_793_584_790_000_000))
        input.sources = [source]
        input.inputs.lines = 12
        return input
    }

    @Test func textFormat() {
        let page = String(decoding: MetricsPage.make(input, format: .text), as: UTF8.self)
        #expect(page.contains("# TYPE paychain_build_info gauge\npaychain_build_info{version=\"1.2.3\"} 1\n"))
        #expect(page.contains("paychain_as_of_timestamp_seconds 1793584800.250\n"))
        #expect(
            page.contains("paychain_orders{flow=\"alipay_h5\",outcome=\"failed\",experience=\"\"} 1\npaychain_orders{flow=\"wechat_h5\""))
        #expect(page.contains("paychain_orders_money{flow=\"wechat_h5\",outcome=\"paid\",experience=\"landed\",currency=\"CNY\"} 256.00\n"))
        #expect(
            page.contains("paychain_breaks{break=\"notify_rejected\",severity=\"critical\",owner=\"server\",flow=\"alipay_h5\"} 3\n"))
        #expect(page.contains("# TYPE paychain_input_lines_total counter\npaychain_input_lines_total 12\n"))
        #expect(page.contains("paychain_source_lag_seconds{source=\"a\\\"b\\\\c\\nd"))
        #expect(page.contains("witness=\"server_app\"} 10.250\n"))
        #expect(!page.utf8.contains(0x1B))
        #expect(!page.contains("# UNIT") && !page.contains("# EOF"))
    }

    @Test func openMetrics() {
        let page = String(decoding: MetricsPage.make(input, format: .openMetrics), as: UTF8.self)
        #expect(page.contains("# TYPE paychain_build info\npaychain_build_info{version=\"1.2.3\"} 1\n"))
        #expect(page.contains("# TYPE paychain_input_bytes counter\n# UNIT paychain_input_bytes bytes\npaychain_input_bytes_total 0\n"))
        #expect(page.hasSuffix("# EOF\n"))
    }

    @Test func acceptHeader() {
        #expect(MetricsPage.Format(accept: nil) == .text)
        #expect(MetricsPage.Format(accept: "text/plain") == .text)
        #expect(MetricsPage.Format(accept: "application/openmetrics-text; version=1.0.0; q=0") == .text)
        #expect(
            MetricsPage.Format(accept: "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1")
                == .openMetrics)
        #expect(MetricsPage.Format(accept: "text/plain;q=1, application/openmetrics-text;q=0.3") == .text)
    }

    @Test func declarations() {
        var names: Set<String> = []
        for metric in MetricDefinition.all {
            #expect(names.insert(metric.name).inserted)
            #expect(metric.name.hasPrefix("paychain_"))
            #expect(metric.kind != .counter || metric.name.hasSuffix("_total"))
            #expect(metric.kind != .info || metric.name.hasSuffix("_info"))
            #expect(metric.unit.isEmpty || metric.family.hasSuffix("_" + metric.unit), "\(metric.name)")
            #expect(!metric.labels.contains("order"))
            #expect(!metric.help.zh.isEmpty && metric.help.en.hasSuffix("."))
        }
    }

    /// The names in the documentation and in the rules for Prometheus are these, no more and no fewer.
    @Test func documentationAndDashboardsNameWhatIsThere() throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { root = root.deletingLastPathComponent() }
        func text(_ path: String) throws -> String { try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }
        func names(_ text: String) -> Set<String> {
            Set(
                text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }.map(String.init).filter {
                    $0.hasPrefix("paychain_")
                })
        }
        let known = Set(MetricDefinition.all.map(\.name))
        let docs = try text("docs/alerts.md")
        #expect(known.subtracting(names(docs)).isEmpty)
        #expect(names(docs).subtracting(known).isEmpty)
        for path in ["dashboards/prometheus/paychain.rules.yaml", "dashboards/prometheus/paychain.rules.test.yaml"] {
            #expect(names(try text(path)).subtracting(known).isEmpty, "\(path)")
        }
        for measure in MeasureDefinition.all { #expect(docs.contains("`\(measure.name)`"), "\(measure.name)") }
    }
}
