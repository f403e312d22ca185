import Domain

/// What must survive a restart to go on with one stream: which bytes they are, and how many of them were handed out.
///
/// A file is known again by its inode and its content, or, when rotation has copied or packed it, by its content alone.
public struct FollowCheckpoint: Hashable, Sendable {
    /// The stream's number in the run that made this; a follower that resumes numbers them anew, in the order in which it gets them.
    public var stream: Int
    /// Its name as batch would have called it.
    public var name: String
    /// UTF-8 bytes that were handed out.
    public var utf8Offset: UInt64
    /// Content id of what was handed out.
    public var contentID: UInt64
    /// Whether nothing more was to come.
    public var isEnded: Bool

    /// Path of the file, without the member of a zip.
    var path: [UInt8] = []
    var identity = FileIdentity(device: 0, node: 0)
    var size: UInt64 = 0
    var modified: Int64 = 0
    /// The first bytes as they lie in the file.
    var head = Fingerprint()
    /// The last bytes that were read from the file, before `rawOffset`.
    var tail = Fingerprint()
    var rawOffset: UInt64 = 0
    /// The last UTF-8 bytes that were handed out.
    var text = Fingerprint()
    var originalOffset: UInt64 = 0
    var lossCount: UInt64 = 0
    var kind = FollowedKind.plain
    /// How reading can go on.
    var mode = Mode.again
    /// The file was handed out to an end that was not one: half a character, a packed file that is cut.
    var isProvisional = false
    /// It is handed out again from its beginning; all the rest still says what was read of it, so that it is known again wherever it lies.
    var isRewound = false

    /// How a stream is taken up.
    enum Mode: UInt8 {
        /// Read from its beginning, without handing out what was handed out.
        case again
        /// UTF-8 for sure: reading goes on at its place.
        case utf8
        /// Only ASCII so far: the same.
        case ascii
    }

    /// The same generation, to be handed out again from its beginning.
    public func rewound() -> FollowCheckpoint {
        var copy = self
        (copy.isRewound, copy.mode, copy.lossCount, copy.isEnded, copy.isProvisional) = (true, .again, 0, false, false)
        return copy
    }

    init(stream: Int, name: String, utf8Offset: UInt64 = 0, contentID: UInt64 = 0, isEnded: Bool = false) {
        (self.stream, self.name, self.utf8Offset, self.contentID, self.isEnded) = (stream, name, utf8Offset, contentID, isEnded)
    }
}

/// Length and hash of some bytes of a file, to know them again.
struct Fingerprint: Hashable, Sendable {
    var length: UInt64 = 0
    var hash: UInt64 = 0

    init() {}

    init(length: UInt64, hash: UInt64) { (self.length, self.hash) = (length, hash) }

    init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        (length, hash) = (UInt64(bytes.count), bytes.isEmpty ? 0 : StableHash.of(bytes))
    }

    /// Whether `bytes` begin with the bytes of this.
    func begins(_ bytes: [UInt8]) -> Bool {
        UInt64(bytes.count) >= length && Fingerprint(bytes.prefix(Int(clamping: length))) == self
    }

    /// Whether `bytes` end with the bytes of this.
    func ends(_ bytes: [UInt8]) -> Bool {
        UInt64(bytes.count) >= length && Fingerprint(bytes.suffix(Int(clamping: length))) == self
    }
}

/// What a followed file is, by its content.
enum FollowedKind: UInt8, Sendable {
    /// Text that may grow at any time.
    case plain
    /// Gzip members, handed out one by one as they are complete.
    case gzip
    /// A zip, or another thing that is read as a whole when it is complete.
    case whole
    /// Standard input or an open descriptor.
    case stream
}
