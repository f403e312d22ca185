/// A stretch of time, both ends included.
public struct Stretch: Hashable, Sendable {
    /// First moment.
    public var from: Instant
    /// Last moment.
    public var to: Instant

    /// Makes a stretch.
    @inlinable public init(from: Instant, to: Instant) {
        (self.from, self.to) = (from, to)
    }

    /// Whether it contains the whole of `[a, b]`.
    @inlinable public func contains(_ a: Instant, _ b: Instant) -> Bool { from <= a && b <= to }
    /// Whether it shares a moment with `[a, b]`.
    @inlinable public func overlaps(_ a: Instant, _ b: Instant) -> Bool { from <= b && a <= to }
}

/// A hole in a source: lost, damaged or cut (vocabulary §5).
public struct Gap: Hashable, Sendable {
    /// The time that is lost.
    public var stretch: Stretch
    /// Why, in a few words: `gzip: unexpected end`, `log seq:4-9 is missing`, `rotation missing`.
    public var why: String

    /// Makes a gap.
    public init(stretch: Stretch, why: String) {
        (self.stretch, self.why) = (stretch, why)
    }
}

/// What one kind of witness really spans: joined stretches and the gaps inside them (vocabulary §5).
public struct WitnessCoverage: Hashable, Sendable {
    /// Joined stretches, in order, apart from each other.
    public var stretches: [Stretch]
    /// Gaps of any source of this kind, in order.
    public var gaps: [Gap]

    /// Makes coverage from its parts.
    public init(stretches: [Stretch] = [], gaps: [Gap] = []) {
        (self.stretches, self.gaps) = (stretches, gaps)
    }

    /// Whether one stretch contains the whole of `[from, to]` and no gap touches it.
    public func covers(_ from: Instant, _ to: Instant) -> Bool {
        from <= to && stretches.contains { $0.contains(from, to) } && !gaps.contains { $0.stretch.overlaps(from, to) }
    }

    /// Nothing at all.
    public var isEmpty: Bool { stretches.isEmpty }
}

/// One device session as an order sees it: its clock and what its logs cover, in the device's own raw time.
public struct DeviceSession: Hashable, Sendable {
    /// Which one.
    public var key: DeviceKey
    /// What is known of its clock.
    public var offset: ClockOffset
    /// What its sources span, in raw device time.
    public var coverage: WitnessCoverage
    /// Its name for people: the device id, else process and file.
    public var name: String
    /// ios or android, or empty when unknown.
    public var platform: String

    /// Makes a device session.
    public init(key: DeviceKey, offset: ClockOffset, coverage: WitnessCoverage, name: String = "", platform: String = "") {
        (self.key, self.offset, self.coverage, self.name, self.platform) = (key, offset, coverage, name, platform)
    }

    /// Whether its logs surely cover the whole of a true-time interval, whatever the clock's offset within its bounds.
    public func covers(_ range: ClockRange) -> Bool {
        guard offset.isConsistent, offset.low.microseconds != .min, offset.high.microseconds != .max else { return false }
        return coverage.covers(range.earliest + offset.low, range.latest + offset.high)
    }
}
