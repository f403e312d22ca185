import Domain

/// What the app does and logs.
extension Teller {
    /// What a line of the device always has: its name in a collector, and now and then the session.
    mutating func endDevice(session: Bool = false) {
        if session {
            key("sid")
            order.session(&line)
            endKey()
        }
        if visit.isCollector { deviceField() }
        close()
    }

    private mutating func deviceField() {
        key("device")
        line.text(visit.isAndroid ? "and-" : "ios-")
        line.hex(visit.device, 10)
        endKey()
    }

    /// Begins a tagged line with an event word; false when no log of the device exists.
    mutating func app(_ word: Word, level: Happening.Level = .info) -> Bool {
        guard let source = visit.source else { return false }
        openDevice(source, word, at: now, level: level)
        return true
    }

    /// Names the order, except on a tenth of the lines of an order that the device already knows: those have the session or nothing.
    mutating func nameOrder(always: Bool = false) -> Bool {
        if !always, savedAt != nil, random.chance(10) { return random.chance(60) }
        orderField()
        return random.chance(20)
    }

    /// Whether this device logs system callbacks in its own words; a JSON line has a field for the event, so it needs none.
    var speaksFreely: Bool { visit.ownWords && visit.format != .deviceJSON && !visit.isAndroid }

    // MARK: checkout

    mutating func tap() {
        guard app(.payTapped) else { return }
        orderField()
        amountField("amount", order.amount)
        switch order.flow {
        case .webCheckout: field("channel", order.gateway == .stripe ? "stripe" : "paypal")
        case .storekit: tapArticle()
        default: field("channel", order.provider == .alipay ? "alipay" : "wechat")
        }
        let versions: [StaticString] = ["5.2.1", "5.2.0", "5.1.8", "5.3.0"]
        field("app", versions[visit.appVersion])
        let systems: [StaticString] = visit.isAndroid ? ["14", "13", "15", "12"] : ["18.1", "17.6.1", "18.0", "17.4"]
        field("os", systems[visit.osVersion])
        let channels: [StaticString] = ["organic", "sms", "push", "qr"]
        field("cid", channels[visit.channel])
        endDevice(session: true)
    }

    mutating func saveOrder() {
        guard app(.orderSaved) else { return }
        orderField()
        endDevice(session: true)
        savedAt = now
    }

    mutating func loadCheckout() {
        truth.happened(.checkoutLoaded)
        guard app(.checkoutLoaded) else { return }
        cashierURL()
        let session = nameOrder()
        endDevice(session: session)
    }

    private mutating func cashierURL() {
        key("url")
        if order.flow == .webCheckout {
            pageURL()
        } else if order.provider == .alipay {
            line.text("https://mclient.alipay.com/h5pay/landing/index.html?session=")
            line.hex(Random.mix(order.hash &+ 6), 12)
        } else {
            line.text("https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=")
            order.prepayID(&line, &calendar)
            line.text("&package=")
            line.number(Int64(order.hash % 4_000_000_000))
        }
        endKey()
    }

    /// The cashier page did not load: `code` is NSURLError's.
    mutating func failCheckout(code: Int64, error: StaticString) {
        guard app(.checkoutFailed, level: .error) else { return }
        cashierURL()
        bare("code", code)
        let mark = textKey("error")
        line.text(error)
        endText(mark)
        orderField()
        endDevice()
    }

    /// The URL that starts the wallet. `returnScheme` is what it is told to come back to.
    private mutating func walletURL(returnScheme: StaticString) {
        if order.provider == .wechat {
            line.text("weixin://wap/pay?prepayid%3D")
            order.prepayID(&line, &calendar)
            line.text("&package=")
            line.number(Int64(order.hash % 4_000_000_000))
            line.text("&noncestr=")
            line.hex(order.hash, 10)
        } else if visit.isAndroid {
            line.text("alipays://platformapi/startApp?appId=20000125&orderSuffix=h5_route_token%3D%22RZ42")
            line.hex(order.hash, 14)
            line.text("%22%26is_h5_route%3D%22true%22#Intent;scheme=alipays;package=com.eg.android.AlipayGphone;end")
        } else {
            line.text("alipay://alipayclient/?%7B%22requestType%22%3A%22SafePay%22%2C%22fromAppUrlScheme%22%3A%22")
            line.text(returnScheme)
            line.text("%22%2C%22dataString%22%3A%22h5_route_token%3D%5C%22RZ55")
            line.hex(order.hash, 14)
            line.text("%5C%22%26is_h5_route%3D%5C%22true%5C%22%22%7D")
        }
    }

    mutating func intercept(returnScheme: StaticString = Shop.scheme, https: Bool = false) {
        truth.happened(.checkoutLoaded)
        if speaksFreely, app(.none) {
            line.text("decidePolicyFor navigationAction url=")
            if https { httpsWalletURL() } else { walletURL(returnScheme: returnScheme) }
            endDevice()
            return
        }
        guard app(.walletIntercepted) else { return }
        key("url")
        if https { httpsWalletURL() } else { walletURL(returnScheme: returnScheme) }
        endKey()
        let session = nameOrder()
        endDevice(session: session)
    }

    private mutating func httpsWalletURL() {
        line.text("https://render.alipay.com/p/s/i?scheme=alipays%3A%2F%2Fplatformapi%2Fstartapp%3FappId%3D20000125%26orderSuffix%3D")
        line.hex(order.hash, 14)
    }

    /// Android's WebView could not follow a wallet URL.
    mutating func unknownScheme() {
        truth.happened(.checkoutLoaded)
        guard app(.none, level: .error) else { return }
        let mark = isJSON ? textKey("msg") : 0
        line.text("WebView onReceivedError net::ERR_UNKNOWN_URL_SCHEME url=")
        walletURL(returnScheme: Shop.scheme)
        line.text(" orderNo=")
        order.number(&line, &calendar)
        if isJSON { endText(mark) }
        endDevice()
    }

    /// The system refused to tell whether the wallet is there.
    mutating func refuseCanOpen(whitelisted: Bool = false) {
        if visit.format == .deviceJSON || visit.isAndroid {
            guard app(.walletUnavailable, level: .warn) else { return }
            field("scheme", order.provider == .alipay ? "alipays" : "weixin")
            if !whitelisted {
                let mark = textKey("error")
                line.text("This app is not allowed to query for scheme alipays")
                endText(mark)
            }
            orderField()
            endDevice()
            return
        }
        guard app(.none, level: .error) else { return }
        line.text("-canOpenURL: failed for URL: \"")
        line.text(order.provider == .alipay ? "alipay://" : "weixin://")
        line.text("\" - error: \"This app is not allowed to query for scheme ")
        line.text(order.provider == .alipay ? "alipay" : "weixin")
        line.text("\" orderNo=")
        order.number(&line, &calendar)
        endDevice()
    }

    mutating func openWallet(success: Bool = true) {
        if success { truth.happened(.walletOpened) }
        if speaksFreely, app(.none) {
            line.text("UIApplication open ")
            line.text(order.provider == .alipay ? "alipay://" : "weixin://")
            line.text(" orderNo=")
            order.number(&line, &calendar)
            line.text(success ? " success: YES" : " success: NO")
            endDevice()
            return
        }
        guard app(.walletOpened, level: success ? .info : .error) else { return }
        field("success", success ? "true" : "false")
        let session = nameOrder()
        endDevice(session: session)
    }

    // MARK: everyday lines

    /// A line of the app about something else, at a moment of its own.
    mutating func chatter(at time: Int64) {
        guard let source = visit.source else { return }
        let kept = now
        now = time
        openDevice(source, .none, at: time, level: .debug, tagged: false)
        if isJSON {
            let mark = textKey("msg")
            Noise.device(&line, &random)
            endText(mark)
        } else {
            Noise.device(&line, &random)
        }
        endDevice()
        now = kept
    }
}
