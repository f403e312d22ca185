import Domain

/// Between which lanes an event passes a message: one side of a notify, a query, a return, a jump to the wallet.
struct Exchange: Hashable {
    /// Where it comes from.
    let from: Layer
    /// Where it goes.
    let to: Layer

    /// The exchange an event is one side of; nil where it happens inside one lane.
    ///
    /// The wallet and the payer's browser stand in the provider's lane: neither writes our client log.
    static func of(_ event: EventKind, failed: Bool = false) -> Exchange? {
        switch event {
        case .walletOpened: failed ? nil : Exchange(from: .client, to: .provider)
        case .returnReceived, .returnUnrouted, .storeTransaction: Exchange(from: .provider, to: .client)
        case .querySent, .queryReceived, .receiptUploaded: Exchange(from: .client, to: .server)
        case .clientQueryAnswered, .serverQueryAnswered: Exchange(from: .server, to: .client)
        case .notifyReceived, .notifySent, .storeNotified, .returnServed: Exchange(from: .provider, to: .server)
        case .notifyAnswered, .providerQueried: Exchange(from: .server, to: .provider)
        case .providerAnswered, .receiptVerified: Exchange(from: .provider, to: .server)
        case .storeTransactionFinished: Exchange(from: .client, to: .provider)
        case .payTapped, .orderSaved, .checkoutLoaded, .checkoutFailed, .walletIntercepted, .walletUnavailable, .appForegrounded,
            .queryFailed, .resultShown, .productsLoaded, .orderCreated, .checkoutCreated, .notifyVerified, .handlerFailed, .orderChanged,
            .orderDelivered, .entitlementChanged, .tradeRecorded, .tradeClosed, .refundRecorded, .storeTransactionRecorded,
            .exportFinished:
            nil
        }
    }

    /// The exchange that a missing step would have been.
    static func of(_ step: Step) -> Exchange? {
        switch step {
        case .walletOpened: Exchange(from: .client, to: .provider)
        case .returned: Exchange(from: .provider, to: .client)
        case .requeried, .receiptUploaded: Exchange(from: .client, to: .server)
        case .notified: Exchange(from: .provider, to: .server)
        case .finished: Exchange(from: .client, to: .provider)
        default: nil
        }
    }

    /// The class of the arrow: the lanes it spans, from the left one, and the way it points.
    var style: String {
        let order = Layer.allCases
        let (a, b) = (order.firstIndex(of: from) ?? 0, order.firstIndex(of: to) ?? 0)
        let span =
            switch (min(a, b), max(a, b)) {
            case (0, 1): "cs"
            case (1, 2): "sp"
            default: "cp"
            }
        return "arrow \(span) \(a < b ? "right" : "left")"
    }

    /// The exchange in words, for the list form and for screen readers.
    func words(_ language: Language) -> String { "\(from.title(language)) → \(to.title(language))" }
}
