/// How a verdict moved, and what moved it: kept by a run that goes on (`paychain watch`).
public struct VerdictChange: Hashable, Sendable {
    /// What of a verdict is followed.
    public struct State: Hashable, Sendable {
        /// The money.
        public var outcome: Outcome
        /// The payer.
        public var experience: Experience?
        /// The break to act on.
        public var primaryBreak: BreakCode?
        /// All fired breaks, worst first.
        public var breaks: [BreakCode]
        /// The flow's steps in order.
        public var steps: [StepVerdict]

        /// What is followed of a verdict.
        public init(_ verdict: Verdict) {
            (outcome, experience, primaryBreak) = (verdict.outcome, verdict.experience, verdict.primaryBreak)
            breaks = verdict.breaks.map(\.code)
            steps = verdict.steps.map { StepVerdict(step: $0.step, state: $0.state) }
        }

        /// Makes a state from its parts.
        public init(
            outcome: Outcome, experience: Experience?, primaryBreak: BreakCode?, breaks: [BreakCode],
            steps: [(step: Step, state: StepState)]
        ) {
            (self.outcome, self.experience, self.primaryBreak, self.breaks) = (outcome, experience, primaryBreak, breaks)
            self.steps = steps.map { StepVerdict(step: $0.step, state: $0.state) }
        }
    }

    /// What moved it.
    public enum Cause: Hashable, Sendable {
        /// A line that was not known before: the first of them in causal order.
        case line(source: String, line: UInt32, event: EventKind, at: Instant)
        /// The deadline of a step passed.
        case deadline(step: Step, due: Instant)
        /// What the sources cover, a device's clock or other orders' lines.
        case context
        /// The number turned out to be an attempt of another order, or its lines another order's.
        case merged
    }

    /// The order.
    public var order: OrderNumber
    /// The moment for which it was judged then.
    public var asOf: Instant
    /// Whether all evidence was weighed together (a settled batch), or only that of open orders.
    public var isSettled: Bool
    /// Before; nil: the order was not known.
    public var before: State?
    /// After; nil: there is no such order any more.
    public var after: State?
    /// Why.
    public var cause: Cause

    /// Makes a change.
    public init(order: OrderNumber, asOf: Instant, isSettled: Bool, before: State?, after: State?, cause: Cause) {
        (self.order, self.asOf, self.isSettled, self.before, self.after, self.cause) = (order, asOf, isSettled, before, after, cause)
    }

    /// Steps whose state is another one than before.
    public var movedSteps: [(step: Step, from: StepState?, to: StepState)] {
        (after?.steps ?? []).compactMap { now in
            let earlier = before?.steps.first { $0.step == now.step }?.state
            return earlier == now.state ? nil : (now.step, earlier, now.state)
        }
    }
}
