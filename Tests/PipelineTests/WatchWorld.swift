import Configuration
import Domain
import Foundation
import Reports
import Sources
import Store
import TestKit
import Testing

@testable import Pipeline

/// Writes a world into a folder as its services would have: in pieces, all files side by side, some late.
final class WatchWorld {
    let world: SmallWorld
    let live: String
    private var contents: [(path: String, bytes: [UInt8], written: Int)] = []
    private var random: Seeded

    init(seed: UInt64, orders: Int = 60) throws {
        world = try SmallWorld(seed: seed, orders: orders)
        live = world.folder.path + "/live"
        random = Seeded(state: seed)
        for path in try world.files {
            contents.append((path, [UInt8](try Data(contentsOf: URL(fileURLWithPath: world.logs + "/" + path))), 0))
        }
        try FileManager.default.createDirectory(atPath: live, withIntermediateDirectories: true)
    }

    var isWritten: Bool { contents.allSatisfy { $0.written == $0.bytes.count } }

    /// Writes one more piece of a few files. Packed files appear as a whole.
    func write(pieces: Int, longest: Int) throws {
        for _ in 0..<pieces {
            let open = contents.indices.filter { contents[$0].written < contents[$0].bytes.count }
            guard let index = open.randomElement(using: &random) else { return }
            let (path, bytes, written) = contents[index]
            let isPacked = path.hasSuffix(".gz") || path.hasSuffix(".zip") || path.hasSuffix(".csv") || path.hasSuffix(".txt")
            let end = isPacked ? bytes.count : min(bytes.count, written + Int.random(in: 1...longest, using: &random))
            let url = URL(fileURLWithPath: live + "/" + path)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            if !FileManager.default.fileExists(atPath: url.path) { _ = FileManager.default.createFile(atPath: url.path, contents: nil) }
            let handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(bytes[written..<end]))
            try handle.close()
            contents[index].written = end
        }
    }

    /// The lines and the summary that `orders` and `analyze` would print from a store.
    static func told(_ database: String) throws -> (lines: [String], summary: String) {
        let store = try Store.open(path: database, mode: .readOnly)
        let sources = try store.sources()
        let cursor = try store.orders(withProofs: true)
        var lines: [String] = []
        while try cursor.next() != nil {
            guard let verdict = try cursor.verdict(), let chain = try cursor.chain() else { continue }
            var json = JSONWriter(capacity: 2_048)
            VerdictJSON(sources: sources).append(verdict, events: chain.events, to: &json)
            lines.append(json.text)
        }
        var summary = try #require(try store.run()).summary
        summary.elapsedSeconds = 0
        var json = JSONWriter(capacity: 1 << 14)
        SummaryJSON.append(summary, to: &json)
        return (lines, json.text)
    }

    /// What a batch run over the same files tells.
    func batch() throws -> (lines: [String], summary: String) {
        let database = world.folder.path + "/batch-\(UInt64.random(in: 0 ... .max, using: &random)).db"
        _ = try Judged([live], settings: world.settings) { $0.database = database }
        return try WatchWorld.told(database)
    }

    /// An engine over the live folder.
    func engine(
        _ database: String, once: Bool = true, control: WatchControl = WatchControl(), observers: [any WatchObserver] = [],
        change: (inout WatchOptions) -> Void = { _ in }
    ) throws -> WatchEngine {
        var run = RunOptions(paths: [live], settings: world.settings)
        run.workers = 2
        var options = WatchOptions(run: run, database: database)
        options.once = once
        options.interval = .milliseconds(1)
        change(&options)
        var follow = FollowOptions()
        follow.poll = .milliseconds(20)
        follow.settle = .milliseconds(20)
        return try WatchEngine(options, control: control, observers: observers) { checkpoint, numbers in
            FollowerFeed(paths: [self.live], checkpoint: checkpoint, numbers: numbers, options: follow)
        }
    }

    static func expectSame(
        _ watched: (lines: [String], summary: String), _ batch: (lines: [String], summary: String), _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if watched.lines != batch.lines {
            let (mine, theirs) = (Set(watched.lines), Set(batch.lines))
            let wrong = watched.lines.filter { !theirs.contains($0) }.prefix(2)
            let wanted = batch.lines.filter { !mine.contains($0) }.prefix(2)
            Issue.record(
                "\(what): \(wanted.count)+ verdicts differ\n wanted \(wanted.joined(separator: "\n        "))\n got    \(wrong.joined(separator: "\n        "))",
                sourceLocation: sourceLocation)
        }
        if watched.summary != batch.summary {
            Issue.record("\(what): summaries differ\n wanted \(batch.summary)\n got    \(watched.summary)", sourceLocation: sourceLocation)
        }
    }
}
