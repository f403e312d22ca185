import Domain

extension Scenario {
    /// Breaks 23 and 24: the payer is shown something that is not so, or twice.
    static let resultFaults: [Scenario] = [
        Scenario(name: "paid, shown as failed", weight: 20, flows: all, client: .required, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(4_200, 6_000)
            t.comeBack(t.usualWay())
            t.wait(300, 900)
            t.ask()
            t.wait(200, 500)
            t.show("failed")
            t.paid(.resultMisreported, reason: "paid_as_failed", experience: .lost)
        },
        Scenario(
            name: "pending, shown as failed", weight: 20, flows: [.alipayH5, .wechatH5, .alipaySDK], client: .required, boundsClock: true
        ) { t in
            t.goToWallet()
            t.wait(8_000, 20_000)
            t.comeBack(t.usualWay(), code: 8_000)
            t.wait(300, 900)
            t.ask()
            t.wait(200, 500)
            t.show("failed")
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned, .resultMisreported, reason: "pending_as_failed")
        },
        Scenario(name: "unpaid, shown as paid", weight: 20, flows: all, client: .required, boundsClock: true) { t in
            t.goToWallet()
            t.wait(8_000, 20_000)
            t.comeBack(t.usualWay())
            t.wait(300, 900)
            t.ask()
            t.wait(200, 500)
            t.show("paid")
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned, .resultMisreported, reason: "unpaid_as_paid")
        },
        Scenario(name: "result shown twice", weight: 25, flows: all, client: .required, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow()
            t.wait(600, 2_500)
            t.show("paid")
            t.paid(.resultDuplicated, experience: .landed)
        },
    ]
}
