import Domain

/// What the merchant's server does about in-app purchases, and what the App Store tells it (facts.md §3.3 to §3.6).
extension Teller {
    /// The server makes the order and remembers the token that StoreKit will carry.
    mutating func createPurchase(environment: StaticString?) {
        truth.happened(.orderCreated)
        request("POST", status: 200, bytes: 204, agent: .app, duration: random.between(20, 90), purpose: 11, at: now + 40_000) {
            $0.line.text("/api/v1/iap/orders")
        }
        open(application(11), .orderCreated, at: now, component: 1)
        orderField()
        amountField("amount", order.amount)
        field("currency", "CNY")
        // Where the flow is not named, the token tells it.
        if order.hash & 4 == 0 { field("flow", "storekit") }
        tokenField()
        articleField()
        key("sid")
        order.session(&line)
        endKey()
        if let environment { field("env", environment) }
        close()
    }

    /// One answer about a receipt.
    mutating func verifyReceipt(
        _ status: Int64, environment: StaticString, which: Int = 0, expires: Int64? = nil, at time: Int64
    ) {
        if status == 0 { truth.happened(.receiptVerified) }
        open(application(61), .receiptVerified, at: time, level: status == 0 ? .info : .error, component: 3)
        bare("status", status)
        field("environment", environment)
        transactionField(which)
        if order.hash & 16 == 0 {
            transactionField(0, "originalTransactionId")
            articleField()
        }
        if let expires { bare("expires_date_ms", expires / 1_000) }
        orderField()
        close()
    }

    /// The server has the receipt verified, marks the order, delivers.
    mutating func settleReceipt(
        environment: StaticString = "Production", retries: Bool = false, which: Int = 0, expires: Int64? = nil, delivers: Bool = true
    ) {
        var time = now + random.between(120_000, 500_000)
        if retries {
            verifyReceipt(21_007, environment: "Production", which: which, at: time)
            time += random.between(300_000, 900_000)
        }
        verifyReceipt(0, environment: environment, which: which, expires: expires, at: time)
        if markedAt == nil { markPaid(by: "receipt", at: time + 60_000, purpose: 61) }
        if delivers { deliverArticle(which: which, at: time + 120_000) }
        request(
            "POST", status: 200, bytes: 96, agent: .app, duration: (time - now) / 1_000 + 150, purpose: 62, at: time + 150_000
        ) { $0.line.text("/api/v1/iap/receipt") }
        now = time + random.between(180_000, 260_000)
    }

    mutating func deliverArticle(which: Int = 0, at time: Int64) {
        truth.happened(.delivered)
        open(application(61), .orderDelivered, at: time, component: 1)
        orderField()
        transactionField(which)
        field("item", Teller.articles[order.article])
        close()
    }

    /// Access is given or taken away. Such lines name the subscription, not the order.
    mutating func entitle(_ active: Bool, which: Int? = nil, expires: Int64? = nil, at time: Int64) {
        open(application(61), .entitlementChanged, at: time, component: 1)
        if let which { transactionField(which) } else { transactionField(0, "originalTransactionId") }
        field("active", active ? "true" : "false")
        if let expires {
            key("expires")
            calendar.rfc3339(expires + Calendar.shanghai, &line)
            endKey()
        }
        close()
    }

    /// One notification of the App Store.
    struct StoreNotice {
        var type: StaticString
        var subtype: StaticString?
        var which = 0
        /// Tells notifications apart; the same on every retry of one.
        var serial = 0
        /// When the transaction it speaks of was bought.
        var purchasedAt: Int64
        var expires: Int64?
        var revokedAt: Int64?
        var environment: StaticString = "Production"
        var graceUntil: Int64?
        /// 1 active, 2 expired, 3 billing retry, 4 grace, 5 revoked.
        var status: Int64?
        var isRenewalOn = true

        init(_ type: StaticString, _ subtype: StaticString? = nil, purchasedAt: Int64) {
            (self.type, self.subtype, self.purchasedAt) = (type, subtype, purchasedAt)
        }
    }

    /// The App Store delivers a notification; the server takes it after `milliseconds`.
    mutating func notify(_ notice: StoreNotice, at time: Int64, milliseconds: Int64 = 40, settles: Bool = false) {
        let source = application(63)
        open(source, .notifyReceived, at: time + 2_000, component: 4)
        storeNotification(notice, at: time)
        close()
        open(source, .notifyVerified, at: time + 8_000, component: 4)
        key("notificationUUID")
        noticeID(notice)
        endKey()
        transactionField(notice.which)
        transactionField(0, "originalTransactionId")
        field("ok", "true")
        close()
        if milliseconds < 1_000 { recordNotice(at: time) }
        if settles, markedAt == nil {
            markPaid(by: "notify", at: time + 11_000, purpose: 63)
            deliverArticle(which: notice.which, at: time + 15_000)
        }
        let done = time + milliseconds * 1_000
        open(source, .notifyAnswered, at: done, component: 4)
        key("notificationUUID")
        noticeID(notice)
        endKey()
        bare("status", 200)
        close()
        request("POST", status: 200, bytes: 2, agent: .appStore, duration: milliseconds + 1, purpose: 64, at: done + 1_000) {
            $0.line.text("/pay/notify/apple")
        }
    }

    /// The notification that `signed` holds, as the App Store's history has it: delivered at the first attempt.
    private mutating func recordNotice(at time: Int64) {
        guard openExport(.appStoreHistory, at: time) else { return }
        line.text("{\"signedPayload\":\"")
        line.raw(signed.buffer)
        line.text("\",\"sendAttempts\":[{\"attemptDate\":")
        line.number(time / 1_000)
        line.text(",\"sendAttemptResult\":\"SUCCESS\"}]}")
        close()
    }

    private mutating func noticeID(_ notice: StoreNotice) {
        order.uuid(Random.mix(order.hash &+ 0x71 &+ UInt64(notice.serial) &* 0x10001), &line)
    }

    /// `signedPayload=` with a notification in it: a JWS that holds another one.
    private mutating func storeNotification(_ notice: StoreNotice, at time: Int64) {
        transactionDocument(
            notice.which, purchasedAt: notice.purchasedAt, expires: notice.expires, revokedAt: notice.revokedAt,
            environment: notice.environment, signedAt: time)
        document.clear()
        document.text("{\"notificationType\":\"")
        document.text(notice.type)
        if let subtype = notice.subtype {
            document.text("\",\"subtype\":\"")
            document.text(subtype)
        }
        document.text("\",\"notificationUUID\":\"")
        order.uuid(Random.mix(order.hash &+ 0x71 &+ UInt64(notice.serial) &* 0x10001), &document)
        document.text("\",\"version\":\"2.0\",\"signedDate\":")
        document.number(time / 1_000)
        document.text(",\"data\":{\"appAppleId\":1690000001,\"bundleId\":\"")
        document.text(Shop.bundle)
        document.text("\",\"bundleVersion\":\"521\",\"environment\":\"")
        document.text(notice.environment)
        if let status = notice.status {
            document.text("\",\"status\":")
            document.number(status)
            document.text(",\"signedTransactionInfo\":\"")
        } else {
            document.text("\",\"signedTransactionInfo\":\"")
        }
        document.raw(signed.buffer)
        if notice.status != nil {
            renewalDocument(notice, at: time)
            document.text("\",\"signedRenewalInfo\":\"")
            document.raw(signed.buffer)
        }
        document.text("\"}}")
        key("signedPayload")
        let text = document
        signed.clear()
        Teller.sign(text.buffer, hash: order.hash, into: &signed)
        line.raw(signed.buffer)
        endKey()
    }

    /// Puts a transaction into `signed` (facts.md §3.5).
    mutating func transactionDocument(
        _ which: Int, purchasedAt: Int64, expires: Int64?, revokedAt: Int64?, environment: StaticString, signedAt: Int64
    ) {
        document.clear()
        document.text("{\"transactionId\":\"20000009")
        document.digits(Int64(order.index), 7)
        document.digits(Int64(which), 1)
        document.text("\",\"originalTransactionId\":\"20000009")
        document.digits(Int64(order.index), 7)
        document.text(isSubscription ? "0" : which == 0 ? "0" : "1")
        document.text("\",\"bundleId\":\"")
        document.text(Shop.bundle)
        document.text("\",\"productId\":\"")
        document.text(Teller.articles[order.article])
        document.text("\",\"purchaseDate\":")
        document.number(purchasedAt / 1_000)
        document.text(",\"originalPurchaseDate\":")
        document.number(paidAt / 1_000)
        if let expires {
            document.text(",\"expiresDate\":")
            document.number(expires / 1_000)
        }
        document.text(",\"quantity\":1,\"type\":\"")
        document.text(isSubscription ? "Auto-Renewable Subscription" : "Consumable")
        document.text("\",\"appAccountToken\":\"")
        order.uuid(Random.mix(order.hash &+ 8), &document)
        document.text("\",\"inAppOwnershipType\":\"PURCHASED\",\"signedDate\":")
        document.number(signedAt / 1_000)
        if let revokedAt {
            document.text(",\"revocationReason\":1,\"revocationDate\":")
            document.number(revokedAt / 1_000)
        }
        document.text(",\"environment\":\"")
        document.text(environment)
        document.text("\",\"transactionReason\":\"")
        document.text(which > 0 && isSubscription ? "RENEWAL" : "PURCHASE")
        document.text("\",\"storefront\":\"CHN\",\"storefrontId\":\"143465\",\"price\":")
        document.number(order.amount * 10)
        document.text(",\"currency\":\"CNY\"}")
        signed.clear()
        let text = document
        Teller.sign(text.buffer, hash: order.hash, into: &signed)
    }

    /// Puts what is known of the renewal into `signed`, leaving `document` as it is.
    private mutating func renewalDocument(_ notice: StoreNotice, at time: Int64) {
        scratch.clear()
        scratch.text("{\"originalTransactionId\":\"20000009")
        scratch.digits(Int64(order.index), 7)
        scratch.text("0\",\"autoRenewProductId\":\"")
        scratch.text(Teller.articles[order.article])
        scratch.text("\",\"autoRenewStatus\":")
        scratch.number(notice.isRenewalOn ? 1 : 0)
        if notice.status == 2 { scratch.text(",\"expirationIntent\":1") }
        if let grace = notice.graceUntil {
            scratch.text(",\"isInBillingRetryPeriod\":true,\"gracePeriodExpiresDate\":")
            scratch.number(grace / 1_000)
        }
        scratch.text(",\"environment\":\"")
        scratch.text(notice.environment)
        scratch.text("\",\"signedDate\":")
        scratch.number(time / 1_000)
        scratch.byte(125)
        signed.clear()
        let text = scratch
        Teller.sign(text.buffer, hash: order.hash, into: &signed)
    }

    /// A JWS without certificates: nothing in it can be checked, as in most logs.
    private static func sign(_ text: UnsafeRawBufferPointer, hash: UInt64, into out: inout Bytes) {
        out.text("eyJhbGciOiJFUzI1NiJ9.")
        out.base64URL(text)
        out.byte(46)
        for i in 0..<5 { out.hex(Random.mix(hash &+ UInt64(i)), 16) }
        out.text("invent")
    }

    /// The App Store's own record of a transaction, as a support script asked for it.
    mutating func recordPurchase(which: Int = 0, purchasedAt: Int64, expires: Int64? = nil, environment: StaticString = "Production") {
        let time = min(now + 3_600_000_000, plan.end - 2_000_000)
        transactionDocument(
            which, purchasedAt: purchasedAt, expires: expires, revokedAt: nil, environment: environment, signedAt: time)
        open(plan.appStore, .none, at: time)
        line.text("{\"revision\":\"1_0\",\"bundleId\":\"")
        line.text(Shop.bundle)
        line.text("\",\"environment\":\"")
        line.text(environment)
        line.text("\",\"hasMore\":false,\"signedTransactions\":[\"")
        line.raw(signed.buffer)
        line.text("\"]}")
        close()
    }
}
