import Domain

extension Scenario {
    /// Breaks 8 and 9: the provider's notify is refused or never comes.
    static let notifyFaults: [Scenario] = [
        Scenario(name: "refused at the edge for good", weight: 25, flows: all, boundsClock: true) { t in
            t.goToWalletOnOwnEndpoint()
            t.thinkAndPay()
            let code: Int64 = [419, 302, 403, 404, 405, 499, 502][t.random.below(7)]
            t.repeatDelivery(Notify(t.order, paidAt: t.paidAt), .refusedAtEdge(code), from: t.firstDelivery(), slots: 0..<5)
            t.returnAndWait()
            t.proveByProvider()
            t.paid(.notifyRejected, also: [.paidNotMarked], reason: "http_status", experience: nil)
        },
        Scenario(name: "refused at the edge, then accepted", weight: 25, flows: all, boundsClock: true) { t in
            t.goToWalletOnOwnEndpoint()
            t.thinkAndPay()
            let code: Int64 = [419, 302, 403, 502][t.random.below(4)]
            let notify = Notify(t.order, paidAt: t.paidAt)
            let first = t.firstDelivery()
            t.deliver(notify, .refusedAtEdge(code), at: first)
            t.settleAtRetry(notify, first: first)
            t.paid(.notifyRejected, reason: "http_status", experience: .landed)
        },
        Scenario(name: "signature refused for good", weight: 20, flows: all, boundsClock: true) { t in
            t.goToWalletOnOwnEndpoint()
            t.thinkAndPay()
            var notify = Notify(t.order, paidAt: t.paidAt)
            notify.hasEntities = t.order.provider == .alipay
            t.repeatDelivery(notify, .unverified("signature"), from: t.firstDelivery(), slots: 0..<5)
            t.returnAndWait()
            t.proveByProvider()
            t.paid(.notifyRejected, also: [.paidNotMarked], reason: "signature", experience: nil)
        },
        Scenario(name: "signature refused once", weight: 25, flows: all, boundsClock: true) { t in
            t.goToWalletOnOwnEndpoint()
            t.thinkAndPay()
            let notify = Notify(t.order, paidAt: t.paidAt)
            let first = t.firstDelivery()
            t.deliver(notify, .unverified("signature"), at: first)
            t.settleAtRetry(notify, first: first)
            t.paid(.notifyRejected, reason: "signature", experience: .landed)
        },
        Scenario(name: "order not yet known to the handler", weight: 15, flows: all, boundsClock: true) { t in
            t.goToWalletOnOwnEndpoint()
            t.thinkAndPay()
            let notify = Notify(t.order, paidAt: t.paidAt)
            let first = t.firstDelivery()
            t.deliver(notify, .unverified("order_unknown"), at: first)
            t.settleAtRetry(notify, first: first)
            t.paid(.notifyRejected, reason: "order_unknown", experience: .landed)
        },
        Scenario(name: "handler throws once", weight: 25, flows: all, boundsClock: true) { t in
            t.goToWalletOnOwnEndpoint()
            t.thinkAndPay()
            let notify = Notify(t.order, paidAt: t.paidAt)
            let first = t.firstDelivery()
            t.deliver(notify, .thrown, at: first)
            t.settleAtRetry(notify, first: first)
            t.paid(.notifyRejected, reason: "exception", experience: .landed)
        },
        Scenario(name: "handler throws for good", weight: 20, flows: all, boundsClock: true) { t in
            t.goToWalletOnOwnEndpoint()
            t.thinkAndPay()
            t.repeatDelivery(Notify(t.order, paidAt: t.paidAt), .thrown, from: t.firstDelivery(), slots: 0..<5)
            t.returnAndWait()
            t.paid(.notifyRejected, also: [.paidNotMarked], reason: "exception", experience: nil)
        },
        Scenario(name: "answered too slowly", weight: 20, flows: wechat, isQuick: true, boundsClock: true) { t in
            t.order.isXML = false
            t.goToWallet()
            t.thinkAndPay()
            let notify = Notify(t.order, paidAt: t.paidAt)
            let first = t.firstDelivery()
            t.deliver(notify, .slow(t.random.between(6_500, 12_000)), at: first)
            t.deliver(notify, .accepted, at: first + 16_000_000, moves: false)
            t.returnAndShow()
            t.paid(.notifyRejected, reason: "slow", experience: .landed)
        },
        Scenario(name: "answer is not the seven bytes", weight: 20, flows: alipay, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            let notify = Notify(t.order, paidAt: t.paidAt)
            let first = t.firstDelivery()
            let kind = t.random.below(3)
            let course: Notify.Course =
                kind == 0
                ? .misanswered("\"success\"", 9)
                : kind == 1 ? .misanswered("{\"code\":0}", 10) : .misanswered("<!DOCTYPE html><html><body>ok", 5_127)
            t.deliver(notify, course, at: first)
            t.repeatDelivery(notify, course, from: first, slots: 1..<5)
            t.returnAndShow()
            t.paid(.notifyRejected, reason: "response_body", experience: .landed)
        },
        Scenario(name: "accepted, says our log, yet it comes again", weight: 20, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            let notify = Notify(t.order, paidAt: t.paidAt)
            let first = t.firstDelivery()
            t.deliver(notify, .accepted, at: first)
            t.repeatDelivery(notify, .accepted, from: first, slots: 1..<4)
            t.returnAndShow()
            t.paid(.notifyRejected, reason: "not_accepted", experience: .landed)
        },
        Scenario(name: "no notify, the order stays open", weight: 25, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.returnAndWait()
            t.proveByProvider()
            t.paid(.notifyNotReceived, also: [.paidNotMarked], reason: "not_seen", experience: nil)
        },
        Scenario(name: "no notify, the query settles it", weight: 30, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.wait(1_500, 3_000)
            t.comeBack(t.usualWay())
            t.wait(300, 900)
            t.ask(provider: .paid)
            t.wait(200, 600)
            t.showState()
            t.paid(.notifyNotReceived, reason: "not_seen", experience: .landed)
        },
        Scenario(name: "sent by the provider, never arrived", weight: 20, flows: all, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            for (index, slot) in Notify.slots(t.order.provider)[0..<4].enumerated() {
                t.recordUnsent(Int64(index + 1), at: t.paidAt + (slot + 2) * 1_000_000)
            }
            t.returnAndWait()
            t.proveByProvider()
            t.paid(.notifyNotReceived, also: [.paidNotMarked], reason: "provider_sent", experience: nil)
        },
    ]
}

extension Teller {
    /// As ``goToWallet(returnURL:environment:returnScheme:)``, for an order whose notifies come to a path of their own.
    mutating func goToWalletOnOwnEndpoint() {
        ownEndpoint()
        goToWallet()
    }

    /// The provider's first retry is accepted; the payer, who saw "pending", looks again and sees it paid.
    mutating func settleAtRetry(_ notify: Notify, first: Int64) {
        returnAndWait()
        let retry = first + Notify.slots(notify.provider)[1] * 1_000_000 + random.between(0, 1_000_000)
        deliver(notify, .accepted, at: retry)
        lookAgain(at: retry + random.between(8_000_000, 30_000_000))
    }
}
