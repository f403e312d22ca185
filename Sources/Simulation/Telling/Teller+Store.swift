import Domain

/// What the app and StoreKit do and log about an in-app purchase (facts.md §3.1, §3.2).
extension Teller {
    /// The articles that this app sells in the App Store.
    static let articles: [StaticString] = [
        "com.example.shop.coins60", "com.example.shop.coins300", "com.example.shop.month", "com.example.shop.year",
    ]

    /// A state that StoreKit reports.
    enum StoreState {
        case purchasing, purchased, failed, restored, deferred, userCancelled
    }

    /// The article is a subscription.
    var isSubscription: Bool { order.article >= 2 }

    /// `transactionId` of one transaction of the order: 0 is its first purchase, the next ones are renewals or other purchases.
    mutating func transactionNumber(_ which: Int = 0) {
        line.text("20000009")
        line.digits(Int64(order.index), 7)
        line.digits(Int64(which), 1)
    }

    mutating func transactionField(_ which: Int = 0, _ name: StaticString = "transactionId") {
        key(name)
        transactionNumber(which)
        endKey()
    }

    /// The UUID that the app gives StoreKit for the order; its case differs between app and server (facts.md §3.5).
    mutating func tokenField(_ name: StaticString = "appAccountToken") {
        key(name)
        order.uuid(Random.mix(order.hash &+ 8), &line)
        endKey()
    }

    mutating func articleField(_ name: StaticString = "productId") { field(name, Teller.articles[order.article]) }

    /// What the tap on an article's price names.
    mutating func tapArticle() {
        field("channel", "app_store")
        articleField()
    }

    /// The payer taps, the server makes the order, the app keeps it.
    mutating func placePurchase(environment: StaticString? = nil, lists: Bool = true) {
        if lists, random.chance(60) {
            listProducts(3)
            wait(1_500, 4_000)
        }
        order.createdAt = now + random.between(150_000, 350_000)
        tap()
        now = order.createdAt
        createPurchase(environment: environment)
        wait(300, 700)
        saveOrder()
        guard needsEarlyQuestion else { return }
        wait(100, 300)
        ask(beforePayment: true)
    }

    /// The App Store's answer to the app's request for its products.
    mutating func listProducts(_ count: Int64, invalid: StaticString? = nil) {
        guard app(.productsLoaded, level: count == 0 ? .error : .info) else { return }
        bare("count", count)
        if let invalid { field("invalid", invalid) }
        endDevice(session: random.chance(50))
    }

    /// One line about a transaction. StoreKit's own objects carry no order number; an app may add it.
    mutating func store(_ state: StoreState, which: Int = 0, code: Int64? = nil, error: StaticString? = nil, named: Bool? = nil) {
        switch state {
        case .purchasing: truth.happened(.purchasing)
        case .purchased, .restored: truth.happened(.purchased)
        default: break
        }
        let hasIdentifier = state == .purchased || state == .restored
        let named = named ?? random.chance(70)
        if speaksFreely, state != .userCancelled, app(.none) {
            line.text("paymentQueue updatedTransactions transactionState=")
            line.text(Teller.stateNumber(state))
            line.text(" productIdentifier=")
            line.text(Teller.articles[order.article])
            line.text(" transactionIdentifier=")
            if hasIdentifier { transactionNumber(which) }
            if let code {
                line.text(" error=SKErrorDomain code=")
                line.number(code)
            }
            endDevice()
            return
        }
        guard app(.storeTransaction, level: state == .failed ? .error : .info) else { return }
        field("state", Teller.stateWord(state))
        articleField()
        if hasIdentifier {
            transactionField(which)
            transactionField(0, "originalTransactionId")
        }
        if let code { bare("code", code) }
        if let error {
            let mark = textKey("error")
            line.text(error)
            endText(mark)
        }
        if named { orderField() }
        endDevice()
    }

    private static func stateWord(_ state: StoreState) -> StaticString {
        switch state {
        case .purchasing: "purchasing"
        case .purchased: "purchased"
        case .failed: "failed"
        case .restored: "restored"
        case .deferred: "deferred"
        case .userCancelled: "userCancelled"
        }
    }

    private static func stateNumber(_ state: StoreState) -> StaticString {
        switch state {
        case .purchasing: "0 (purchasing)"
        case .purchased: "1 (purchased)"
        case .failed, .userCancelled: "2 (failed)"
        case .restored: "3 (restored)"
        case .deferred: "4 (deferred)"
        }
    }

    /// StoreKit takes the purchase up: the payment sheet comes.
    mutating func beginPurchase() {
        wait(300, 1_200)
        store(.purchasing)
    }

    /// The payer confirms and the store sells; the app may not hear of it.
    mutating func sell() {
        wait(4_000, 20_000)
        truth.happened(.paid)
        paidAt = now / 1_000 * 1_000
    }

    /// The store sells and StoreKit hands the transaction over.
    mutating func buy() {
        sell()
        wait(400, 1_500)
        store(.purchased)
    }

    /// The app sends the transaction to its server.
    mutating func upload(which: Int = 0, error: StaticString? = nil, counts: Bool = true) {
        wait(200, 900)
        if error == nil, counts { truth.happened(.receiptUploaded) }
        guard app(.receiptUploaded, level: error == nil ? .info : .error) else { return }
        transactionField(which)
        orderField()
        if let error {
            let mark = textKey("error")
            line.text(error)
            endText(mark)
        }
        endDevice()
    }

    /// The app ends the transaction.
    mutating func finishTransaction(which: Int = 0) {
        truth.happened(.finished)
        if speaksFreely, app(.none) {
            line.text("finishTransaction transactionIdentifier=")
            transactionNumber(which)
            endDevice()
            return
        }
        guard app(.storeFinished) else { return }
        transactionField(which)
        endDevice()
    }

    /// The usual end: verified, delivered, finished, shown.
    mutating func settleAndFinish(environment: StaticString = "Production", retries: Bool = false) {
        upload()
        settleReceipt(environment: environment, retries: retries)
        wait(500, 1_400)
        finishTransaction()
        wait(150, 500)
        showState()
    }
}
