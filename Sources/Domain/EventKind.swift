/// Who testifies (vocabulary §1).
public enum Layer: String, Sendable, CaseIterable {
    case client
    case server
    case provider
}

/// Which kind of source a line came from; coverage is kept for each of them (vocabulary §5).
public enum Witness: UInt8, Sendable, CaseIterable {
    /// A device's own log.
    case client
    /// The merchant's application log.
    case serverApp
    /// The merchant's access log: nginx, Apache, ingress, gunicorn.
    case serverEdge
    /// A bill, an export, a query record of the provider.
    case provider
}

/// What happened: the closed list of vocabulary §3, `layer.subject.happening`.
///
/// Nothing downstream of recognition sees a format, only these. The raw value is stored: add at the end of a layer's block,
/// never renumber.
public enum EventKind: UInt8, Sendable, CaseIterable {
    case payTapped = 1
    case orderSaved
    case checkoutLoaded
    case checkoutFailed
    case walletIntercepted
    case walletOpened
    case walletUnavailable
    case returnReceived
    case returnUnrouted
    case appForegrounded
    case querySent
    case clientQueryAnswered
    case queryFailed
    case resultShown
    case productsLoaded
    case storeTransaction
    case storeTransactionFinished
    case receiptUploaded

    case orderCreated = 40
    case checkoutCreated
    case notifyReceived
    case notifyVerified
    case notifyAnswered
    case handlerFailed
    case queryReceived
    case serverQueryAnswered
    case providerQueried
    case providerAnswered
    case orderChanged
    case returnServed
    case orderDelivered
    case receiptVerified
    case entitlementChanged

    case tradeRecorded = 80
    case tradeClosed
    case notifySent
    case refundRecorded
    case storeNotified
    case storeTransactionRecorded
    case exportFinished

    /// The word without its layer, as logs carry it: `order.created`.
    public var word: String {
        switch self {
        case .payTapped: "pay.tapped"
        case .orderSaved: "order.saved"
        case .checkoutLoaded: "checkout.loaded"
        case .checkoutFailed: "checkout.failed"
        case .walletIntercepted: "wallet.intercepted"
        case .walletOpened: "wallet.opened"
        case .walletUnavailable: "wallet.unavailable"
        case .returnReceived: "return.received"
        case .returnUnrouted: "return.unrouted"
        case .appForegrounded: "app.foregrounded"
        case .querySent: "query.sent"
        case .clientQueryAnswered, .serverQueryAnswered: "query.answered"
        case .queryFailed: "query.failed"
        case .resultShown: "result.shown"
        case .productsLoaded: "iap.products"
        case .storeTransaction: "iap.transaction"
        case .storeTransactionFinished: "iap.finished"
        case .receiptUploaded: "receipt.uploaded"
        case .orderCreated: "order.created"
        case .checkoutCreated: "checkout.created"
        case .notifyReceived: "notify.received"
        case .notifyVerified: "notify.verified"
        case .notifyAnswered: "notify.answered"
        case .handlerFailed: "handler.failed"
        case .queryReceived: "query.received"
        case .providerQueried: "provider.queried"
        case .providerAnswered: "provider.answered"
        case .orderChanged: "order.changed"
        case .returnServed: "return.served"
        case .orderDelivered: "order.delivered"
        case .receiptVerified: "receipt.verified"
        case .entitlementChanged: "entitlement.changed"
        case .tradeRecorded: "trade.recorded"
        case .tradeClosed: "trade.closed"
        case .notifySent: "notify.sent"
        case .refundRecorded: "refund.recorded"
        case .storeNotified: "iap.notified"
        case .storeTransactionRecorded: "iap.transaction"
        case .exportFinished: "export.finished"
        }
    }

    /// Who testifies.
    @inlinable public var layer: Layer {
        rawValue < 40 ? .client : rawValue < 80 ? .server : .provider
    }

    /// The full name, `server.order.created`.
    public var name: String { "\(layer.rawValue).\(word)" }

    /// Where the event stands in the natural course of a payment: breaks ties between equal or concurrent stamps of different
    /// sources, and nothing else.
    public var causalRank: UInt8 {
        switch self {
        case .payTapped: 1
        case .productsLoaded: 2
        case .orderCreated: 4
        case .checkoutCreated: 6
        case .orderSaved: 8
        case .checkoutLoaded, .checkoutFailed: 12
        case .walletIntercepted: 16
        case .walletUnavailable: 18
        case .walletOpened: 20
        case .storeTransaction: 24
        case .tradeRecorded, .storeTransactionRecorded: 30
        case .notifySent, .storeNotified: 34
        case .notifyReceived: 36
        case .notifyVerified: 40
        case .handlerFailed: 42
        case .receiptUploaded: 44
        case .receiptVerified: 46
        case .orderChanged: 50
        case .orderDelivered: 52
        case .entitlementChanged: 53
        case .notifyAnswered: 54
        case .returnServed: 58
        case .returnReceived: 60
        case .returnUnrouted: 62
        case .appForegrounded: 64
        case .querySent: 68
        case .queryReceived: 70
        case .providerQueried: 72
        case .providerAnswered: 74
        case .serverQueryAnswered: 76
        case .clientQueryAnswered, .queryFailed: 78
        case .resultShown: 82
        case .storeTransactionFinished: 84
        case .tradeClosed: 88
        case .refundRecorded: 90
        case .exportFinished: 96
        }
    }
}
