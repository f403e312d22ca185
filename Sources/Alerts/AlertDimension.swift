import Domain

/// What alerts can be split by and filtered on: never anything that names a single order.
public enum AlertDimension: String, Sendable, CaseIterable {
    case flow
    case provider
    case appVersion = "app_version"
    case os
    case platform
    case channel
    case returnVia = "return_via"
    case `break`
    case reason
    case severity
    case owner
    case outcome
    case experience
    case finding
    case source
    case witness

    /// The dimensions that every measure over orders has.
    public static let ofOrders: [AlertDimension] = [.flow, .provider, .appVersion, .os, .platform, .channel, .returnVia]
    /// What a fired break adds to them.
    public static let ofBreaks: [AlertDimension] = [.break, .reason, .owner, .severity]

    /// The name of the label on an alert. `severity` is taken there: it says how bad the alert is.
    public var label: String { self == .severity ? "break_severity" : rawValue }

    /// The value for an order; nil for dimensions that an order as a whole does not have.
    func value(of fact: OrderFact) -> String? {
        switch self {
        case .flow: fact.flow.rawValue
        case .provider: fact.segments.provider ?? ""
        case .appVersion: fact.segments.appVersion ?? ""
        case .os: fact.segments.osVersion ?? ""
        case .platform: fact.segments.platform ?? ""
        case .channel: fact.segments.channel ?? ""
        case .returnVia: fact.segments.returnVia ?? ""
        case .outcome: fact.outcome.rawValue
        case .experience: fact.experience?.rawValue ?? ""
        case .break, .reason, .severity, .owner, .finding, .source, .witness: nil
        }
    }

    /// The value for a fired break of an order.
    func value(of fact: OrderFact, _ fired: OrderFact.Fired) -> String? {
        switch self {
        case .break: fired.code.rawValue
        case .reason: fired.reason ?? ""
        case .severity: fired.severity.rawValue
        case .owner: fired.owner.rawValue
        default: value(of: fact)
        }
    }
}
