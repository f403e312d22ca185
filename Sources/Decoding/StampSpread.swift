import Domain

/// The stamps of one stream, gathered by day, so that the median and what lies far from it are known at the end without keeping
/// every stamp. A stamp more than 400 days from the median is implausible (vocabulary §5).
public struct StampSpread: Sendable {
    private struct Day: Sendable {
        var number: Int64
        var count: UInt64
        var first: Int64
        var last: Int64
    }
    private var days: [Day] = []
    private var recent = 0
    private var recentFrom: Int64 = 0
    private var recentTo: Int64 = -1
    /// Stamps on days beyond the bound of 4,096 different days: no log has that many.
    private var beyond: UInt64 = 0
    private static let bound = 4_096
    private static let dayLength: Int64 = 86_400_000_000

    /// Starts empty.
    public init() {}

    /// Notes one stamp.
    @inline(__always)
    mutating func add(_ at: Int64) {
        if at < recentFrom || at > recentTo { find(at) }
        guard recent < days.count else { return }
        days[recent].count &+= 1
        if at < days[recent].first { days[recent].first = at }
        if at > days[recent].last { days[recent].last = at }
    }

    private mutating func find(_ at: Int64) {
        let number = at / StampSpread.dayLength &- (at < 0 ? 1 : 0)
        var low = 0
        var high = days.count
        while low < high {
            let middle = (low + high) / 2
            if days[middle].number < number { low = middle + 1 } else { high = middle }
        }
        if low == days.count || days[low].number != number {
            guard days.count < StampSpread.bound else {
                beyond &+= 1
                (recent, recentFrom, recentTo) = (days.count, 0, -1)
                return
            }
            days.insert(Day(number: number, count: 0, first: at, last: at), at: low)
        }
        recent = low
        let start = number.multipliedReportingOverflow(by: StampSpread.dayLength)
        (recentFrom, recentTo) = start.overflow ? (at, at) : (start.partialValue, start.partialValue &+ (StampSpread.dayLength - 1))
    }

    /// First and last plausible stamp, and how many stamps are implausible.
    public var summary: (span: Stretch?, implausible: UInt64) {
        let total = days.reduce(UInt64(0)) { $0 &+ $1.count }
        guard total > 0 else { return (nil, beyond) }
        var passed: UInt64 = 0
        var median: Int64 = 0
        for day in days {
            passed &+= day.count
            if passed &* 2 >= total {
                median = day.first / 2 &+ day.last / 2
                break
            }
        }
        let reach = 400 * StampSpread.dayLength
        var span: Stretch?
        var implausible = beyond
        for (place, day) in days.enumerated() {
            if isStray(place, of: total) {
                implausible &+= day.count
                continue
            }
            // A day at the border counts as a whole: its stamps are not kept one by one.
            let distance = Instant(microseconds: day.first) - Instant(microseconds: median)
            guard distance.microseconds >= -reach, distance.microseconds <= reach else {
                implausible &+= day.count
                continue
            }
            let first = Instant(microseconds: day.first)
            let last = Instant(microseconds: day.last)
            span = Stretch(from: span.map { min($0.from, first) } ?? first, to: span.map { max($0.to, last) } ?? last)
        }
        return (span, implausible)
    }

    /// A single stamp a month away from all the others of a log, at its beginning or end: a slip of one clock, and no day of the log.
    private func isStray(_ place: Int, of total: UInt64) -> Bool {
        guard days[place].count == 1, total >= 20, days.count > 1 else { return false }
        let month: Int64 = 30
        if place == 0 { return days[1].number &- days[0].number > month }
        return place == days.count - 1 && days[place].number &- days[place - 1].number > month
    }
}
