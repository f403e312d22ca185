import Domain

/// The usual stretches of a story, from which scenarios are made.
extension Teller {
    // MARK: up to the wallet

    /// The payer taps, the server makes the order, the app keeps it.
    mutating func place(returnURL: ReturnURL = .good, environment: StaticString? = nil, namesFlow: Bool = true) {
        tap()
        now = order.createdAt
        createOrder(returnURL: returnURL, environment: environment, namesFlow: namesFlow)
        wait(300, 700)
        saveOrder()
        guard needsEarlyQuestion else { return }
        // the app looks whether the order is still open before it starts the cashier
        wait(100, 300)
        ask(beforePayment: true)
    }

    /// The cashier page, in flows that have one.
    mutating func cashier() {
        guard order.isH5 else { return }
        wait(600, 2_000)
        loadCheckout()
    }

    /// From the cashier to the wallet.
    mutating func launch(returnScheme: StaticString = Shop.scheme) {
        if order.isH5 {
            wait(1_000, 5_000)
            intercept(returnScheme: returnScheme)
            wait(200, 600)
        } else {
            wait(600, 1_800)
        }
        openWallet()
    }

    /// Everything until the payer is in the wallet.
    mutating func goToWallet(returnURL: ReturnURL = .good, environment: StaticString? = nil, returnScheme: StaticString = Shop.scheme) {
        place(returnURL: returnURL, environment: environment)
        cashier()
        launch(returnScheme: returnScheme)
    }

    /// The payer thinks and pays.
    mutating func thinkAndPay() {
        wait(8_000, 45_000)
        pay()
    }

    // MARK: from the payment on

    /// When the first delivery of the notify comes.
    mutating func firstDelivery() -> Int64 { now + random.between(900_000, 3_500_000) }

    /// The notify comes and is accepted.
    mutating func notifyAndSettle(delivers: Bool = true) {
        deliver(Notify(order, paidAt: paidAt), .accepted, at: firstDelivery(), delivers: delivers)
    }

    /// How this app is called back in this flow.
    mutating func usualWay() -> Way {
        guard order.isH5 else { return .sdk }
        let way = random.below(10)
        return way < 5 ? .universalLink : way < 9 ? .scheme : .webview
    }

    /// The payer comes back, the app asks until the answer is final, and shows it.
    mutating func returnAndShow(_ way: Way? = nil, secret: Bool = false) {
        wait(2_000, 5_000)
        comeBack(way ?? usualWay(), secret: secret)
        wait(300, 900)
        askAndShow()
    }

    /// Asks until the server knows, at most five times, then shows what it says.
    mutating func askAndShow() {
        ask()
        for _ in 0..<4 {
            guard markedAt.map({ $0 > now }) ?? false else { break }
            wait(1_200, 2_000)
            ask()
        }
        wait(200, 600)
        showState()
    }

    /// Shows what the server's table says.
    mutating func showState() {
        if let markedAt, markedAt <= now {
            truth.happened(.resultShown)
            knowsPaid = true
            show("paid")
        } else {
            show("pending")
        }
    }

    /// The app is told that the order still waits, and shows that. Both questions lie within seconds of the payment.
    mutating func returnAndWait() {
        wait(1_500, 2_500)
        comeBack(usualWay())
        wait(300, 600)
        ask()
        wait(200, 500)
        show("pending")
    }

    /// The payer looks again at a later moment; by now the server may know.
    mutating func lookAgain(at time: Int64) {
        now = max(now, time)
        ask()
        wait(200, 600)
        showState()
    }

    // MARK: truths that many stories share

    /// Paid; landed where somebody could see it.
    mutating func paidAndLanded() {
        truth.outcomes = [.paid]
        truth.experience = hasClient ? .landed : .unobserved
    }

    /// Paid, with one fault to act on. The experience of a device is only stated where the story makes it certain.
    mutating func paid(_ primary: BreakCode, also others: [BreakCode] = [], reason: String? = nil, experience: Experience?) {
        truth.outcomes = [.paid]
        truth.experience = hasClient ? experience : .unobserved
        truth.primary = [primary]
        truth.breaks = [primary] + others
        truth.reason = reason
    }

    /// Never paid.
    mutating func unpaid(_ outcome: Outcome, _ primary: BreakCode? = nil, also others: [BreakCode] = [], reason: String? = nil) {
        truth.outcomes = [outcome]
        truth.primary = [primary]
        truth.breaks = (primary.map { [$0] } ?? []) + others
        truth.reason = reason
    }

    /// What an order is that nobody paid and nobody closed: the bill of its day decides, if there is one.
    mutating func leftOpen() {
        let begin = order.createdAt
        let end = begin + 45 * 60_000_000
        let sameDay =
            Calendar.dayNumber(begin - 60_000_000 + Calendar.shanghai) == Calendar.dayNumber(end + Calendar.shanghai)
        truth.outcomes = !sameDay ? [.abandoned, .unknown] : plan.hasBill(end) ? [.abandoned] : [.unknown]
    }

    /// Refused deliveries come to a path of their own: a refused POST without a number must not look like another order's.
    mutating func ownEndpoint() {
        if order.endpoint == .plain { order.endpoint = order.hash & 32 == 0 ? .numbered : .tenant }
    }

    /// The provider's retries of one notification that our side treats the same way each time.
    mutating func repeatDelivery(_ notify: Notify, _ course: Notify.Course, from first: Int64, slots: Range<Int>, moves: Bool = false) {
        for slot in Notify.slots(notify.provider)[slots] {
            deliver(notify, course, at: first + slot * 1_000_000 + random.between(0, 1_500_000), moves: moves)
        }
        deliverOnceMore(notify, course, from: first, slot: slots.upperBound)
    }
}
