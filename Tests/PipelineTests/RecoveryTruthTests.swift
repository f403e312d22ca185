import Domain
import Foundation
import Pipeline
import Simulation
import Store
import TestKit
import Testing

@testable import Conversion

/// What the report says an action would have recovered, order by order, against the same world in which it really was done.
@Suite("Recovery against the rerun")
struct RecoveryTruthTests {
    /// PAYCHAIN_REPORT_SEEDS=100 runs the whole count (docs/report.md).
    static let seeds = ProcessInfo.processInfo.environment["PAYCHAIN_REPORT_SEEDS"].flatMap { UInt64($0) } ?? 1

    @Test("every practice of the simulator is an action of the report")
    func words() {
        #expect(Set(SimulationPractice.allCases.map(\.rawValue)) == Set(RecoveryAction.all.map(\.word)))
    }

    @Test("a practice changes nothing but what follows from it", arguments: SimulationPractice.allCases)
    func pairing(_ practice: SimulationPractice) throws {
        let (base, changed) = (
            try SmallWorld(seed: 4, orders: 200).truth, try SmallWorld(seed: 4, orders: 200) { $0.practice = practice }.truth
        )
        #expect(Set(base.keys) == Set(changed.keys))
        for (order, row) in base {
            let (before, after) = (Set(row["events"] as? [String] ?? []), Set(changed[order]?["events"] as? [String] ?? []))
            #expect(before.isSubset(of: after), "\(order) lost \(before.subtracting(after))")
            #expect(row["scenario"] as? String == changed[order]?["scenario"] as? String)
            #expect("\(row["outcome"] ?? "")" == "\(changed[order]?["outcome"] ?? "")")
        }
    }

    @Test("a break that is switched off is in no order, and the others stay as they are")
    func without() throws {
        let (base, changed) = (
            try SmallWorld(seed: 4, orders: 200).truth, try SmallWorld(seed: 4, orders: 200) { $0.without = .returnNeverLanded }.truth
        )
        #expect(Set(base.keys) == Set(changed.keys))
        for (order, row) in base {
            let wasHit = (row["breaks"] as? [String] ?? []).contains("return_never_landed")
            #expect((row["scenario"] as? String == changed[order]?["scenario"] as? String) != wasHit)
        }
    }

    @Test("claims hold for every order", arguments: 1...seeds)
    func claims(seed: UInt64) throws {
        let world = try SmallWorld(seed: seed, orders: 500)
        let base = try world.truth
        var options = RunOptions(paths: [world.logs], settings: world.settings)
        options.workers = 2
        options.database = world.folder.path + "/p.db"
        _ = try Run.analyze(options)
        let store = try Store.open(path: world.folder.path + "/p.db", mode: .readOnly)
        let replay = RecoveryReplay(run: try #require(try store.run()?.context))
        var claims: [(order: String, action: String, result: RecoveryReplay.Result)] = []
        let cursor = try store.orders(withProofs: true)
        while try cursor.next() != nil {
            guard let verdict = try cursor.verdict(), let chain = try cursor.chain(), replay.mayHeal(verdict) else { continue }
            for action in RecoveryAction.all {
                // An action that is not tried is a claim as well: that it would not have helped.
                let result =
                    replay.result(of: action, on: verdict, chain)
                    ?? RecoveryReplay.Result(marked: verdict.isStuck ? .no : nil, seen: verdict.experience == .lost ? .no : nil)
                claims.append((verdict.order.description, action.word, result))
            }
        }
        var checked = 0
        for practice in SimulationPractice.allCases {
            let changed = try SmallWorld(seed: seed, orders: 500) { $0.practice = practice }.truth
            for (order, action, claim) in claims where action == practice.rawValue {
                guard let before = base[order]?["events"] as? [String], let after = changed[order]?["events"] as? [String] else { continue }
                for (step, said) in [("marked_paid", claim.marked), ("result_shown", claim.seen)] {
                    guard let said, !before.contains(step) else { continue }
                    checked += 1
                    let happened = after.contains(step)
                    let what =
                        "\(action) \(step) of \(order) (\(base[order]?["scenario"] ?? "")): \(said), and it \(happened ? "did" : "did not")"
                    #expect(said == .maybe || (said == .yes) == happened, "\(what)")
                }
            }
        }
        #expect(checked > 20)
    }
}
