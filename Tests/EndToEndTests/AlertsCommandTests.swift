import Foundation
import TestKit
import Testing

/// `paychain alerts` as its user has it, with the sample rules.
struct AlertsCommandTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .path

    @Test func sampleRulesAreFineAndTheirTestsPass() throws {
        let check = try Ran(["alerts", "check", Self.root + "/sample-logs/rules.yaml"])
        #expect(check.code == 0, "\(check.errorText)")
        let folder = try TemporaryFolder()
        let test = try Ran(["alerts", "test", Self.root + "/sample-logs/rules.test.yaml", "--junit", folder.path + "/alerts.xml"])
        #expect(test.code == 0, "\(test.text)\(test.errorText)")
        #expect(test.text.contains("rule coverage: "))
        let xml = try String(contentsOfFile: folder.path + "/alerts.xml", encoding: .utf8)
        #expect(xml.contains("<testsuite ") && xml.contains("failures=\"0\""))
    }

    @Test func runsOverAStore() throws {
        let scene = try Scene(seed: 5, orders: 60)
        let database = scene.folder.path + "/a.db"
        #expect(try Ran(["analyze", scene.logs, "--db", database, "--quiet", "--config", scene.configuration]).code == 0)
        let rules = try scene.folder.write(
            Array(
                """
                groups:
                  - name: g
                    rules:
                      - {alert: Lost, measure: break_count, break_severity: critical, by: [break], window: 24h, threshold: "> 0"}
                """.utf8), to: "rules.yaml")
        let run = try Ran(["alerts", "run", rules, "--db", database, "--json"])
        #expect(run.code == 1, "\(run.errorText)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        let alerts = try #require(object["alerts"] as? [[String: Any]])
        #expect(alerts.contains { $0["state"] as? String == "firing" && ($0["labels"] as? [String: String])?["alertname"] == "Lost" })
        let table = try Ran(["alerts", "run", rules, "--db", database, "--lang", "zh"])
        #expect(table.text.contains("● 触发  Lost"))
        let back = try Ran(["alerts", "backtest", rules, "--db", database, "--from", "2026-11-02", "--to", "2026-11-03", "--json"])
        #expect(back.code == 0 && back.text.contains("\"alerts\":[{"), "\(back.errorText)")
        let metrics = try Ran(["alerts", "run", rules, "--db", database, "--metrics", "-"])
        #expect(metrics.text.contains("# TYPE paychain_orders gauge\n") && metrics.text.contains("paychain_alerts{alertname=\"Lost\""))
        let bad = try Ran(["alerts", "run", rules, "--db", database, "--send"])
        #expect(bad.code == 2 && bad.errorText.contains("no receivers"))
    }
}
