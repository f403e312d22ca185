import Domain
import Foundation
import Synchronization
import Store
import TestKit
import Testing

@testable import Pipeline

/// Files that a test writes, rotates and takes back between two looks of a feed; they outlive the engines that read them.
final class ScriptedDisk {
    /// The bytes of one file until it is written anew, under whatever name they lie.
    final class Generation {
        var name: String
        var bytes: [UInt8] = []
        /// Nothing is written to it any more.
        var isOver = false

        init(_ name: String) { self.name = name }
    }

    private(set) var generations: [Generation] = []
    /// Told by every change: the feed that looks at the disk now.
    weak var feed: ScriptedFeed?

    /// Adds to the file of a name; it appears when it is not there.
    func append(_ bytes: some Sequence<UInt8>, to name: String) { current(name).bytes += bytes }

    /// The file of a name that is written now.
    func current(_ name: String) -> Generation {
        if let there = generations.last(where: { $0.name == name && !$0.isOver }) { return there }
        generations.append(Generation(name))
        return generations[generations.count - 1]
    }

    /// `a.log.1` becomes `a.log.2`, `a.log` becomes `a.log.1`; what is written next begins a new file.
    func rotate(_ name: String) {
        let older = generations.indices.filter { generations[$0].name.hasPrefix(name + ".") }
        for index in older {
            guard let number = Int(generations[index].name.dropFirst(name.count + 1)) else { continue }
            rename(index, "\(name).\(number + 1)")
        }
        guard let index = generations.lastIndex(where: { $0.name == name }) else { return }
        generations[index].isOver = true
        rename(index, name + ".1")
    }

    private func rename(_ index: Int, _ name: String) {
        generations[index].name = name
        feed?.wasRenamed(index)
    }

    /// Writes every file into the folder that its name says.
    func save() throws {
        for generation in generations where !generation.bytes.isEmpty {
            let url = URL(fileURLWithPath: generation.name)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(generation.bytes).write(to: url)
        }
    }
}

/// Gives an engine what lies on a scripted disk, in pieces of random length; a closure changes the disk in between.
final class ScriptedFeed: WatchFeed {
    private let disk: ScriptedDisk
    private let numbers: StreamNumbers
    private var random: Seeded
    private var ids: [Int: UInt32] = [:]
    private var given: [Int: Int] = [:]
    private var resumed: Set<Int> = []
    private var events: [WatchEvent] = []
    private var isDraining = false
    private let longest: Int
    /// Called when nothing is left to tell, and now and then before; false when it has nothing to do.
    var change: (() -> Bool)?

    init(_ disk: ScriptedDisk, checkpoint: [UInt8]?, numbers: StreamNumbers, seed: UInt64, longest: Int = 1 << 14) {
        (self.disk, self.numbers, self.longest, random) = (disk, numbers, longest, Seeded(state: seed))
        for line in String(decoding: checkpoint ?? [], as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ").compactMap { Int($0) }
            let (id, place, offset) = (UInt32(fields[0]), fields[1], fields[2])
            (ids[place], given[place]) = (id, offset)
            resumed.insert(place)
            let name = disk.generations[place].name
            events.append(.opened(stream: id, name: name, isResumed: true, offset: UInt64(offset)))
        }
        disk.feed = self
    }

    func next(into buffer: UnsafeMutableRawBufferPointer, waitMilliseconds: Int) -> WatchEvent {
        if !isDraining, Int.random(in: 0..<3, using: &random) == 0 { _ = change?() }
        if !events.isEmpty {
            let event = events.removeFirst()
            if case .void(let id) = event { takenBack[id] = nil }
            return event
        }
        let waiting = disk.generations.indices.filter { given[$0, default: 0] < disk.generations[$0].bytes.count }
        guard let place = waiting.randomElement(using: &random) else {
            if let ended = over { return .ended(stream: ended) }
            if isDraining { return .drained }
            if change?() != true { usleep(UInt32(min(waitMilliseconds, 2)) * 1_000) }
            return .idle
        }
        guard let id = ids[place] else {
            let id = numbers.take()
            (ids[place], given[place]) = (id, 0)
            return .opened(stream: id, name: disk.generations[place].name, isResumed: false, offset: 0)
        }
        let bytes = disk.generations[place].bytes
        let start = given[place, default: 0]
        let count = min(bytes.count - start, Int.random(in: 1...longest, using: &random), buffer.count)
        buffer.copyBytes(from: bytes[start..<(start + count)])
        given[place] = start + count
        return .bytes(stream: id, count: count)
    }

    private var told: Set<Int> = []
    /// Streams that are void and were not told to be: who dies before has to hear of them again, as ``FileFollower`` sees to it.
    private var takenBack: [UInt32: (place: Int, given: Int)] = [:]

    /// A file that is over and read to its end, told once.
    private var over: UInt32? {
        for (place, id) in ids.sorted(by: { $0.key < $1.key }) where disk.generations[place].isOver && told.insert(place).inserted {
            return id
        }
        return nil
    }

    func wasRenamed(_ place: Int) {
        if let id = ids[place] { events.append(.renamed(stream: id, name: disk.generations[place].name)) }
    }

    /// Its bytes turn out to be others than was thought: they come again under another number.
    func takeBack(_ name: String) {
        guard let place = disk.generations.lastIndex(where: { $0.name == name }), let id = ids.removeValue(forKey: place) else { return }
        takenBack[id] = (place, given[place, default: 0])
        given[place] = nil
        resumed.remove(place)
        told.remove(place)
        events.append(.void(stream: id))
    }

    func facts(of stream: UInt32) -> StreamFacts {
        var facts = StreamFacts()
        guard let place = ids.first(where: { $0.value == stream })?.key else { return facts }
        let count = given[place, default: 0]
        facts.contentID = StableHash.of(Array(disk.generations[place].bytes.prefix(min(count, Limits.contentIDLength))))
        (facts.bytesRead, facts.bytesDecompressed) = (UInt64(count), UInt64(count))
        return facts
    }

    func originalOffset(_ offset: UInt64, of stream: UInt32) -> UInt64 { offset }

    func reread(_ stream: UInt32, length: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard let place = ids.first(where: { $0.value == stream })?.key, disk.generations[place].bytes.count >= Int(length) else {
            return false
        }
        Array(disk.generations[place].bytes.prefix(Int(length))).withUnsafeBytes(body)
        return true
    }

    func checkpoint(rewound: (UInt32) -> Bool) -> [UInt8] {
        var lines = ""
        for (place, id) in ids.sorted(by: { $0.key < $1.key }) where given[place, default: 0] > 0 || resumed.contains(place) {
            lines += "\(id) \(place) \(rewound(id) ? 0 : given[place, default: 0])\n"
        }
        for (id, old) in takenBack.sorted(by: { $0.key < $1.key }) where ids[old.place] == nil {
            lines += "\(id) \(old.place) \(rewound(id) ? 0 : old.given)\n"
        }
        return Array(lines.utf8)
    }

    /// Writes every file as far as it was given.
    func saveGiven() throws {
        for place in disk.generations.indices where ids[place] != nil {
            let url = URL(fileURLWithPath: disk.generations[place].name)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(disk.generations[place].bytes.prefix(given[place, default: 0])).write(to: url)
        }
    }

    func drain() { isDraining = true }
    func wake() {}
    var problems: [Damage] { [] }
    var isCaughtUp: Bool {
        disk.generations.indices.allSatisfy { given[$0, default: 0] == disk.generations[$0].bytes.count }
    }
}

/// Sees every batch of an engine; ends the process, as it were, before one is committed.
final class BatchRecorder: WatchObserver {
    private(set) var changes: [VerdictChange] = []
    /// Lines of the batches that were judged.
    private(set) var lines = 0
    /// Judged batches until the one that is not committed any more; nil: all are.
    var untilCrash: Int?

    func beforeCommit(store: Store, asOf: Instant, sources: [SourceInfo]) throws(StoreError) {
        guard let left = untilCrash else { return }
        untilCrash = left - 1
        if left <= 0 { throw StoreError(.changedMeanwhile, path: "killed") }
    }
    func rolledBack() {}
    func committed(_ changes: WatchChanges, _ status: WatchStatus) {
        do { try changes.forEach { self.changes.append($0) } } catch { Issue.record(error) }
        lines = Int(status.lines)
    }
}

/// A sender that pushes one piece after the other and sends again what was not kept.
final class ScriptedSender: Sendable {
    private struct State {
        var pieces: [[UInt8]]
        var kept: [UInt8] = []
        var isOnItsWay = false
    }
    private let state: Mutex<State>
    private let source: String

    init(_ source: String, _ pieces: [[UInt8]]) {
        self.source = source
        state = Mutex(State(pieces: pieces))
    }

    /// Pushes the next piece on a thread of its own, unless one is on its way.
    func push(to queue: PushQueue) {
        let piece = state.withLock { state -> [UInt8]? in
            guard !state.isOnItsWay, let piece = state.pieces.first else { return nil }
            state.isOnItsWay = true
            return piece
        }
        guard let piece else { return }
        Thread.detachNewThread { [self] in
            let answer = queue.push([(source: source, lines: piece)])
            state.withLock { state in
                state.isOnItsWay = false
                guard answer == .kept else { return }
                state.kept += piece
                state.pieces.removeFirst()
            }
        }
    }

    /// Waits for the answer to what is on its way.
    func wait() { while state.withLock({ $0.isOnItsWay }) { usleep(1_000) } }

    var kept: [UInt8] { state.withLock { $0.kept } }
    var isDone: Bool { state.withLock { $0.pieces.isEmpty } }
}
