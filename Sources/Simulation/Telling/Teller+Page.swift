import Domain

/// A web checkout: a card page of Stripe or PayPal's in SFSafariViewController or a browser (facts.md §4).
extension Teller {
    /// Everything until the payer looks at the page.
    mutating func goToPage() {
        place()
        wait(600, 2_000)
        loadCheckout()
    }

    mutating func pageURL() {
        if order.gateway == .stripe {
            line.text("https://checkout.stripe.com/c/pay/cs_live_a1")
            line.hex(Random.mix(order.hash &+ 6), 16)
        } else {
            line.text("https://www.paypal.com/checkoutnow?token=")
            order.payPalOrder(&line)
        }
    }

    /// The payer pays on the page.
    mutating func payOnPage() {
        wait(12_000, 50_000)
        truth.happened(.paid)
        paidAt = now / 1_000_000 * 1_000_000
        record(.paid, at: paidAt + 1_000_000)
    }

    /// What a gateway's event says.
    enum PageEvent {
        case paid, needsAction, declined, expired, refunded, approved
    }

    /// The event as the gateway's export has it.
    mutating func record(_ event: PageEvent, at time: Int64) {
        guard let source = plan.gateways[order.gateway] else { return }
        open(source, .none, at: time)
        pageEvent(event, at: time, serial: 0)
        close()
        if event == .paid { pagePaidAt = time }
        if event == .refunded { pageRefundedAt = time }
        guard order.hash & 1 == 0, openExport(order.gateway == .stripe ? .stripeList : .paypalList, at: time) else { return }
        pageEvent(event, at: time, serial: 0)
        close()
    }

    /// What our side does with a delivery of an event.
    enum PageCourse {
        /// Verified, handled, answered 200.
        case accepted
        /// Verified and answered; there was nothing to do.
        case noted
        /// Refused before the application saw it.
        case refusedAtEdge(Int64)
    }

    /// The gateway delivers an event.
    mutating func deliver(_ event: PageEvent, _ wanted: PageCourse = .accepted, at time: Int64, serial: Int = 0) {
        var course = wanted
        if practice == .rightNotifyAnswer, case .refusedAtEdge = wanted {
            // Taken at once, it does not come again.
            guard takenNotifies.insert(serial).inserted else { return }
            course = .accepted
        }
        truth.happened(.notified)
        let source = application(43)
        let done = time + 40_000
        var status: Int64 = 200
        if case .refusedAtEdge(let code) = course {
            status = code
        } else {
            open(source, .notifyReceived, at: time + 2_000, component: 4)
            let mark = textKey("body")
            pageEvent(event, at: time - 1_000_000, serial: serial)
            endText(mark)
            close()
            open(source, .notifyVerified, at: time + 8_000, component: 4)
            orderField()
            field("ok", "true")
            close()
            if case .accepted = course { settle(event, at: time + 11_000) }
            open(source, .notifyAnswered, at: done, component: 4)
            orderField()
            bare("status", 200)
            close()
        }
        request("POST", status: status, bytes: 17, agent: .provider, duration: 41, purpose: 43, at: done + 1_000) { teller in
            teller.order.notifyPath(&teller.line, &teller.calendar, provider: teller.order.provider)
        }
    }

    private mutating func settle(_ event: PageEvent, at time: Int64) {
        switch event {
        case .paid:
            guard markedAt == nil else { return }
            markPaid(by: "notify", at: time, purpose: 43)
            deliver(at: time + 15_000, purpose: 43)
        case .declined: change(to: "failed", by: "notify", at: time, purpose: 43)
        case .expired: change(to: "closed", by: "notify", at: time, purpose: 43)
        case .refunded: change(to: "refunded", by: "notify", at: time, purpose: 43)
        case .needsAction, .approved: break
        }
    }

    private mutating func pageEvent(_ event: PageEvent, at time: Int64, serial: Int) {
        if order.gateway == .stripe { stripeEvent(event, at: time, serial) } else { payPalEvent(event, at: time, serial) }
    }

    private mutating func stripeEvent(_ event: PageEvent, at time: Int64, _ serial: Int) {
        line.text("{\"id\":\"evt_1")
        line.hex(Random.mix(order.hash &+ 21 &+ UInt64(serial) &* 8 &+ Teller.code(event)), 16)
        line.text("\",\"object\":\"event\",\"api_version\":\"2024-06-20\",\"created\":")
        line.number(time / 1_000_000)
        line.text(",\"livemode\":true,\"pending_webhooks\":1,\"request\":{\"id\":null,\"idempotency_key\":null},\"type\":\"")
        let type: StaticString =
            switch event {
            case .paid: "payment_intent.succeeded"
            case .needsAction, .approved: "payment_intent.requires_action"
            case .declined: "payment_intent.payment_failed"
            case .expired: "checkout.session.expired"
            case .refunded: "charge.refunded"
            }
        line.text(type)
        line.text("\",\"data\":{\"object\":{\"id\":\"")
        switch event {
        case .expired:
            line.text("cs_live_a1")
            line.hex(Random.mix(order.hash &+ 6), 16)
            line.text("\",\"object\":\"checkout.session\",\"amount_total\":")
            line.number(order.amount)
            line.text(",\"payment_status\":\"unpaid\",\"status\":\"expired\",\"client_reference_id\":\"")
            order.number(&line, &calendar)
            line.text("\",\"payment_intent\":null")
        case .refunded:
            line.text("ch_3")
            line.hex(Random.mix(order.hash &+ 14), 16)
            line.text("\",\"object\":\"charge\",\"refunded\":true,\"status\":\"succeeded\",\"amount\":")
            line.number(order.amount)
            line.text(",\"amount_refunded\":")
            line.number(order.amount)
            line.text(",\"payment_intent\":\"")
            order.payment(&line)
            line.byte(34)
        default:
            order.payment(&line)
            line.text("\",\"object\":\"payment_intent\",\"amount\":")
            line.number(order.amount)
            line.text(",\"amount_received\":")
            line.number(event == .paid ? order.amount : 0)
            line.text(",\"status\":\"")
            line.text(event == .paid ? "succeeded" : event == .declined ? "requires_payment_method" : "requires_action")
            line.byte(34)
            if event == .declined { line.text(",\"last_payment_error\":{\"code\":\"card_declined\",\"decline_code\":\"do_not_honor\"}") }
        }
        line.text(",\"currency\":\"cny\",\"metadata\":{\"order_no\":\"")
        order.number(&line, &calendar)
        line.text("\"}}}}")
    }

    private mutating func payPalEvent(_ event: PageEvent, at time: Int64, _ serial: Int) {
        line.text("{\"id\":\"WH-")
        line.digits(Int64(Random.mix(order.hash &+ 22 &+ UInt64(serial) &* 8 &+ Teller.code(event)) >> 2), 17)
        line.text("\",\"event_version\":\"1.0\",\"create_time\":\"")
        utc(time)
        line.text("\",\"resource_type\":\"")
        line.text(
            event == .approved || event == .needsAction || event == .expired ? "checkout-order" : event == .refunded ? "refund" : "capture")
        line.text("\",\"event_type\":\"")
        let (type, status): (StaticString, StaticString) =
            switch event {
            case .paid: ("PAYMENT.CAPTURE.COMPLETED", "COMPLETED")
            case .needsAction: ("CHECKOUT.ORDER.SAVED", "PAYER_ACTION_REQUIRED")
            case .approved: ("CHECKOUT.ORDER.APPROVED", "APPROVED")
            case .declined: ("PAYMENT.CAPTURE.DENIED", "DECLINED")
            case .expired: ("CHECKOUT.ORDER.VOIDED", "VOIDED")
            case .refunded: ("PAYMENT.CAPTURE.REFUNDED", "COMPLETED")
            }
        line.text(type)
        line.text("\",\"summary\":\"invented\",\"resource\":{\"id\":\"")
        switch event {
        case .paid, .declined: order.payment(&line)
        case .refunded:
            line.text("1JU0")
            line.digits(Int64(Random.mix(order.hash &+ 15) >> 2), 13)
        default: order.payPalOrder(&line)
        }
        line.text("\",\"status\":\"")
        line.text(status)
        line.text("\",\"amount\":{\"currency_code\":\"CNY\",\"value\":\"")
        line.amount(order.amount)
        line.text("\"},\"invoice_id\":\"")
        order.number(&line, &calendar)
        line.text("\",\"supplementary_data\":{\"related_ids\":{\"order_id\":\"")
        order.payPalOrder(&line)
        line.text("\"")
        if event == .refunded {
            line.text(",\"capture_id\":\"")
            order.payment(&line)
            line.byte(34)
        }
        line.text("}},\"create_time\":\"")
        utc(time)
        line.text("\"}}")
    }

    mutating func utc(_ time: Int64) {
        calendar.date(time, &line)
        line.byte(84)
        calendar.time(time, &line)
        line.byte(90)
    }

    private static func code(_ event: PageEvent) -> UInt64 {
        switch event {
        case .paid: 0
        case .needsAction: 1
        case .declined: 2
        case .expired: 3
        case .refunded: 4
        case .approved: 5
        }
    }

    /// The server captures what the payer approved, and learns at once that the money came.
    mutating func capture(at time: Int64) {
        truth.happened(.paid)
        paidAt = time / 1_000_000 * 1_000_000
        let source = application(44)
        open(source, .providerQueried, at: time - 300_000, component: 3)
        orderField()
        field("channel", "paypal")
        close()
        open(source, .providerAnswered, at: time + 1_000, component: 3)
        orderField()
        field("channel", "paypal")
        key("trade_no")
        order.payment(&line)
        endKey()
        field("status", "COMPLETED")
        amountField("amount", order.amount)
        field("currency", "CNY")
        close()
        markPaid(by: "provider_query", at: time + 30_000, purpose: 44)
        deliver(at: time + 60_000, purpose: 44)
        record(.paid, at: paidAt + 1_000_000)
    }

    /// The page sends the browser to the return page, whose link opens the app.
    mutating func returnFromPage() {
        let way = random.below(10)
        comeBack(way < 4 ? .universalLink : way < 7 ? .scheme : .webview)
    }

    /// The payer comes back through the redirect and sees the result.
    mutating func returnFromPageAndShow() {
        wait(1_500, 4_000)
        returnFromPage()
        wait(300, 900)
        askAndShow()
    }

    /// The payer closes the page: the app is told so, or only comes to the front.
    mutating func closePage() {
        if speaksFreely, app(.none) {
            line.text("safariViewControllerDidFinish orderNo=")
            order.number(&line, &calendar)
            endDevice()
            return
        }
        foreground()
    }

    /// The page was closed by hand; the app asks and shows.
    mutating func closePageAndShow() {
        wait(6_000, 15_000)
        closePage()
        wait(300, 900)
        askAndShow()
    }
}

extension Order {
    func payPalOrder(_ out: inout Bytes) {
        out.text("5O19")
        out.digits(Int64(Random.mix(hash &+ 12) >> 2), 13)
    }

    /// The gateway's name of a payment: a payment intent, a capture.
    func payment(_ out: inout Bytes) {
        let noise = Random.mix(hash &+ 13)
        if gateway == .stripe {
            out.text("pi_3")
            out.hex(noise, 16)
        } else {
            out.text("3C67")
            out.digits(Int64(index), 7)
            out.digits(Int64(noise >> 2), 6)
        }
    }
}
