import Domain

extension Scenario {
    /// Breaks 20 and 33: questions that never arrive, and secrets in URLs.
    static let queryFaults: [Scenario] = [
        Scenario(name: "questions never arrive", weight: 25, flows: all, client: .required) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.wait(3_000, 5_000)
            t.comeBack(t.usualWay())
            for _ in 0..<3 {
                t.wait(400, 900)
                t.truth.happened(.requeried)
                t.sendQuery()
                t.wait(9_800, 10_200)
                t.failQuery("NSURLErrorDomain -1003 host not found")
            }
            t.paid(.queryNotReceived, experience: .lost)
        },
        Scenario(name: "token in the return URL", weight: 25, flows: h5, client: .required, isQuick: true, boundsClock: true) { t in
            t.goToWallet()
            t.thinkAndPay()
            t.notifyAndSettle()
            t.returnAndShow(.universalLink, secret: true)
            t.paid(.secretInURL, experience: .landed)
        },
    ]
}
