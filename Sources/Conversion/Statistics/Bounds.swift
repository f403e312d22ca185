/// An interval of shares, both ends included.
public struct ShareRange: Hashable, Sendable {
    /// The least it can be.
    public var low: Double
    /// The most it can be.
    public var high: Double

    /// Makes a range.
    public init(low: Double, high: Double) { (self.low, self.high) = (low, high) }

    /// Whether a share lies in it.
    public func contains(_ share: Double) -> Bool { low <= share && share <= high }

    /// Wilson's score interval of a share (E. B. Wilson, 1927): never below 0 or above 1, and right for small counts.
    ///
    /// - Parameters:
    ///   - hits: how many of `total`.
    ///   - z: the normal quantile; 1.96 for 95 %.
    static func wilson(_ hits: Int, of total: Int, z: Double = Confidence.z95) -> ShareRange {
        guard total > 0 else { return ShareRange(low: 0, high: 1) }
        let (n, p, square) = (Double(total), Double(hits) / Double(total), z * z)
        let middle = p + square / (2 * n)
        let spread = z * (p * (1 - p) / n + square / (4 * n * n)).squareRoot()
        let scale = 1 + square / n
        // All and none are exact ends.
        return ShareRange(
            low: hits == 0 ? 0 : max(0, (middle - spread) / scale), high: hits == total ? 1 : min(1, (middle + spread) / scale))
    }

    /// Normal quantiles.
    enum Confidence {
        /// Two-sided 95 %.
        static let z95 = 1.959963984540054
        /// Two-sided 99 %.
        static let z99 = 2.5758293035489004
        /// Two-sided 99.9 %.
        static let z999 = 3.2905267314919255
    }
}

/// How orders stand to a question that is answered with yes or no.
public struct ReachCounts: Hashable, Sendable {
    /// It happened.
    public var yes = 0
    /// It did not happen, and logs that would show it say so.
    public var no = 0
    /// It may still happen: its time is not over.
    public var open = 0
    /// No log would show it.
    public var unseen = 0

    /// Makes zero counts.
    public init() {}

    /// Makes counts.
    public init(yes: Int, no: Int, open: Int = 0, unseen: Int = 0) {
        (self.yes, self.no, self.open, self.unseen) = (yes, no, open, unseen)
    }

    /// All orders.
    public var total: Int { yes + no + open + unseen }
    /// Orders of which it is known.
    public var known: Int { yes + no }

    /// Counts one order.
    mutating func add(_ reach: Reach) {
        switch reach {
        case .yes: yes += 1
        case .no: no += 1
        case .open: open += 1
        case .unseen: unseen += 1
        }
    }

    /// Adds other counts.
    mutating func add(_ other: ReachCounts) {
        yes += other.yes
        no += other.no
        open += other.open
        unseen += other.unseen
    }
}

/// A share with honest bounds.
///
/// `low` takes every order of which nothing is known for a no, `high` for a yes (worst-case bounds, C. F. Manski 1989), and each end is
/// moved out by the sampling error of a share of that size (Wilson, 95 %). `point` is the share among the orders of which it is known; it
/// is right only if the others are like them, so it is never shown without its bounds.
public struct BoundedRate: Hashable, Sendable {
    /// The counts behind it.
    public var counts: ReachCounts
    /// The shares that its point is made of, where it is no plain one.
    private var chain: [Double?] = []

    /// Makes a rate of counts.
    public init(_ counts: ReachCounts) { self.counts = counts }

    /// Makes the rate of a step that only orders at another step can reach: its point is the product of both shares.
    ///
    /// Of orders that did not get to the other step it is known that they did not get here either, of those that did it often is not: among
    /// the orders that can be told there would be too many of the first kind.
    init(_ counts: ReachCounts, chained base: BoundedRate, _ share: BoundedRate) {
        self.counts = counts
        chain = [base.point, share.point]
    }

    /// The share among orders of which it is known, of a step behind another the product of such shares; nil when it is known of none.
    public var point: Double? {
        guard chain.isEmpty else {
            return chain.reduce(1) { product, share in product.flatMap { a in share.map { a * $0 } } }
        }
        return counts.known > 0 ? Double(counts.yes) / Double(counts.known) : nil
    }

    /// The bounds, sampling error included.
    public var bounds: ShareRange { bounds(z: ShareRange.Confidence.z95) }

    func bounds(z: Double) -> ShareRange {
        ShareRange(
            low: ShareRange.wilson(counts.yes, of: counts.total, z: z).low,
            high: ShareRange.wilson(counts.total - counts.no, of: counts.total, z: z).high)
    }

    /// The bounds without sampling error: what these very orders can have been.
    public var identified: ShareRange {
        guard counts.total > 0 else { return ShareRange(low: 0, high: 1) }
        return ShareRange(
            low: Double(counts.yes) / Double(counts.total), high: Double(counts.total - counts.no) / Double(counts.total))
    }

    /// Share of orders of which it is known.
    public var coverage: Double { counts.total > 0 ? Double(counts.known) / Double(counts.total) : 0 }
}
