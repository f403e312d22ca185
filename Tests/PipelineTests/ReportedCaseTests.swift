import Configuration
import Foundation
import Testing

@testable import Pipeline

/// Small cases made after public reports of payments that went wrong, and after the traps of such reports: logs as teams have them, with
/// the verdict that vocabulary.md demands. Each folder of `Tests/Fixtures/cases` is one; its `case.md` says what it is about.
@Suite struct ReportedCaseTests {
    static let folder = AgainstTruthTests.root + "/Tests/Fixtures/cases"
    static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []

    @Test func thereAreCases() { #expect(Self.names.count >= 40) }

    @Test("every order of a case is judged right", arguments: names)
    func judged(_ name: String) throws {
        let folder = "\(Self.folder)/\(name)"
        let configuration = folder + "/paychain.yaml"
        let settings =
            FileManager.default.fileExists(atPath: configuration) ? try Settings.load(path: configuration) : Settings()
        let judged = try Judged([folder + "/logs"], settings: settings)
        let truth = try AgainstTruthTests.truth(folder + "/truth.ndjson")
        for line in truth {
            var wrong = try AgainstTruthTests.disagreements(line, judged)
            let order = try #require(line["order"] as? String)
            if wrong != ["absent"] { wrong += try Self.otherWords(line, judged.object(order)) }
            #expect(wrong.isEmpty, "\(order): \(wrong)")
        }
        #expect(Set(judged.lines.keys) == Set(truth.compactMap { $0["order"] as? String }), "an order that is none, or one too few")
    }

    /// The reason of the primary break and a remark, where the truth names them.
    private static func otherWords(_ truth: [String: Any], _ verdict: [String: Any]) -> [String] {
        var wrong: [String] = []
        if let reason = truth["reason"] as? String {
            let breaks = verdict["breaks"] as? [[String: Any]] ?? []
            let primary = breaks.first { $0["code"] as? String == verdict["primary_break"] as? String }
            if primary?["reason"] as? String != reason { wrong.append("reason \(primary?["reason"] ?? "none"), wanted \(reason)") }
        }
        if let remark = truth["remark"] as? String, verdict["remarks"] as? [String] != nil {
            if !(verdict["remarks"] as? [String] ?? []).contains(remark) { wrong.append("lacks the remark \(remark)") }
        }
        return wrong
    }
}
