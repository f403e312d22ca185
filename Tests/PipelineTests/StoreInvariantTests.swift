import Domain
import Foundation
import Simulation
import Store
import TestKit
import Testing

@testable import Pipeline

/// A store takes the same evidence again, or the rest of it later, and the verdicts are those of one run over everything.
@Suite struct StoreInvariantTests {
    @Test("reading the same folder again changes nothing", arguments: [13, 14] as [UInt64])
    func again(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed)
        let database = world.folder.path + "/a.db"
        let bare = try Judged([world.logs], settings: world.settings)
        let first = try Judged([world.logs], settings: world.settings) { $0.database = database }
        try first.expectSame(as: bare, "kept in a store")
        let evidence = try StoreInvariantTests.evidence(database)
        #expect(first.summary.inputs.duplicates == bare.summary.inputs.duplicates)
        for round in 2...3 {
            let next = try Judged([world.logs], settings: world.settings) { $0.database = database }
            try next.expectSame(as: bare, "round \(round)")
            #expect(try StoreInvariantTests.evidence(database) == evidence)
            #expect(next.summary.inputs.duplicates > first.summary.inputs.duplicates)
            #expect(next.summary.inputs.unbound == bare.summary.inputs.unbound)
            #expect(next.summary.coverage.count == bare.summary.coverage.count)
        }
    }

    @Test("the rest of the files in a second run is everything at once", arguments: [15, 16, 17, 18] as [UInt64])
    func halves(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed)
        let wanted = try Judged([world.logs], settings: world.settings)
        let database = world.folder.path + "/a.db"
        var random = Seeded(state: seed)
        let paths = try world.files.map { world.logs + "/" + $0 }.shuffled(using: &random)
        let half = paths.count / 2
        _ = try Judged(Array(paths[..<half]), settings: world.settings) { $0.database = database }
        let second = try Judged(Array(paths[half...]), settings: world.settings) { $0.database = database }
        try second.expectSame(as: wanted, "in halves")
        // Nothing new: what is in the store is judged again.
        let third = try Judged([paths[0]], settings: world.settings) { $0.database = database }
        try third.expectSame(as: wanted, "and one file again")
    }

    @Test("what a damaged source ties together is trusted no more out of the store", arguments: Array(40..<46) as [UInt64])
    func damaged(_ seed: UInt64) throws {
        let world = try DamagedWorld.make(seed)
        let wanted = try Judged([world.cutLogs], settings: world.settings)
        let database = world.folder.path + "/a.db"
        let first = try Judged([world.cutLogs], settings: world.settings) { $0.database = database }
        try first.expectSame(as: wanted, "kept in a store")
        let sound = try #require(
            SmallWorld.files(under: world.cutLogs).first { path in
                path.hasPrefix("provider/")
                    && FileManager.default.contentsEqual(atPath: world.cutLogs + "/" + path, andPath: world.logs + "/" + path)
            })
        let later = try Judged([world.cutLogs + "/" + sound], settings: world.settings) { $0.database = database }
        try later.expectSame(as: wanted, "judged again")
    }

    /// Pieces of evidence in a store, orders and loose rows together.
    static func evidence(_ path: String) throws -> Int {
        let store = try Store.open(path: path, mode: .readOnly)
        var count = 0
        try store.allEvidence { (evidence) throws(StoreError) in count += evidence.rows.count }
        return count
    }
}

/// Worlds in which packed logs have flipped bytes.
enum DamagedWorld {
    static func make(_ seed: UInt64) throws -> SmallWorld {
        try SmallWorld(seed: seed, orders: 120) { options in
            options.compression = .all
            options.formats = [.nslog, .deviceJSON, .springBoot2, .jsonLines, .nginx]
            var cut = CutPlan(share: 0.5)
            (cut.dropsSources, cut.dropsEnds, cut.dropsRotations) = (false, false, false)
            options.cut = cut
        }
    }
}
