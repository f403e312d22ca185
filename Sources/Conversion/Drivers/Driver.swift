import Domain

/// One value of one dimension.
public struct SegmentValue: Hashable, Sendable {
    /// The dimension.
    public var dimension: SegmentDimension
    /// Its value, as logged.
    public var value: String

    /// Makes a value.
    public init(_ dimension: SegmentDimension, _ value: String) { (self.dimension, self.value) = (dimension, value) }
}

/// A segment, or a pair of segments, in which something happens more often than elsewhere, or has changed more than elsewhere.
public struct Driver: Hashable, Sendable {
    /// What it explains.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// More in the segment than in the rest.
        case excess
        /// A rise from the other period to this one that the rest did not share.
        case change
    }

    /// What happens.
    public var measure: DriverMeasure
    /// Where.
    public var segment: [SegmentValue]
    /// What it explains.
    public var kind: Kind
    /// Orders of the segment of which the measure is known.
    public var orders: Int
    /// Those on which it happened.
    public var hits: Int
    /// Orders of the rest: those whose values of these dimensions are known and others.
    public var restOrders: Int
    /// Those on which it happened.
    public var restHits: Int
    /// The segment in the other period; nil where it is not compared.
    public var before: (orders: Int, hits: Int)?
    /// The odds ratio; for a change the ratio of the two periods' odds ratios.
    public var oddsRatio: Double
    /// Its 99 % interval.
    public var oddsRange: (low: Double, high: Double)
    /// The probability of so much by chance.
    public var pValue: Double
    /// Orders on which it happened beyond what the rest's share (or the segment's own earlier share) makes.
    public var explained: Double
    /// The same at the ends of the 99 % interval of the difference of both shares; never below 0.
    public var explainedRange: (low: Double, high: Double)
    /// Money of the orders that it explains, by currency: their number times the mean amount of the orders on which it happened.
    public var money: [Amount]

    /// An amount with its 99 % interval.
    public struct Amount: Hashable, Sendable {
        /// The amount.
        public var point: Money
        /// At least.
        public var low: Money
        /// At most.
        public var high: Money
    }

    /// Its share in the segment.
    public var share: Double { Double(hits) / Double(max(1, orders)) }
    /// Its share in the rest.
    public var restShare: Double { Double(restHits) / Double(max(1, restOrders)) }

    /// Equal when they say the same.
    public static func == (a: Driver, b: Driver) -> Bool {
        a.measure == b.measure && a.segment == b.segment && a.kind == b.kind && a.orders == b.orders && a.hits == b.hits
            && a.restOrders == b.restOrders && a.restHits == b.restHits
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(segment)
        hasher.combine(kind)
        hasher.combine(hits)
    }
}
