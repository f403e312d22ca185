import Domain

/// The weekly report as values: what every rendering shows.
public struct ConversionReport: Sendable {
    /// The period.
    public var period: ReportPeriod
    /// The period it is compared with.
    public var compared: ReportPeriod?
    /// The moment the verdicts speak for.
    public var asOf: Instant
    /// Orders of the period, those that only a provider's bill tells of aside.
    public var orders: Int
    /// Orders that only a provider's bill tells of: in no rate.
    public var billOnly: Int
    /// Orders of the other period.
    public var ordersBefore: Int?
    /// Share of orders that were paid.
    public var conversion: Compared
    /// Money of the orders ever paid, by currency.
    public var paidMoney: [Money]
    /// The same in the other period.
    public var paidMoneyBefore: [Money]?
    /// Orders that are paid and provably not marked.
    public var stuck: Int
    /// Their money.
    public var stuckMoney: [Money]
    /// Orders by outcome, each with the count of the other period.
    public var outcomes: [(outcome: Outcome, orders: Int, before: Int?)]
    /// Paid orders by experience.
    public var experiences: [(experience: Experience, orders: Int, before: Int?)]
    /// Share of paid payers who never saw the right result.
    public var lost: Compared
    /// A funnel for each flow with orders.
    public var funnels: [Funnel]
    /// Breaks, those that cost most first.
    public var breaks: [BreakRow]
    /// How payers came back.
    public var routes: Routes
    /// Notifies by provider.
    public var notifies: [NotifyHealth]
    /// Payments there and here, by provider.
    public var reconciliation: [Reconciliation]
    /// Orders by segment.
    public var breakdowns: [Breakdown]
    /// Segments that explain an excess or a change, those that explain most first.
    public var drivers: [Driver]
    /// Paid orders that are not marked or whose payer was lost, by proof: what there is to recover.
    public var harmed: Int
    /// Their money.
    public var harmedMoney: [Money]
    /// What would have healed orders.
    public var recovery: [Recovery]
    /// What the logs could tell.
    public var coverage: PeriodCoverage
    /// The same in the other period.
    public var coverageBefore: PeriodCoverage?
    /// From the first to the last order of the whole store, where that was asked: for a period without any.
    public var held: Stretch?
    /// Whether the whole store has no order.
    public var isStoreEmpty = false

    /// A share beside that of the other period.
    public struct Compared: Hashable, Sendable {
        /// Of this period.
        public var now: BoundedRate
        /// Of the other one.
        public var then: BoundedRate?
        /// It stands in a table of many: then only a change that chance makes once in a thousand is called one, else once in a hundred.
        public var isOneOfMany = false
        /// What may be said about the change.
        public var change: RateChange? {
            let z = isOneOfMany ? ShareRange.Confidence.z999 : ShareRange.Confidence.z99
            return then.map { RateChange(now: now, then: $0, z: z) }
        }
    }

    /// The funnel of one flow.
    public struct Funnel: Sendable {
        /// The flow.
        public var flow: Flow
        /// Its orders.
        public var orders: Int
        /// Its steps in order.
        public var steps: [FunnelStep]
    }

    /// One step of a funnel.
    public struct FunnelStep: Sendable {
        /// The step.
        public var step: Step
        /// Share of all orders of the flow; behind the payment only paid ones reach a step.
        public var reached: Compared
        /// Share of the orders that reached the step before; behind the payment, of the paid ones.
        public var ofBase: Compared
        /// The step that `ofBase` and the times count from; nil for the first step.
        public var base: Step?
        /// The step from which times count: the creation, behind the payment the payment.
        public var since: Step
        /// It comes behind the payment.
        public var isBehindPayment: Bool
        /// The times.
        public var time: TimeToStep
        /// What may be said about the change: of the share of all orders, behind the payment of the paid ones.
        public var change: RateChange? { isBehindPayment ? ofBase.change : reached.change }
    }

    /// One break.
    public struct BreakRow: Sendable {
        /// Which.
        public var code: BreakCode
        /// How often among the orders of its flows.
        public var rate: Compared
        /// Orders whose first break it is.
        public var primary: Int
        /// Orders by severity: critical, major, minor.
        public var bySeverity: [Int]
        /// Who has to act on most of them.
        public var owner: Owner
        /// Reasons, the most frequent first.
        public var reasons: [(word: String, orders: Int)]
        /// Orders never paid whose first break it is: sales lost.
        public var lostOrders: Int
        /// Their money.
        public var lostMoney: [Money]
        /// Paid orders that it still harms.
        public var atRiskOrders: Int
        /// Their money.
        public var atRiskMoney: [Money]
        /// One order to look at.
        public var example: OrderNumber?

        /// Orders on which it fired.
        public var orders: Int { rate.now.counts.yes }
        /// The worst severity.
        public var worst: Severity { Severity.allCases.first { bySeverity[$0.rank] > 0 } ?? .minor }
    }

    /// How paid payers came back.
    public struct Routes: Sendable {
        /// Paid orders of flows with a return.
        public var paid: Int
        /// Orders by the way of their callback: universal_link, url_scheme, sdk, webview, other.
        public var returns: [(via: String, orders: Int)]
        /// No callback; the app asked and showed the right result.
        public var byQuery: Int
        /// Neither.
        public var none: Int
        /// Nobody can tell.
        public var unseen: Int
        /// The time is not over.
        public var open: Int
        /// The URL scheme took over from the Universal Link.
        public var fallbacks: Int
        /// Paid orders whose app the client says was just installed; of most nothing is known, for few apps log it.
        public var firstInstall: BoundedRate
    }

    /// The health of one provider's notifies.
    public struct NotifyHealth: Sendable {
        /// Its word.
        public var provider: String
        /// Orders with deliveries.
        public var orders: Int
        /// Deliveries.
        public var deliveries: Int
        /// Orders by the number of the delivery that was accepted; the last place holds it and all beyond.
        public var acceptedAt: [Int]
        /// Orders of which none was accepted.
        public var neverAccepted: Int
        /// Refused deliveries by reason, the most frequent first.
        public var refusals: [(reason: String, deliveries: Int)]
    }

    /// Payments of one provider there and here.
    public struct Reconciliation: Sendable {
        /// Its word; empty when no line told.
        public var provider: String
        /// The lines in a fixed order.
        public var lines: [(kind: Kind, orders: Int, money: [Money])]
        /// What was received where the amount differs.
        public var received: [Money]

        /// One kind of agreement or difference.
        public enum Kind: String, Sendable, CaseIterable {
            case both
            case thereOnly = "there_only"
            case thereUntold = "there_untold"
            case hereOnly = "here_only"
            case hereUncompared = "here_uncompared"
            case differing
        }
    }

    /// Orders by the values of one dimension.
    public struct Breakdown: Sendable {
        /// The dimension.
        public var dimension: SegmentDimension
        /// Values, most orders first, hours in order; an empty value stands for "not told".
        public var rows: [(value: String, counts: SegmentCounts)]
        /// Values that are not listed.
        public var hidden: Int
    }

    /// Orders that one action would have healed.
    public struct Recovery: Sendable {
        /// The action.
        public var action: RecoveryAction
        /// Orders that surely would have been marked paid, or whose payer would have seen the result.
        public var orders: Int
        /// The same, with those that need something besides which no log shows.
        public var ordersAtMost: Int
        /// Money of the sure ones.
        public var money: [Money]
        /// Money at most.
        public var moneyAtMost: [Money]
        /// Orders that it applies to.
        public var tried: Int
        /// The breaks it would surely have healed, most orders first.
        public var breaks: [(code: BreakCode, orders: Int)]
        /// Orders that surely would have been marked paid.
        public var marked: Int
        /// At most.
        public var markedAtMost: Int
        /// Payers who surely would have seen the right result.
        public var payers: Int
        /// At most.
        public var payersAtMost: Int
        /// One order to look at.
        public var example: OrderNumber?
    }

    /// What the logs could tell of a period.
    public struct PeriodCoverage: Hashable, Sendable {
        /// Share of the period that application logs span.
        public var serverApp: Double
        /// Share of the period that access logs span.
        public var serverEdge: Double
        /// Share of orders whose time their device's logs span.
        public var client: Double
        /// Share of orders whose payment window a provider's record spans.
        public var provider: Double
        /// Whether the period was over at as-of.
        public var isOver: Bool
    }
}
