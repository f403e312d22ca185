/// What can be said about the change of a share from one period to another.
public struct RateChange: Hashable, Sendable {
    /// The finding.
    public enum Finding: String, Hashable, Sendable, CaseIterable {
        /// Whatever the orders did that nobody saw: it changed.
        case real
        /// As much is seen as before, and among what is seen it changed.
        case realAtEqualCoverage = "real_at_equal_coverage"
        /// Among what is seen it changed, but more or less is seen than before: the logging may be the cause.
        case coverageDiffers = "coverage_differs"
        /// No more than chance makes.
        case withinNoise = "within_noise"
        /// One of the periods has too few orders.
        case notComparable = "not_comparable"

        /// Whether the change may be called one.
        public var isReal: Bool { self == .real || self == .realAtEqualCoverage }
    }

    /// The finding.
    public var finding: Finding
    /// The difference of the points, now minus then; nil where one of them has none.
    public var difference: Double?
    /// Bounds of the difference with everything unseen taken at its worst, 99 %.
    public var bounds: ShareRange

    /// Share of orders of which more or less may be known in the two periods, at most, to call the coverage equal.
    static let coverageTolerance = 0.02
    /// Orders that a period must have.
    static let fewest = 20

    /// Compares two periods.
    ///
    /// The difference's bounds join the squared distances of the points from their own Wilson limits (R. G. Newcombe 1998, method 10), at
    /// 99 %, in a table of many 99.9 %: a report makes many comparisons.
    init(now: BoundedRate, then: BoundedRate, z: Double = ShareRange.Confidence.z99) {
        difference = now.point.flatMap { a in then.point.map { a - $0 } }
        let (a, b) = (now.identified, then.identified)
        let (wideA, wideB) = (now.bounds(z: z), then.bounds(z: z))
        bounds = ShareRange(
            low: a.low - b.high - RateChange.root(a.low - wideA.low, wideB.high - b.high),
            high: a.high - b.low + RateChange.root(wideA.high - a.high, b.low - wideB.low))
        guard now.counts.total >= RateChange.fewest, then.counts.total >= RateChange.fewest, now.counts.known > 0, then.counts.known > 0
        else {
            finding = .notComparable
            return
        }
        if bounds.low > 0 || bounds.high < 0 {
            finding = .real
            return
        }
        let seen = RateChange.difference(
            (now.counts.yes, now.counts.known), (then.counts.yes, then.counts.known), z: z)
        guard seen.low > 0 || seen.high < 0 else {
            finding = .withinNoise
            return
        }
        finding = (now.coverage - then.coverage).magnitude <= RateChange.coverageTolerance ? .realAtEqualCoverage : .coverageDiffers
    }

    /// Newcombe's interval of the difference of two shares.
    static func difference(_ a: (hits: Int, of: Int), _ b: (hits: Int, of: Int), z: Double) -> ShareRange {
        guard a.of > 0, b.of > 0 else { return ShareRange(low: -1, high: 1) }
        let (p, q) = (Double(a.hits) / Double(a.of), Double(b.hits) / Double(b.of))
        let (first, second) = (ShareRange.wilson(a.hits, of: a.of, z: z), ShareRange.wilson(b.hits, of: b.of, z: z))
        return ShareRange(
            low: p - q - root(p - first.low, second.high - q), high: p - q + root(first.high - p, q - second.low))
    }

    private static func root(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
}
