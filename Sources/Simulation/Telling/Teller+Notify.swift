import Domain

/// How a notification comes to the merchant.
extension Teller {
    /// One delivery, begun at `time`.
    ///
    /// - Parameters:
    ///   - moves: whether the handling may change the order; a second handling of the same fact changes nothing.
    ///   - delivers: whether goods go out after the mark.
    mutating func deliver(_ notify: Notify, _ course: Notify.Course, at time: Int64, moves: Bool = true, delivers: Bool = true) {
        if time < plan.end { truth.happened(.notified) }
        let purpose = UInt64(truncatingIfNeeded: 41 &+ Int(time / 1_000_000 & 3))
        let source = application(purpose)
        var done = time + random.between(15_000, 60_000)
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
            }
            let mark = textKey("body")
            body(notify, at: time)
            endText(mark)
        }
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

    // MARK: what providers send

    /// The form body of Alipay's notify (facts.md §1.1).
    private mutating func alipayForm(_ notify: Notify, at time: Int64) {
        let local = Calendar.shanghai
        line.text("gmt_create=")
        formTime(notify.paidAt - 3_000_000 + local)
        line.text("&charset=utf-8&subject=")
        line.formEscaped(Shop.products[order.product].bytes)
        line.text("&sign=tq")
        line.hex(order.hash, 16)
        line.text("%3D%3D&buyer_id=2088999911112222&invoice_amount=")
        line.amount(notify.amount)
        line.text("&version=1.0&notify_id=")
        order.notifyID(&line, &calendar, provider: .alipay, which: notify.payment &* 8 &+ notify.serial)
        line.text("&notify_type=trade_status_sync&notify_time=")
        formTime(time + local)
        line.text("&trade_status=")
        alipayStatus(notify)
        line.text("&trade_no=")
        order.tradeNumber(&line, &calendar, provider: .alipay, which: notify.payment)
        line.text("&out_trade_no=")
        order.outTradeNumber(&line, &calendar, attempt: notify.attempt)
        line.text("&total_amount=")
        line.amount(notify.amount)
        line.text(notify.hasEntities ? "&fund_bill_list=%5B%7B%26quot%3Bamount%26quot%3B%3A%26quot%3B" : "&fund_bill_list=%5B%7B%22amount%22%3A%22")
        line.amount(notify.amount)
        line.text(
            notify.hasEntities
                ? "%26quot%3B%2C%26quot%3BfundChannel%26quot%3B%3A%26quot%3BALIPAYACCOUNT%26quot%3B%7D%5D"
                : "%22%2C%22fundChannel%22%3A%22ALIPAYACCOUNT%22%7D%5D")
        if hasPayment(notify) {
            line.text("&gmt_payment=")
            formTime(notify.paidAt + local)
        }
        switch notify.content {
        case .closedUnpaid:
            line.text("&gmt_close=")
            formTime(time + local)
        case .refunded(let fee), .partlyRefunded(let fee):
            line.text("&refund_fee=")
            line.amount(fee)
            line.text("&out_biz_no=rf")
            line.hex(order.hash, 10)
            line.text("&gmt_refund=")
            formTime(time - 1_000_000 + local)
            line.text(".120")
        default: break
        }
        line.text("&app_id=")
        line.text(notify.isForeign ? Shop.alipayForeignAppID : Shop.alipayAppID)
        line.text("&seller_id=")
        line.text(notify.isForeign ? Shop.alipayForeignSellerID : Shop.alipaySellerID)
        line.text("&sign_type=RSA2")
    }

    private mutating func formTime(_ local: Int64) {
        calendar.date(local, &line)
        line.byte(43)
        let mark = line.count
        calendar.time(local, &line)
        line.formEscape(since: mark, scratch: &scratch)
    }

    private func hasPayment(_ notify: Notify) -> Bool {
        if case .closedUnpaid = notify.content { return false }
        return true
    }

    private mutating func alipayStatus(_ notify: Notify) {
        switch notify.content {
        case .paid, .partlyRefunded: line.text("TRADE_SUCCESS")
        case .finished: line.text("TRADE_FINISHED")
        case .closedUnpaid, .refunded: line.text("TRADE_CLOSED")
        }
    }

    /// The same as single fields, as an application logs a parameter map.
    private mutating func alipayFields(_ notify: Notify, at time: Int64) {
        key("notify_id")
        order.notifyID(&line, &calendar, provider: .alipay, which: notify.payment &* 8 &+ notify.serial)
        endKey()
        key("trade_no")
        order.tradeNumber(&line, &calendar, provider: .alipay, which: notify.payment)
        endKey()
        key("out_trade_no")
        order.outTradeNumber(&line, &calendar, attempt: notify.attempt)
        endKey()
        key("trade_status")
        alipayStatus(notify)
        endKey()
        amountField("total_amount", notify.amount)
        field("app_id", notify.isForeign ? Shop.alipayForeignAppID : Shop.alipayAppID)
        field("seller_id", notify.isForeign ? Shop.alipayForeignSellerID : Shop.alipaySellerID)
        var mark = textKey("notify_time")
        calendar.wall(time + Calendar.shanghai, &line)
        endText(mark)
        if hasPayment(notify) {
            mark = textKey("gmt_payment")
            calendar.wall(notify.paidAt + Calendar.shanghai, &line)
            endText(mark)
        }
        switch notify.content {
        case .refunded(let fee), .partlyRefunded(let fee): amountField("refund_fee", fee)
        default: break
        }
    }

    /// WeChat's v3 notification with its resource decrypted (facts.md §2.2, §2.3).
    private mutating func wechatJSON(_ notify: Notify) {
        line.text("{\"id\":\"")
        order.notifyID(&line, &calendar, provider: .wechat, which: notify.payment &* 8 &+ notify.serial)
        line.text("\",\"create_time\":\"")
        calendar.rfc3339(notify.paidAt + Calendar.shanghai, &line)
        line.text("\",\"resource_type\":\"encrypt-resource\",\"event_type\":\"TRANSACTION.SUCCESS\",\"summary\":\"支付成功\",\"resource\":")
        wechatTransaction(notify)
        line.byte(125)
    }

    /// A decrypted transaction: the resource of a notify, the answer of a query.
    mutating func wechatTransaction(_ notify: Notify) {
        line.text("{\"mchid\":\"")
        line.text(notify.isForeign ? Shop.wechatForeignMerchantID : Shop.wechatMerchantID)
        line.text("\",\"appid\":\"")
        line.text(Shop.wechatAppID)
        line.text("\",\"out_trade_no\":\"")
        order.outTradeNumber(&line, &calendar, attempt: notify.attempt)
        line.text("\",\"transaction_id\":\"")
        order.tradeNumber(&line, &calendar, provider: .wechat, which: notify.payment)
        line.text("\",\"trade_type\":\"")
        line.text(order.flow == .wechatSDK ? "APP" : "MWEB")
        line.text("\",\"trade_state\":\"SUCCESS\",\"trade_state_desc\":\"支付成功\",\"bank_type\":\"OTHERS\",\"success_time\":\"")
        calendar.rfc3339(notify.paidAt + Calendar.shanghai, &line)
        line.text("\",\"payer\":{\"openid\":\"o-invented-0000\"},\"amount\":{\"total\":")
        line.number(notify.amount)
        line.text(",\"payer_total\":")
        line.number(notify.amount)
        line.text(",\"currency\":\"")
        line.text(notify.currency)
        line.text("\"}}")
    }

    /// WeChat's v2 notification (facts.md §2.1).
    private mutating func wechatXML(_ notify: Notify) {
        line.text("<xml><appid><![CDATA[")
        line.text(Shop.wechatAppID)
        line.text("]]></appid><mch_id><![CDATA[")
        line.text(notify.isForeign ? Shop.wechatForeignMerchantID : Shop.wechatMerchantID)
        line.text("]]></mch_id><nonce_str><![CDATA[")
        line.hex(order.hash, 16)
        line.text("]]></nonce_str><return_code><![CDATA[SUCCESS]]></return_code><result_code><![CDATA[SUCCESS]]></result_code><trade_type><![CDATA[")
        line.text(order.flow == .wechatSDK ? "APP" : "MWEB")
        line.text("]]></trade_type><total_fee>")
        line.number(notify.amount)
        line.text("</total_fee><fee_type><![CDATA[")
        line.text(notify.currency)
        line.text("]]></fee_type><transaction_id><![CDATA[")
        order.tradeNumber(&line, &calendar, provider: .wechat, which: notify.payment)
        line.text("]]></transaction_id><out_trade_no><![CDATA[")
        order.outTradeNumber(&line, &calendar, attempt: notify.attempt)
        line.text("]]></out_trade_no><time_end><![CDATA[")
        calendar.compact(notify.paidAt + Calendar.shanghai, &line)
        line.text("]]></time_end></xml>")
    }
}

extension StaticString {
    /// Its bytes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
