import Decoding
import Domain

extension Recognizer {
    /// The convention: `[PayCallback] EVENT key=value …`.
    static let payCallbackEvent = Recognizer(
        name: "PayCallback event",
        purpose: Text(
            en: "A client line of the convention: the tag PayCallback, an event word, key=value pairs.",
            zh: "遵循约定的客户端日志：标签 PayCallback、事件词、key=value。"),
        scope: .tagged, anchors: ["PayCallback"],
        examples: [
            Example(
                "2026-07-21 10:04:11.000000+0800 ShopDemo[411:16455] [PayCallback] pay.tapped orderNo=TK2607210001 amount=25.00 channel=alipay",
                gives: "client.pay.tapped orderNumber=TK2607210001 amount=25.00 process=411 platform=ios"),
            Example(
                "2026-07-21 10:04:11.750000+0800 ShopDemo[411:16455] [PayCallback] order.saved orderNo=TK2607210001",
                gives: "client.order.saved orderNumber=TK2607210001"),
            Example(
                "09-01 13:57:31.123  1234  5678 I ReactNativeJS: '[PayCallback]', 'query.answered', { orderNo: 'TK2607210001', status: 'paid' }",
                gives: "client.query.answered orderNumber=TK2607210001 status=paid"),
            Example(
                "2026-07-21 10:04:12.900000+0800 ShopDemo[411:16455] PayCallback: checkout.loaded "
                    + "url=https://mclient.alipay.com/h5pay/landing/index.html?session=f9f1 orderNo=TK2607210001",
                gives: "client.checkout.loaded orderNumber=TK2607210001 urlScheme=https urlHost=mclient.alipay.com"),
            Example(
                "2026-07-21 10:04:14.300000+0800 ShopDemo[411:16455] [PayCallback] wallet.intercepted "
                    + "url=alipay://alipayclient/?%7B%22requestType%22%3A%22SafePay%22%2C%22fromAppUrlScheme%22%3A%22shopdemo%22%7D",
                gives: "client.wallet.intercepted urlScheme=alipay returnScheme=shopdemo"),
            Example(
                "2026-07-21 10:04:14.700000+0800 ShopDemo[411:16455] <PayCallback> wallet.opened success=false orderNo=TK2607210001",
                gives: "client.wallet.opened orderNumber=TK2607210001 ok=false"),
            Example(
                "2026-07-21 10:04:14.700000+0800 ShopDemo[411:16455] [PayCallback] wallet.unavailable scheme=alipays installed=false",
                gives: "client.wallet.unavailable urlScheme=alipays ok=false"),
            Example(
                "2026-07-21 10:04:56.000000+0800 ShopDemo[411:16455] [PayCallback] return.received via=universal_link "
                    + "url=https://shop.example.com/pay/result?outTradeNo=TK2607210001&resultCode=9000 sid=ck_1 device=D-77 app=5.2.1 os=17.4 cid=sms",
                gives: "client.return.received orderNumber=TK2607210001 via=universal_link resultCode=9000 urlHasOrder=true session=ck_1 "
                    + "device=D-77 appVersion=5.2.1 osVersion=17.4 channel=sms urlHost=shop.example.com"),
            Example(
                "2026-07-21 10:04:56.000000+0800 ShopDemo[411:16455] [PayCallback] return.unrouted url=shopdemo://payresult",
                gives: "client.return.unrouted urlScheme=shopdemo urlHasOrder=false"),
            Example(
                "2026-07-21 10:04:56.000000+0800 ShopDemo[411:16455] [PayCallback] app.foregrounded pending=TK2607210001",
                gives: "client.app.foregrounded pending=TK2607210001 orderNumber=TK2607210001"),
            Example(
                "2026-07-21 10:04:56.000000+0800 ShopDemo[411:16455] [PayCallback] app.foregrounded pendingOrder=none",
                gives: "client.app.foregrounded pending=none"),
            Example(
                "2026-07-21 10:04:57.120000+0800 ShopDemo[411:16455] [PayCallback] query.answered orderNo=TK2607210001 status=SUCCESS",
                gives: "client.query.answered orderNumber=TK2607210001 status=paid rawStatus=SUCCESS"),
            Example(
                "2026-07-21 10:04:57.120000+0800 ShopDemo[411:16455] [PayCallback] query.failed orderNo=TK2607210001 error=\"timed out\"",
                gives: "client.query.failed orderNumber=TK2607210001 error=timed+out"),
            Example(
                "2026-07-21 10:04:57.700000+0800 ShopDemo[411:16455] [PayCallback] result.shown orderNo=TK2607210001 status=paid",
                gives: "client.result.shown orderNumber=TK2607210001 status=paid"),
            Example(
                "2026-07-21 10:04:57.700000+0800 ShopDemo[411:16455] [PayCallback] checkout.failed url=alipays://platformapi/startApp?appId=1 "
                    + "error=\"unsupported URL\" code=-1002",
                gives: "client.wallet.intercepted detail=failed urlScheme=alipays code=-1002"),
            Example(
                "2026-07-21 10:04:57.700000+0800 ShopDemo[411:16455] [PayCallback] iap.transaction state=purchased productId=com.example.month "
                    + "transactionId=2000000881200001 originalTransactionId=2000000881200001 orderNo=TK2607210001",
                gives: "client.iap.transaction transactionState=purchased productID=com.example.month transactionID=2000000881200001 "
                    + "orderNumber=TK2607210001"),
            Example(
                #"{"ts":"2026-07-21T02:04:57.700Z","tag":"PayCallback","event":"query.sent","orderNo":"TK2607210001","device":"D-77"}"#,
                gives: "client.query.sent orderNumber=TK2607210001 device=D-77"),
            Example("2026-07-21 10:04:57.700000+0800 ShopDemo[411:16455] query.sent orderNo=TK2607210001"),
        ]
    ) { reading in reading.putClientWord() }
}

extension Reading {
    /// Writes the event of a tagged line with an event word; false when it has none.
    mutating func putClientWord() -> Bool {
        guard let event = clientEvent else { return false }
        return putClientEvent(event)
    }

    /// The event word of a tagged line: the first word behind the tag, or the field `event`.
    @inline(__always) var clientEvent: EventKind? {
        // No event word is as long as this: an object without blanks is not walked to its end.
        var first = text.slice(0, 48).word(at: 0)
        // `'[PayCallback]', 'pay.tapped', { … }`: React Native prints each argument for itself.
        while let last = first.last, last == 39 || last == 34 || last == 44 { first = first.slice(0, first.count &- 1) }
        if let event = words.events.entry(of: first)?.client { return event }
        if let word = value(.event), let event = words.events.entry(of: word)?.client { return event }
        return nil
    }

    /// Writes one event of the convention.
    mutating func putClientEvent(_ event: EventKind) -> Bool {
        var event = event
        let url = url
        let isLaunch = url.map(Reading.isLaunch) ?? false
        // A failing URL with a wallet scheme is a launch that failed, never a cashier page (vocabulary §6, rank 14).
        let hasFailedLaunch = event == .checkoutFailed && isLaunch
        if hasFailedLaunch { event = .walletIntercepted }
        guard beginClient(event) else { return false }
        switch event {
        case .payTapped:
            putAmount(value(.amount, .totalAmount))
            putCurrency()
            if let flow = value(.flow, .channel).flatMap({ words.flows.flow(of: $0) }) { rows.put(.flow, flow.bytes) }
            putAlias(.productID, .productID)
        case .orderSaved, .querySent: break
        case .checkoutLoaded, .checkoutFailed, .walletIntercepted:
            putURL(url)
            if hasFailedLaunch { rows.put(.detail, "failed") }
            if !hasFailedLaunch, event == .checkoutLoaded, isLaunch { rows.put(.detail, "https_launch") }
            putFailure()
        case .walletOpened:
            if let success = Reading.truth(value(.success, .ok)) { putTruth(.ok, success) }
            putURL(url)
            putFailure()
        case .walletUnavailable:
            if let scheme = Reading.usable(fields[.scheme]) { rows.putLowered(.urlScheme, Reading.bareScheme(scheme)) }
            if let installed = Reading.truth(fields[.installed]) { putTruth(.ok, installed) }
            if text.holds("not allowed to query") || text.holds("not_whitelisted") { rows.put(.detail, "not_whitelisted") }
            putFailure()
        case .returnReceived, .returnUnrouted:
            putReturn(via: nil, url: url)
        case .appForegrounded: putPending(fields[.pending])
        case .clientQueryAnswered, .queryFailed, .resultShown:
            putStatus(value(.status, .orderStatus, .tradeStatus, .tradeState))
            putFailure()
        case .productsLoaded: putProducts()
        case .storeTransaction, .storeTransactionFinished, .receiptUploaded: putStoreClient(event)
        default: break
        }
        if !rows.has(.secret), url != nil { putSecret(in: url) }
        return true
    }

    /// `alipays://` → `alipays`.
    static func bareScheme(_ text: Bytes) -> Bytes { text.slice(0, text.first(58) ?? text.count) }

    /// An error's text and code.
    mutating func putFailure() {
        putError(fields[.error])
        if let code = value(.code, .errorCode)?.trimmed.unquoted, code.count <= 32 { rows.put(.code, code) }
    }

    /// `pending=ORDERNO` or none.
    mutating func putPending(_ value: Bytes?) {
        guard let value = value?.trimmed.unquoted else { return }
        guard !Reading.isNothing(value), let number = Reading.usable(value) else {
            rows.put(.pending, "none")
            return
        }
        rows.put(.pending, number)
        if !rows.has(.orderNumber) { rows.put(.orderNumber, number) }
    }
}
