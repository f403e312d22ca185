import Domain

/// A place where the writer itself says that records are missing (vocabulary §5).
public struct LossMarker: Hashable, Sendable {
    /// The last stamp before it; nil at the beginning of the stream.
    public var from: Instant?
    /// The first stamp behind it; nil at the end of the stream.
    public var to: Instant?
    /// The marker's words, cut: `log seq:4-9 is missing`.
    public var why: String
    /// Its line.
    public var line: UInt32
    /// Its byte offset.
    public var offset: UInt64
}

/// What a decoder has seen of one stream, or of one service of a mixed stream.
public struct StreamStatistics: Sendable {
    /// Service of a mixed stream (compose, syslog, CRI); empty for a plain one.
    public var service: [UInt8] = []
    /// Name of the envelopes, outermost first: `docker compose / zap console`.
    public var format = ""
    /// What kind of writer the innermost envelope speaks for.
    public var origin = RecordOrigin.unknown
    /// Lines, blank ones included.
    public var lines: UInt64 = 0
    /// Records, noise included.
    public var records: UInt64 = 0
    /// Records handed out.
    public var candidates: UInt64 = 0
    /// Records whose header carried a stamp.
    public var stamped: UInt64 = 0
    /// Records longer than ``Limits/recordLength``, cut there.
    public var cut: UInt64 = 0
    /// All stamps, day by day.
    public var stamps = StampSpread()
    /// Where the writer says that records are missing.
    public var losses: [LossMarker] = []
    /// Stamps without a zone were read by the zone rule: worth a note (vocabulary §8).
    public var usedZoneRule = false

    /// Starts at zero.
    public init() {}
}
