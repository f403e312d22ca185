import Domain

/// What happened to the streams that are followed.
public enum WatchEvent: Sendable, Equatable {
    /// A stream appears: a file, a generation of a rotated one, a member of an archive, standard input.
    ///
    /// - Parameters:
    ///   - name: its name as ``SourceInfo/name`` has it.
    ///   - isResumed: it is one that the checkpoint had.
    ///   - offset: bytes before it are not given again, in UTF-8: 0, or where the checkpoint was.
    case opened(stream: UInt32, name: String, isResumed: Bool, offset: UInt64)
    /// UTF-8 bytes lie in the buffer.
    case bytes(stream: UInt32, count: Int)
    /// The same bytes lie under another name now.
    case renamed(stream: UInt32, name: String)
    /// Everything about this stream is to be forgotten: its bytes come again as another one.
    case void(stream: UInt32)
    /// Bytes are missing behind what was given.
    case lost(stream: UInt32, loss: StreamFacts.Loss)
    /// Nothing more can come.
    case ended(stream: UInt32)
    /// After ``WatchFeed/drain()``: nothing is left.
    case drained
    /// Nothing new within the wait.
    case idle
}

/// What is known of a stream beside its bytes.
public struct StreamFacts: Sendable, Equatable {
    /// See `SourceReader.contentID`.
    public var contentID: UInt64 = 0
    /// Damaged places.
    public var damage: [Damage] = []
    /// Why bytes may be wrong; nil when nothing says so.
    public var distrust: String?
    /// Bytes as they lie on disk.
    public var bytesRead: UInt64 = 0
    /// Bytes after decompression.
    public var bytesDecompressed: UInt64 = 0

    /// Where bytes are missing, as recognition takes it.
    public struct Loss: Sendable, Equatable {
        /// Everything before it was delivered.
        public var utf8Offset: UInt64
        /// Why.
        public var reason: String
        /// Whether nothing follows.
        public var untilEnd: Bool

        /// Makes a loss.
        public init(utf8Offset: UInt64, reason: String, untilEnd: Bool) {
            (self.utf8Offset, self.reason, self.untilEnd) = (utf8Offset, reason, untilEnd)
        }
    }

    /// Makes facts of a stream of which nothing is known.
    public init() {}
}

/// Where the bytes of streams come from. Used by one thread at a time, but for ``wake()``.
public protocol WatchFeed: AnyObject {
    /// The next thing that happened; waits for it.
    func next(into buffer: UnsafeMutableRawBufferPointer, waitMilliseconds: Int) -> WatchEvent
    /// What is known of a stream by now.
    func facts(of stream: UInt32) -> StreamFacts
    /// The offset in the decompressed stream of a UTF-8 offset that begins a line.
    func originalOffset(_ offset: UInt64, of stream: UInt32) -> UInt64
    /// Reads a stream once more from its beginning, `length` UTF-8 bytes; false when they are not there any more.
    func reread(_ stream: UInt32, length: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool
    /// What is to be kept so that the next process finds its streams again: exactly what was handed out.
    ///
    /// - Parameter rewound: streams whose bytes the next process wants from the beginning.
    func checkpoint(rewound: (UInt32) -> Bool) -> [UInt8]
    /// From now on everything is given to its end as it lies there, then ``WatchEvent/drained``.
    func drain()
    /// Whether everything that was there at the last look was handed out.
    var isCaughtUp: Bool { get }
    /// Paths that cannot be read now.
    var problems: [Damage] { get }
    /// Ends the wait of ``next(into:waitMilliseconds:)``; from any thread.
    func wake()
}
