import Domain

extension Scenario {
    /// Stories without money in which nothing is broken.
    static let unpaid: [Scenario] = [
        Scenario(name: "abandoned, closed by the timeout job", weight: 700, flows: all, boundsClock: false, isFault: false) { t in
            t.goToWallet()
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000, by: t.order.hash & 64 == 0 ? "timeout" : "expiry_job")
            t.unpaid(.abandoned)
        },
        Scenario(
            name: "abandoned, asked and closed", weight: 200, flows: [.alipayH5, .wechatH5, .alipaySDK], boundsClock: true, isFault: false
        ) { t in
            t.goToWallet()
            t.wait(15_000, 40_000)
            t.comeBack(t.usualWay(), code: 8_000)
            t.wait(300, 900)
            t.ask(provider: t.order.provider == .alipay ? .notExist : .pending)
            t.wait(200, 500)
            t.show("pending")
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned)
            t.truth.notBreaks = [.providerQueryFailed, .paymentFailed]
        },
        Scenario(name: "left open", weight: 150, flows: all, isFault: false) { t in
            t.goToWallet()
            t.leftOpen()
        },
        Scenario(name: "abandoned, closed by the provider", weight: 80, flows: [.alipayH5, .alipaySDK], isFault: false) { t in
            t.goToWallet()
            t.paidAt = t.now
            var close = Notify(t.order, paidAt: t.now)
            close.content = .closedUnpaid
            t.deliver(close, .accepted, at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned)
            t.truth.notBreaks = [.closedNotMarked]
        },
        Scenario(
            name: "cancelled by the payer", weight: 450, flows: [.alipayH5, .alipaySDK, .wechatSDK], isQuick: true, boundsClock: true,
            isFault: false
        ) { t in
            t.goToWallet()
            t.wait(4_000, 20_000)
            t.comeBack(t.order.isH5 ? .scheme : .sdk, code: 6_001)
            t.wait(300, 900)
            t.ask()
            t.wait(100, 400)
            t.show("cancelled")
            if !t.hasClient || t.random.chance(50) { t.change(to: "cancelled", by: "user", at: t.now + 200_000) }
            t.unpaid(.cancelled)
            t.truth.notBreaks = [.resultMisreported]
        },
        Scenario(name: "provider says failed", weight: 60, flows: wechat, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.wait(8_000, 20_000)
            t.comeBack(t.usualWay(), code: t.order.isH5 ? 4_000 : -1)
            t.wait(300, 900)
            t.ask(provider: .payError)
            t.change(to: "failed", by: "provider_query", at: t.now)
            t.wait(900, 1_200)
            t.ask("failed")
            t.wait(200, 500)
            t.show("failed")
            t.unpaid(.failed, .paymentFailed)
        },
        Scenario(name: "wallet says failed", weight: 60, flows: [.alipaySDK], client: .required, boundsClock: true) { t in
            t.goToWallet()
            t.wait(8_000, 20_000)
            t.comeBack(.sdk, code: 4_000)
            t.wait(300, 900)
            t.ask()
            t.wait(200, 500)
            t.show("pending")
            t.closeUnpaid(at: t.order.createdAt + 1_800_000_000)
            t.unpaid(.abandoned, .paymentFailed, reason: "4000")
        },
    ]
}
