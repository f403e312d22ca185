import Domain

/// What a ``FileFollower`` tells: one thing at a time, in the order in which an engine has to take it in.
public enum FollowEvent: Equatable, Sendable {
    /// A generation of a file appears, or is taken up where an earlier run has left it: bytes before `resumedAt` are not given again.
    case opened(stream: Int, name: String, resumedAt: UInt64)
    /// The next UTF-8 bytes of a stream are in the caller's buffer.
    case bytes(stream: Int, count: Int)
    /// The bytes of a stream now lie under another name: rotation, compression.
    case renamed(stream: Int, name: String)
    /// Bytes are missing in a stream: damaged, or overwritten before they were read.
    case lost(stream: Int, loss: Loss)
    /// Everything that came of a stream is to be forgotten: it comes again under another number, as it should have been.
    case void(stream: Int, reason: String)
    /// Nothing more comes of a stream.
    case ended(stream: Int)
    /// Nothing new within the wait.
    case idle
    /// Everything that was there when ``FileFollower/drain()`` was called has been given.
    case drained
}

/// What is known of a stream, as `SourceReader` knows it of a source.
public struct FollowedState: Sendable {
    /// Its name as batch would call it now.
    public var name: String
    /// UTF-8 bytes that were handed out.
    public var utf8Offset: UInt64
    /// The content id of what was handed out.
    public var contentID: UInt64
    /// `utf-8`, `gb18030`, `utf-16le` or `utf-16be`.
    public var encoding: String
    /// Damaged places and notes so far.
    public var damage: [Damage]
    /// Why lines may hold wrong bytes; nil when nothing says so.
    public var distrust: String?
    /// Bytes consumed as they lie on disk, and after unpacking.
    public var bytesRead: UInt64
    /// Bytes after unpacking.
    public var bytesDecompressed: UInt64
    /// Bytes on disk at the last look.
    public var size: UInt64
    /// Whether nothing more comes.
    public var isEnded: Bool
}

/// How patient a follower is; the defaults are for the disks of servers.
public struct FollowOptions: Sendable {
    /// How long a file must stay as it is before it counts as complete (a bill that is copied in, a copy that rotation makes).
    public var settle = TimeSpan.seconds(2)
    /// How long a file that has gone may still be written to by those who have it open, and may still turn up under another name.
    public var grace = TimeSpan.seconds(10)
    /// How long a packed file may stay incomplete before what can be read of it is taken.
    public var patience = TimeSpan.minutes(5)
    /// How long a few characters may leave the encoding open before the likelier one is taken, and a table that is written to counts as a log.
    public var hesitation = TimeSpan.seconds(20)
    /// How often files are looked at, whatever the system reports; folders are gone through every fifth time.
    public var poll = TimeSpan.seconds(1)
    /// Whether to ask the system for notices; without them only `poll` finds changes.
    public var usesNotices = true
    /// How time is told.
    public var time = FollowTime.system
    /// Files that are kept open.
    public var openFiles = 400

    /// The defaults.
    public init() {}
}
