import Configuration
import Domain
import Foundation
import Simulation
import Store
import TestKit
import Testing

@testable import Pipeline

/// What the store says while evidence still comes: what a batch run over the bytes so far would say.
@Suite struct WatchMidwayTests {
    /// Compares the store with a batch run after batches of one kind.
    private final class Comparer: WatchObserver {
        let world: SmallWorld
        let database: String
        let live: String
        /// Settlings are compared, or ticks.
        let settlings: Bool
        var feed: ScriptedFeed?
        private(set) var compared = 0
        private(set) var lines = 0
        /// Orders that differed, and all.
        private(set) var differing = 0
        private(set) var orders = 0
        private(set) var examples: [String] = []
        /// Batches that were judged, compared or not.
        private(set) var judged = 0
        private var settles = 0
        private var ticks = 0

        init(_ world: SmallWorld, live: String, settlings: Bool) {
            (self.world, self.live, self.settlings) = (world, live, settlings)
            database = world.folder.path + "/watch.db"
        }

        func beforeCommit(store: Store, asOf: Instant, sources: [SourceInfo]) throws(StoreError) {}
        func rolledBack() {}

        func committed(_ changes: WatchChanges, _ status: WatchStatus) {
            lines = Int(status.lines)
            let isSettled = status.settles > settles
            let isTicked = status.ticks > ticks
            (settles, ticks) = (status.settles, status.ticks)
            if isSettled || isTicked { judged += 1 }
            guard settlings ? isSettled : isTicked else { return }
            do { try compare() } catch { Issue.record(error) }
        }

        private func compare() throws {
            try feed?.saveGiven()
            compared += 1
            let batch = world.folder.path + "/batch-\(compared).db"
            _ = try Judged([live], settings: world.settings) { $0.database = batch }
            let (mine, theirs) = (try WatchWorld.told(database), try WatchWorld.told(batch))
            try FileManager.default.removeItem(atPath: batch)
            let (told, wanted) = (byOrder(mine.lines), byOrder(theirs.lines))
            orders += wanted.count
            for order in Set(told.keys).union(wanted.keys).sorted() where told[order] != wanted[order] {
                differing += 1
                if examples.count < 4 {
                    examples.append("\(order)\n wanted \(wanted[order] ?? "nothing")\n got    \(told[order] ?? "nothing")")
                }
            }
            if settlings, mine.summary != theirs.summary { examples.append("wanted \(theirs.summary)\n got    \(mine.summary)") }
        }

        private static var reach: Regex<Substring> { #/"(?:coverage":\{[^}]*\}|last_evidence_at":(?:"[^"]*"|null)),?/# }

        /// Without as-of: an order that stays what it was is not written again for it. Between settlings also without how far logs reach.
        private func byOrder(_ lines: [String]) -> [String: String] {
            var all: [String: String] = [:]
            for line in lines {
                var still = line.replacing(/"as_of":"[^"]*",?/, with: "")
                if !settlings { still = still.replacing(Comparer.reach, with: "") }
                if let number = still.firstMatch(of: /"order":"([^"]*)"/) { all[String(number.1)] = still }
            }
            return all
        }
    }

    private func engine(_ comparer: Comparer, _ disk: ScriptedDisk, share: Double, seed: UInt64, _ act: @escaping () -> Bool) throws
        -> WatchEngine
    {
        var run = RunOptions(paths: [comparer.live], settings: comparer.world.settings)
        run.workers = 2
        var options = WatchOptions(run: run, database: comparer.database)
        (options.interval, options.settleShare, options.longSettleShare) = (.milliseconds(1), share, share)
        let control = WatchControl()
        return try WatchEngine(options, control: control, observers: [comparer]) { checkpoint, numbers in
            let feed = ScriptedFeed(disk, checkpoint: checkpoint, numbers: numbers, seed: seed, longest: 1 << 20)
            comparer.feed = feed
            feed.change = {
                if act() { return true }
                control.stop()
                return false
            }
            return feed
        }
    }

    @Test("after every settling the store is that of a batch run over the bytes so far", arguments: [81, 82] as [UInt64])
    func settlings(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed, orders: 5) { options in
            (options.compression, options.rotations) = (.none, 1)
            options.formats = [[.springBoot3, .nginx, .nslog], [.jsonLines, .nginxJSON, .deviceJSON]][Int(seed % 2)]
        }
        let disk = ScriptedDisk()
        var random = Seeded(state: seed)
        let live = world.folder.path + "/live"
        var contents: [(name: String, bytes: [UInt8], written: Int)] = []
        for path in try world.files {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: world.logs + "/" + path)))
            if String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) { contents.append((live + "/" + path, bytes, 0)) }
        }
        let comparer = Comparer(world, live: live, settlings: true)
        var steps = 0
        _ = try engine(comparer, disk, share: 1, seed: seed) {
            guard comparer.compared >= steps else { return true }
            steps += 1
            guard let place = contents.indices.filter({ contents[$0].written < contents[$0].bytes.count }).randomElement(using: &random)
            else { return false }
            let (name, bytes, written) = contents[place]
            // A log whose beginning is read anew each time has no last record that waits for the next line.
            let end = min(bytes.count, written + Int.random(in: 1...max(1, bytes.count / 2), using: &random))
            disk.append(bytes[written..<end], to: name)
            contents[place].written = end
            return true
        }.run()
        #expect(comparer.compared > 5)
        #expect(comparer.examples == [], "\(comparer.differing) of \(comparer.orders)")
    }

    @Test("between settlings nearly so, where lines come in the order of time", arguments: [91] as [UInt64])
    func ticks(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed, orders: 30) { options in
            (options.compression, options.rotations) = (.none, 1)
            options.formats = [.springBoot3, .nginx, .nslog]
        }
        let live = world.folder.path + "/live"
        let disk = ScriptedDisk()
        var lines: [(at: String, name: String, bytes: [UInt8])] = []
        for path in try world.files where path.hasSuffix(".log") || path.contains(".log.") {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: world.logs + "/" + path)))
            guard let text = String(validating: bytes, as: UTF8.self) else { continue }
            var last = ""
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                last = max(last, WatchMidwayTests.stamp(line) ?? last)
                lines.append((last, live + "/" + path, Array(line.utf8) + [10]))
            }
        }
        let first = lines.map(\.at).filter { !$0.isEmpty }.min() ?? ""
        let sorted = lines.enumerated().sorted { (max($0.element.at, first), $0.offset) < (max($1.element.at, first), $1.offset) }.map(
            \.element)
        let size = max(1, sorted.count / 8)
        let comparer = Comparer(world, live: live, settlings: false)
        var (next, steps) = (0, 0)
        _ = try engine(comparer, disk, share: 0.000_01, seed: seed) {
            // The step before was judged.
            guard comparer.feed?.isCaughtUp == true, comparer.judged >= steps else { return true }
            steps = comparer.judged + 1
            guard next < sorted.count else { return false }
            for line in sorted[next..<min(sorted.count, next + size)] { disk.append(line.bytes, to: line.name) }
            next += size
            return true
        }.run()
        #expect(comparer.compared > 5)
        // A log's last record waits for the line behind it.
        #expect(comparer.differing * 12 < comparer.orders, "\(comparer.differing) of \(comparer.orders): \(comparer.examples)")
    }

    private static func stamp(_ line: Substring) -> String? {
        if let found = line.firstMatch(of: /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)/) { return found.1 + "T" + found.2 }
        guard let found = line.firstMatch(of: /\[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d)/) else { return nil }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = (months.firstIndex(of: String(found.2)) ?? 0) + 1
        return "\(found.3)-\(month < 10 ? "0" : "")\(month)-\(found.1)T\(found.4)"
    }
}
