import Domain

extension Scenario {
    /// Breaks 25 to 32, and what else goes wrong with in-app purchases.
    static let purchaseFaults: [Scenario] = [
        Scenario(name: "no products", weight: 20, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase(lists: false)
            t.wait(400, 1_200)
            t.listProducts(0)
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned, .productsUnavailable, reason: "empty")
        },
        Scenario(name: "an invalid product id", weight: 20, flows: [.storekit], client: .required, isApple: true) { t in
            t.order.article = 3
            t.placePurchase(lists: false)
            t.wait(400, 1_200)
            t.listProducts(3, invalid: "com.example.shop.year")
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned, .productsUnavailable, reason: "invalid_ids")
        },
        Scenario(name: "stuck in purchasing", weight: 30, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.waitSeconds(t.random.between(150, 400))
            t.restartApp()
            for _ in 0..<40 {
                t.now += 5
                t.store(.purchasing, named: false)
            }
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned, .purchaseNeverCompleted)
        },
        Scenario(name: "the app never heard of the purchase", weight: 25, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.sell()
            t.notify(Teller.StoreNotice("ONE_TIME_CHARGE", purchasedAt: t.paidAt), at: t.paidAt + 3_000_000, settles: true)
            t.recordPurchase(purchasedAt: t.paidAt)
            t.wait(20_000, 40_000)
            t.ask()
            t.wait(200, 500)
            t.showState()
            t.paid(.observerMissing, experience: .recovered)
        },
        Scenario(name: "receipt never uploaded", weight: 25, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            guard t.order.hash & 2 == 0 else {
                // nothing but the app's word speaks of money
                t.unpaid(.unknown, .receiptNotUploaded)
                return
            }
            t.recordPurchase(purchasedAt: t.paidAt)
            t.paid(.receiptNotUploaded, experience: nil)
        },
        Scenario(name: "receipt upload failed", weight: 20, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.upload(error: "The request timed out.")
            t.recordPurchase(purchasedAt: t.paidAt)
            t.paid(.receiptNotUploaded, experience: nil)
        },
        Scenario(name: "receipt uploaded at the next launch", weight: 25, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.waitSeconds(t.random.between(200, 420))
            t.restartApp()
            t.store(.purchased, named: false)
            t.upload(counts: false)
            t.settleReceipt()
            t.wait(500, 1_400)
            t.finishTransaction()
            t.wait(150, 500)
            t.showState()
            t.paid(.receiptNotUploaded, experience: .landed)
        },
        Scenario(name: "receipt malformed", weight: 25, flows: [.storekit], isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.upload()
            t.verifyReceipt(21_002, environment: "Production", at: t.now + 300_000)
            t.wait(600, 1_200)
            t.recordPurchase(purchasedAt: t.paidAt)
            t.paid(.receiptRejected, reason: "malformed", experience: nil)
        },
        Scenario(name: "the sandbox never asked", weight: 20, flows: [.storekit], isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.upload()
            t.verifyReceipt(21_007, environment: "Production", at: t.now + 300_000)
            t.unpaid(.unknown, .receiptRejected, reason: "wrong_environment")
        },
        Scenario(name: "Apple away for a minute", weight: 20, flows: [.storekit], isQuick: true, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.upload()
            t.verifyReceipt(21_005, environment: "Production", at: t.now + 300_000)
            t.now += 2_500_000
            t.settleReceipt()
            t.wait(500, 1_400)
            t.finishTransaction()
            t.wait(150, 500)
            t.showState()
            t.paid(.receiptRejected, reason: "other", experience: .landed)
        },
        Scenario(name: "finished before the upload", weight: 25, flows: [.storekit], client: .required, isQuick: true, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.wait(40, 120)
            t.finishTransaction()
            t.upload()
            t.settleReceipt()
            t.wait(200, 600)
            t.showState()
            t.paid(.finishedEarly, experience: .landed)
        },
        Scenario(name: "finished, and the receipt was refused", weight: 20, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.wait(40, 120)
            t.finishTransaction()
            t.upload()
            t.verifyReceipt(21_002, environment: "Production", at: t.now + 300_000)
            t.recordPurchase(purchasedAt: t.paidAt)
            t.paid(.receiptRejected, reason: "malformed", experience: nil)
            t.truth.primary = [.receiptRejected, .finishedEarly]
        },
        Scenario(name: "never finished", weight: 30, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.upload()
            t.settleReceipt()
            t.wait(200, 600)
            t.showState()
            t.waitSeconds(t.random.between(360, 600))
            t.restartApp()
            t.store(.purchased)
            t.paid(.neverFinished, experience: .landed)
        },
        Scenario(name: "uploaded twice, delivered twice", weight: 20, flows: [.storekit], isQuick: true, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.upload()
            t.settleReceipt()
            t.wait(1_500, 3_000)
            t.upload()
            t.settleReceipt()
            t.wait(500, 1_400)
            t.finishTransaction()
            t.wait(150, 500)
            t.showState()
            t.paid(.deliveredTwice, reason: "upload_repeated", experience: .landed)
        },
        Scenario(name: "a sandbox receipt for a real order", weight: 15, flows: [.storekit], isQuick: true, isApple: true) { t in
            t.placePurchase(environment: "Production")
            t.beginPurchase()
            t.buy()
            t.settleAndFinish(environment: "Sandbox", retries: true)
            t.paid(.sandboxInProduction, experience: .landed)
        },
        Scenario(name: "StoreKit says failed", weight: 40, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.wait(3_000, 8_000)
            t.store(.failed, code: 5, error: "SKErrorStoreProductNotAvailable")
            t.wait(200, 500)
            t.show("failed")
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned, .paymentFailed, reason: "5")
            t.truth.notBreaks = [.resultMisreported]
        },
        Scenario(name: "waiting shown as failed", weight: 15, flows: [.storekit], client: .required, isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.wait(2_000, 6_000)
            t.store(.deferred)
            t.wait(200, 500)
            t.show("failed")
            t.waitSeconds(t.random.between(600, 900))
            t.buy()
            t.settleAndFinish()
            t.paid(.resultMisreported, reason: "pending_as_failed", experience: .landed)
        },
        Scenario(name: "the App Store's notification answered too slowly", weight: 20, flows: [.storekit], isApple: true) { t in
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.settleAndFinish()
            let notice = Teller.StoreNotice("ONE_TIME_CHARGE", purchasedAt: t.paidAt)
            t.notify(notice, at: t.paidAt + 4_000_000, milliseconds: 31_200)
            t.notify(notice, at: t.paidAt + 3_605_000_000)
            t.paid(.notifyRejected, reason: "slow", experience: .landed)
        },
        Scenario(name: "access after the refund", weight: 20, flows: [.storekit], isApple: true) { t in
            t.order.article = 3
            t.placePurchase()
            t.beginPurchase()
            t.buy()
            t.settleAndFinish()
            let time = t.paidAt + t.random.between(1_500, 3_000) * 1_000_000
            t.refund(at: time)
            t.entitle(true, which: 0, at: time + 700_000_000)
            t.paid(.entitlementWrong, reason: "refunded", experience: .landed)
            t.truth.outcomes = [.refunded]
        },
        Scenario(name: "access after the end", weight: 20, flows: [.storekit], isApple: true) { t in
            t.subscribe()
            t.renewTwice()
            t.endSubscription()
            t.entitle(true, at: t.paidAt + 3 * Teller.sandboxMonth + 200_000_000)
            t.paid(.entitlementWrong, reason: "expired", experience: .landed)
        },
        Scenario(name: "no access although paid", weight: 20, flows: [.storekit], isApple: true) { t in
            t.subscribe(month: 30 * 86_400_000_000, environment: "Production")
            let time = t.paidAt + 1_400_000_000
            t.switchRenewalOff(at: time)
            t.entitle(false, at: time + 60_000)
            t.paid(.entitlementWrong, reason: "refused_while_active", experience: .landed)
        },
    ]
}
