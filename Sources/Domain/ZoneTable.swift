/// The offsets of one time zone as a plain table: what a system's zone file says, read once and carried as a value.
///
/// The rules themselves are the system's; nothing here computes daylight saving. `Configuration` makes the tables, `Decoding` reads them.
public struct ZoneTable: Hashable, Sendable {
    /// From one moment on, clocks of the zone are this much ahead of UTC.
    public struct Transition: Hashable, Sendable {
        /// The moment.
        public var at: Instant
        /// The offset from then on: local − UTC.
        public var offset: TimeSpan

        /// Makes a transition.
        public init(at: Instant, offset: TimeSpan) {
            (self.at, self.offset) = (at, offset)
        }
    }

    /// The zone's name as configured: `Asia/Shanghai`, `UTC`, `+08:00`.
    public let name: String
    /// The offset before the first transition.
    public let firstOffset: TimeSpan
    /// Transitions in the order of time.
    public let transitions: [Transition]

    /// Makes a table; transitions that are not in the order of time are left out.
    public init(name: String, firstOffset: TimeSpan, transitions: [Transition] = []) {
        (self.name, self.firstOffset) = (name, firstOffset)
        var ordered: [Transition] = []
        ordered.reserveCapacity(transitions.count)
        for transition in transitions where ordered.last.map({ $0.at < transition.at }) ?? true { ordered.append(transition) }
        self.transitions = ordered
    }

    /// UTC.
    public static let utc = ZoneTable(name: "UTC", firstOffset: .zero)
    /// China's zone since 1991, for machines without zone files: stamps of payments are never older.
    public static let shanghai = ZoneTable(name: "Asia/Shanghai", firstOffset: .hours(8))

    /// Whether the offset never changes.
    @inlinable public var isFixed: Bool { transitions.isEmpty }

    /// The offset in force at a moment.
    @inlinable public func offset(at instant: Instant) -> TimeSpan {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low &+ high) / 2
            if transitions[middle].at <= instant { low = middle &+ 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : transitions[low &- 1].offset
    }

    /// The offset by which a local clock's time is read.
    ///
    /// A time that occurs twice (the hour that is set back) is the first of the two; a time that never occurs (the hour that is skipped)
    /// is read by the offset before it.
    ///
    /// - Parameter local: the wall-clock time as if it were UTC: `civil.instant(offset: .zero)`.
    @inlinable public func offset(atLocal local: Instant) -> TimeSpan {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low &+ high) / 2
            let before = middle == 0 ? firstOffset : transitions[middle &- 1].offset
            if transitions[middle].at + max(before, transitions[middle].offset) <= local { low = middle &+ 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : transitions[low &- 1].offset
    }

    /// The moment at which clocks of the zone show this time; see ``offset(atLocal:)`` for times that occur twice or never.
    @inlinable public func instant(of civil: CivilTime) -> Instant {
        let local = civil.instant(offset: .zero)
        return local - offset(atLocal: local)
    }
}
