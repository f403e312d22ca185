import Domain

/// What a stamp without an offset means: a fixed offset, or a table of transitions given from outside (the pure rooms read no zone
/// files). Ambiguous local times, when a clock is put back, are read as the earlier moment.
public struct ZoneRule: Hashable, Sendable {
    /// One change of the offset.
    public struct Transition: Hashable, Sendable {
        /// From when on.
        public var from: Instant
        /// How far ahead of UTC clocks are from then on.
        public var offset: TimeSpan

        /// Makes a transition.
        public init(from: Instant, offset: TimeSpan) { (self.from, self.offset) = (from, offset) }
    }

    /// Name for people: `Asia/Shanghai`.
    public let name: String
    /// The offset before the first transition; the only one where there are none.
    public let offset: TimeSpan
    private let transitions: [Transition]
    /// Whether one offset holds at all times.
    public let isFixed: Bool

    /// A fixed offset.
    public init(name: String, offset: TimeSpan) {
        (self.name, self.offset, transitions, isFixed) = (name, offset, [], true)
    }

    /// A zone with transitions, in order of time.
    public init(name: String, offset: TimeSpan, transitions: [Transition]) {
        (self.name, self.offset, self.transitions) = (name, offset, transitions.sorted { $0.from < $1.from })
        isFixed = transitions.isEmpty
    }

    /// China has had UTC+8 without summer time since 1991 (facts.md §8).
    public static let shanghai = ZoneRule(name: "Asia/Shanghai", offset: .hours(8))
    /// Coordinated universal time.
    public static let utc = ZoneRule(name: "UTC", offset: .zero)

    /// The offset in force when a clock of this zone shows `local`, given as microseconds of civil time since 1970.
    public func offset(atLocal local: Int64) -> TimeSpan {
        guard !isFixed else { return offset }
        var current = offset
        for transition in transitions {
            // The old offset holds as long as the old clock has not yet reached the change.
            guard local &- current.microseconds >= transition.from.microseconds else { break }
            current = transition.offset
        }
        return current
    }
}
