import Domain

/// How a notification comes to the merchant.
extension Teller {
    /// One delivery, begun at `time`.
    ///
    /// - Parameters:
    ///   - moves: whether the handling may change the order; a second handling of the same fact changes nothing.
    ///   - delivers: whether goods go out after the mark.
    mutating func deliver(_ notify: Notify, _ wanted: Notify.Course, at time: Int64, moves: Bool = true, delivers: Bool = true) {
        // Drawn for a delivery that does not come, too: the payer's chances stay what they are.
        let duration = random.between(15_000, 60_000)
        guard let course = practised(wanted, notify) else { return }
        let moves = moves || practice == .rightNotifyAnswer
        if time < plan.end { truth.happened(.notified) }
        requests &+= 1
        let purpose = UInt64(truncatingIfNeeded: 41 &+ Int(time / 1_000_000 & 3))
        let source = application(purpose)
        var done = time + duration
        var status: Int64 = 200
        var bytes = acceptedBytes(notify)
        switch course {
        case .refusedAtEdge(let code):
            (status, bytes) = (code, code == 419 ? 28_650 : code == 403 ? 153 : 178)
        case .accepted:
            received(notify, source, at: time + 2_000)
            verified(notify, source, at: time + 8_000)
            if moves { settle(notify, at: time + 11_000, purpose: purpose, delivers: delivers) }
            done = time + 40_000
            answered(notify, source, at: done)
        case .unverified(let reason):
            received(notify, source, at: time + 2_000)
            verified(notify, source, at: time + 8_000, reason: reason)
            done = time + 20_000
            (status, bytes) = notify.provider == .alipay ? (200, 4) : (401, 43)
            answered(notify, source, at: done, body: notify.provider == .alipay ? "fail" : nil, status: status, bytes: bytes)
        case .thrown:
            received(notify, source, at: time + 2_000)
            verified(notify, source, at: time + 8_000)
            throwUp(source, at: time + 14_000)
            done = time + 22_000
            (status, bytes) = (500, 112)
            answered(notify, source, at: done, body: nil, status: 500, bytes: 112)
        case .swallowed:
            received(notify, source, at: time + 2_000)
            verified(notify, source, at: time + 8_000)
            failHandler(source, at: time + 14_000)
            done = time + 22_000
            answered(notify, source, at: done)
        case .ignored:
            received(notify, source, at: time + 2_000)
            verified(notify, source, at: time + 8_000)
            done = time + 20_000
            answered(notify, source, at: done)
        case .slow(let milliseconds):
            received(notify, source, at: time + 2_000)
            verified(notify, source, at: time + 8_000)
            if moves { settle(notify, at: time + 11_000, purpose: purpose, delivers: delivers) }
            done = time + milliseconds * 1_000
            answered(notify, source, at: done)
        case .misanswered(let body, let length):
            received(notify, source, at: time + 2_000)
            verified(notify, source, at: time + 8_000)
            if moves { settle(notify, at: time + 11_000, purpose: purpose, delivers: delivers) }
            done = time + 40_000
            bytes = length
            answered(notify, source, at: done, body: body, status: 200, bytes: length)
        case .stubbed:
            received(notify, source, at: time + 2_000)
            done = time + 9_000
            answered(notify, source, at: done)
        }
        request(
            "POST", status: status, bytes: bytes, agent: .provider, duration: (done - time) / 1_000 + 1, purpose: 42, at: done + 1_000
        ) { teller in
            teller.order.notifyPath(&teller.line, &teller.calendar, provider: notify.provider)
        }
    }

    /// What the handler does with a fact.
    private mutating func settle(_ notify: Notify, at time: Int64, purpose: UInt64, delivers: Bool) {
        switch notify.content {
        case .paid, .finished:
            guard markedAt == nil else { return }
            markPaid(by: "notify", at: time, purpose: purpose)
            if delivers { deliver(at: time + 15_000, purpose: purpose) }
        case .closedUnpaid: change(to: "closed", by: "notify", at: time, purpose: purpose)
        case .refunded: change(to: "refunded", by: "notify", at: time, purpose: purpose)
        case .partlyRefunded: break
        }
    }

    private func acceptedBytes(_ notify: Notify) -> Int64 {
        switch notify.provider {
        case .alipay: 7
        case .wechat: order.isXML ? 106 : order.hash & 16 == 0 ? 0 : 41
        }
    }

    // MARK: the lines

    private mutating func received(_ notify: Notify, _ source: Int, at time: Int64) {
        let free = notify.environment == nil && (order.hash >> 8) % 5 == 0
        if plan.sources[source].format == .goLog { printRequest(notify, source, at: time - 1_000) }
        open(source, free ? .none : .notifyReceived, at: time, component: 4)
        if free {
            // the application's own words; what it is shows the body
            line.text(notify.provider == .alipay ? "支付宝异步通知 " : "微信支付回调 ")
            body(notify, at: time)
            close()
            return
        }
        if let environment = notify.environment { field("environment", environment) }
        if notify.provider == .alipay, (order.hash >> 8) % 5 == 1 {
            alipayFields(notify, at: time)
        } else if notify.provider == .alipay {
            key("body")
            body(notify, at: time)
            endKey()
        } else {
            if !order.isXML {
                key("Wechatpay-Timestamp")
                line.number(time / 1_000_000)
                endKey()
                key("Wechatpay-Serial")
                line.hex(0x5157_F09E_FDC0_96DE, 16)
                line.text("15EBE81A47057A7232F1B8E1")
                endKey()
                key("Wechatpay-Nonce")
                line.hex(Random.mix(order.hash ^ UInt64(bitPattern: time)), 16)
                endKey()
                key("Wechatpay-Signature")
                line.signature(order.hash ^ UInt64(bitPattern: time), 344, isForm: false)
                endKey()
            }
            let mark = textKey("body")
            body(notify, at: time)
            endText(mark)
        }
        close()
    }

    /// The request as Go prints it (facts.md §6.17): its headers, never its body.
    private mutating func printRequest(_ notify: Notify, _ source: Int, at time: Int64) {
        open(source, .none, at: time, component: 4)
        line.text("got &{Method:POST URL:")
        order.notifyPath(&line, &calendar, provider: notify.provider)
        line.text(" Proto:HTTP/1.1 ProtoMajor:1 ProtoMinor:1 Header:map[Accept:[*/*] User-Agent:[Mozilla/4.0]")
        if notify.provider == .wechat, !order.isXML {
            line.text(" Wechatpay-Nonce:[")
            line.hex(Random.mix(order.hash ^ UInt64(bitPattern: time)), 16)
            line.text("] Wechatpay-Timestamp:[")
            line.number(time / 1_000_000)
            line.byte(93)
        }
        line.text("] Body:0xc000226a00 ContentLength:1204 Host:api.example.com}")
        close()
    }

    private mutating func body(_ notify: Notify, at time: Int64) {
        switch notify.provider {
        case .alipay: alipayForm(notify, at: time)
        case .wechat: order.isXML ? wechatXML(notify) : wechatJSON(notify)
        }
    }

    private mutating func verified(_ notify: Notify, _ source: Int, at time: Int64, reason: StaticString? = nil) {
        open(source, .notifyVerified, at: time, level: reason == nil ? .info : .error, component: 4)
        orderField()
        field("ok", reason == nil ? "true" : "false")
        if let reason { field("reason", reason) }
        close()
    }

    private mutating func answered(_ notify: Notify, _ source: Int, at time: Int64) {
        switch notify.provider {
        case .alipay: answered(notify, source, at: time, body: "success", status: 200, bytes: 7)
        case .wechat:
            answered(
                notify, source, at: time,
                body: order.isXML
                    ? "<xml><return_code><![CDATA[SUCCESS]]></return_code><return_msg><![CDATA[OK]]></return_msg></xml>"
                    : order.hash & 16 == 0 ? nil : "{\"code\":\"SUCCESS\",\"message\":\"成功\"}", status: 200, bytes: acceptedBytes(notify))
        }
    }

    private mutating func answered(
        _ notify: Notify, _ source: Int, at time: Int64, body: StaticString?, status: Int64, bytes: Int64
    ) {
        open(source, .notifyAnswered, at: time, level: status >= 400 ? .error : .info, component: 4)
        orderField()
        bare("status", status)
        if let body {
            let mark = textKey("body")
            line.text(body)
            endText(mark)
        }
        close()
    }

    /// The handler threw: an error record with its stack trace in the application's own words.
    private mutating func throwUp(_ source: Int, at time: Int64) {
        open(source, .none, at: time, level: .error, component: 4)
        line.text("notify handling failed for order ")
        order.number(&line, &calendar)
        line.text("\njava.lang.IllegalStateException: order status is not WAITING")
        line.text("\n\tat com.example.pay.OrderService.markPaid(OrderService.java:203)")
        line.text("\n\tat com.example.pay.NotifyController.handle(NotifyController.java:77)")
        line.text("\nCaused by: org.springframework.dao.CannotAcquireLockException: 锁等待超时")
        line.text("\n\tat com.example.pay.OrderMapper.update(OrderMapper.java:41)\n\t... 12 more")
        close()
    }

    /// The handler logs that it failed, as an event.
    private mutating func failHandler(_ source: Int, at time: Int64) {
        open(source, .handlerFailed, at: time, level: .error, component: 4)
        orderField()
        let mark = textKey("error")
        line.text("Deadlock found when trying to get lock; try restarting transaction")
        endText(mark)
        close()
    }
}
