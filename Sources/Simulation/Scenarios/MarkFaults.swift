import Domain

extension Scenario {
    /// Breaks 10, 12, 21 and 22: the proof came, the server made nothing of it.
    static let markFaults: [Scenario] = [
        Scenario(name: "handler failed, answered all the same", weight: 20, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .swallowed, at: t.firstDelivery())
            t.returnAndWait()
            t.paid(.paidNotMarked, reason: "handler_failed", experience: nil)
        },
        Scenario(name: "verified and nothing moved", weight: 20, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .ignored, at: t.firstDelivery())
            t.returnAndWait()
            if t.order.hash & 2 == 0 { t.markLate(at: t.paidAt + 1_900_000_000) }
            t.paid(.paidNotMarked, reason: "not_moved", experience: nil)
        },
        Scenario(name: "a stub takes the notify", weight: 10, flows: all, client: .none) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.deliver(Notify(t.order, paidAt: t.paidAt), .stubbed, at: t.firstDelivery())
            t.proveByProvider()
            t.paid(.paidNotMarked, experience: nil)
        },
        Scenario(name: "closed by the provider, still open here", weight: 25, flows: alipay) { t in
            t.goToWallet()
            t.paidAt = t.now
            var close = Notify(t.order, paidAt: t.now)
            close.content = .closedUnpaid
            t.deliver(close, .ignored, at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned, .closedNotMarked)
        },
        Scenario(name: "proof at hand, answered from the cache", weight: 20, flows: all, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(4_200, 5_000)
            t.comeBack(t.usualWay())
            for _ in 0..<4 {
                t.wait(4_000, 5_000)
                t.ask("pending")
            }
            t.wait(8_000, 10_000)
            t.ask()
            t.wait(200, 500)
            t.showState()
            t.paid(.queryStale, reason: "proof_ignored", experience: .landed)
        },
        Scenario(name: "notify late, asked only the own table", weight: 25, flows: all, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.wait(2_000, 3_000)
            t.comeBack(t.usualWay())
            let notify = t.paidAt + 90_000_000
            for _ in 0..<5 {
                t.wait(8_000, 12_000)
                t.ask()
            }
            t.deliver(Notify(t.order, paidAt: t.paidAt), .accepted, at: notify)
            t.now = notify + 3_000_000
            t.ask()
            t.wait(200, 500)
            t.showState()
            t.paid(.queryStale, reason: "local_only", experience: .landed)
        },
        Scenario(name: "query reads a page of HTML", weight: 20, flows: all, isQuick: true, boundsClock: true) { t in
            t.queryFails(.html, reason: "parse")
        },
        Scenario(name: "query times out", weight: 15, flows: all, isQuick: true, boundsClock: true) { t in
            t.queryFails(.timeout, reason: "http")
        },
        Scenario(name: "provider is unavailable", weight: 15, flows: alipay, isQuick: true, boundsClock: true) { t in
            t.queryFails(.broken, reason: "provider_error")
        },
        Scenario(name: "every query unusable, nothing else known", weight: 15, flows: all, client: .none) { t in
            t.goToWallet()
            for minute in 1...6 { t.askProvider(.html, at: t.order.createdAt + Int64(minute) * 60_000_000) }
            t.unpaid(.unknown, .providerQueryFailed, reason: "parse")
            t.leftOpen()
        },
    ]
}

extension Teller {
    /// The server asks the provider in vain; a minute later the notify settles the order.
    mutating func queryFails(_ answer: ProviderAnswer, reason: String) {
        goToWallet()
        thinkAndPay()
        wait(1_000, 1_800)
        comeBack(usualWay())
        wait(300, 500)
        ask(provider: answer)
        wait(200, 500)
        show("pending")
        let notify = paidAt + 60_000_000
        deliver(Notify(order, paidAt: paidAt), .accepted, at: notify)
        lookAgain(at: notify + 5_000_000)
        paid(.providerQueryFailed, reason: reason, experience: .landed)
    }

    /// Somebody repairs the order long after the deadline.
    mutating func markLate(at time: Int64) {
        markPaid(by: "provider_query", at: time)
        deliver(at: time + 1_000_000)
    }
}
