/// A moment in UTC, counted in whole microseconds since 1970-01-01T00:00:00Z.
///
/// It holds what a line said after its zone was applied; it is never moved afterwards. A clock correction is a
/// ``ClockRange`` beside it, not another instant.
public struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since the Unix epoch; negative before it.
    public var microseconds: Int64

    /// Makes the instant that lies `microseconds` after the Unix epoch.
    @inlinable public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Orders by time.
    @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
    /// Moves forward; saturates instead of trapping at the ends of the range.
    @inlinable public static func + (a: Instant, b: TimeSpan) -> Instant {
        let (sum, overflow) = a.microseconds.addingReportingOverflow(b.microseconds)
        return Instant(microseconds: overflow ? (b.microseconds > 0 ? .max : .min) : sum)
    }
    /// Moves backward; saturates instead of trapping at the ends of the range.
    @inlinable public static func - (a: Instant, b: TimeSpan) -> Instant {
        let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
        return Instant(microseconds: overflow ? (b.microseconds > 0 ? .min : .max) : difference)
    }
    /// The signed distance from `b` to `a`; saturates.
    @inlinable public static func - (a: Instant, b: Instant) -> TimeSpan {
        let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
        return TimeSpan(microseconds: overflow ? (a > b ? .max : .min) : difference)
    }

    /// Earlier than every stamp a log can carry.
    public static let distantPast = Instant(microseconds: .min)
    /// Later than every stamp a log can carry.
    public static let distantFuture = Instant(microseconds: .max)
    /// Stands for the as-of of a run over logs of which no line has a stamp: there is no moment that its verdicts speak for.
    public static let undated = Instant(microseconds: 0)

    /// Whether it is no moment of any log: ``undated``, or an end of time.
    public var isUndated: Bool { self == .undated || self == .distantPast || self == .distantFuture }
}

/// A signed length of time in whole microseconds.
public struct TimeSpan: Hashable, Comparable, Sendable {
    /// The length in microseconds.
    public var microseconds: Int64

    /// Makes a span of `microseconds`.
    @inlinable public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// `n` milliseconds.
    @inlinable public static func milliseconds(_ n: Int64) -> TimeSpan { TimeSpan(microseconds: n * 1_000) }
    /// `n` seconds.
    @inlinable public static func seconds(_ n: Int64) -> TimeSpan { TimeSpan(microseconds: n * 1_000_000) }
    /// `n` minutes.
    @inlinable public static func minutes(_ n: Int64) -> TimeSpan { .seconds(n * 60) }
    /// `n` hours.
    @inlinable public static func hours(_ n: Int64) -> TimeSpan { .seconds(n * 3_600) }
    /// `n` days of 24 hours.
    @inlinable public static func days(_ n: Int64) -> TimeSpan { .seconds(n * 86_400) }
    /// No time at all.
    public static let zero = TimeSpan(microseconds: 0)

    /// The length in whole seconds, rounded toward zero.
    @inlinable public var wholeSeconds: Int64 { microseconds / 1_000_000 }

    /// Orders by length.
    @inlinable public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
    /// Adds; saturates.
    @inlinable public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        let (sum, overflow) = a.microseconds.addingReportingOverflow(b.microseconds)
        return TimeSpan(microseconds: overflow ? (b.microseconds > 0 ? .max : .min) : sum)
    }
    /// Turns the sign around.
    @inlinable public static prefix func - (a: TimeSpan) -> TimeSpan {
        TimeSpan(microseconds: a.microseconds == .min ? .max : -a.microseconds)
    }
}

/// How fine a stamp is: the true moment lies in `[stamp, stamp + width)`.
public enum Resolution: UInt8, Sendable, CaseIterable {
    case microsecond
    case millisecond
    case second
    case minute
    case day

    /// The length of the interval that one stamp stands for.
    public var width: TimeSpan {
        switch self {
        case .microsecond: TimeSpan(microseconds: 1)
        case .millisecond: .milliseconds(1)
        case .second: .seconds(1)
        case .minute: .minutes(1)
        case .day: .days(1)
        }
    }
}
