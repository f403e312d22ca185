import CSQLite
import Domain
import Foundation
import Testing

@testable import Store

@Suite struct ReplacementTests {
    private func commit(_ builder: StoreBuilder, _ numbers: [String]) throws {
        var batch = OrderBatch()
        for number in numbers { batch.append(verdict(number), Chain(order: OrderNumber(number))) }
        try builder.write(batch)
        try builder.commit(context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: [])
    }

    @Test func aNewStoreTakesThePlaceOfTheOld() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("old")])
        chmod(folder["a.db"], 0o640)
        let reader = try Store.open(path: folder["a.db"], mode: .readOnly)
        #expect(try reader.order(OrderNumber("old")) != nil)
        try commit(try StoreBuilder(path: folder["a.db"]), ["new"])
        // Whoever has the old one open goes on reading it.
        #expect(try numbers(reader) == ["old"])
        #expect(try numbers(try Store.open(path: folder["a.db"], mode: .readOnly)) == ["new"])
        #expect(folder.names == ["a.db"])
        var status = stat()
        stat(folder["a.db"], &status)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test func anAbandonedBuilderLeavesEverythingAsItWas() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("old")])
        let before = try folder.read("a.db")
        do {
            let builder = try StoreBuilder(path: folder["a.db"])
            var batch = OrderBatch()
            batch.append(verdict("new"), Chain(order: OrderNumber("new")))
            try builder.write(batch)
        }
        #expect(folder.names == ["a.db"])
        #expect(try folder.read("a.db") == before)
    }

    @Test func leftoversOfDeadProcessesAreRemoved() throws {
        let folder = try TemporaryFolder()
        // No process has this id: it is beyond every system's greatest.
        let dead = ["a.db.99999999-1.tmp"]
        let kept = ["a.db.x-1.tmp", "a.db.\(getpid())-0.tmp", "b.db.99999999-1.tmp", "a.db.99999999.tmp", "a.db.tmp"]
        for name in dead + kept { try folder.write([1], to: name) }
        try makeStore(at: folder["a.db"], [])
        #expect(folder.names == (kept + ["a.db"]).sorted())
    }

    @Test func aLinkStaysALink() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder["real"], withIntermediateDirectories: true)
        try makeStore(at: folder["real/a.db"], [verdict("old")])
        try FileManager.default.createSymbolicLink(atPath: folder["link.db"], withDestinationPath: folder["real/a.db"])
        try makeStore(at: folder["link.db"], [verdict("new")])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder["link.db"]) == folder["real/a.db"])
        #expect(try numbers(try Store.open(path: folder["real/a.db"], mode: .readOnly)) == ["new"])
    }

    /// Two runs from one store: the second to finish would silently drop what the first has added.
    @Test func runsDoNotOverwriteEachOther() throws {
        let folder = try TemporaryFolder()
        for start in ["none", "old"] {
            let path = folder["\(start).db"]
            if start == "old" { try makeStore(at: path, [verdict("old")]) }
            let (first, second) = (try StoreBuilder(path: path), try StoreBuilder(path: path))
            try commit(first, ["first"])
            let error = #expect(throws: StoreError.self) { try commit(second, ["second"]) }
            #expect(error?.problem == .changedMeanwhile)
            #expect(try numbers(try Store.open(path: path, mode: .readOnly)) == ["first"])
        }
    }

    @Test func changesOfSingleOrdersCountAsChanges() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("old")])
        let builder = try StoreBuilder(path: folder["a.db"])
        do {
            let watcher = try Store.open(path: folder["a.db"], mode: .readWrite)
            var batch = OrderBatch()
            batch.append(verdict("live"), Chain(order: OrderNumber("live")))
            try watcher.upsert(batch)
        }
        let error = #expect(throws: StoreError.self) { try commit(builder, ["new"]) }
        #expect(error?.problem == .changedMeanwhile)
        #expect(try numbers(try Store.open(path: folder["a.db"], mode: .readOnly)) == ["live", "old"])
    }

    /// A write-ahead log left over from a crash belongs to the old store: it must be gone before the new one stands at its path.
    @Test func aLeftoverLogNeverReachesTheNewStore() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("old")])
        do {
            let watcher = try Store.open(path: folder["a.db"], mode: .readWrite)
            var batch = OrderBatch()
            batch.append(verdict("live"), Chain(order: OrderNumber("live")))
            try watcher.upsert(batch)
            // A copy taken now is what a crash leaves: the change lies in the log only.
            try folder.write(try folder.read("a.db"), to: "b.db")
            try folder.write(try folder.read("a.db-wal"), to: "b.db-wal")
        }
        #expect(try folder.read("b.db-wal").count > 0)
        try commit(try StoreBuilder(path: folder["b.db"]), ["new"])
        #expect(try numbers(try Store.open(path: folder["b.db"], mode: .readOnly)) == ["new"])
        #expect(!folder.names.contains("b.db-wal"))
    }

    @Test func aStoreThatAnotherProcessWritesIsLocked() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("old")])
        let builder = try StoreBuilder(path: folder["a.db"])
        let watcher = try Store.open(path: folder["a.db"], mode: .readWrite)
        let second = try Store.open(path: folder["a.db"], mode: .readWrite)
        sqlite3_busy_timeout(second.database.handle, 0)
        try watcher.database.execute("BEGIN IMMEDIATE")
        let refused = #expect(throws: StoreError.self) { try second.upsert(OrderBatch()) }
        #expect(refused?.problem == .locked)
        try watcher.database.execute("ROLLBACK")
        let error = #expect(throws: StoreError.self) { try commit(builder, ["new"]) }
        #expect(error?.problem == .locked)
        #expect(try numbers(watcher) == ["old"])
    }

    @Test func aFullDiskIsATypedError() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("old")])
        let before = try folder.read("a.db")
        let error = #expect(throws: StoreError.self) {
            let builder = try StoreBuilder(path: folder["a.db"], maximumPages: 24)
            var batch = OrderBatch()
            for number in 0..<20_000 { batch.append(verdict("order-\(number)"), Chain(order: OrderNumber("order-\(number)"))) }
            try builder.write(batch)
        }
        #expect(error?.problem == .full)
        #expect(folder.names == ["a.db"])
        #expect(try folder.read("a.db") == before)
    }

    /// Equal contents give equal files, whatever the batches: two runs can be compared byte by byte.
    @Test func theFileDependsOnItsContentAlone() throws {
        let folder = try TemporaryFolder()
        let verdicts = (0..<500).map { number in verdict("order-\(number)") { $0.aliases = [(.session, ["s-\(number)"])] } }
        try makeStore(at: folder["a.db"], verdicts)
        try makeStore(at: folder["b.db"], verdicts.reversed())
        #expect(try folder.read("a.db") == folder.read("b.db"))
    }

    @Test func theFileIsSound() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], (0..<3_000).map { verdict("order-\($0)") })
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        let check = try store.database.prepare("PRAGMA integrity_check")
        #expect(try check.step() && check.text(0) == "ok")
        #expect(try store.database.integer("PRAGMA page_size") == Int64(Limits.storePageLength))
    }
}
