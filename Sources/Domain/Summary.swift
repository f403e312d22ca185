/// The result of one run: contract.md's `analyze --json`.
public struct Summary: Sendable {
    /// Counters of the input.
    public struct Inputs: Hashable, Sendable {
        /// Sources read.
        public var files = 0
        /// Bytes as they lie on disk.
        public var bytesRead: UInt64 = 0
        /// Bytes after decompression.
        public var bytesDecompressed: UInt64 = 0
        /// Lines.
        public var lines: UInt64 = 0
        /// Pieces of evidence, duplicates included.
        public var evidence: UInt64 = 0
        /// Lines that gave none.
        public var noise: UInt64 = 0
        /// Evidence without an order.
        public var unbound: UInt64 = 0
        /// The same record again.
        public var duplicates: UInt64 = 0
        /// The provider's deliberate false signatures.
        public var probes: UInt64 = 0
        /// Stamps more than 400 days off.
        public var implausibleStamps: UInt64 = 0
        /// Damaged places.
        public var damaged: [Damage] = []
        /// Makes zero counters.
        public init() {}
    }

    /// Coverage of one source.
    public struct SourceCoverage: Hashable, Sendable {
        /// The source.
        public var source: SourceInfo
        /// Makes an entry.
        public init(source: SourceInfo) { self.source = source }
    }

    /// A piece of evidence that stayed without an order.
    public struct UnboundItem: Hashable, Sendable {
        /// What happened.
        public var event: EventKind
        /// `file:line`.
        public var source: String
        /// The raw stamp.
        public var at: Instant
        /// Its ids by kind.
        public var ids: [Identifier]
        /// Why it could not be bound, in a few words.
        public var why: String

        /// An id of an unbound item.
        public struct Identifier: Hashable, Sendable {
            /// The kind of id.
            public var kind: AttributeKey
            /// The value.
            public var value: String
            /// Makes an id.
            public init(kind: AttributeKey, value: String) {
                (self.kind, self.value) = (kind, value)
            }
        }

        /// Makes an item.
        public init(event: EventKind, source: String, at: Instant, ids: [Identifier], why: String) {
            (self.event, self.source, self.at, self.ids, self.why) = (event, source, at, ids, why)
        }
    }

    /// One step of one flow's funnel.
    public struct FunnelStep: Hashable, Sendable {
        /// The step.
        public var step: Step
        /// Orders that reached it.
        public var orders: Int
        /// Share of the flow's orders, 0…1.
        public var conversion: Double
        /// Median seconds from order_created, where known.
        public var medianSeconds: Double?
        /// Orders of which the logs cannot tell whether they reached it: as many more may have.
        public var unobserved: Int
        /// Makes a step.
        public init(step: Step, orders: Int, conversion: Double, medianSeconds: Double?, unobserved: Int = 0) {
            (self.step, self.orders, self.conversion, self.medianSeconds) = (step, orders, conversion, medianSeconds)
            self.unobserved = unobserved
        }
    }

    /// How often one break fired.
    public struct BreakCount: Hashable, Sendable {
        /// The break.
        public var code: BreakCode
        /// Orders it fired on.
        public var orders: Int
        /// Orders it is the primary break of.
        public var primary: Int
        /// Their money by currency.
        public var amounts: [Money]
        /// Orders by severity: critical, major, minor.
        public var bySeverity: [Int]
        /// One order to look at: the one with the worst severity, then the least order number.
        public var example: OrderNumber?
        /// Makes a count.
        public init(code: BreakCode, orders: Int, primary: Int, amounts: [Money], bySeverity: [Int], example: OrderNumber? = nil) {
            (self.code, self.orders, self.primary, self.amounts, self.bySeverity) = (code, orders, primary, amounts, bySeverity)
            self.example = example
        }
    }

    /// The moment verdicts speak for.
    public var asOf: Instant
    /// Counters.
    public var inputs = Inputs()
    /// Coverage by source.
    public var coverage: [SourceCoverage] = []
    /// Unbound evidence, the first ones; `inputs.unbound` has the whole count.
    public var unboundItems: [UnboundItem] = []
    /// Notes for people: zone defaults used, padding, probes.
    public var notes: [String] = []
    /// Orders judged.
    public var orders = 0
    /// Orders by outcome.
    public var outcomes: [Outcome: Int] = [:]
    /// Paid orders by experience.
    public var experiences: [Experience: Int] = [:]
    /// Funnel by flow.
    public var funnels: [(flow: Flow, orders: Int, steps: [FunnelStep])] = []
    /// Money of the orders ever paid, by currency.
    public var paidAmounts: [Money] = []
    /// Orders that are paid and not marked (``Verdict/isStuck``).
    public var stuckOrders = 0
    /// Their money by currency.
    public var stuckAmounts: [Money] = []
    /// Breaks, most orders first.
    public var breaks: [BreakCount] = []
    /// Findings.
    public var findings: [Finding] = []
    /// The orders by what metrics tell apart; nil in a summary that is only printed. A store keeps them apart (`Store.orderCounts`).
    public var counts: OrderCounts?
    /// Wall time of the run.
    public var elapsedSeconds: Double = 0

    /// Makes an empty summary.
    public init(asOf: Instant) { self.asOf = asOf }
}
