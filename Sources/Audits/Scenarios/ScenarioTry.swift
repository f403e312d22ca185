import Domain

/// How a step of a scenario came out on one order.
public enum StepProof: Hashable, Sendable {
    /// An event of the chain shows it.
    case shown(by: Int)
    /// It should be there and is not; or an event shows the opposite.
    case failed(by: Int?)
    /// The logs cannot tell, or it is not due yet.
    case unobserved
    /// This order did not need it.
    case skipped
    /// Whoever ran the test says so (`--order`, or a folder named after the scenario).
    case declared
}

/// What became of a scenario.
public enum ScenarioState: String, Sendable, CaseIterable {
    /// Every step is shown.
    case proven
    /// A step is missing, or the opposite of it is shown.
    case failed
    /// It was tried, and the logs cannot show all of it.
    case unobserved
    /// No order is a try at it.
    case notTried = "not_tried"
}

/// One try at a scenario: an order, step by step, with the lines behind each claim.
public struct ScenarioTry: Sendable {
    /// One step of it.
    public struct Step: Sendable {
        /// What the step is.
        public var title: Text
        /// How it came out.
        public var proof: StepProof
        /// The line behind it: `file:line`; nil where there is none.
        public var reference: String?
        /// What would prove it, or where to look after a failure; nil when it is shown.
        public var hint: Text?
    }

    /// The order.
    public var order: OrderNumber
    /// Its flow.
    public var flow: Flow
    /// The device; 0 for none.
    public var device: DeviceKey
    /// When it began, by the device's own clock.
    public var at: Instant
    /// Its steps.
    public var steps: [Step]
    /// Somebody named it as a try at this scenario.
    public var isDeclared: Bool
    /// It is a try only if something holds that no log shows and nobody has said.
    public var isAssumed: Bool
    /// The breaks of its verdict with their reasons, the worst first.
    public var breaks: [(code: BreakCode, reason: String?)]

    /// What it comes to.
    public var state: ScenarioState {
        if isAssumed { return .unobserved }
        if failedStep != nil { return .failed }
        return steps.contains { $0.proof == .unobserved } ? .unobserved : .proven
    }

    /// The first step that failed.
    public var failedStep: Step? {
        steps.first { step in
            if case .failed = step.proof { true } else { false }
        }
    }

    /// The first step that the logs cannot show.
    public var unobservedStep: Step? { steps.first { $0.proof == .unobserved } }
}
