import Audits
import Domain
import Foundation
import Links
import TestKit
import Testing
import Verdicts

@testable import Reports

/// What `aasa`, `scenarios` and `lint` print, in both languages.
@Suite struct AuditReportTests {
    static func style(_ language: Language, width: Int = 100) -> ReportStyle { ReportStyle(language: language, width: width) }

    static func subject(_ name: String) throws -> AssociationSubject {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let bytes = [UInt8](try Data(contentsOf: tests.appendingPathComponent("LinksTests/Fixtures/\(name)")))
        return AssociationSubject(name: name, bytes: bytes)
    }

    @Test("association files side by side", arguments: Language.allCases) func association(_ language: Language) throws {
        var audit = AssociationAudit(subjects: [
            try AuditReportTests.subject("production.json"), try AuditReportTests.subject("test-domain.json"),
        ])
        audit.urls = try ["/pay/result?orderNo=1", "/pay/web/cashier"].map { try #require(LinkURL($0)) }
        audit.app = AppIdentifier(team: "ABCDE12345", bundle: "com.example.shop")
        audit.expectations = [.init(url: audit.urls[0], opens: true), .init(url: audit.urls[1], opens: false)]
        expectGolden(AssociationReport(audit: audit, style: AuditReportTests.style(language)).render(), "aasa.\(language).txt")
    }

    private static func results() throws -> [ScenarioResult] {
        let histories = [
            (
                "TR-1",
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipays process=411
                10:02:14.4 wallet.opened ok=true process=411
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:03:10 app.foregrounded pending=none process=502
                """
            ),
            (
                "TR-2",
                """
                cover all
                10:12:11 order.created amount=0.01 flow=alipay_h5
                10:12:14.4 wallet.opened ok=true
                10:12:40 trade.recorded status=paid paidAt=10:12:40
                10:12:50 return.received via=universal_link urlScheme=https urlHasOrder=true
                10:12:51 query.sent
                10:12:52 result.shown status=paid
                """
            ),
        ]
        var collector = ScenarioCollector()
        for (number, history) in histories {
            let story = try Story(history, number: number)
            let sources = Witness.allCases.map { SourceInfo(name: "run/\($0).log", contentID: 0, witness: $0) }
            collector.note(OrderView(verdict: Judge.judge(story.chain, in: story.run), chain: story.chain, sources: sources))
        }
        return collector.results
    }

    @Test("scenarios", arguments: Language.allCases) func scenarios(_ language: Language) throws {
        var summary = Summary(asOf: StoryTime.at("12:00:00"))
        summary.orders = 2
        summary.inputs.files = 4
        let results = try AuditReportTests.results()
        let text = ScenarioReport(results: results, summary: summary, style: AuditReportTests.style(language, width: 80)).render()
        expectGolden(text, "scenarios.\(language).txt")
        #expect(text.split(separator: "\n").allSatisfy { TextWidth.of(String($0)) <= 80 })
        if language == .en { expectGolden(ScenarioXML.make(results, asOf: summary.asOf, language: .en), "scenarios.junit.xml") }
    }

    @Test("lint", arguments: Language.allCases) func lint(_ language: Language) throws {
        var collector = LintCollector()
        collector.note(LintSource(name: "run/client.log", tagged: 4, firstTagged: 2, lacksZone: true))
        let history = """
            cover all
            10:02:11 order.created amount=1280.00 currency=CNY flow=alipay_h5
            10:02:14 wallet.intercepted urlScheme=alipays
            10:02:14.4 wallet.opened ok=true
            10:02:40 trade.recorded status=paid paidAt=10:02:40
            10:02:50 return.received via=universal_link
            """
        let story = try Story(history)
        let sources = Witness.allCases.map { SourceInfo(name: "run/\($0).log", contentID: 0, witness: $0) }
        collector.add(
            collector.look(at: OrderView(verdict: Judge.judge(story.chain, in: story.run), chain: story.chain, sources: sources)))
        expectGolden(LintText(report: collector.report, style: AuditReportTests.style(language)).render(), "lint.\(language).txt")
    }

    @Test func `the folder that all lines share is named once`() {
        #expect(ScenarioReport.commonFolder(of: ["a/b/c.log:1", "a/b/d/e.log:2"]) == "a/b/")
        #expect(ScenarioReport.commonFolder(of: ["a/b.log:1", "c/d.log:2"]) == "")
        #expect(ScenarioReport.commonFolder(of: ["/x/b.log:1"]) == "/x/")
        #expect(ScenarioReport.commonFolder(of: ["b.log:1"]) == "")
        #expect(ScenarioReport.commonFolder(of: []) == "")
    }
}
