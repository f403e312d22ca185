/// The event words of the convention (client-and-server-lines.md), as the world's components log them.
enum Word: UInt8 {
    case none
    case payTapped, orderSaved, checkoutLoaded, checkoutFailed, walletIntercepted, walletOpened, walletUnavailable
    case returnReceived, returnUnrouted, appForegrounded, querySent, queryAnswered, queryFailed, resultShown
    case orderCreated, checkoutCreated, notifyReceived, notifyVerified, notifyAnswered, handlerFailed
    case queryReceived, providerQueried, providerAnswered, orderChanged, returnServed, orderDelivered
    case tradeRecorded, notifySent
    case productsLoaded, storeTransaction, storeFinished, receiptUploaded
    case receiptVerified, entitlementChanged

    var text: StaticString {
        switch self {
        case .none: ""
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
        case .queryAnswered: "query.answered"
        case .queryFailed: "query.failed"
        case .resultShown: "result.shown"
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
        case .tradeRecorded: "trade.recorded"
        case .notifySent: "notify.sent"
        case .productsLoaded: "iap.products"
        case .storeTransaction: "iap.transaction"
        case .storeFinished: "iap.finished"
        case .receiptUploaded: "receipt.uploaded"
        case .receiptVerified: "receipt.verified"
        case .entitlementChanged: "entitlement.changed"
        }
    }
}
