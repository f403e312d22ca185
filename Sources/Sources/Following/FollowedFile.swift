import Domain

/// One generation of a file: the same bytes, whatever its name and even its inode become.
final class FollowedFile {
    enum Phase {
        /// New: what it is, and whether it is new at all, is not known yet.
        case arriving
        /// Its streams are given.
        case open
        /// Its file has another content now; its bytes may turn up under another name.
        case replaced
        /// Everything was given.
        case ended
        /// Nothing that could be read.
        case refused
    }

    var path: [CChar]
    /// Which file has its bytes; nil once another generation lies there.
    var identity: FileIdentity?
    var phase = Phase.arriving
    var kind = FollowedKind.plain
    var streams: [FollowedStream] = []
    /// The bytes as they lie on disk; nil for what is opened by its path.
    var input: ByteInput?
    /// What the system said at the last look.
    var stamp: FileStamp?
    /// When it was seen to change, in the follower's milliseconds.
    var changedAt: Int64 = 0
    /// When it began to change without a rest.
    var restlessSince: Int64 = 0
    /// When it was not found any more.
    var absentSince: Int64 = 0
    /// Whether a path leads to it.
    var isPresent = true
    /// The first bytes, up to ``headLength``, as far as they are known in this run.
    var head: [UInt8] = []
    /// The same of an earlier run.
    var knownHead = Fingerprint()
    /// The last bytes that were read of a plain file.
    var tail = RawTail()
    /// Places at which reading has paused, to know a copy that was made before the last bytes.
    var marks: [(end: UInt64, print: Fingerprint)] = []
    /// How many of the first bytes were there when the beginning was judged.
    var judgedLength = 0
    /// Up to here a packed file is whole members.
    var verifiedEnd: UInt64 = 0
    var probedSize: UInt64 = .max
    /// A run of zero bytes at the end that is not taken yet.
    var zeros: (from: UInt64, to: UInt64)?
    /// Where its visible bytes end.
    var visibleEnd: UInt64 = 0
    /// A table is taken when its writer is done.
    var isTable = false
    /// Since when a few characters leave its encoding open.
    var hesitatesSince: Int64?
    /// Its end was taken for the end of the source.
    var isFinal = false
    /// Its end was taken although bytes were held back.
    var isProvisional = false
    /// What an earlier run has left, not yet compared with what is there.
    var isUnconfirmed = false
    /// It was void before: what it is like is not asked again.
    var isSurelyNew = false
    var arrivedAt: Int64 = 0
    /// The descriptor of a stream.
    var streamDescriptor: Int32 = -1
    /// A packed stream so far.
    var spool: AlignedBuffer?
    var isInAttention = false
    var isDirty = false
    /// Why it, or something in it, is not read.
    var problems: [Damage] = []
    /// Grows with every use.
    var usedAt: Int64 = 0

    /// Bytes by which a beginning is known again.
    static let headLength = 1024

    init(path: [CChar], identity: FileIdentity?) { (self.path, self.identity) = (path, identity) }

    var name: String { FolderWalk.text(path) }

    /// The fingerprint of the beginning.
    var headPrint: Fingerprint {
        if let resumed = streams.first?.resumed, resumed.kind == kind, resumed.head.length > 0 { return resumed.head }
        if head.isEmpty { return knownHead }
        return Fingerprint(kind == .plain ? head.prefix(Int(clamping: tail.end)) : head[...])
    }

    /// Whether the bytes that were handed out lie nowhere any more, as far as is known.
    var isOrphan: Bool { phase == .replaced || (!isPresent && (phase == .open || phase == .ended)) }

    /// Whether anything of it was handed out.
    var hasGiven: Bool { streams.contains { $0.given > 0 } }

    /// Bytes of a plain file that were read, by this run or an earlier one that it still catches up with.
    var rawOffset: UInt64 {
        guard let resumed = streams.first?.resumed, resumed.kind == .plain else { return tail.end }
        return resumed.rawOffset
    }

    /// Bytes of the file itself.
    func bytes(at offset: UInt64, count: Int) -> [UInt8] {
        guard let descriptor = input?.descriptor, descriptor >= 0 else { return [] }
        return FollowedFile.bytes(of: descriptor, at: offset, count: count)
    }

    static func bytes(of descriptor: Int32, at offset: UInt64, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { room in
                room.baseAddress.map { Descriptor.read(descriptor, $0 + filled, count - filled, at: offset + UInt64(filled)) } ?? 0
            }
            guard got > 0 else { break }
            filled += got
        }
        return Array(bytes[..<filled])
    }

    /// Whether the file still has these bytes at their place.
    func has(_ tail: RawTail) -> Bool {
        let count = UInt64(tail.bytes.count)
        return count == 0 || bytes(at: tail.end - count, count: tail.bytes.count) == tail.bytes
    }

    /// Whether the file has what an earlier run read of it, as far as this run has not come there itself.
    func hasEarlier(_ stamp: FileStamp) -> Bool {
        guard kind == .plain, let resumed = streams.first?.resumed, resumed.kind == .plain else { return true }
        let count = resumed.tail.length
        guard count > 0, count <= resumed.rawOffset else { return true }
        return stamp.size >= resumed.rawOffset && resumed.tail.ends(bytes(at: resumed.rawOffset - count, count: Int(clamping: count)))
    }

    /// Remembers a place at which reading has paused.
    func mark() {
        guard tail.end > 0, marks.last?.end != tail.end else { return }
        if marks.count >= 32 { marks.removeFirst() }
        marks.append((tail.end, Fingerprint(tail.bytes)))
    }
}

/// One stream of a file.
final class FollowedStream {
    let number: Int
    var file: FollowedFile
    /// Name of the member inside a zip.
    let member: String
    var reader: SourceReader?
    /// UTF-8 bytes handed out.
    var utf8Offset: UInt64 = 0
    /// The same while what an earlier run has handed out is read again.
    var given: UInt64 { resumed?.utf8Offset ?? utf8Offset }
    /// Whether this run has come as far as the earlier one, or goes on where that one was.
    var isCaughtUp: Bool { skip == 0 && (resumed.map { !$0.isRewound || utf8Offset >= $0.utf8Offset } ?? true) }
    /// The last of them.
    var text = RawTail()
    /// Bytes to read without handing them out: an earlier run has.
    var skip: UInt64 = 0
    /// What the bytes before a resumed place have to end with.
    var expected = Fingerprint()
    /// Losses that were told.
    var lossesTold = 0
    /// Losses before the place where this run began to read.
    var lossesBefore: UInt64 = 0
    /// What an earlier run has left, until its place is reached.
    var resumed: FollowCheckpoint?
    var isEnded = false
    /// Whether the caller knows of it.
    var isTold = false
    /// It has ended only because following has.
    var isDrained = false
    var isQueued = false
    private var head = PackedBytes()
    private var identity: UInt64?

    init(number: Int, file: FollowedFile, member: String = "") {
        (self.number, self.file, self.member) = (number, file, member)
    }

    var name: String { member.isEmpty ? file.name : "\(file.name)!\(member)" }

    /// Takes note of bytes that are handed out.
    func give(_ bytes: UnsafeRawBufferPointer) {
        text.note(bytes, at: utf8Offset)
        utf8Offset += UInt64(bytes.count)
        guard !isHeadWhole else { return }
        identity = nil
        head.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(Limits.contentIDLength - head.count)))
        guard head.count == Limits.contentIDLength else { return }
        know(contentID: head.withBytes { StableHash.of($0) })
    }

    private var isHeadWhole = false

    /// The content id of what was handed out.
    var contentID: UInt64 {
        if let identity { return identity }
        let id = head.withBytes { StableHash.of($0) }
        identity = id
        head.pack()
        return id
    }

    /// The content id will not change any more.
    func know(contentID: UInt64) { (identity, head, isHeadWhole) = (contentID, PackedBytes(), true) }

    /// What was handed out is read again.
    func forgetHead() { (identity, head, isHeadWhole) = (nil, PackedBytes(), false) }
}
