import Domain

extension Scenario {
    /// Breaks 1–7 and 11: money and integrity.
    static let moneyFaults: [Scenario] = [
        Scenario(name: "marked on the app's word", weight: 20, flows: [.alipaySDK, .wechatSDK], boundsClock: true) { t in
            t.goToWallet()
            t.wait(8_000, 20_000)
            t.comeBack(.sdk)
            t.markPaid(by: "client", at: t.now + 150_000)
            t.deliver(at: t.now + 400_000)
            t.wait(700, 1_200)
            t.ask()
            t.wait(200, 500)
            t.show("paid")
            t.askProvider(t.order.provider == .alipay ? .notExist : .pending, at: t.order.createdAt + 2_100_000_000)
            t.unpaid(.abandoned, .markedWithoutProof, also: t.hasClient ? [.resultMisreported] : [], reason: "client_claim")
        },
        Scenario(name: "marked by an operator", weight: 15, flows: all) { t in
            t.goToWallet()
            t.markPaid(by: "operator", at: t.order.createdAt + 400_000_000)
            t.deliver(at: t.order.createdAt + 401_000_000)
            t.askProvider(t.order.provider == .alipay ? .notExist : .pending, at: t.order.createdAt + 2_100_000_000)
            t.unpaid(.abandoned, .markedWithoutProof, reason: "operator")
        },
        Scenario(name: "marked by the return page", weight: 15, flows: [.alipayH5], client: .none) { t in
            t.goToWallet()
            t.wait(8_000, 20_000)
            t.fetchReturnPage(logged: true)
            t.markPaid(by: "return", at: t.now + 50_000)
            t.deliver(at: t.now + 90_000)
            t.askProvider(.notExist, at: t.order.createdAt + 2_100_000_000)
            t.unpaid(.abandoned, .markedWithoutProof)
        },
        Scenario(name: "marked first, proved by the bill", weight: 20, flows: [.alipayH5], client: .none, isFault: false) { t in
            t.goToWallet()
            t.thinkAndPay()
            if t.plan.hasBill(t.paidAt) {
                t.wait(1_200, 2_000)
                t.markPaid(by: "return", at: t.now)
                t.deliver(at: t.now + 90_000)
                t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: t.now + 2_500_000, moves: false)
            } else {
                t.notifyAndSettle()
            }
            t.paidAndLanded()
            t.truth.notBreaks = [.markedWithoutProof]
        },
        Scenario(name: "another amount, accepted", weight: 20, flows: all, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.wait(8_000, 45_000)
            let paid = t.order.hash & 1 == 0 ? max(1, t.order.amount / 100) : t.order.amount + 100
            t.payAmount(paid)
            var notify = Notify(t.order, paidAt: t.paidAt)
            notify.amount = paid
            t.deliver(notify, .accepted, at: t.firstDelivery())
            t.returnAndShow()
            t.paid(.amountMismatch, reason: "amount", experience: .landed)
        },
        Scenario(name: "another amount, refused", weight: 15, flows: alipay, client: .none) { t in
            t.goToWallet()
            t.ownEndpoint()
            t.wait(8_000, 45_000)
            let paid = max(1, t.order.amount / 100)
            t.payAmount(paid)
            var notify = Notify(t.order, paidAt: t.paidAt)
            notify.amount = paid
            t.repeatDelivery(notify, .unverified("amount"), from: t.firstDelivery(), slots: 0..<5)
            guard t.plan.hasBill(t.paidAt) else {
                // nothing but a refused notify speaks of money
                t.truth.outcomes = [.paid, .unknown]
                (t.truth.primary, t.truth.breaks) = ([.amountMismatch, .notifyRejected], [.notifyRejected])
                return
            }
            t.paid(.amountMismatch, also: [.notifyRejected, .paidNotMarked], reason: "amount", experience: nil)
        },
        Scenario(name: "another currency", weight: 10, flows: wechat, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            var notify = Notify(t.order, paidAt: t.paidAt)
            notify.currency = "HKD"
            t.deliver(notify, .accepted, at: t.firstDelivery())
            t.returnAndShow()
            t.paid(.amountMismatch, reason: "currency", experience: .landed)
        },
        Scenario(name: "somebody else's merchant", weight: 15, flows: all, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            var notify = Notify(t.order, paidAt: t.paidAt)
            notify.isForeign = true
            t.deliver(notify, .accepted, at: t.firstDelivery())
            t.returnAndShow()
            t.paid(.merchantMismatch, experience: .landed)
        },
        Scenario(name: "paid twice, same channel", weight: 20, flows: all, boundsClock: true) { t in
            t.order.hasAttempt = true
            t.place()
            t.makeCheckout(attempt: 2, provider: t.order.provider, at: t.now + 50_000)
            t.cashier()
            t.launch()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.payAgain(t.order.provider)
            t.returnAndShow()
            t.paid(.chargedTwice, reason: "same_channel", experience: .landed)
        },
        Scenario(name: "paid twice, two channels", weight: 20, flows: all, boundsClock: true) { t in
            t.order.hasAttempt = true
            t.order.endpoint = .plain
            let other: Order.Provider = t.order.provider == .alipay ? .wechat : .alipay
            t.place()
            t.makeCheckout(attempt: 2, provider: other, at: t.now + 50_000)
            t.cashier()
            t.launch()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.payAgain(other)
            t.returnAndShow()
            t.paid(.chargedTwice, reason: "two_channels", experience: .landed)
        },
        Scenario(name: "failed too early", weight: 20, flows: all, client: .none, isQuick: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.change(to: "failed", by: "client", at: t.now + 1_200_000)
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: t.now + 20_000_000)
            t.paid(.stateRegressed, reason: "early_failure", experience: nil)
        },
        Scenario(name: "expired although paid", weight: 15, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.change(to: "expired", by: "expiry_job", at: t.order.createdAt + 1_800_000_000)
            t.paid(.stateRegressed, reason: "expiry_job", experience: .landed)
        },
        Scenario(name: "set back by a duplicate", weight: 15, flows: all, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            let first = t.firstDelivery()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: first)
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: first + 700_000, moves: false)
            t.change(to: "pending", by: "notify", at: first + 720_000)
            if t.order.hash & 2 == 0 { t.change(to: "paid", by: "provider_query", at: first + 300_000_000) }
            t.returnAndShow()
            t.paid(.stateRegressed, reason: "late_duplicate", experience: .landed)
        },
        Scenario(name: "set back by a stale attempt", weight: 15, flows: alipay, boundsClock: true) { t in
            t.order.hasAttempt = true
            t.place()
            t.makeCheckout(attempt: 2, provider: .alipay, at: t.now + 50_000)
            t.cashier()
            t.launch()
            t.wait(8_000, 45_000)
            t.paySecondAttempt()
            t.returnAndShow()
            var close = Notify(t.order, paidAt: t.order.createdAt + 8_000_000)
            close.content = .closedUnpaid
            t.deliver(close, .accepted, at: t.order.createdAt + 1_800_000_000)
            t.paid(.stateRegressed, reason: "stale_attempt", experience: .landed)
        },
        Scenario(name: "delivered twice, notify repeated", weight: 20, flows: all, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            let first = t.firstDelivery()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: first)
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: first + 221_000, moves: false)
            t.deliver(at: first + 260_000)
            t.returnAndShow()
            t.paid(.deliveredTwice, reason: "notify_repeated", experience: .landed)
        },
        Scenario(name: "delivered twice by a job", weight: 15, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.deliver(at: t.paidAt + 700_000_000)
            t.paid(.deliveredTwice, reason: "unknown", experience: .landed)
        },
        Scenario(name: "sandbox in production", weight: 10, flows: all, isQuick: true, boundsClock: true) { t in
            t.goToWallet(environment: "Production")
            t.thinkAndPay()
            var notify = Notify(t.order, paidAt: t.paidAt)
            notify.environment = "Sandbox"
            t.deliver(notify, .accepted, at: t.firstDelivery())
            t.returnAndShow()
            t.paid(.sandboxInProduction, experience: .landed)
        },
        Scenario(name: "paid and never delivered", weight: 20, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle(delivers: false)
            t.returnAndShow()
            if t.order.hash & 2 == 0 { t.deliver(at: t.paidAt + 600_000_000) }
            t.paid(.paidNotDelivered, experience: .landed)
        },
    ]
}

extension Teller {
    /// The payer pays another amount than the order's.
    mutating func payAmount(_ amount: Int64) {
        truth.happened(.paid)
        paidAt = now / 1_000_000 * 1_000_000
        bill(provider: order.provider, amount: amount, paidAt: paidAt)
    }

    /// A second payment of the same order, half a minute later; its notify changes nothing any more.
    mutating func payAgain(_ provider: Order.Provider) {
        let second = paidAt + random.between(20, 40) * 1_000_000
        bill(provider: provider, amount: order.amount, paidAt: second, payment: 2, attempt: 2)
        var notify = Notify(order, paidAt: second)
        (notify.provider, notify.payment, notify.attempt) = (provider, 2, 2)
        deliver(notify, .accepted, at: second + random.between(1_000_000, 3_000_000), moves: false)
    }
}
