import Domain

/// Binds notify POSTs that carry no number (vocabulary §8 rule 4): by the provider's retry schedule, or as the same request as a delivery
/// that the application logged.
///
/// Made once with the run's waiting rows, copied to every worker, shown every chain, merged, asked once.
public struct ScheduleBinder: Sendable {
    /// What became of the waiting rows.
    public struct Outcome: Sendable {
        /// Rows that found their order, by row.
        public var bound: [Links.Bound] = []
        /// Rows that did not, by row.
        public var unbound: [Links.Unbound] = []
        /// Edge lines of the provider's deliberate probes.
        public var probes: [Int] = []
    }

    /// Makes a binder for the waiting rows of a run.
    public init(waiting: EvidenceBatch, edge: WitnessCoverage) {}

    /// Looks at a chain: a paid order may claim waiting POSTs.
    public mutating func note(_ chain: Chain) {}

    /// Adds what another worker noted.
    public mutating func merge(_ other: ScheduleBinder) {}

    /// Decides.
    public func bind() -> Outcome { Outcome() }
}
