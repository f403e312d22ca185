import Domain

extension Scenario {
    /// Stories in which all is well.
    static let healthy: [Scenario] = [
        Scenario(name: "landed", weight: 5_200, flows: all, isQuick: true, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.paidAndLanded()
        },
        Scenario(name: "landed, the notify a little later", weight: 500, flows: all, isQuick: true, boundsClock: true, isFault: false) {
            t in
            t.goToWallet()
            t.thinkAndPay()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: t.now + t.random.between(5_000_000, 6_500_000))
            t.wait(1_000, 1_600)
            t.comeBack(t.usualWay())
            t.wait(300, 500)
            t.askAndShow()
            t.paidAndLanded()
        },
        Scenario(name: "paid in the H5 cashier", weight: 150, flows: h5, isQuick: true, boundsClock: true, isFault: false) { t in
            t.place()
            t.cashier()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow(.webview)
            t.paidAndLanded()
            t.truth.notBreaks = [.walletNeverOpened]
        },
        Scenario(name: "settled by the query", weight: 200, flows: all, isQuick: true, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            t.thinkAndPay()
            let first = t.now + 12_000_000
            t.wait(1_500, 3_000)
            t.comeBack(t.usualWay())
            t.wait(300, 900)
            t.ask(provider: .paid)
            t.wait(200, 600)
            t.showState()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: first, moves: false)
            t.paidAndLanded()
        },
        Scenario(name: "bill only", weight: 250, flows: [.unknown], client: .none, isFault: false) { t in
            // an attempt's number whose order nobody names would be an order of its own
            t.order.hasAttempt = false
            t.pay()
            guard t.plan.hasBill(t.paidAt) else {
                // no bill of that day yet: the order is an ordinary one of a service that names no flow
                t.order.provider = .alipay
                t.createOrder(namesFlow: false)
                t.notifyAndSettle()
                t.paidAndLanded()
                return
            }
            t.paidAndLanded()
            t.truth.notBreaks = [.notifyNotReceived, .paidNotMarked]
        },
        Scenario(name: "flow not named", weight: 250, flows: [.unknown], client: .none, isQuick: true, isFault: false) { t in
            t.order.provider = .alipay
            t.createOrder(namesFlow: false)
            t.now += 20_000_000
            t.pay()
            t.notifyAndSettle()
            t.paidAndLanded()
        },
        Scenario(name: "refunded in full", weight: 80, flows: alipay, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            var refund = Notify(t.order, paidAt: t.paidAt)
            refund.content = .refunded(t.order.amount)
            refund.serial = 1
            let time = t.paidAt + t.random.between(1_500, 4_000) * 1_000_000
            t.bill(provider: .alipay, amount: t.order.amount, paidAt: time, refund: t.order.amount)
            t.deliver(refund, .accepted, at: time + 1_000_000)
            t.paidAndLanded()
            t.truth.outcomes = time + 2_000_000 < t.plan.end ? [.refunded] : [.paid]
            t.truth.notBreaks = [.closedNotMarked, .stateRegressed, .chargedTwice]
        },
        Scenario(name: "refunded in part", weight: 80, flows: alipay, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            let part = max(1, t.order.amount / 3)
            var refund = Notify(t.order, paidAt: t.paidAt)
            refund.content = .partlyRefunded(part)
            refund.serial = 1
            let time = t.paidAt + t.random.between(1_500, 4_000) * 1_000_000
            t.bill(provider: .alipay, amount: t.order.amount, paidAt: time, refund: part)
            t.deliver(refund, .accepted, at: time + 1_000_000, moves: false)
            t.paidAndLanded()
            t.truth.notBreaks = [.chargedTwice, .amountMismatch]
        },
    ]

    /// What every order of the last minutes is: the payer is still in the wallet when the logs end.
    static let stillPending = Scenario(name: "still pending", weight: 0, flows: all, isQuick: true, isFault: false) { t in
        t.goToWallet()
        t.unpaid(.pending)
    }
}
