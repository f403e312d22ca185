/// One thing that is done in a world as well (`simulate --practice`): the same payers, payments, faults and chances, and this one change.
///
/// What the conversion report says such an action would have recovered is held against a world in which it really was done.
public enum SimulationPractice: String, Sendable, CaseIterable {
    /// The app keeps its open order and asks whenever it comes to the front; the server asks the provider where it knows of no payment.
    case foregroundQuery = "foreground_query"
    /// A return page that a browser got opens the app by its URL scheme.
    case schemeFallback = "scheme_fallback"
    /// The notify handler takes what it should take, and answers as the provider demands.
    case rightNotifyAnswer = "right_notify_answer"
    /// The provider delivers once more where the last answers told of a passing fault, which has passed by then.
    case oneMoreRetry = "one_more_retry"
}
