/// The paths of the merchant's notify, return and order-status pages (client-and-server-lines.md, access logs).
///
/// Learnt from `notify_url` and `return_url` of created orders and from the configuration; a `*` stands where an order number stood.
public struct Endpoints: Hashable, Sendable {
    /// Notify paths.
    public var notify: Set<String> = []
    /// Return page paths.
    public var returns: Set<String> = []
    /// Order-status paths.
    public var query: Set<String> = []

    /// Makes endpoints that know nothing: only the usual words apply.
    public init() {}

    /// Adds what another worker learnt.
    public mutating func merge(_ other: Endpoints) {
        notify.formUnion(other.notify)
        returns.formUnion(other.returns)
        query.formUnion(other.query)
    }
}
