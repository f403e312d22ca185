import Configuration
import Domain
import Foundation
import Simulation
import TestKit
import Testing

@testable import Pipeline

/// Verdicts against what really happened.
@Suite struct AgainstTruthTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path

    @Test("every order of the sample logs is judged right")
    func sample() throws {
        let settings = try Settings.load(path: Self.root + "/sample-logs/paychain.yaml")
        let judged = try Judged([Self.root + "/sample-logs"], settings: settings)
        let truth = try Self.truth(Self.root + "/Tests/Fixtures/sample-logs.truth.ndjson")
        #expect(truth.count == SampleShop.options.orders)
        for line in truth {
            let wrong = try Self.disagreements(line, judged)
            #expect(wrong.isEmpty, "\(line["order"] ?? ""), \(line["scenario"] ?? ""): \(wrong)")
        }
        #expect(judged.lines.count == truth.count, "an order that is none")
        let paid = judged.summary.outcomes[.paid] ?? 0
        #expect(paid == truth.count { $0["outcome"] as? String == "paid" })
    }

    /// The whole measure is `make accuracy`: twenty worlds of 2,000 orders.
    @Test("worlds with clocks up to 24 hours off are judged right", arguments: [101, 102] as [UInt64])
    func worlds(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed, orders: 400) { ($0.clockSkewHours, $0.noiseShare) = (24, 0.4) }
        let judged = try Judged([world.logs], settings: world.settings)
        let truth = try Self.truth(world.folder.path + "/truth.ndjson")
        var wrong: [String] = []
        for line in truth {
            let words = try Self.disagreements(line, judged)
            if !words.isEmpty { wrong.append("\(line["order"] ?? ""), \(line["scenario"] ?? ""): \(words)") }
        }
        #expect(Double(truth.count - wrong.count) >= 0.995 * Double(truth.count), "\(wrong.joined(separator: "\n"))")
        #expect(judged.lines.count <= truth.count, "an order that is none")
    }

    static func truth(_ path: String) throws -> [[String: Any]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// What is wrong with one verdict: flow, outcome, experience, primary break, breaks that must or must not be there.
    static func disagreements(_ truth: [String: Any], _ judged: Judged) throws -> [String] {
        let order = try #require(truth["order"] as? String)
        guard judged.lines[order] != nil else { return ["absent"] }
        let verdict = try judged.object(order)
        func one(_ key: String, _ from: String) -> String? {
            let wanted = truth[from] as? [Any] ?? (truth[from].map { [$0] } ?? [])
            let got = verdict[key] as? String
            let isRight = wanted.contains { $0 as? String == got && (got != nil || $0 is NSNull) }
            return isRight ? nil : "\(key) \(got ?? "null"), wanted \(wanted)"
        }
        var wrong = [one("flow", "flow"), one("outcome", "outcome"), one("primary_break", "primary")].compactMap { $0 }
        if !(truth["experience"] is NSNull), let word = one("experience", "experience") { wrong.append(word) }
        let codes = Set((verdict["breaks"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String })
        wrong += (truth["breaks"] as? [String] ?? []).filter { !codes.contains($0) }.map { "lacks \($0)" }
        wrong += (truth["not_breaks"] as? [String] ?? []).filter(codes.contains).map { "has \($0)" }
        return wrong
    }
}
