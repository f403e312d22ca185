import Domain
@preconcurrency import Glibc
import Sources
import Synchronization
import TestKit
import Testing

/// Time that passes when a test says so.
final class Clock: Sendable {
    let milliseconds = Atomic<Int64>(1_000)
}

/// A follower on a folder of its own, with what it has handed out so far.
final class Followed {
    /// What came of one stream.
    struct Stream {
        var name: String
        var bytes: [UInt8] = []
        var losses: [Loss] = []
        var isEnded = false
        /// Bytes before it came from an earlier follower.
        var resumedAt: UInt64 = 0
    }

    let folder: TemporaryFolder
    let paths: [String]
    var options = FollowOptions()
    private(set) var follower: FileFollower
    private(set) var streams: [Int: Stream] = [:]
    private(set) var voided = 0
    /// Nobody follows at the moment.
    private var isDown = false
    private(set) var log: [FollowEvent] = []
    private let clock = Clock()
    private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)

    init(_ names: [String] = [""], usesNotices: Bool = true, change: (inout FollowOptions) -> Void = { _ in }) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        paths = names.map { $0.isEmpty ? folder.path : $0.hasPrefix("/") || $0 == "-" ? $0 : "\(folder.path)/\($0)" }
        (options.settle, options.grace, options.patience) = (.milliseconds(60), .milliseconds(150), .seconds(60))
        (options.hesitation, options.poll, options.usesNotices) = (.milliseconds(300), .milliseconds(40), usesNotices)
        let clock = clock
        options.time = FollowTime(elapsed: { clock.milliseconds.load(ordering: .relaxed) }, wall: FollowTime.system.wall)
        change(&options)
        follower = FileFollower(paths: paths, options: options)
    }

    deinit { block.deallocate() }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Takes events until nothing has come for a while.
    func pump(quiet: Int = 50) { settle(quiet) }

    /// Lets time pass and takes what comes.
    func settle(_ milliseconds: Int = 250) {
        while take() != .idle {}
        for _ in stride(from: 0, to: milliseconds, by: 10) {
            clock.milliseconds.wrappingAdd(10, ordering: .relaxed)
            while take() != .idle {}
        }
    }

    /// Lets time pass while nobody asks for events.
    func idle(_ milliseconds: Int64) { clock.milliseconds.wrappingAdd(milliseconds, ordering: .relaxed) }

    @discardableResult func take(wait: Int = 0) -> FollowEvent {
        guard !isDown else { return .idle }
        let event = follower.next(into: block, waitMilliseconds: wait)
        if event != .idle { log.append(event) }
        switch event {
        case .opened(let stream, let name, let resumedAt):
            if resumedAt == 0 {
                streams[stream] = Stream(name: name)
            } else {
                #expect(streams[stream]?.bytes.count == Int(resumedAt))
                streams[stream]?.name = name
            }
            streams[stream]?.resumedAt = resumedAt
        case .bytes(let stream, let count):
            #expect(streams[stream]?.isEnded == false, "bytes after the end of \(streams[stream]?.name ?? "nothing")")
            streams[stream]?.bytes += block[..<count]
        case .renamed(let stream, let name): streams[stream]?.name = name
        case .lost(let stream, let loss): streams[stream]?.losses.append(loss)
        case .void(let stream, _):
            streams[stream] = nil
            voided += 1
        case .ended(let stream): streams[stream]?.isEnded = true
        case .idle, .drained: break
        }
        return event
    }

    func drain() {
        follower.drain()
        for _ in 0..<100_000 where take(wait: 1) == .drained { return }
        Issue.record("does not drain")
    }

    /// Stops as SIGKILL would and goes on with what was handed out so far; `between` happens meanwhile.
    func restart(between: () throws -> Void = {}) throws {
        let checkpoints = follower.checkpoints()
        var kept: [Int: Stream] = [:]
        for (number, checkpoint) in checkpoints.enumerated() {
            let stream = try #require(streams[checkpoint.stream])
            #expect(stream.bytes.count == Int(checkpoint.utf8Offset))
            #expect(checkpoint.contentID == StableHash.of(Array(stream.bytes.prefix(Limits.contentIDLength))))
            #expect(FollowCheckpoint(bytes: checkpoint.bytes) == checkpoint)
            kept[number] = Stream(name: stream.name, bytes: stream.bytes, losses: stream.losses)
        }
        streams = kept
        isDown = true
        try between()
        isDown = false
        follower = FileFollower(paths: paths, resume: checkpoints.compactMap { FollowCheckpoint(bytes: $0.bytes) }, options: options)
    }

    /// Lines of all streams, for counting.
    var lines: [String] {
        streams.sorted { $0.key < $1.key }.flatMap {
            String(decoding: $0.value.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    /// Every event exactly once, in whatever stream.
    func expectOnce(_ events: Int, _ comment: Comment? = nil) {
        var counts: [String: Int] = [:]
        for line in lines { counts[line, default: 0] += 1 }
        let expected = (0..<events).map { Followed.event($0) }
        let known = Set(expected)
        let missing = expected.filter { counts[$0] == nil }
        let twice = counts.filter { $0.value > 1 || !known.contains($0.key) }.map { "\($0.key) ×\($0.value)" }.sorted()
        #expect(
            missing.isEmpty && twice.isEmpty, "missing \(missing.prefix(5)), wrong \(twice.prefix(5)) \(comment?.rawValue ?? "")\n\(told)")
    }

    /// The events, for the message of a failed test.
    var told: String { log.suffix(200).map { "\($0)".prefix(160) }.joined(separator: "\n") }

    static func event(_ number: Int) -> String { "2026-11-02 10:02:11.\(String(100_000 + number).dropFirst()) INFO order=\(number) 支付成功" }

    /// After a drain: what batch gives for the files as they lie there, in the streams that bear their names.
    func expectAsBatch() throws {
        let found = SourceDiscovery.expand(paths)
        var byName: [String: [Int]] = [:]
        for (number, stream) in streams { byName[stream.name, default: []].append(number) }
        for file in found.files where !file.isStream {
            for reader in SourceReader.open(file).readers {
                let reading = Reading(reader)
                let streams = (byName[reader.name] ?? []).compactMap { number in self.streams[number].map { (number, $0) } }
                let same = streams.first { $0.1.bytes == reading.bytes }
                guard let (number, stream) = same else {
                    let have = streams.map { "\($0.0): \($0.1.bytes.count) bytes" }
                    Issue.record("\(reader.name): batch gives \(reading.bytes.count) bytes, following \(have)\n\(told)")
                    continue
                }
                let state = try #require(follower.state(of: number))
                #expect(state.contentID == reading.contentID)
                #expect(stream.losses == reading.losses, "\(reader.name)")
                #expect(stream.isEnded)
                if stream.resumedAt == 0 {
                    #expect(state.encoding == reading.encoding)
                    #expect(state.damage.filter { !$0.isNote } == reading.damage.filter { !$0.isNote })
                }
                for (at, byte) in zip(1..., reading.bytes) where byte == 10 && at >= Int(stream.resumedAt) && at < reading.bytes.count {
                    guard follower.originalOffset(UInt64(at), of: number) != reader.originalOffset(UInt64(at)) else { continue }
                    Issue.record("\(reader.name): offset \(at)")
                    break
                }
            }
        }
    }
}

/// What writers and rotators do.
extension Followed {
    func append(_ text: String, to name: String) throws { try append(Array(text.utf8), to: name) }

    func append(_ bytes: [UInt8], to name: String, flags: Int32 = O_APPEND) throws {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | flags, 0o644)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// Appends events, one line each.
    func write(_ events: Range<Int>, to name: String) throws {
        try append(events.map { Followed.event($0) + "\n" }.joined(), to: name)
    }

    func move(_ from: String, _ to: String) { #expect(rename(path(from), path(to)) == 0) }
    func remove(_ name: String) { #expect(unlink(path(name)) == 0) }
    func cut(_ name: String, to size: Int = 0) { #expect(truncate(path(name), size) == 0) }
    func makeFolder(_ name: String) { #expect(mkdir(path(name), 0o755) == 0) }

    func contents(_ name: String) -> [UInt8] {
        let descriptor = open(path(name), O_RDONLY)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = read(descriptor, &room, room.count)
            guard got > 0 else { return bytes }
            bytes += room[..<got]
        }
    }

    func copy(_ from: String, _ to: String) throws { try append(contents(from), to: to, flags: O_TRUNC) }

    /// As gzip(1): a new file, then the old one goes.
    func gzip(_ name: String, pause: () -> Void = {}) throws {
        let packed = Packing.gzip(contents(name))
        try append(Array(packed[..<(packed.count / 2)]), to: name + ".gz")
        pause()
        try append(Array(packed[(packed.count / 2)...]), to: name + ".gz")
        remove(name)
    }
}
