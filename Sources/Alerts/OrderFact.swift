import Domain

/// What alert rules know of one order: its verdict, with every happening at a moment of event time.
///
/// Moments are those of servers and providers. A device's stamps may be hours off, so what only a device shows counts at the payment or
/// the creation plus the time that its step is given.
public struct OrderFact: Sendable, Hashable {
    /// A fired break.
    public struct Fired: Sendable, Hashable {
        /// Which.
        public var code: BreakCode
        /// How bad.
        public var severity: Severity
        /// Who has to act.
        public var owner: Owner
        /// Why.
        public var reason: String?
        /// When it counts.
        public var at: Instant

        /// Makes a fired break.
        public init(code: BreakCode, severity: Severity, owner: Owner, reason: String? = nil, at: Instant) {
            (self.code, self.severity, self.owner, self.reason, self.at) = (code, severity, owner, reason, at)
        }
    }

    /// The order.
    public var order: OrderNumber
    /// Its flow.
    public var flow: Flow
    /// The money.
    public var outcome: Outcome
    /// The payer.
    public var experience: Experience?
    /// Its amount.
    public var amount: Money?
    /// When it was created.
    public var createdAt: Instant?
    /// When it was paid.
    public var paidAt: Instant?
    /// Segments.
    public var segments: Segments
    /// Its breaks.
    public var breaks: [Fired]
    /// Its steps.
    public var steps: [StepVerdict]

    /// Makes a fact from a verdict.
    ///
    /// - Parameter chain: the evidence that breaks point to; without it they count at the payment or the creation.
    public init(_ verdict: Verdict, chain: Chain?) {
        (order, flow, outcome, experience) = (verdict.order, verdict.flow, verdict.outcome, verdict.experience)
        (amount, createdAt, paidAt, segments) = (verdict.amount, verdict.createdAt, verdict.paidAt, verdict.segments)
        (steps, breaks) = (verdict.steps, [])
        for fired in verdict.breaks {
            guard let at = instant(of: fired, in: chain) ?? verdict.lastEvidenceAt else { continue }
            breaks.append(Fired(code: fired.code, severity: fired.severity, owner: fired.owner, reason: fired.reason, at: at))
        }
    }

    /// Its own moment: creation, else payment.
    public var startedAt: Instant? { createdAt ?? paidAt }

    /// The state of a step; nil when the flow has none.
    func step(_ step: Step) -> StepVerdict? { steps.first { $0.step == step } }

    /// When it is decided whether a step was reached: its deadline on a server's clock.
    public func decision(of step: Step) -> Instant? {
        let basis = StepBasis.of(step)
        if basis.isOnServer, let due = self.step(step)?.due { return due }
        switch basis.anchor {
        case .creation: return startedAt.map { $0 + basis.allowance }
        case .payment: return (paidAt ?? createdAt).map { $0 + basis.allowance }
        }
    }

    /// When the money of the order is decided: at the payment, else at the end of the payment window.
    public var outcomeAt: Instant? { outcome.everPaid ? paidAt ?? createdAt : decision(of: .paid) }

    /// When it is decided what the payer lived through: at the last deadline behind the payment.
    public var experienceAt: Instant? { decision(of: .resultShown) }

    /// The amount in a currency; one without a currency counts as CNY where its provider knows no other (facts.md §2, §3).
    func amount(in currency: String) -> Money? {
        guard var amount else { return nil }
        if amount.currency.isEmpty, [.alipayH5, .alipaySDK, .wechatH5, .wechatSDK].contains(flow) { amount.currency = "CNY" }
        return amount.currency == currency ? amount : nil
    }

    private func instant(of fired: Break, in chain: Chain?) -> Instant? {
        let basis = BreakBasis.of(fired.code)
        if let step = basis.step { return decision(of: step) }
        let moments = fired.evidence.compactMap { index -> Instant? in
            guard let chain, chain.events.indices.contains(index), chain.events[index].witness != .client else { return nil }
            return chain.events[index].at
        }
        let seen = basis.needsSecond ? moments.max() : moments.min()
        return seen ?? paidAt ?? createdAt
    }
}
