import Domain

/// How long orders take to reach a step, when some are still on their way and others ended otherwise.
///
/// The share that has reached the step after a time is the cumulative incidence of Aalen and Johansen (1978): orders still open count as long
/// as they were watched (right-censored at as-of), and orders that surely never will (paid elsewhere, closed, failed, the step missing) are a
/// competing end, not a censoring. Without competing ends this is one minus Kaplan and Meier's estimate. Orders of which no log would tell
/// are left out and counted.
public struct TimeToStep: Hashable, Sendable {
    var reached = TimeHistogram()
    var ended = TimeHistogram()
    var watching = TimeHistogram()
    /// Orders that reached it, whose time is not known: no log, or a device clock that nothing bounds.
    public internal(set) var unknown = 0

    /// Makes an estimate of nothing.
    public init() {}

    /// Orders with a known time.
    public var orders: Int { reached.total }
    /// Orders still open at as-of.
    public var open: Int { watching.total }

    mutating func merge(_ other: TimeToStep) {
        reached.merge(other.reached)
        ended.merge(other.ended)
        watching.merge(other.watching)
        unknown += other.unknown
    }

    /// A quantile with its bounds.
    public struct Quantile: Hashable, Sendable {
        /// The time in seconds; nil: not reached as far as orders were watched.
        public var seconds: Double?
        /// The least it can be by chance, 95 %.
        public var low: Double?
        /// The most it can be by chance; nil: not reached.
        public var high: Double?
    }

    /// The time by which a share of the orders that ever reach the step have reached it.
    ///
    /// How many of the orders that are still open when the last one is watched will reach it is told by how fast the curve still rises
    /// (``Curve/expected``): most of those that have waited long never will. Where too many may, the quantile is "not reached". The bounds
    /// are the quantiles at the Wilson limits of the share, with none of the open ones and with all of them.
    public func quantile(_ share: Double) -> Quantile {
        guard reached.total > 0 else { return Quantile() }
        let curve = incidence()
        let hits = Int((share * Double(reached.total)).rounded())
        let range = ShareRange.wilson(hits, of: reached.total)
        let reached = curve.steps.last?.share ?? 0
        return Quantile(
            seconds: curve.time(at: share * (reached + curve.expected)), low: curve.time(at: range.low * reached),
            high: curve.time(at: range.high * (reached + curve.left)))
    }

    /// The share that has reached the step by the longest time watched, among all whose time counts.
    public var shareReached: Double { incidence().steps.last?.share ?? 0 }

    struct Curve {
        /// After `seconds` this share has reached the step.
        var steps: [(seconds: Double, share: Double)] = []
        /// The share that was still open when the last one was watched.
        var left = 1.0

        /// The share of those left that is expected to reach the step still.
        ///
        /// As far as enough orders were watched, the curve rose by some in the last stretch of the time, and by some in the one before: further
        /// stretches are taken to go on in that ratio (A. C. Aitken's extrapolation). A curve that no longer rises leaves nobody; one that
        /// rises as fast as before may take all. Stretches are thirds of the time; where so few were watched for two thirds that none of them
        /// may have reached it by chance, doublings.
        var expected = 0.0

        /// The share that has reached the step by a time.
        func share(at seconds: Double) -> Double { steps.last { $0.seconds <= seconds }?.share ?? 0 }

        mutating func extrapolate(watchedUntil seconds: Double, areMany: Bool) {
            let (last, half) = (share(at: seconds), share(at: seconds / 2))
            guard last > half else { return }
            let (middle, first) = areMany ? (share(at: seconds * 2 / 3), share(at: seconds / 3)) : (half, share(at: seconds / 4))
            let (rise, before) = (last - middle, middle - first)
            expected = rise < before ? min(left, rise * rise / (before - rise)) : left
        }

        func time(at target: Double) -> Double? {
            // Sums of many small steps may miss their own total by a rounding.
            return steps.first { $0.share >= target - 1e-12 }?.seconds
        }
    }

    func incidence() -> Curve {
        var curve = Curve()
        let all = reached.total + ended.total + watching.total
        var atRisk = all
        var watchedUntil = 0.0
        var (surviving, share) = (1.0, 0.0)
        for bucket in 0..<max(reached.counts.count, ended.counts.count, watching.counts.count) where atRisk > 0 {
            let (hits, ends, leaves) = (reached.count(bucket), ended.count(bucket), watching.count(bucket))
            guard hits + ends + leaves > 0 else { continue }
            // Of those who have not reached it yet hardly any were watched for so long: the few speak for too many, and the curve is chance.
            if Double(atRisk) * 20 < surviving * Double(all) { break }
            watchedUntil = TimeHistogram.seconds(bucket)
            if hits > 0 {
                share += surviving * Double(hits) / Double(atRisk)
                curve.steps.append((TimeHistogram.seconds(bucket), share))
            }
            // What happens in one bucket happens before anybody stops watching.
            if hits + ends > 0 { surviving *= 1 - Double(hits + ends) / Double(atRisk) }
            atRisk -= hits + ends + leaves
        }
        curve.left = surviving
        if surviving > 1e-12 {
            let late = TimeHistogram.bucket(TimeSpan(microseconds: Int64(watchedUntil * 2 / 3 * 1_000_000)))
            curve.extrapolate(
                watchedUntil: watchedUntil, areMany: [reached, ended, watching].reduce(0) { $0 + $1.count(from: late) } >= Self.many)
        }
        return curve
    }

    /// If none of so many has reached the step, less than one in ten will, with 95 % (the rule of three).
    private static let many = 30
}
