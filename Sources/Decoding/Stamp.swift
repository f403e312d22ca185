import Domain

/// One stamp read from text.
public struct Stamp: Hashable, Sendable {
    /// The moment in UTC.
    public var at: Instant
    /// How fine it is.
    public var resolution: Resolution
    /// Bytes it took.
    public var length: Int
    /// Whether the text itself named the zone.
    public var isZoned: Bool
    /// False when the text lacks the year or the date and nothing tells it: then `at` means nothing.
    public var isDated: Bool

    @inline(__always)
    init(_ microseconds: Int64, _ resolution: Resolution, length: Int, isZoned: Bool, isDated: Bool = true) {
        (at, self.resolution, self.length) = (Instant(microseconds: microseconds), resolution, length)
        (self.isZoned, self.isDated) = (isZoned, isDated)
    }
}
