import Foundation
import TestKit
import Testing

/// `paychain scenarios` and `paychain lint` on the recorded test run.
@Suite struct AuditCommandTests {
    static let run = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("sample-logs-scenarios").path

    static func states(_ ran: Ran) throws -> [String] {
        (try ran.object["scenarios"] as? [[String: Any]] ?? []).map { "\($0["scenario"] ?? "") \($0["state"] ?? "") \($0["order"] ?? "")" }
    }

    @Test func `the recorded test run: five scenarios are proven, one failed`() throws {
        let ran = try Ran(["scenarios", AuditCommandTests.run, "--json"])
        ran.expect(1)
        #expect(
            try AuditCommandTests.states(ran) == [
                "installed_first_launch proven TR2611020101", "installed_paid proven TR2611020102",
                "installed_cancelled proven TR2611020103",
                "not_installed proven TR2611020104", "first_install failed TR2611020105", "killed_midway proven TR2611020106",
            ])
        // The first try at being paid failed, and stays listed.
        let paid = try #require((try ran.object["scenarios"] as? [[String: Any]])?[1]["tries"] as? [[String: Any]])
        #expect(paid.map { $0["state"] as? String } == ["failed", "proven"])
        // Each claim names a line that is really there.
        for scenario in try ran.object["scenarios"] as? [[String: Any]] ?? [] {
            for one in scenario["tries"] as? [[String: Any]] ?? [] {
                for step in one["steps"] as? [[String: Any]] ?? [] where step["state"] as? String == "seen" {
                    let parts = (step["evidence"] as? String ?? "").split(separator: ":")
                    let lines = try String(contentsOfFile: String(parts[0]), encoding: .utf8).split(separator: "\n")
                    #expect(lines.count >= Int(parts[1]) ?? .max)
                }
            }
        }
    }

    @Test func `the same orders judged by analyze and by scenarios`() throws {
        let verdicts = try Ran(["analyze", AuditCommandTests.run, "--no-db", "--ndjson"])
        let broken = verdicts.lines.filter { $0.contains("return_never_landed") }
        #expect(broken.contains { $0.contains("TR2611020101") })
    }

    @Test func `without the folder's word the installation is only assumed`() throws {
        let folder = try TemporaryFolder()
        for name in ["server/pay.jsonl", "edge/access.log", "provider/trades.ndjson", "client/first-install/iphone-c.log"] {
            let text = try String(contentsOfFile: AuditCommandTests.run + "/" + name, encoding: .utf8)
            try folder.write(text, to: name.replacingOccurrences(of: "first-install", with: "phone-c"))
        }
        let plain = try Ran(["scenarios", folder.path, "--json"])
        #expect(try AuditCommandTests.states(plain)[4] == "first_install unobserved TR2611020105")
        let named = try Ran(["scenarios", folder.path, "--json", "--order", "first_install=TR2611020105"])
        named.expect(1)
        #expect(try AuditCommandTests.states(named)[4] == "first_install failed TR2611020105")
        try Ran(["scenarios", folder.path, "--order", "first_instal=TR2611020105"]).expect(2)
        try Ran(["scenarios", folder.path, "--order", "TR2611020105"]).expect(2)
    }

    @Test func `JUnit is well-formed XML and counts as the report does`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/junit.xml"
        for language in ["en", "zh"] {
            let ran = try Ran(["scenarios", AuditCommandTests.run, "--junit", path, "--lang", language])
            ran.expect(1)
            let xml = try String(contentsOfFile: path, encoding: .utf8)
            #expect(xml.contains("tests=\"6\" failures=\"1\" errors=\"0\" skipped=\"0\""))
            #expect(xml.components(separatedBy: "<testcase ").count == 7 && xml.components(separatedBy: "</testcase>").count == 7)
            #expect(xml.contains("TR2611020105") && xml.contains("iphone-c.log:"))
        }
        let shown = try Ran(["scenarios", AuditCommandTests.run, "--junit", "-"])
        #expect(shown.text.hasPrefix("<?xml"))
        try Ran(["scenarios", AuditCommandTests.run, "--junit", "-", "--json"]).expect(2)
        try Ran(["scenarios", AuditCommandTests.run, "--junit", "/nowhere/x.xml"]).expect(4)
    }

    @Test func `what is required and not proven fails`() throws {
        let folder = try TemporaryFolder()
        try folder.write("nothing about payments\n", to: "a.log")
        try Ran(["scenarios", folder.path]).expect(0)
        try Ran(["scenarios", folder.path, "--require", "all"]).expect(1)
        try Ran(["scenarios", folder.path, "--require", "killed_midway"]).expect(1)
        try Ran(["scenarios", folder.path, "--require", "killed"]).expect(2)
        try Ran(["scenarios", folder.path + "/none"]).expect(3)
    }

    @Test func `lint: the recorded run is clean, and what is taken away is named with the line to add`() throws {
        try Ran(["lint", AuditCommandTests.run]).expect(0)
        let folder = try TemporaryFolder()
        for name in ["server/pay.jsonl", "edge/access.log", "provider/trades.ndjson", "client/iphone-a.log"] {
            var text = try String(contentsOfFile: AuditCommandTests.run + "/" + name, encoding: .utf8)
            if name.hasPrefix("client") {
                text = text.split(separator: "\n").filter { !$0.contains("return.received") && !$0.contains("app.foregrounded") }.joined(
                    separator: "\n")
                text = text.replacingOccurrences(of: "url=alipays://platformapi", with: "url=<private>")
            }
            try folder.write(text + "\n", to: name)
        }
        let ran = try Ran(["lint", folder.path, "--json"])
        ran.expect(1)
        let lacks = try #require(try ran.object["lacks"] as? [[String: Any]])
        let codes = Set(lacks.compactMap { $0["code"] as? String })
        #expect(codes.isSuperset(of: ["return_not_logged", "foregrounding_not_logged", "private_redacted"]))
        for lack in lacks { #expect((lack["add"] as? [[String: Any]])?.isEmpty == false) }
        let settles = lacks.compactMap { $0["settles"] as? Int }
        #expect(settles == settles.sorted(by: >))
        try Ran(["lint", "-"], input: Array("x\n".utf8)).expect(2)
        try Ran(["lint", folder.path + "/none"]).expect(3)
    }

    @Test func `hostile logs steer no terminal`() throws {
        let folder = try TemporaryFolder()
        let number = "TR\u{1B}[31m<script>\u{202E}=cmd"
        let lines = """
            2026-11-02 10:02:09.800000+0800 ShopDemo[411:1] [PayCallback] pay.tapped orderNo="\(number)" amount=0.01 channel=alipay
            2026-11-02 10:02:14.000000+0800 ShopDemo[411:1] [PayCallback] wallet.intercepted orderNo="\(number)" url=alipays://\u{1B}]0;x\u{07}<private>
            2026-11-02 10:02:14.400000+0800 ShopDemo[411:1] [PayCallback] wallet.opened success=true orderNo="\(number)"

            """
        try folder.write(lines, to: "client\u{1B}[2J.log")
        for words in [["scenarios"], ["scenarios", "--json"], ["scenarios", "--junit", "-"], ["lint"], ["lint", "--json"]] {
            let ran = try Ran(words + [folder.path])
            #expect(ran.signal == 0 && ran.code <= 1)
            ran.expectNothingRaw()
        }
    }
}
