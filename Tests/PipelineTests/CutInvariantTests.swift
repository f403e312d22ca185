import Domain
import Foundation
import Simulation
import TestKit
import Testing

@testable import Pipeline

/// Cutting logs away only ever turns what was known into what is not (vocabulary §8, invariants).
@Suite struct CutInvariantTests {
    @Test("what is missing in cut logs never happened", arguments: Array(20..<25) as [UInt64])
    func cut(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed, orders: 75) { $0.cut = .init(share: 0.15 + Double(seed % 4) * 0.15) }
        let whole = try Judged([world.logs], settings: world.settings)
        let cut = try Judged([world.cutLogs], settings: world.settings)
        let truth = try world.truth
        // What was unpacked from bytes that fail their checksum may say anything.
        let sources = Set(
            cut.summary.inputs.damaged.filter { $0.reason.contains("checksum") || $0.reason.contains("invalid") }.map(\.source))
        for order in cut.lines.keys.sorted() {
            guard let really = truth[order]?["events"] as? [String] else {
                // The lines that tie an attempt's number to its order are gone: then it looks like an order.
                let isAttempt = truth.keys.contains { order.hasPrefix($0) }
                #expect(isAttempt || !sources.isEmpty, "\(order) is an order that never was")
                continue
            }
            let (steps, before) = (try CutInvariantTests.steps(cut, order), try CutInvariantTests.steps(whole, order))
            for (step, state) in steps.sorted(by: { $0.key < $1.key }) {
                if state == "missing" { #expect(!really.contains(step), "\(order): \(step) is said to be missing and happened") }
                guard let old = before[step], old != state else { continue }
                guard try !spoilt(cut, order, spoilt: sources) else { continue }
                // A log that ended early casts doubt on a true absence; cut away whole, it casts none any more.
                if old == "unobserved", state == "missing", !really.contains(step) { continue }
                #expect(
                    ["unobserved", "not_due"].contains(state) && (old != "not_due" || state != "missing"),
                    "\(order): \(step) was \(old), is \(state)")
            }
        }
    }

    /// Whether a verdict rests on a source whose bytes are changed.
    func spoilt(_ judged: Judged, _ order: String, spoilt: Set<String>) throws -> Bool {
        let line = try #require(judged.lines[order])
        return spoilt.contains { line.contains("\"\($0):") }
    }

    static func steps(_ judged: Judged, _ order: String) throws -> [String: String] {
        var steps: [String: String] = [:]
        guard judged.lines[order] != nil else { return steps }
        for item in try judged.object(order)["steps"] as? [[String: Any]] ?? [] {
            if let step = item["step"] as? String { steps[step] = item["state"] as? String }
        }
        return steps
    }
}
