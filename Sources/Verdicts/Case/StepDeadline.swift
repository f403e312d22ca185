import Domain
import Flows

/// What a ``StepRule`` says of time. A trivial value: workers share the rules, whose texts and lists would be counted for every order.
struct StepDeadline {
    let step: Step
    /// How long after the steps before it; nil when it is never due.
    let within: TimeSpan?
    /// What counts instead when those were not seen.
    let otherwise: StepRule.Otherwise?

    init(_ rule: StepRule) { (step, within, otherwise) = (rule.step, rule.within, rule.otherwise) }
}
