/// A fault of the system that no single order can show (vocabulary §1).
public struct Finding: Hashable, Sendable {
    /// The closed list of findings.
    public enum Code: String, Sendable, CaseIterable {
        /// A notify endpoint refuses nearly everything.
        case notifyEndpointFailing = "notify_endpoint_failing"
        /// A segment (app version, OS, route) whose payers never come back.
        case segmentNeverLands = "segment_never_lands"
        /// A source that falls silent while its kin go on.
        case sourceSilent = "source_silent"
        /// Evidence that stayed without an order, by kind.
        case unboundEvidence = "unbound_evidence"
        /// Deliberate probes of the provider were refused, as they should be.
        case probesRefused = "probes_refused"
        /// A source whose stamps lie whole hours from the provider's.
        case zoneSuspicious = "zone_suspicious"
        /// Products cannot be loaded.
        case productsUnavailable = "iap_products_unavailable"
    }

    /// Which one.
    public var code: Code
    /// Where: `POST /pay/notify`, `app_version=5.2.1`, a source's name.
    public var place: String
    /// HTTP status, where one is meant.
    public var httpStatus: Int?
    /// How many lines or events.
    public var count: Int
    /// How many orders are touched.
    public var orders: Int
    /// First and last time, where known.
    public var span: Stretch?
    /// Informational only, nothing to act on.
    public var isNote: Bool

    /// Makes a finding.
    public init(
        code: Code, place: String, httpStatus: Int? = nil, count: Int, orders: Int = 0, span: Stretch? = nil, isNote: Bool = false
    ) {
        (self.code, self.place, self.httpStatus, self.count) = (code, place, httpStatus, count)
        (self.orders, self.span, self.isNote) = (orders, span, isNote)
    }
}
