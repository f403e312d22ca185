import Domain

extension Scenario {
    /// In-app purchases in which nothing is broken (facts.md §3, vocabulary §7).
    static let purchases: [Scenario] = [
        Scenario(name: "bought in the app", weight: 480, flows: [.storekit], isQuick: true, isApple: true, isFault: false) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.settleAndFinish()
            // older articles have no notification at all
            if t.order.hash & 3 == 0 {
                t.notify(Teller.StoreNotice("ONE_TIME_CHARGE", purchasedAt: t.paidAt), at: t.paidAt + 4_000_000)
            }
            t.paidAndLanded()
            t.truth.notBreaks = [.observerMissing, .receiptNotUploaded, .neverFinished, .finishedEarly]
        },
        Scenario(name: "bought in the sandbox", weight: 60, flows: [.storekit], isQuick: true, isApple: true, isFault: false) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.settleAndFinish(environment: "Sandbox", retries: true)
            t.paidAndLanded()
            t.truth.notBreaks = [.receiptRejected, .sandboxInProduction]
        },
        Scenario(
            name: "failed first, purchased after all", weight: 50, flows: [.storekit], client: .required, isQuick: true, isApple: true,
            isFault: false
        ) { t in
            t.placePurchase()
            t.beginPurchase()
            t.wait(3_000, 8_000)
            t.store(.failed, code: 0, error: "Cannot connect to iTunes Store")
            t.wait(20_000, 60_000)
            t.buy()
            t.settleAndFinish()
            t.paidAndLanded()
            t.truth.notBreaks = [.paymentFailed, .purchaseNeverCompleted]
        },
        Scenario(
            name: "handed over again and again", weight: 40, flows: [.storekit], client: .required, isQuick: true, isApple: true,
            isFault: false
        ) { t in
            t.placePurchase()
            t.beginPurchase()
            for _ in 0..<12 {
                t.now += 3
                t.store(.purchasing, named: false)
            }
            t.buy()
            t.now += 200
            t.store(.purchased)
            t.settleAndFinish()
            t.paidAndLanded()
            t.truth.notBreaks = [.purchaseNeverCompleted, .chargedTwice, .deliveredTwice, .neverFinished]
        },
        Scenario(
            name: "approved by the family later", weight: 40, flows: [.storekit], client: .required, isApple: true, isFault: false
        ) { t in
            t.placePurchase()
            t.beginPurchase()
            t.wait(2_000, 6_000)
            t.store(.deferred)
            t.waitSeconds(t.random.between(900, 1_300))
            t.buy()
            t.settleAndFinish()
            t.paidAndLanded()
            t.truth.notBreaks = [.purchaseNeverCompleted, .observerMissing, .paymentFailed]
        },
        Scenario(
            name: "waits for the family's approval", weight: 30, flows: [.storekit], client: .required, isApple: true, isFault: false
        ) { t in
            t.placePurchase()
            t.beginPurchase()
            t.wait(2_000, 6_000)
            t.store(.deferred)
            t.wait(200, 500)
            t.show("pending")
            t.unpaid(t.plan.end - t.now < 86_000_000_000 ? .pending : .unknown)
            if t.plan.end - t.now >= 86_000_000_000 { t.truth.outcomes = [.unknown, .pending] }
            t.truth.notBreaks = [.purchaseNeverCompleted]
        },
        Scenario(
            name: "cancelled in the payment sheet", weight: 120, flows: [.storekit], client: .required, isQuick: true, isApple: true,
            isFault: false
        ) { t in
            t.placePurchase()
            t.beginPurchase()
            t.wait(2_000, 9_000)
            if t.order.hash & 2 == 0 { t.store(.userCancelled) } else { t.store(.failed, code: 2, error: "SKErrorPaymentCancelled") }
            t.wait(200, 500)
            t.show("cancelled")
            t.unpaid(.cancelled)
            t.truth.notBreaks = [.paymentFailed, .resultMisreported]
        },
        Scenario(name: "requests to consume", weight: 20, flows: [.storekit], isApple: true, isFault: false) { t in
            t.order.article = 0
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.settleAndFinish()
            for serial in 1...4 {
                var notice = Teller.StoreNotice("CONSUMPTION_REQUEST", purchasedAt: t.paidAt)
                notice.serial = serial
                t.notify(notice, at: t.paidAt + 1_200_000_000 + Int64(serial) * 47_000_000)
            }
            t.paidAndLanded()
            t.truth.notBreaks = [.notifyRejected]
        },
        Scenario(name: "refunded by the App Store", weight: 40, flows: [.storekit], isApple: true, isFault: false) { t in
            t.order.article = 0
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.settleAndFinish()
            t.refund(at: t.paidAt + t.random.between(1_500, 4_000) * 1_000_000)
            t.paidAndLanded()
            t.truth.outcomes = [.refunded]
            t.truth.notBreaks = [.stateRegressed, .entitlementWrong]
        },
    ]

    /// Subscriptions in which nothing is broken; in the sandbox a month takes five minutes.
    static let subscriptions: [Scenario] = [
        Scenario(name: "subscription, renewed twice and ended", weight: 60, flows: [.storekit], isApple: true, isFault: false) { t in
            t.subscribe()
            t.renewTwice()
            t.endSubscription()
            t.paidAndLanded()
            t.truth.notBreaks = [.chargedTwice, .deliveredTwice, .entitlementWrong, .stateRegressed, .observerMissing]
        },
        Scenario(name: "subscription, renewal switched off", weight: 40, flows: [.storekit], isApple: true, isFault: false) { t in
            t.subscribe(month: 30 * 86_400_000_000, environment: "Production")
            t.switchRenewalOff(at: t.paidAt + 1_400_000_000)
            t.paidAndLanded()
            t.truth.notBreaks = [.entitlementWrong]
        },
        Scenario(name: "subscription, kept in the grace period", weight: 30, flows: [.storekit], isApple: true, isFault: false) { t in
            t.subscribe()
            let end = t.paidAt + Teller.sandboxMonth
            var notice = Teller.StoreNotice("DID_FAIL_TO_RENEW", "GRACE_PERIOD", purchasedAt: t.paidAt)
            (notice.serial, notice.environment, notice.expires, notice.status) = (7, "Sandbox", end, 4)
            notice.graceUntil = end + 3_600_000_000
            t.notify(notice, at: end + 2_000_000)
            t.entitle(true, expires: notice.graceUntil, at: end + 2_200_000)
            t.paidAndLanded()
            t.truth.notBreaks = [.entitlementWrong]
        },
    ]
}

/// The courses of subscriptions.
extension Teller {
    /// A month in the sandbox.
    static let sandboxMonth: Int64 = 300_000_000

    /// Bought, verified, access given.
    mutating func subscribe(month: Int64 = Teller.sandboxMonth, environment: StaticString = "Sandbox") {
        order.article = 2 + Int(order.hash >> 20 & 1)
        placePurchase()
        beginPurchase()
        buy()
        upload()
        settleReceipt(environment: environment, retries: month == Teller.sandboxMonth, expires: paidAt + month)
        entitle(true, expires: paidAt + month, at: now)
        var notice = StoreNotice("SUBSCRIBED", "INITIAL_BUY", purchasedAt: paidAt)
        (notice.environment, notice.expires, notice.status) = (environment, paidAt + month, 1)
        notify(notice, at: paidAt + 5_000_000)
        wait(500, 1_400)
        finishTransaction()
        wait(150, 500)
        showState()
    }

    /// Two more periods, each told by a notification and delivered again.
    mutating func renewTwice() {
        for which in 1...2 {
            let start = paidAt + Int64(which) * Teller.sandboxMonth
            var notice = StoreNotice("DID_RENEW", purchasedAt: start)
            (notice.which, notice.serial, notice.environment, notice.status) = (which, which, "Sandbox", 1)
            notice.expires = start + Teller.sandboxMonth
            notify(notice, at: start + 1_500_000)
            entitle(true, which: which, expires: notice.expires, at: start + 1_800_000)
            deliverArticle(which: which, at: start + 1_900_000)
        }
    }

    /// Not renewed: the store says so, and access ends.
    mutating func endSubscription() {
        let end = paidAt + 3 * Teller.sandboxMonth
        var notice = StoreNotice("EXPIRED", "VOLUNTARY", purchasedAt: paidAt + 2 * Teller.sandboxMonth)
        (notice.which, notice.serial, notice.environment, notice.expires, notice.status) = (2, 9, "Sandbox", end, 2)
        notice.isRenewalOn = false
        notify(notice, at: end + 2_500_000)
        entitle(false, which: 2, at: end + 2_700_000)
    }

    /// The payer switches the renewal off: the period that is paid goes on (facts.md §12).
    mutating func switchRenewalOff(at time: Int64) {
        var notice = StoreNotice("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", purchasedAt: paidAt)
        (notice.serial, notice.expires, notice.status, notice.isRenewalOn) = (5, paidAt + 30 * 86_400_000_000, 1, false)
        notify(notice, at: time)
    }

    /// Apple gives the money back.
    mutating func refund(at time: Int64) {
        var notice = StoreNotice("REFUND", purchasedAt: paidAt)
        (notice.serial, notice.revokedAt) = (6, time - 3_000_000)
        notify(notice, at: time)
        change(to: "refunded", by: "notify", at: time + 12_000, purpose: 63)
        entitle(false, which: 0, at: time + 14_000)
    }
}
