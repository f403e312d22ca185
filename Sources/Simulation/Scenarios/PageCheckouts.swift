import Domain

extension Scenario {
    /// Web checkouts: card pages and PayPal.
    static let pages: [Scenario] = [
        Scenario(name: "page, landed", weight: 420, flows: [.webCheckout], isQuick: true, boundsClock: true, isFault: false) { t in
            t.goToPage()
            t.payOnPage()
            t.deliver(.paid, at: t.firstDelivery())
            t.returnFromPageAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.walletNeverOpened, .returnNeverLanded]
        },
        Scenario(
            name: "page, 3-D Secure in the bank's app", weight: 120, flows: [.webCheckout], isQuick: true, boundsClock: true, isFault: false
        ) { t in
            t.order.gateway = .stripe
            t.goToPage()
            t.wait(9_000, 20_000)
            t.deliver(.needsAction, .noted, at: t.now + 900_000, serial: 1)
            // to the bank's app and back: the page still lies on top of ours
            t.wait(8_000, 25_000)
            t.foreground()
            t.payOnPage()
            t.deliver(.paid, at: t.firstDelivery())
            t.returnFromPageAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.pendingNotRequeried, .returnNeverLanded, .walletNeverOpened]
        },
        Scenario(
            name: "page, another card after a refusal", weight: 60, flows: [.webCheckout], isQuick: true, boundsClock: true, isFault: false
        ) { t in
            t.order.gateway = .stripe
            t.goToPage()
            t.wait(9_000, 20_000)
            t.deliver(.declined, .noted, at: t.now + 900_000, serial: 1)
            t.payOnPage()
            t.deliver(.paid, at: t.firstDelivery())
            t.returnFromPageAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.paymentFailed, .chargedTwice]
        },
        Scenario(
            name: "page, approved first and captured after the return", weight: 80, flows: [.webCheckout], isQuick: true, boundsClock: true,
            isFault: false
        ) { t in
            t.order.gateway = .paypal
            t.goToPage()
            t.wait(12_000, 40_000)
            t.deliver(.approved, .noted, at: t.now + 1_200_000, serial: 1)
            t.wait(600, 1_500)
            t.returnFromPage()
            t.capture(at: t.now + 700_000)
            t.deliver(.paid, .noted, at: t.now + 4_000_000)
            t.wait(2_500, 4_000)
            t.askAndShow()
            t.paidAndLanded()
            t.truth.notBreaks = [.returnNeverLanded, .stateRegressed]
        },
        Scenario(
            name: "page, closed before paying", weight: 200, flows: [.webCheckout], boundsClock: true, isFault: false
        ) { t in
            t.goToPage()
            t.wait(12_000, 60_000)
            t.closePage()
            t.wait(300, 900)
            t.ask()
            t.wait(200, 500)
            t.show("pending")
            t.deliver(.expired, at: t.order.createdAt + 1_860_000_000)
            t.unpaid(.abandoned)
            t.truth.notBreaks = [.walletNeverOpened, .returnNeverLanded, .closedNotMarked]
        },
        Scenario(
            name: "page, cancelled by the payer", weight: 80, flows: [.webCheckout], isQuick: true, boundsClock: true, isFault: false
        ) { t in
            t.goToPage()
            t.wait(6_000, 30_000)
            t.closePage()
            t.change(to: "cancelled", by: "user", at: t.now + 150_000)
            t.wait(300, 900)
            t.ask("cancelled")
            t.wait(200, 500)
            t.show("cancelled")
            t.unpaid(.cancelled)
            t.truth.notBreaks = [.resultMisreported]
        },
        Scenario(name: "page, refunded", weight: 40, flows: [.webCheckout], boundsClock: true, isFault: false) { t in
            t.goToPage()
            t.payOnPage()
            t.deliver(.paid, at: t.firstDelivery())
            t.returnFromPageAndShow()
            let time = t.paidAt + t.random.between(1_500, 4_000) * 1_000_000
            t.record(.refunded, at: time)
            t.deliver(.refunded, at: time + 2_000_000, serial: 2)
            t.paidAndLanded()
            t.truth.outcomes = [.refunded]
            t.truth.notBreaks = [.stateRegressed, .chargedTwice]
        },
        Scenario(
            name: "page, closed after paying", weight: 60, flows: [.webCheckout], client: .required, isQuick: true, boundsClock: true
        ) { t in
            t.goToPage()
            t.payOnPage()
            t.deliver(.paid, at: t.firstDelivery())
            t.closePageAndShow()
            t.paid(.returnNeverLanded, experience: .recovered)
            t.truth.notBreaks = [.pendingNotRequeried, .walletNeverOpened]
        },
        Scenario(
            name: "page, redirected to the return page only", weight: 40, flows: [.webCheckout], client: .required, isQuick: true,
            boundsClock: true
        ) { t in
            t.goToPage()
            t.payOnPage()
            t.deliver(.paid, at: t.firstDelivery())
            t.now += 3_000_000
            t.fetchReturnPage()
            t.closePageAndShow()
            t.paid(.returnNeverLanded, reason: "relay_failed", experience: .recovered)
        },
        Scenario(name: "page, every card refused", weight: 50, flows: [.webCheckout], boundsClock: true) { t in
            t.goToPage()
            t.wait(12_000, 40_000)
            t.deliver(.declined, at: t.now + 900_000)
            t.wait(4_000, 9_000)
            t.closePage()
            t.wait(300, 900)
            t.ask("failed")
            t.wait(200, 500)
            t.show("failed")
            t.unpaid(.failed, .paymentFailed)
        },
        Scenario(name: "page, did not load", weight: 30, flows: [.webCheckout], client: .required) { t in
            t.place()
            t.wait(600, 2_000)
            t.failCheckout(code: -1_001, error: "The request timed out.")
            t.closeUnpaid(at: t.order.createdAt + 2_400_000_000)
            t.unpaid(.abandoned, .checkoutLoadFailed, reason: "network")
        },
        Scenario(name: "page, events refused at the edge", weight: 40, flows: [.webCheckout], client: .none) { t in
            t.order.endpoint = .numbered
            t.goToPage()
            t.payOnPage()
            let first = t.firstDelivery()
            for retry in 0..<3 { t.deliver(.paid, .refusedAtEdge(403), at: first + Int64(retry) * 1_900_000_000) }
            t.paid(.notifyRejected, also: [.paidNotMarked], reason: "http_status", experience: nil)
        },
        Scenario(name: "page, left open", weight: 60, flows: [.webCheckout], isFault: false) { t in
            t.goToPage()
            t.unpaid(.unknown)
        },
    ]
}
