import Domain
import Flows

extension Case {
    /// The money (vocabulary §2); first match wins.
    func judgeOutcome() -> Outcome {
        if !proofs.isEmpty { return refunds.isFull ? .refunded : .paid }
        if statements.failed != nil { return .failed }
        if statements.cancelled != nil { return .cancelled }
        if isClosedForGood || statements.closedByServer != nil || providerKnowsNoPayment { return .abandoned }
        if let end = paymentWindowEnd, run.asOf < end { return .pending }
        return .unknown
    }

    /// The provider closed the trade, and no other attempt can have been paid.
    var isClosedForGood: Bool {
        guard let closed = statements.closed else { return false }
        // A closed attempt with a number of its own is one try: where the application's log is not whole, another one may have been paid.
        guard chain.attempts.contains(where: { !$0.number.utf8.elementsEqual(chain.order.bytes) }) else { return true }
        return created.map { appCovers(facts[$0].at, closed.at) } ?? false
    }

    /// End of the payment window: the order's own, else the flow's default after its creation; nil when its creation is not seen.
    var paymentWindowEnd: Instant? {
        // Somebody has to approve it: Apple keeps such a request for a day.
        if flow == .storekit, let deferral, facts[deferral].range.latest != .distantFuture {
            return max(facts[deferral].range.latest + .days(1), ordinaryWindowEnd ?? .distantPast)
        }
        return ordinaryWindowEnd
    }

    private var ordinaryWindowEnd: Instant? {
        var own: Instant?
        for fact in facts where fact.event == .orderCreated || fact.event == .checkoutCreated {
            if let until = fact.until { own = max(own ?? until, until) }
        }
        if let own { return own }
        guard let created else { return nil }
        return facts[created].at + span(of: .paid, default: definition.paymentWindow)
    }

    /// The configured deadline of a step, else the default.
    func span(of step: Step, default span: TimeSpan) -> TimeSpan {
        guard !run.deadlines.isEmpty else { return span }
        return run.deadlines.first { $0.flow == flow && $0.step == step }?.span ?? span
    }

    /// Whether a complete provider record of the payment window has no payment: the day's bill, or an unpaid answer after the window.
    var providerKnowsNoPayment: Bool {
        guard let end = paymentWindowEnd else { return false }
        if let open = statements.lastOpen, facts[open].at >= end { return true }
        guard let created, !run.providerDays.isEmpty else { return false }
        let providers = possibleProviders
        guard !providers.isEmpty else { return false }
        // A shop whose attempts have numbers of their own: the bill may name one that only a lost line ties to this order.
        if run.serverEventsShown.contains(.checkoutCreated), !appCovers(facts[created].at, end) { return false }
        return providers.allSatisfy { run.providerDays[$0]?.covers(facts[created].at, end) ?? false }
    }

    /// The providers through which the order can have been paid; empty when that is not known.
    private var possibleProviders: [String] {
        var providers = definition.provider.isEmpty ? [] : [definition.provider]
        for attempt in chain.attempts where !attempt.provider.isEmpty && !providers.contains(attempt.provider) {
            providers.append(attempt.provider)
        }
        return providers
    }
}
