import Domain

/// How the app is called back, asks, and shows the result.
extension Teller {
    /// Ways back into the app.
    enum Way {
        case universalLink, scheme, sdk, webview
    }

    // MARK: return

    /// The app is called back. `carriesNumber` false: the URL has lost the order number.
    mutating func comeBack(_ way: Way, code: Int64 = 9_000, carriesNumber: Bool = true, secret: Bool = false) {
        truth.happened(.returned)
        defer { cameToFront() }
        let free = speaksFreely && carriesNumber
        switch way {
        case .universalLink:
            guard app(free ? .none : .returnReceived) else { return }
            if free {
                line.text("continueUserActivity webpageURL=")
            } else {
                field("via", "universal_link")
                key("url")
            }
            line.text(Shop.web)
            line.text("/pay/result?")
            returnQuery(code, carriesNumber, secret)
        case .webview:
            guard app(.returnReceived) else { return }
            field("via", "webview")
            key("url")
            line.text(Shop.web)
            line.text("/pay/return?")
            returnQuery(code, carriesNumber, secret)
            endKey()
            endDevice()
            return
        case .scheme:
            guard app(free ? .none : .returnReceived) else { return }
            if free {
                line.text("scene openURLContexts url=")
            } else {
                field("via", "url_scheme")
                key("url")
            }
            line.text(Shop.scheme)
            line.text("://payresult?")
            returnQuery(code, carriesNumber, secret)
        case .sdk:
            comeBackFromSDK(code)
            return
        }
        if free {
            endDevice()
            return
        }
        endKey()
        endDevice()
    }

    private mutating func returnQuery(_ code: Int64, _ carriesNumber: Bool, _ secret: Bool) {
        if carriesNumber {
            line.text("outTradeNo=")
            order.number(&line, &calendar)
            line.text("&resultCode=")
        } else {
            line.text("resultCode=")
        }
        line.number(code)
        if secret {
            line.text("&access_token=eyJhbGciOiJIUzI1NiJ9.")
            line.hex(order.hash, 16)
            line.hex(Random.mix(order.hash), 16)
        }
    }

    private mutating func comeBackFromSDK(_ code: Int64) {
        if order.provider == .wechat {
            guard app(.returnReceived) else { return }
            field("via", "sdk")
            key("url")
            line.text(Shop.wechatAppID)
            line.text("://pay/?returnKey=")
            line.hex(order.hash, 8)
            line.text("&ret=")
            line.number(code == 9_000 ? 0 : code == 6_001 ? -2 : -1)
            endKey()
            bare("resultCode", code == 9_000 ? 0 : code == 6_001 ? -2 : -1)
            orderField()
            endDevice()
            return
        }
        if visit.ownWords, visit.format != .deviceJSON, app(.none) {
            if visit.isAndroid {
                line.text("PayTask resultStatus={")
                line.number(code)
                line.text("};memo={};result={")
                if code == 9_000 { safepayResult() }
                line.text("} orderNo=")
            } else {
                line.text("processOrderWithPaymentResult resultStatus=")
                line.number(code)
                line.text(" memo=\"\" orderNo=")
            }
            order.number(&line, &calendar)
            endDevice()
            return
        }
        guard app(.returnReceived) else { return }
        field("via", "sdk")
        key("url")
        line.text(Shop.scheme)
        line.text("://safepay/?")
        let mark = line.count
        line.text("{\"memo\":{\"result\":\"")
        if code == 9_000 {
            let inner = line.count
            safepayResult()
            line.jsonEscape(since: inner, scratch: &scratch)
        }
        line.text("\",\"memo\":\"\",\"ResultStatus\":\"")
        line.number(code)
        line.text("\"},\"requestType\":\"safepay\"}")
        line.formEscape(since: mark, scratch: &scratch, blank: "%20")
        endKey()
        bare("resultCode", code)
        orderField()
        endDevice()
    }

    /// The result object that the SDK hands over on success (facts.md §1.6).
    private mutating func safepayResult() {
        line.text("{\"alipay_trade_app_pay_response\":{\"code\":\"10000\",\"msg\":\"Success\",\"app_id\":\"")
        line.text(Shop.alipayAppID)
        line.text("\",\"charset\":\"utf-8\",\"timestamp\":\"")
        calendar.wall(now + Calendar.shanghai, &line)
        line.text("\",\"out_trade_no\":\"")
        order.outTradeNumber(&line, &calendar)
        line.text("\",\"total_amount\":\"")
        line.amount(order.amount)
        line.text("\",\"trade_no\":\"")
        order.tradeNumber(&line, &calendar, provider: .alipay)
        line.text("\",\"seller_id\":\"")
        line.text(Shop.alipaySellerID)
        line.text("\"},\"sign\":\"invented\",\"sign_type\":\"RSA2\"}")
    }

    mutating func failRoute() {
        guard app(.returnUnrouted, level: .error) else { return }
        key("url")
        line.text(Shop.web)
        line.text("/pay/result?outTradeNo=")
        order.number(&line, &calendar)
        endKey()
        orderField()
        endDevice()
    }

    /// The payer switches back by hand. `remembers` false: the app has no pending order any more.
    mutating func foreground(remembers: Bool = true) {
        defer { cameToFront() }
        let remembers = remembers || practice == .foregroundQuery
        guard app(.appForegrounded) else { return }
        key("pending")
        if remembers { order.number(&line, &calendar) } else { line.text("none") }
        endKey()
        if !remembers {
            key("sid")
            order.session(&line)
            endKey()
        }
        endDevice()
    }

    /// The system killed the app while the payer was in the wallet; a new process starts.
    mutating func restartApp() { process = 300 + (process &* 7 &+ 11) % 9_000 }

    // MARK: query and result

    mutating func sendQuery() {
        if visit.ownWords, visit.format != .deviceJSON, random.chance(50), app(.none) {
            line.text("queryPendingOrder ")
            order.number(&line, &calendar)
            endDevice()
            return
        }
        guard app(.querySent) else { return }
        orderField()
        endDevice()
    }

    mutating func receiveAnswer(_ status: StaticString) {
        guard app(.queryAnswered) else { return }
        orderField()
        field("status", status)
        endDevice()
    }

    mutating func failQuery(_ error: StaticString) {
        guard app(.queryFailed, level: .error) else { return }
        orderField()
        let mark = textKey("error")
        line.text(error)
        endText(mark)
        endDevice()
    }

    mutating func show(_ status: StaticString) {
        // An app that has learnt of the payment says nothing older.
        let learnt = practice != nil && knowsPaid && status.description == "pending"
        if learnt { truth.happened(.resultShown) }
        let status = learnt ? "paid" : status
        guard app(.resultShown) else { return }
        orderField()
        field("status", status)
        endDevice()
    }
}
