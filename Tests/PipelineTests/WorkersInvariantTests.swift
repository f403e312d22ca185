import Domain
import Foundation
import TestKit
import Testing

@testable import Pipeline

/// What may never show in a verdict: how the machine shared the work (vocabulary §8, invariants).
@Suite struct WorkersInvariantTests {
    @Test("workers, memory and the order of paths change nothing", arguments: [1, 2] as [UInt64])
    func machine(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed)
        let wanted = try Judged([world.logs], settings: world.settings)
        #expect(wanted.lines.count == 60)
        for workers in [1, 4] {
            try Judged([world.logs], settings: world.settings) { $0.workers = workers }.expectSame(as: wanted, "\(workers) workers")
        }
        let spilled = try Judged([world.logs], settings: world.settings) { ($0.memory, $0.workers) = (0, 1) }
        try spilled.expectSame(as: wanted, "spilled")
        #expect(spilled.summary.notes == wanted.summary.notes)
        var random = Seeded(state: seed)
        let paths = try world.files.map { world.logs + "/" + $0 }.shuffled(using: &random)
        try Judged(paths, settings: world.settings).expectSame(as: wanted, "paths in another order")
        #expect(spilled.summary.inputs.evidence == wanted.summary.inputs.evidence)
    }
}
