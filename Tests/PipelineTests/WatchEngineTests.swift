import Configuration
import Domain
import Foundation
import Store
import TestKit
import Testing

@testable import Pipeline

/// A run that goes on ends with what a batch run over the same files tells, whatever the cutting.
@Suite struct WatchEngineTests {
    @Test("everything at once", arguments: [41, 42] as [UInt64])
    func once(_ seed: UInt64) throws {
        let world = try WatchWorld(seed: seed)
        while !world.isWritten { try world.write(pieces: 50, longest: 1 << 20) }
        let database = world.world.folder.path + "/watch.db"
        _ = try world.engine(database).run()
        WatchWorld.expectSame(try WatchWorld.told(database), try world.batch(), "at once")
    }

    @Test("in runs that each take in what came since, cut anywhere", arguments: [43, 44, 45] as [UInt64])
    func restarts(_ seed: UInt64) throws {
        let world = try WatchWorld(seed: seed)
        let database = world.world.folder.path + "/watch.db"
        var rounds = 0
        while !world.isWritten {
            try world.write(pieces: 60, longest: 40_000)
            _ = try world.engine(database).run()
            rounds += 1
            if rounds == 2 { WatchWorld.expectSame(try WatchWorld.told(database), try world.batch(), "round \(rounds)") }
        }
        WatchWorld.expectSame(try WatchWorld.told(database), try world.batch(), "after \(rounds) runs")
    }
}
