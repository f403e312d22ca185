/// The interval that surely contains the true moment of a stamp; both ends are included.
///
/// A server or provider stamp gives `[stamp, stamp + resolution]`. A device stamp gives the raw stamp minus the device's
/// offset interval; an offset that nothing bounds leaves that end at `distantPast` or `distantFuture`.
public struct ClockRange: Hashable, Sendable {
    /// The earliest moment it can have been.
    public var earliest: Instant
    /// The latest moment it can have been.
    public var latest: Instant

    /// Makes a range from its ends.
    @inlinable public init(earliest: Instant, latest: Instant) {
        self.earliest = earliest
        self.latest = latest
    }

    /// Surely before `other`.
    @inlinable public func isBefore(_ other: ClockRange) -> Bool { latest < other.earliest }
    /// Surely after `other`.
    @inlinable public func isAfter(_ other: ClockRange) -> Bool { other.latest < earliest }
    /// Neither surely before nor surely after.
    @inlinable public func isConcurrent(with other: ClockRange) -> Bool { !isBefore(other) && !isAfter(other) }
    /// The whole range moved by `span`; open ends stay open.
    @inlinable public func advanced(by span: TimeSpan) -> ClockRange {
        ClockRange(
            earliest: earliest == .distantPast ? earliest : earliest + span, latest: latest == .distantFuture ? latest : latest + span)
    }
}

/// What is known of one device session's clock: `offset = shown by the device − true`, an interval.
public struct ClockOffset: Hashable, Sendable {
    /// The least the device clock can be ahead; `TimeSpan(.min)` when nothing bounds it.
    public var low: TimeSpan
    /// The most the device clock can be ahead; `TimeSpan(.max)` when nothing bounds it.
    public var high: TimeSpan
    /// False when the causal pairs contradict each other (the clock was changed in between): then no correction is known.
    public var isConsistent: Bool

    /// Makes an offset interval.
    @inlinable public init(low: TimeSpan, high: TimeSpan, isConsistent: Bool = true) {
        (self.low, self.high, self.isConsistent) = (low, high, isConsistent)
    }

    /// Nothing is known.
    public static let unknown = ClockOffset(low: TimeSpan(microseconds: .min), high: TimeSpan(microseconds: .max))

    /// The range of true moments of a stamp that the device wrote as `[raw, raw + width]`.
    @inlinable public func range(of raw: Instant, resolution: Resolution) -> ClockRange {
        ClockRange(
            earliest: high.microseconds == .max ? .distantPast : raw + (-high),
            latest: low.microseconds == .min ? .distantFuture : raw + resolution.width + (-low))
    }
}
