import Domain

/// One notification of a provider and what our side makes of each of its deliveries.
struct Notify {
    /// What the notification says.
    enum Content {
        case paid, finished, closedUnpaid, refunded(Int64), partlyRefunded(Int64)
    }
    /// What our side does with one delivery.
    enum Course {
        /// Verified, handled, accepted.
        case accepted
        /// Refused before the application saw it.
        case refusedAtEdge(Int64)
        /// Verification said no.
        case unverified(StaticString)
        /// The handler threw: answered 500.
        case thrown
        /// The handler threw and the exception was swallowed: answered as usual.
        case swallowed
        /// Verified and answered; nothing was done.
        case ignored
        /// Handled, answered after this many milliseconds.
        case slow(Int64)
        /// Handled, answered with something else than the provider asks for.
        case misanswered(StaticString, Int64)
        /// Received and answered by a stub that neither verifies nor handles.
        case stubbed
    }

    var content = Content.paid
    var provider: Order.Provider
    /// Which payment of the order it is about (trade number), and which notification of it.
    var payment = 0
    var serial = 0
    var attempt = 1
    /// When the money came.
    var paidAt: Int64
    /// The amount it names, hundredths.
    var amount: Int64
    var currency: StaticString = "CNY"
    var isForeign = false
    var hasEntities = false
    var environment: StaticString?

    init(_ order: Order, paidAt: Int64) {
        (provider, self.paidAt, amount) = (order.provider, paidAt, order.amount)
    }

    /// When the provider sends it again, seconds after the first delivery (facts.md §1.1.3, §2.2).
    static func slots(_ provider: Order.Provider) -> [Int64] {
        switch provider {
        case .alipay: [0, 240, 840, 1_440, 5_040, 12_240, 33_840, 87_840]
        case .wechat: [0, 15, 30, 60, 240, 840, 2_040, 3_840, 5_640, 7_440, 11_040, 21_840, 32_640, 43_440, 65_040, 86_640]
        }
    }
}
