import Domain

/// What the merchant's application and its front ends do and log.
extension Teller {
    // MARK: the edge

    /// Who sends a request.
    enum Agent {
        case provider, app, safari, curl, appStore
    }

    /// One request as the front end logs it when its answer is out.
    mutating func request(
        _ method: StaticString, status: Int64, bytes: Int64, agent: Agent, duration: Int64, purpose: UInt64, at time: Int64,
        _ path: (inout Teller) -> Void
    ) {
        let source = edge(purpose)
        let address =
            agent == .provider || agent == .appStore
            ? 203 << 24 | 113 << 8 | 27 : Int64(36 + visit.address % 80) << 24 | Int64(visit.address >> 40)
        open(source, .none, at: time, component: 1, value: (duration & 0x7FFF_FFFF) << 32 | (address & 0xFFFF_FFFF))
        let isJSON = self.isJSON
        if isJSON {
            line.text(",\"request_method\":\"")
            line.text(method)
            line.text("\",\"request_uri\":\"")
        } else {
            line.byte(34)
            line.text(method)
            line.byte(32)
        }
        path(&self)
        line.text(isJSON ? "\",\"status\":" : " HTTP/1.1\" ")
        line.number(status)
        line.text(isJSON ? ",\"body_bytes_sent\":" : " ")
        line.number(bytes)
        let referrer: StaticString = agent == .safari && visit.address & 1 == 0 ? "https://shop.example.com/cart" : "-"
        line.text(isJSON ? ",\"http_referer\":\"" : " \"")
        line.text(referrer)
        line.text(isJSON ? "\",\"http_user_agent\":\"" : "\" \"")
        switch agent {
        case .provider: line.text("Mozilla/4.0")
        case .appStore: line.text("App Store/1.0")
        case .curl: line.text("curl/8.4.0")
        case .app: line.text(Shop.appAgent(isAndroid: visit.isAndroid, number: visit.address))
        case .safari: line.text(Shop.browserAgent(isAndroid: visit.isAndroid, number: visit.address))
        }
        line.byte(34)
        close()
        if EdgeFault.isLogged(status) { fail(method, status: status, address: address, at: time, path) }
    }

    /// The same in the error log.
    private mutating func fail(_ method: StaticString, status: Int64, address: Int64, at time: Int64, _ path: (inout Teller) -> Void) {
        guard let errors = plan.errors else { return }
        open(errors, .none, at: time, component: 1, value: status << 32 | (address & 0xFFFF_FFFF))
        line.byte(34)
        line.text(method)
        line.byte(32)
        path(&self)
        line.text(" HTTP/1.1\"")
        close()
    }

    /// The payer's browser asks for the return page (`return.served` in the application where it logs it).
    mutating func fetchReturnPage(agent: Agent = .safari, logged: Bool = false) {
        request("GET", status: 200, bytes: 4_127, agent: agent, duration: random.between(5, 40), purpose: 21, at: now) { teller in
            teller.line.text("/pay/return?orderNo=")
            teller.order.number(&teller.line, &teller.calendar)
        }
        if logged {
            open(application(22), .returnServed, at: now - 3_000)
            orderField()
            close()
        }
        if agent == .safari { openedByScheme() }
    }

    // MARK: the order

    /// How the return URL of an order looks.
    enum ReturnURL {
        case good, empty, foreign, absent
    }

    /// The server makes the order.
    mutating func createOrder(returnURL: ReturnURL = .good, environment: StaticString? = nil, namesFlow: Bool = true) {
        truth.happened(.orderCreated)
        request("POST", status: 200, bytes: 311, agent: .app, duration: random.between(20, 120), purpose: 11, at: now + 40_000) {
            $0.line.text("/api/v1/checkout")
        }
        open(application(11), .orderCreated, at: now, component: 1)
        orderField()
        amountField("amount", order.amount)
        field("currency", "CNY")
        if namesFlow { nameFlow() }
        if returnURL != .absent, order.flow != .unknown {
            key("return_url")
            switch returnURL {
            case .good:
                line.text(Shop.web)
                line.text("/pay/return?orderNo=")
                order.number(&line, &calendar)
            case .foreign: line.text("https://pay.example.net/done")
            default: break
            }
            endKey()
        }
        key("notify_url")
        line.text(Shop.api)
        order.notifyPath(&line, &calendar, provider: order.provider)
        endKey()
        key("sid")
        order.session(&line)
        endKey()
        if let environment { field("env", environment) }
        close()
        guard order.hasAttempt || (order.provider == .wechat && order.hash & 3 == 0) else { return }
        makeCheckout(attempt: 1, provider: order.provider, at: now + 12_000)
    }

    private mutating func nameFlow() {
        let byProduct = order.hash & 4 == 0
        switch order.flow {
        case .alipayH5: if byProduct { field("product_code", "QUICK_WAP_WAY") } else { field("flow", "alipay_h5") }
        case .alipaySDK: if byProduct { field("product_code", "QUICK_MSECURITY_PAY") } else { field("flow", "alipay_sdk") }
        case .wechatH5: if byProduct { field("trade_type", "MWEB") } else { field("flow", "wechat_h5") }
        case .wechatSDK: if byProduct { field("trade_type", "APP") } else { field("flow", "wechat_sdk") }
        case .webCheckout:
            if byProduct {
                field("product_code", order.gateway == .stripe ? "stripe_checkout" : "paypal")
            } else {
                field("flow", "web_checkout")
            }
        default: break
        }
    }

    /// The server opens one attempt at the provider.
    mutating func makeCheckout(attempt: Int, provider: Order.Provider, at time: Int64) {
        open(application(11), .checkoutCreated, at: time, component: 1)
        orderField()
        key("outTradeNo")
        order.outTradeNumber(&line, &calendar, attempt: attempt)
        endKey()
        if provider == .wechat {
            key("prepay_id")
            order.prepayID(&line, &calendar)
            endKey()
        }
        close()
    }

    /// The server's own table changes.
    mutating func change(to next: StaticString, by: StaticString?, at time: Int64, purpose: UInt64 = 12) {
        open(application(purpose), .orderChanged, at: time, component: 1)
        orderField()
        field("from", state)
        field("to", next)
        if let by { field("by", by) }
        close()
        state = next
    }

    /// The order is marked paid.
    mutating func markPaid(by: StaticString, at time: Int64, purpose: UInt64 = 12) {
        if time < plan.end { truth.happened(.markedPaid) }
        change(to: "paid", by: by, at: time, purpose: purpose)
        if markedAt == nil { markedAt = time }
    }

    mutating func deliver(at time: Int64, purpose: UInt64 = 12) {
        truth.happened(.delivered)
        open(application(purpose), .orderDelivered, at: time, component: 1)
        orderField()
        field("item", "sku-1")
        close()
    }

    /// The timeout job closes what nobody paid.
    mutating func closeUnpaid(at time: Int64, by: StaticString = "timeout") { change(to: "closed", by: by, at: time, purpose: 13) }

    // MARK: queries of the app

    /// The app asks and is answered: `sent → received → answered → answered`. The answer is what the server's table says unless told.
    mutating func ask(_ answer: StaticString? = nil, beforePayment: Bool = false, provider: ProviderAnswer? = nil) {
        if !beforePayment { truth.happened(.requeried) }
        sendQuery()
        requests &+= 1
        let purpose = UInt64(truncatingIfNeeded: 31 &+ Int(now & 1))
        let received = now + random.between(20_000, 90_000)
        let source = application(purpose)
        open(source, .queryReceived, at: received, component: 2)
        orderField()
        close()
        var done = received + random.between(3_000, 20_000)
        if let provider {
            askProvider(provider, at: received + 4_000, purpose: purpose)
            done = received + 260_000
            if case .paid = provider, markedAt == nil {
                markPaid(by: "provider_query", at: received + 240_000, purpose: purpose)
                deliver(at: received + 250_000, purpose: purpose)
            }
        }
        let isMarked = markedAt.map { $0 <= done } ?? false
        let status: StaticString = answer ?? (isMarked ? "paid" : "pending")
        if answer == nil, isMarked { knowsPaid = true }
        open(source, .queryAnswered, at: done, component: 2)
        orderField()
        field("status", status)
        close()
        request("GET", status: 200, bytes: 58, agent: .app, duration: (done - received) / 1_000 + 2, purpose: 32, at: done + 2_000) {
            teller in
            teller.line.text("/api/v1/orders/")
            teller.order.number(&teller.line, &teller.calendar)
            teller.line.text("/payment-status")
        }
        now = done + random.between(20_000, 90_000)
        receiveAnswer(status)
    }

    // MARK: queries to the provider

    /// What the provider, or whoever sits between, says.
    enum ProviderAnswer {
        case paid, pending, notExist, closed, payError, html, timeout, broken
    }

    /// The server asks the provider.
    mutating func askProvider(_ answer: ProviderAnswer, at time: Int64, purpose: UInt64 = 33) {
        let source = application(purpose)
        open(source, .providerQueried, at: time, component: 3)
        orderField()
        close()
        let isBad = answer == .html || answer == .timeout || answer == .broken
        open(source, .providerAnswered, at: time + random.between(90_000, 220_000), level: isBad ? .warn : .info, component: 3)
        orderField()
        switch answer {
        case .html:
            let mark = textKey("error")
            line.text("invalid character '<' looking for beginning of value")
            endText(mark)
            bare("http", 200)
        case .timeout:
            let mark = textKey("error")
            line.text("connect timeout after 3000 ms")
            endText(mark)
        case .broken:
            bare("code", 20_000)
            field("sub_code", "ACQ.SYSTEM_ERROR")
            let mark = textKey("error")
            line.text("code=20000 sub_code=ACQ.SYSTEM_ERROR Service Currently Unavailable")
            endText(mark)
        default: order.provider == .alipay ? alipayAnswer(answer) : wechatAnswer(answer)
        }
        close()
    }

    private mutating func alipayAnswer(_ answer: ProviderAnswer) {
        if order.hash & 8 == 0 {
            // the answer as it came
            let mark = textKey("body")
            line.text("{\"alipay_trade_query_response\":{\"code\":\"")
            line.text(
                answer == .notExist ? "40004\",\"msg\":\"Business Failed\",\"sub_code\":\"ACQ.TRADE_NOT_EXIST" : "10000\",\"msg\":\"Success"
            )
            line.text("\",\"out_trade_no\":\"")
            order.outTradeNumber(&line, &calendar)
            line.text("\",\"total_amount\":\"")
            line.amount(answer == .notExist ? 0 : order.amount)
            if answer != .notExist {
                line.text("\",\"trade_no\":\"")
                order.tradeNumber(&line, &calendar, provider: .alipay)
                line.text("\",\"trade_status\":\"")
                line.text(alipayWord(answer))
            }
            if answer == .paid {
                line.text("\",\"send_pay_date\":\"")
                calendar.wall(paidAt + Calendar.shanghai, &line)
            }
            line.text("\"},\"sign\":\"Kx==\"}")
            endText(mark)
            return
        }
        if answer == .notExist {
            field("code", "40004")
            field("sub_code", "ACQ.TRADE_NOT_EXIST")
            return
        }
        field("code", "10000")
        field("trade_status", alipayWord(answer))
        key("trade_no")
        order.tradeNumber(&line, &calendar, provider: .alipay)
        endKey()
        amountField("total_amount", order.amount)
        if answer == .paid {
            let mark = textKey("send_pay_date")
            calendar.wall(paidAt + Calendar.shanghai, &line)
            endText(mark)
        }
    }

    private func alipayWord(_ answer: ProviderAnswer) -> StaticString {
        switch answer {
        case .paid: "TRADE_SUCCESS"
        case .closed: "TRADE_CLOSED"
        default: "WAIT_BUYER_PAY"
        }
    }

    private mutating func wechatAnswer(_ answer: ProviderAnswer) {
        if answer == .notExist {
            bare("http", 404)
            field("code", "ORDER_NOT_EXIST")
            return
        }
        switch answer {
        case .paid: field("trade_state", "SUCCESS")
        case .closed: field("trade_state", "CLOSED")
        case .payError: field("trade_state", "PAYERROR")
        default: field("trade_state", "NOTPAY")
        }
        guard answer == .paid else { return }
        key("transaction_id")
        order.tradeNumber(&line, &calendar, provider: .wechat)
        endKey()
        key("success_time")
        calendar.rfc3339(paidAt + Calendar.shanghai, &line)
        endKey()
    }
}
