import Domain

/// A delivery that an application logged: the other half of an access line without a number, perhaps.
struct LoggedDelivery: Sendable {
    /// Whose it is.
    enum Owner: UInt8, Sendable {
        /// Nobody knows.
        case nobody
        /// The provider's deliberate probe.
        case probe
        /// An order.
        case order
    }

    var from: Instant
    var to: Instant
    /// Stable hash of the order; 0 where there is none.
    var order: UInt64 = 0
    /// Hash of the endpoint's path; 0 when no line says.
    var path: UInt64
    /// HTTP status; 0 when no line says.
    var status: Int32
    /// Its place in ``ApplicationDeliveries``; negative: it is an order's.
    var index: Int32 = -1
    var owner: Owner
    /// Whether the handler took it, where the status is not known.
    var isTaken: Bool
    /// Whether its lines name a trade: an order's that the run does not know.
    var namesTrade = false
}

extension LoggedDelivery: Comparable {
    private var key: (Instant, Instant, Int32, UInt8, UInt64, UInt64) { (from, to, status, owner.rawValue, order, path) }
    private var rest: (Int32, Int, Int) { (index, isTaken ? 1 : 0, namesTrade ? 1 : 0) }

    static func < (a: LoggedDelivery, b: LoggedDelivery) -> Bool { a.key != b.key ? a.key < b.key : a.rest < b.rest }
}
