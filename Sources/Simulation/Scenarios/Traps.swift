import Domain

extension Scenario {
    /// Stories that look like faults and are none (vocabulary §7).
    static let traps: [Scenario] = [
        Scenario(name: "probe with a false signature", weight: 30, flows: wechat, isQuick: true, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            t.probe(at: t.now + 2_000_000)
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.notifyRejected]
        },
        Scenario(name: "a developer's curl", weight: 30, flows: all, isQuick: true, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            t.request("POST", status: 400, bytes: 61, agent: .curl, duration: 3, purpose: 51, at: t.now + 3_000_000) { teller in
                teller.order.notifyPath(&teller.line, &teller.calendar, provider: teller.order.provider)
            }
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.notifyRejected]
        },
        Scenario(name: "not there before the payer acted", weight: 60, flows: all, isQuick: true, boundsClock: true, isFault: false) { t in
            t.place()
            t.askProvider(.notExist, at: t.order.createdAt + 2_000_000)
            t.cashier()
            t.launch()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.providerQueryFailed]
        },
        Scenario(name: "redirect by timer", weight: 80, flows: [.wechatH5], isQuick: true, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            let launched = t.now
            t.now += t.random.between(4_200_000, 4_900_000)
            t.fetchReturnPage()
            t.now = launched
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.returnNeverLanded]
        },
        Scenario(
            name: "canOpenURL failed, the wallet opened", weight: 60, flows: h5, client: .required, isQuick: true, boundsClock: true,
            isFault: false
        ) { t in
            t.place()
            t.cashier()
            t.wait(800, 2_000)
            t.refuseCanOpen()
            t.launch()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.walletNeverOpened]
        },
        Scenario(
            name: "6001, then paid", weight: 60, flows: [.alipaySDK, .alipayH5], client: .required, isQuick: true, boundsClock: true,
            isFault: false
        ) { t in
            t.goToWallet()
            t.wait(4_000, 9_000)
            t.comeBack(t.order.isH5 ? .scheme : .sdk, code: 6_001)
            t.wait(300, 900)
            t.ask()
            t.wait(100, 300)
            t.show("cancelled")
            t.wait(6_000, 12_000)
            t.launch()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.resultMisreported, .chargedTwice]
        },
        Scenario(name: "duplicate off the schedule", weight: 60, flows: all, isQuick: true, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            t.thinkAndPay()
            let first = t.firstDelivery()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: first)
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: first + t.random.between(150_000, 900_000), moves: false)
            t.returnAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.notifyRejected, .deliveredTwice]
        },
        Scenario(name: "end of the refund window", weight: 30, flows: [.unknown], client: .none, isQuick: true, isFault: false) { t in
            t.order.provider = .alipay
            t.order.createdAt -= 90 * 86_400_000_000
            // the line that ties an attempt's number to the order is as old as the order
            t.order.hasAttempt = false
            var finished = Notify(t.order, paidAt: t.order.createdAt + 64_000_000)
            finished.content = .finished
            finished.serial = 3
            t.truth.happened(.orderCreated)
            t.truth.happened(.paid)
            t.truth.happened(.markedPaid)
            t.deliver(finished, .ignored, at: t.now)
            t.paidAndLanded()
            t.truth.notBreaks = [.deliveredTwice, .notifyRejected]
        },
        Scenario(name: "late close of a stale attempt", weight: 40, flows: alipay, boundsClock: true, isFault: false) { t in
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
            t.deliver(close, .ignored, at: t.order.createdAt + 1_800_000_000)
            t.paidAndLanded()
            t.truth.notBreaks = [.stateRegressed, .closedNotMarked, .chargedTwice]
        },
        Scenario(name: "the same state again", weight: 30, flows: all, isQuick: true, boundsClock: true, isFault: false) { t in
            t.goToWallet()
            t.thinkAndPay()
            let first = t.firstDelivery()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: first)
            t.change(to: "paid", by: "provider_query", at: first + 900_000)
            t.returnAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.stateRegressed]
        },
    ]
}

extension Teller {
    /// WeChat tests whether we really verify: a signature that begins `WECHATPAY/SIGNTEST/` (facts.md §2.2).
    mutating func probe(at time: Int64) {
        if order.hash & 128 == 0 {
            open(application(52), .notifyVerified, at: time, level: .error, component: 4)
            field("ok", "false")
            field("reason", "signature")
            key("signature")
            line.text("WECHATPAY/SIGNTEST/")
            line.hex(order.hash, 16)
            endKey()
            close()
        }
        request("POST", status: 401, bytes: 130, agent: .provider, duration: 4, purpose: 52, at: time + 4_000) {
            $0.line.text("/pay/notify/wechat")
        }
    }

    /// The second of two attempts at the same provider is the one that is paid and settled.
    mutating func paySecondAttempt() {
        truth.happened(.paid)
        paidAt = now / 1_000_000 * 1_000_000
        bill(provider: order.provider, amount: order.amount, paidAt: paidAt, payment: 2, attempt: 2)
        var notify = Notify(order, paidAt: paidAt)
        (notify.payment, notify.attempt) = (2, 2)
        deliver(notify, .accepted, at: firstDelivery())
    }
}
