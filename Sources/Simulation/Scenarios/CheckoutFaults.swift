import Domain

extension Scenario {
    /// Breaks 14 and 15: the payer never gets into the wallet. The timeout job closes all of them.
    static let checkoutFaults: [Scenario] = [
        Scenario(name: "cashier blocked by ATS", weight: 20, flows: h5, client: .required) { t in
            t.place()
            t.wait(700, 1_500)
            t.failCheckout(code: -1_022, error: "NSURLErrorDomain -1022 App Transport Security policy requires a secure connection")
            t.closedWithoutWallet(.checkoutLoadFailed, reason: "ats")
        },
        Scenario(name: "cashier not reachable", weight: 20, flows: h5, client: .required) { t in
            t.place()
            t.wait(5_000, 9_000)
            t.failCheckout(code: -1_001, error: "NSURLErrorDomain -1001 The request timed out")
            t.closedWithoutWallet(.checkoutLoadFailed, reason: "network")
        },
        Scenario(name: "scheme not whitelisted", weight: 20, flows: h5, client: .required) { t in
            t.place()
            t.cashier()
            t.wait(1_000, 3_000)
            t.intercept()
            t.wait(100, 300)
            t.refuseCanOpen()
            t.closedWithoutWallet(.walletNeverOpened, reason: "not_whitelisted")
        },
        Scenario(name: "https wallet URL loaded as a page", weight: 20, flows: [.alipayH5], client: .required) { t in
            t.place()
            t.cashier()
            t.wait(1_000, 3_000)
            t.intercept(https: true)
            t.closedWithoutWallet(.walletNeverOpened, reason: "https_not_handed_over")
        },
        Scenario(name: "open failed", weight: 20, flows: all, client: .required) { t in
            t.place()
            t.cashier()
            t.wait(1_000, 3_000)
            if t.order.isH5 { t.intercept() }
            t.wait(200, 500)
            t.openWallet(success: false)
            t.closedWithoutWallet(.walletNeverOpened, reason: "open_failed")
        },
        Scenario(name: "wallet URL not intercepted", weight: 15, flows: h5, client: .required) { t in
            t.place()
            t.cashier()
            t.wait(1_000, 3_000)
            guard t.visit.isAndroid else {
                t.intercept()
                t.closedWithoutWallet(.walletNeverOpened, reason: "no_effect")
                return
            }
            t.unknownScheme()
            t.closedWithoutWallet(.walletNeverOpened, reason: "not_intercepted")
        },
        Scenario(name: "intercepted, no effect", weight: 15, flows: h5, client: .required) { t in
            t.place()
            t.cashier()
            t.wait(1_000, 3_000)
            t.intercept()
            t.closedWithoutWallet(.walletNeverOpened, reason: "no_effect")
        },
        Scenario(name: "no attempt to launch", weight: 20, flows: all, client: .required) { t in
            t.place()
            t.cashier()
            t.closedWithoutWallet(.walletNeverOpened, reason: "no_attempt")
        },
    ]
}

extension Teller {
    /// Half an hour later the order is closed, and that is all.
    mutating func closedWithoutWallet(_ primary: BreakCode, reason: String) {
        closeUnpaid(at: order.createdAt + 1_800_000_000)
        unpaid(.abandoned, primary, reason: reason)
    }
}
