import Domain
import TestKit
import Testing
import Verdicts

@testable import Audits

@Suite struct LintTests {
    static let whole = """
        cover all
        10:02:11 order.created amount=12.50 currency=CNY flow=alipay_h5 session=s1
        10:02:12 order.saved appVersion=5.2.1
        10:02:14 wallet.intercepted urlScheme=alipays
        10:02:14.4 wallet.opened ok=true
        10:02:40 trade.recorded status=paid paidAt=10:02:40
        10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
        10:02:51 app.foregrounded pending=ORDER-1
        10:02:51.5 query.sent
        10:02:52 result.shown status=paid
        """

    static func report(_ histories: [String], _ prepare: (inout LintCollector) -> Void = { _ in }) throws -> LintReport {
        var collector = LintCollector()
        collector.note(LintSource(name: "client.log", tagged: 9, firstTagged: 1, lacksZone: false))
        prepare(&collector)
        for (index, history) in histories.enumerated() {
            collector.add(collector.look(at: try ScenarioTests.view(history, number: "O\(index)")))
        }
        return collector.report
    }

    static func without(_ word: String) -> String {
        whole.split(separator: "\n").filter { !$0.contains(word) }.joined(separator: "\n")
    }

    @Test func `a log that carries everything lacks nothing`() throws {
        let report = try LintTests.report([LintTests.whole])
        #expect(report.lacks.map(\.rule.code) == [] && report.openOrders == 0)
    }

    @Test(
        "what is not logged is named",
        arguments: [
            ("wallet.intercepted", "intercept_not_logged"), ("wallet.opened", "open_result_not_logged"),
            ("return.received", "return_not_logged"),
            ("app.foregrounded", "foregrounding_not_logged"), ("query.sent", "query_not_logged"), ("result.shown", "result_not_logged"),
            ("order.saved", "order_not_kept"),
        ]) func missing(_ word: String, _ code: String) throws
    {
        let report = try LintTests.report([LintTests.without(word)])
        #expect(report.lacks.contains { $0.rule.code == code }, "\(report.lacks.map(\.rule.code))")
    }

    @Test func `a step called missing for want of any such line counts as well`() throws {
        let lack = try LintTests.report([LintTests.without("return.received")]).lacks.first { $0.rule.code == "return_not_logged" }
        #expect(lack?.settles == 1 && lack?.amounts.map(\.decimal) == ["12.50"])
    }

    @Test func `lacks are ranked by what they would settle, with the money`() throws {
        let unbound = """
            cover app 09:00 12:00
            10:02:11 order.created amount=100.00 currency=CNY flow=alipay_h5
            10:02:40 trade.recorded status=paid paidAt=10:02:40
            """
        let report = try LintTests.report([unbound, unbound, LintTests.without("result.shown")])
        let first = try #require(report.lacks.first)
        #expect(first.rule.code == "device_not_tied" && first.settles == 2 && first.amounts.map(\.decimal) == ["200.00"])
        #expect(report.openOrders >= 2 && report.orders == 3)
        #expect(report.fails(on: .must))
    }

    @Test func `a device log that ends early, and one that was not collected`() throws {
        let early = LintTests.whole.replacing("cover all", with: "cover app 09:00 12:00\ncover phone 09:00 10:02:30").split(separator: "\n")
            .filter { !$0.contains("10:02:5") }.joined(separator: "\n")
        let absent = """
            cover app 09:00 12:00
            10:02:11 order.created amount=7.00 currency=CNY flow=alipay_h5 session=s1
            10:02:40 trade.recorded status=paid paidAt=10:02:40
            """
        let lack = try LintTests.report([early, absent, LintTests.whole]).lacks.first { $0.rule.code == "device_log_missing" }
        #expect(lack?.settles == 2 && lack?.amounts.map(\.decimal) == ["19.50"])
    }

    @Test func `lines without a number, without a URL, with a secret, without a version`() throws {
        let history = LintTests.whole.replacing(
            "return.received via=universal_link urlScheme=https", with: "~window return.received via=universal_link secret=token"
        )
        .replacing(" appVersion=5.2.1", with: "")
        let codes = try LintTests.report([history]).lacks.map(\.rule.code)
        #expect(Set(codes) == ["number_missing", "url_missing", "secret_logged", "version_missing"])
    }

    struct Line: Sendable {
        var text: String
        var codes: [String]
        var isTagged = true
        var format = "NSLog"
    }

    @Test(
        "single lines",
        arguments: [
            Line(text: "return.received url=https://a.example.com/pay?orderNo=1", codes: []),
            Line(text: "return.received url=<private> orderNo=<private>", codes: ["private_redacted"]),
            Line(text: "return.received url=https://a.example.com/pay?orderN...", codes: ["url_cut"]),
            Line(text: "return.received url=\"https://a.example.com/pay?orderN…\" x=1", codes: ["url_cut"]),
            Line(text: "return.received url=a.example.com/pay", codes: ["url_cut"]),
            Line(text: "return.received url= via=x", codes: ["url_cut"]),
            Line(text: "wallet.intercepted url=alipays://platformapi/startapp?x=<…>", codes: ["line_truncated"]),
            Line(text: "wallet.intercepted url=alipays://" + String(repeating: "x", count: 985), codes: ["line_truncated"]),
            Line(text: "wallet.intercepted url=alipays://" + String(repeating: "x", count: 1_985), codes: []),
            Line(text: "x url=alipays://" + String(repeating: "x", count: 4_040), codes: ["line_truncated"], format: "logcat threadtime"),
            Line(text: "open alipays://platformapi/startapp", codes: ["tag_missing"], isTagged: false),
            Line(text: "something else", codes: [], isTagged: false), Line(text: "", codes: []),
        ]) func lines(_ line: Line) throws
    {
        var text = line.text
        let report = try LintTests.report([]) { collector in
            text.withUTF8 { bytes in
                collector.note(
                    LintRecord(text: UnsafeRawBufferPointer(bytes), isTagged: line.isTagged, isDevice: true, format: line.format),
                    source: "a.log",
                    line: 7)
            }
        }
        #expect(report.lacks.map(\.rule.code) == line.codes)
        for lack in report.lacks { #expect(lack.examples == ["a.log:7"] && lack.count == 1) }
    }

    @Test func `no client log at all, and stamps without a zone`() throws {
        #expect(LintCollector().report.lacks.map(\.rule.code) == ["no_client_log"])
        let report = try LintTests.report([]) { $0.note(LintSource(name: "b.log", tagged: 3, firstTagged: 4, lacksZone: true)) }
        #expect(report.lacks.map(\.rule.code) == ["zone_missing"] && report.lacks[0].examples == ["b.log:4"])
        #expect(!report.fails(on: .must) && report.fails(on: .should))
    }

    @Test func `every rule is complete in both languages and names a line to add`() {
        for rule in LintRule.all {
            for text in [rule.title, rule.meaning] {
                #expect(!text.en.isEmpty && text.zh.unicodeScalars.contains { $0.value > 0x3000 }, "\(rule.code)")
            }
            #expect(!rule.additions.isEmpty && LintRule.all.filter { $0.code == rule.code }.count == 1)
        }
        #expect(LintRule.all.count <= 64)
    }
}
