import Configuration
import Domain
import Foundation
import Simulation
import Store
import TestKit
import Testing

@testable import Pipeline

/// Files grow, are rotated and taken back, lines are pushed, batches are judged and processes die between any two of these: at the end the
/// store is that of a batch run.
@Suite struct WatchScriptTests {
    /// The last two are long enough that access logs are read again, and go on after they were complete, piece by piece.
    @Test("any interleaving ends as a batch run does", arguments: [71, 72, 73, 74, 75, 76, 80, 81] as [UInt64])
    func interleaving(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed, orders: seed < 80 ? 30 : 240) { options in
            (options.compression, options.rotations) = (.none, 1)
            options.formats = [[.springBoot3, .nginx, .nslog], [.jsonLines, .nginxJSON, .deviceJSON]][Int(seed % 2)]
        }
        var random = Seeded(state: seed)
        let live = world.folder.path + "/live/"
        let disk = ScriptedDisk()
        var contents: [(name: String, bytes: [UInt8], written: Int)] = []
        for path in try world.files {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: world.logs + "/" + path)))
            // What is packed or encoded is the follower's business, and tested there.
            if String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) { contents.append((live + path, bytes, 0)) }
        }
        // One application log is not written but pushed.
        let pushedPlace = try #require(contents.indices.max { contents[$0].bytes.count < contents[$1].bytes.count })
        let pushedFile = contents.remove(at: pushedPlace)
        let lines = Lines.of(pushedFile.bytes)
        let pieces = stride(from: 0, to: lines.count, by: max(1, lines.count / 12)).map { start in
            Array(lines[start..<min(lines.count, start + max(1, lines.count / 12))].joined())
        }
        let sender = ScriptedSender(pushedFile.name, pieces)
        let database = world.folder.path + "/watch.db"

        /// One change of the disk; false when everything is written.
        func act(_ feed: ScriptedFeed, _ queue: PushQueue) -> Bool {
            let open = contents.indices.filter { contents[$0].written < contents[$0].bytes.count }
            guard let place = open.randomElement(using: &random) else {
                sender.push(to: queue)
                return !sender.isDone
            }
            let (name, bytes, written) = contents[place]
            switch Int.random(in: 0..<20, using: &random) {
            case 0 where written > 0 && bytes[written - 1] == 10 && name.hasSuffix(".log"): disk.rotate(name)
            case 1: feed.takeBack(name)
            case 2...5: sender.push(to: queue)
            default:
                var end = min(bytes.count, written + Int.random(in: 1...max(1, bytes.count / 6), using: &random))
                if Bool.random(using: &random), let line = bytes[(end - 1)...].firstIndex(of: 10) { end = line + 1 }
                disk.append(bytes[written..<end], to: name)
                contents[place].written = end
            }
            return true
        }

        func engine(_ recorder: BatchRecorder, _ control: WatchControl, _ queue: PushQueue, once: Bool) throws -> WatchEngine {
            var run = RunOptions(paths: [live], settings: world.settings)
            run.workers = 2
            var options = WatchOptions(run: run, database: database)
            (options.once, options.interval, options.pushes) = (once, .milliseconds(1), queue)
            // Mostly ticks: the end has to be right all the same.
            options.settleShare = Double.random(in: 0.001...0.3, using: &random)
            let feedSeed = random.next()
            return try WatchEngine(options, control: control, observers: [recorder]) { checkpoint, numbers in
                let feed = ScriptedFeed(disk, checkpoint: checkpoint, numbers: numbers, seed: feedSeed)
                var left = 60
                feed.change = { [weak feed] in
                    guard let feed, left > 0 else {
                        control.stop()
                        return false
                    }
                    left -= 1
                    return act(feed, queue)
                }
                return feed
            }
        }

        var (runs, killed) = (0, 0)
        while contents.contains(where: { $0.written < $0.bytes.count }) || !sender.isDone {
            let recorder = BatchRecorder()
            if Bool.random(using: &random) { recorder.untilCrash = Int.random(in: 0..<6, using: &random) }
            let queue = PushQueue {}
            do { _ = try engine(recorder, WatchControl(), queue, once: false).run() } catch let error as StoreError {
                #expect(error.path == "killed")
                killed += 1
            }
            queue.open(false)
            sender.wait()
            runs += 1
            try #require(runs < 200)
        }
        _ = try engine(BatchRecorder(), WatchControl(), PushQueue {}, once: true).run()
        try disk.save()
        try world.folder.write(sender.kept, to: String(pushedFile.name.dropFirst(world.folder.path.count + 1)))
        let batch = world.folder.path + "/batch.db"
        _ = try Judged([String(live.dropLast())], settings: world.settings) { $0.database = batch }
        WatchWorld.expectSame(
            try WatchWorld.told(database), try WatchWorld.told(batch), "\(runs) runs, \(killed) killed, \(disk.generations.count) files")
    }
}
