import Domain

/// What evaluation remembers from one as-of to the next.
public struct AlertState: Sendable, Hashable {
    /// What is remembered of one rule.
    public struct Rule: Sendable, Hashable {
        /// The last step that was evaluated; nil before the first.
        public var evaluatedTo: Instant?
        /// Alerts that are pending or firing, by the values of `by`.
        public var active: [[String]: Active] = [:]
        /// Firings of the past, so that late truth is raised once.
        public var past: [Firing] = []
        /// Late firings whose resolution is still to be said.
        public var late: [LateFiring] = []
        /// Hashes of what was counted, hour by hour: a change there is late truth.
        public var digests: [Int64: UInt64] = [:]
        /// The sources that it waits for; empty while it waits for none.
        public var heldBy: [String] = []
        /// The last step at which it waited for none.
        public var heldSince: Instant?

        /// Makes an empty one.
        public init() {}
    }

    /// An alert that is pending or firing.
    public struct Active: Sendable, Hashable {
        /// Where it stands.
        public var machine = AlertMachine()
        /// Its labels, for when the rule is gone.
        public var labels: [AlertEvent.Pair] = []
        /// What it read last.
        public var value = ""
        /// Its annotations as they were when it fired, or now while it is pending.
        public var annotations: [AlertEvent.Pair] = []
        /// It became known late.
        public var isLate = false

        /// Makes one that is not active yet.
        public init() {}
    }

    /// One firing of the past.
    public struct Firing: Sendable, Hashable {
        /// Whose.
        public var labels: [String]
        /// Since when it was true.
        public var activeAt: Instant
        /// Until when it fired; nil while it does.
        public var endsAt: Instant?
        /// When it began to fire.
        public var firedAt: Instant
        /// It became known late.
        public var isLate: Bool

        /// Makes a firing.
        public init(labels: [String], activeAt: Instant, firedAt: Instant, endsAt: Instant? = nil, isLate: Bool) {
            (self.labels, self.activeAt, self.firedAt, self.endsAt, self.isLate) = (labels, activeAt, firedAt, endsAt, isLate)
        }
    }

    /// A late firing that was said and is over: it is resolved a little later, so that somebody sees it.
    public struct LateFiring: Sendable, Hashable {
        /// What was said.
        public var event: AlertEvent
        /// When it really ended.
        public var endsAt: Instant

        /// Makes one.
        public init(event: AlertEvent, endsAt: Instant) { (self.event, self.endsAt) = (event, endsAt) }
    }

    /// The as-of of the last evaluation.
    public var asOf: Instant?
    /// By ``AlertRule/key``.
    public var rules: [String: Rule] = [:]

    /// Makes a state that knows nothing.
    public init() {}
}
