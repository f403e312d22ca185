import Domain

extension Scenario {
    /// Breaks 13, 17, 18 and 19: paid, and the way back to the result is broken.
    static let returnFaults: [Scenario] = [
        Scenario(name: "return URL empty, back by hand", weight: 20, flows: h5, client: .required, boundsClock: true) { t in
            t.goToWallet(returnURL: .empty)
            t.payAndSwitchBack()
            t.paid(.returnURLMissing, also: [.returnNeverLanded], reason: "empty", experience: .recovered)
        },
        Scenario(name: "return URL empty, never back", weight: 15, flows: h5, client: .required) { t in
            t.goToWallet(returnURL: .empty)
            t.thinkAndPay()
            t.notifyAndSettle()
            t.paid(.returnURLMissing, also: [.returnNeverLanded], reason: "empty", experience: .lost)
        },
        Scenario(name: "return URL of another domain", weight: 15, flows: h5, client: .required, boundsClock: true) { t in
            t.goToWallet(returnURL: .foreign)
            t.payAndSwitchBack()
            t.paid(.returnURLMissing, also: [.returnNeverLanded], reason: "unauthorized_domain", experience: .recovered)
        },
        Scenario(name: "Safari got the return, back by hand", weight: 30, flows: h5, client: .required, boundsClock: true) { t in
            t.goToWallet()
            t.payAndSwitchBack(throughSafari: true)
            t.paid(.returnNeverLanded, reason: "relay_failed", experience: .recovered)
        },
        Scenario(name: "Safari got the return, never back", weight: 20, flows: h5, client: .required) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.now += 4_500_000
            t.fetchReturnPage(logged: true)
            t.paid(.returnNeverLanded, reason: "relay_failed", experience: .lost)
        },
        Scenario(name: "the wallet returns to itself", weight: 20, flows: [.alipayH5], client: .required, boundsClock: true) { t in
            t.goToWallet(returnScheme: "alipays")
            t.payAndSwitchBack()
            t.paid(
                .returnNeverLanded, reason: t.visit.isAndroid ? nil : "other_app", experience: .recovered)
        },
        Scenario(name: "stayed in the wallet, back by hand", weight: 40, flows: all, client: .required, boundsClock: true) { t in
            t.goToWallet()
            t.payAndSwitchBack()
            t.paid(.returnNeverLanded, experience: .recovered)
        },
        Scenario(name: "back by hand, never asked", weight: 25, flows: all, client: .required) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(15_000, 60_000)
            t.foreground()
            t.paid(.returnNeverLanded, also: [.pendingNotRequeried], experience: .lost)
        },
        Scenario(name: "killed, the pending order forgotten", weight: 20, flows: all, client: .required) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(15_000, 60_000)
            t.restartApp()
            t.foreground(remembers: false)
            t.paid(.returnNeverLanded, also: [.pendingNotRequeried], experience: .lost)
        },
        Scenario(name: "return not routed", weight: 20, flows: h5, client: .required) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(2_000, 5_000)
            t.comeBack(.universalLink)
            t.wait(20, 60)
            t.failRoute()
            t.paid(.returnUnrouted, reason: "no_route", experience: .lost)
        },
        Scenario(name: "return without the order number", weight: 20, flows: h5, client: .required, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(3_800, 5_000)
            t.comeBack(.scheme, carriesNumber: false)
            t.wait(300, 900)
            t.askAndShow()
            t.paid(.returnUnrouted, reason: "no_order_number", experience: .landed)
        },
        Scenario(name: "return not handed on", weight: 20, flows: all, client: .required) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(2_000, 5_000)
            t.comeBack(t.order.isH5 ? .universalLink : .sdk)
            t.paid(.returnUnrouted, reason: "not_handed_on", experience: .lost)
        },
        Scenario(name: "shown pending, never asked", weight: 20, flows: all, client: .required) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(2_000, 5_000)
            t.comeBack(t.usualWay())
            t.wait(500, 1_500)
            t.show("pending")
            t.paid(.pendingNotRequeried, reason: "no_query_after_return", experience: .lost)
        },
        Scenario(
            name: "stopped asking too early", weight: 20, flows: [.alipayH5, .wechatH5, .alipaySDK], client: .required, boundsClock: true
        ) { t in
            t.goToWallet()
            t.wait(15_000, 30_000)
            t.comeBack(t.usualWay(), code: 8_000)
            for _ in 0..<3 {
                t.wait(1_500, 4_000)
                t.ask()
            }
            t.wait(200, 500)
            t.show("pending")
            t.wait(60_000, 150_000)
            t.pay()
            t.notifyAndSettle()
            t.paid(.pendingNotRequeried, reason: "retries_stopped", experience: .lost)
        },
    ]
}

extension Teller {
    /// Paid and settled; the payer switches back by hand, the app asks and shows the right result.
    mutating func payAndSwitchBack(throughSafari: Bool = false) {
        thinkAndPay()
        notifyAndSettle()
        if throughSafari {
            now += 4_500_000
            fetchReturnPage(logged: true)
        }
        wait(15_000, 60_000)
        foreground()
        wait(400, 1_500)
        askAndShow()
    }
}
