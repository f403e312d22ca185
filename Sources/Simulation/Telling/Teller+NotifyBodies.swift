import Domain

/// The bodies that providers send.
extension Teller {
    // MARK: what providers send

    /// The form body of Alipay's notify (facts.md §1.1).
    mutating func alipayForm(_ notify: Notify, at time: Int64) {
        let local = Calendar.shanghai
        line.text("gmt_create=")
        formTime(notify.paidAt - 3_000_000 + local)
        line.text("&charset=utf-8&subject=")
        line.formEscaped(Shop.products[order.product].bytes)
        line.text("&sign=")
        line.signature(order.hash ^ UInt64(bitPattern: time), 344, isForm: true)
        line.text("&buyer_id=2088")
        line.digits(Int64(order.hash >> 8), 12)
        line.text("&buyer_logon_id=139****")
        line.digits(Int64(order.hash >> 12), 4)
        line.text("&auth_app_id=")
        line.text(notify.isForeign ? Shop.alipayForeignAppID : Shop.alipayAppID)
        line.text("&seller_email=pay%40shop.example.com&point_amount=0.00&receipt_amount=")
        line.amount(notify.amount)
        line.text("&buyer_pay_amount=")
        line.amount(notify.amount)
        line.text("&invoice_amount=")
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
        line.text(
            notify.hasEntities
                ? "&fund_bill_list=%5B%7B%26quot%3Bamount%26quot%3B%3A%26quot%3B" : "&fund_bill_list=%5B%7B%22amount%22%3A%22")
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
    mutating func alipayFields(_ notify: Notify, at time: Int64) {
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
    mutating func wechatJSON(_ notify: Notify) {
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
        line.text("\",\"attach\":\"\",\"payer\":{\"openid\":\"oUpF8")
        line.hex(order.hash, 16)
        line.text("\"},\"scene_info\":{\"device_id\":\"\"},\"amount\":{\"total\":")
        line.number(notify.amount)
        line.text(",\"payer_total\":")
        line.number(notify.amount)
        line.text(",\"currency\":\"")
        line.text(notify.currency)
        line.text("\",\"payer_currency\":\"CNY\"},\"promotion_detail\":[]}")
    }

    /// WeChat's v2 notification (facts.md §2.1).
    mutating func wechatXML(_ notify: Notify) {
        line.text("<xml><appid><![CDATA[")
        line.text(Shop.wechatAppID)
        line.text("]]></appid><mch_id><![CDATA[")
        line.text(notify.isForeign ? Shop.wechatForeignMerchantID : Shop.wechatMerchantID)
        line.text("]]></mch_id><nonce_str><![CDATA[")
        line.hex(order.hash, 16)
        line.text(
            "]]></nonce_str><is_subscribe><![CDATA[N]]></is_subscribe><bank_type><![CDATA[OTHERS]]></bank_type><return_code><![CDATA[SUCCESS]]></return_code><result_code><![CDATA[SUCCESS]]></result_code><trade_type><![CDATA["
        )
        line.text(order.flow == .wechatSDK ? "APP" : "MWEB")
        line.text("]]></trade_type><openid><![CDATA[oUpF8")
        line.hex(order.hash, 16)
        line.text("]]></openid><cash_fee>")
        line.number(notify.amount)
        line.text("</cash_fee><sign><![CDATA[")
        line.hex(Random.mix(order.hash), 16)
        line.hex(Random.mix(order.hash &+ 1), 16)
        line.text("]]></sign><total_fee>")
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
