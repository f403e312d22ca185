import Domain
import Sources
import Store

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Feeds an engine from files, folders, patterns and standard input.
///
/// A stream keeps its id for ever, the follower numbers anew in every process: this keeps the two apart.
public final class FollowerFeed: WatchFeed {
    private let follower: FileFollower
    /// The id of every stream of the follower.
    private var ids: [Int: UInt32] = [:]
    private var numbers: [UInt32: Int] = [:]
    private var resumed: Set<Int> = []
    private let fresh: StreamNumbers
    private static let version: UInt8 = 1

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - paths: see `FileFollower`.
    ///   - checkpoint: what the last process kept; nil: nothing.
    ///   - numbers: gives ids that no stream has.
    ///   - options: how patient to be.
    public init(paths: [String], checkpoint: [UInt8]?, numbers fresh: StreamNumbers, options: FollowOptions = FollowOptions()) {
        let known = checkpoint.map(FollowerFeed.read) ?? []
        for (number, one) in known.enumerated() {
            (ids[number], numbers[one.id]) = (one.id, number)
            resumed.insert(number)
        }
        self.fresh = fresh
        follower = FileFollower(paths: paths, resume: known.map(\.checkpoint), options: options)
    }

    /// See ``WatchFeed``.
    public func next(into buffer: UnsafeMutableRawBufferPointer, waitMilliseconds: Int) -> WatchEvent {
        while true {
            switch follower.next(into: buffer, waitMilliseconds: waitMilliseconds) {
            case .opened(let number, let name, let offset):
                let isResumed = resumed.contains(number)
                let id = ids[number] ?? fresh.take()
                if ids[number] == nil {
                    (ids[number], numbers[id]) = (id, number)
                }
                return .opened(stream: id, name: name, isResumed: isResumed, offset: offset)
            case .bytes(let number, let count): if let id = ids[number] { return .bytes(stream: id, count: count) }
            case .renamed(let number, let name): if let id = ids[number] { return .renamed(stream: id, name: name) }
            case .lost(let number, let loss):
                guard let id = ids[number] else { continue }
                let loss = StreamFacts.Loss(utf8Offset: loss.utf8Offset, reason: loss.reason, untilEnd: loss.untilEnd)
                return .lost(stream: id, loss: loss)
            case .void(let number, _):
                guard let id = ids.removeValue(forKey: number) else { continue }
                numbers[id] = nil
                return .void(stream: id)
            case .ended(let number): if let id = ids[number] { return .ended(stream: id) }
            case .idle: return .idle
            case .drained: return .drained
            }
        }
    }

    /// See ``WatchFeed``.
    public func facts(of stream: UInt32) -> StreamFacts {
        var facts = StreamFacts()
        guard let number = numbers[stream], let state = follower.state(of: number) else { return facts }
        (facts.contentID, facts.damage, facts.distrust) = (state.contentID, state.damage, state.distrust)
        (facts.bytesRead, facts.bytesDecompressed) = (state.bytesRead, state.bytesDecompressed)
        return facts
    }

    /// See ``WatchFeed``.
    public func originalOffset(_ offset: UInt64, of stream: UInt32) -> UInt64 {
        numbers[stream].map { follower.originalOffset(offset, of: $0) } ?? offset
    }

    /// Reads the file again that bears the stream's name now.
    public func reread(_ stream: UInt32, length: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard let number = numbers[stream], let state = follower.state(of: number), state.name != "-" else { return false }
        let path = state.name.firstIndex(of: "!").map { String(state.name[..<$0]) } ?? state.name
        let opened = SourceReader.open(DiscoveredFile(path: path))
        guard let reader = opened.readers.first(where: { $0.name == state.name }) else { return false }
        defer { reader.close() }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { block.deallocate() }
        var given: UInt64 = 0
        var isFirst = true
        while given < length {
            let count = reader.read(into: block)
            guard count > 0 else { return false }
            // Another file may have taken its name meanwhile; one that has grown since its content id was taken cannot be compared.
            if isFirst, length >= UInt64(Limits.contentIDLength), reader.contentID != state.contentID { return false }
            isFirst = false
            let part = min(count, Int(clamping: length - given))
            body(UnsafeRawBufferPointer(rebasing: block[..<part]))
            given += UInt64(part)
        }
        return true
    }

    /// See ``WatchFeed``.
    public func checkpoint(rewound: (UInt32) -> Bool) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: FollowerFeed.version)
        // An empty file cannot be told from another one: it appears anew. What an earlier process had read is known even while nothing of it
        // has come again.
        let all = follower.checkpoints().filter { $0.utf8Offset > 0 || $0.isEnded || resumed.contains($0.stream) }.compactMap { one in
            ids[one.stream].map { (id: $0, checkpoint: one) }
        }
        out.count(all.count)
        for one in all {
            out.varint(UInt64(one.id))
            out.data(rewound(one.id) ? one.checkpoint.rewound().bytes : one.checkpoint.bytes)
        }
        return out.bytes
    }

    /// A checkpoint that cannot be read is none: everything is read again, and falls to the identity of evidence.
    private static func read(_ bytes: [UInt8]) -> [(id: UInt32, checkpoint: FollowCheckpoint)] {
        bytes.withUnsafeBytes { bytes in
            var input = ByteReader(bytes)
            do throws(CodecError) {
                try input.begin(version: version)
                return try input.list { (input) throws(CodecError) in
                    let id = try input.unsigned32()
                    guard let checkpoint = FollowCheckpoint(bytes: Array(try input.slice())) else { throw input.failure(.value) }
                    return (id, checkpoint)
                }
            } catch { return [] }
        }
    }

    /// See ``WatchFeed``.
    public func drain() { follower.drain() }
    /// See ``WatchFeed``.
    public var isCaughtUp: Bool { follower.isCaughtUp }
    /// See ``WatchFeed``.
    public var problems: [Damage] { follower.problems }
    /// See ``WatchFeed``.
    public func wake() { follower.wake() }
}
