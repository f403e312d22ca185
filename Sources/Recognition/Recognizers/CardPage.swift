import Decoding
import Domain

extension Recognizer {
    /// The system's page in front of the app: SFSafariViewController, and its web views on a cashier's host.
    static let cardPage = Recognizer(
        name: "card page",
        purpose: Text(
            en: "A cashier page in SFSafariViewController or a web view: loaded, failed, or closed by the payer; a bank's 3-D Secure page is none.",
            zh: "SFSafariViewController 或 WebView 里的收银台：已加载、失败或被付款人关闭；银行的 3-D Secure 页面不算。"),
        scope: .tagged, anchors: ["afariViewController", "didFinish navigation", "webView(_:didFinish"],
        examples: [
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] safariViewController didCompleteInitialLoad true url=https://checkout.stripe.com/c/pay/cs_1 "
                    + "orderNo=WC-1",
                gives: "client.checkout.loaded urlHost=checkout.stripe.com orderNumber=WC-1"),
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] safariViewController(_:didCompleteInitialLoad:) false",
                gives: "client.checkout.failed"),
            Example(
                "2026/05/06 05:07:43:510  [PayCallback] safariViewControllerDidFinish orderNo=WC-1",
                gives: "client.app.foregrounded detail=page_closed orderNumber=WC-1"),
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] webView(_:didFinish:) https://www.paypal.com/checkoutnow?token=5O1",
                gives: "client.checkout.loaded urlHost=www.paypal.com"),
            Example("2026/05/06 05:07:13:510  [PayCallback] safariViewController initialLoadDidRedirectTo https://acs.bank.example/3ds?t=1"),
            Example("2026/05/06 05:07:13:510  [PayCallback] webView(_:didFinish:) https://hooks.stripe.com/3d_secure_2/hosted?merchant=acct_1"),
        ]
    ) { reading in
        let text = reading.text
        if text.holds("afariViewControllerDidFinish") { return reading.putClosedPage() }
        if text.holds("afariViewController"), let mark = text.find("didCompleteInitialLoad") {
            let isLoaded = Reading.truth(Reading.answer(in: text, from: mark + 22))
            guard let isLoaded, reading.beginClient(isLoaded ? .checkoutLoaded : .checkoutFailed) else { return false }
            reading.putURL(reading.url)
            if !isLoaded { reading.putFailure() }
            return true
        }
        guard text.holds("didFinish navigation") || text.holds("webView(_:didFinish") || text.holds("initialLoadDidRedirectTo"),
            let url = reading.url, Reading.isCheckout(url), reading.beginClient(.checkoutLoaded)
        else { return false }
        reading.putURL(url)
        return true
    }

    /// ASWebAuthenticationSession: a callback URL, or the payer closed it.
    static let webSession = Recognizer(
        name: "web session",
        purpose: Text(
            en: "ASWebAuthenticationSession ended: with its callback URL, or because the payer closed it (canceledLogin).",
            zh: "ASWebAuthenticationSession 结束：带回调 URL，或被付款人关闭（canceledLogin）。"),
        scope: .tagged, anchors: ["ASWebAuthenticationSession", "canceledLogin"],
        examples: [
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] ASWebAuthenticationSession callback shopdemo://pay/done?orderNo=WC-1&redirect_status=succeeded",
                gives: "client.return.received via=url_scheme urlScheme=shopdemo orderNumber=WC-1 resultCode=succeeded urlHasOrder=true"),
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] ASWebAuthenticationSession callback shopdemo://pay/cancel?orderNo=WC-1",
                gives: "client.return.received via=url_scheme orderNumber=WC-1 resultCode=cancelled"),
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] ASWebAuthenticationSessionErrorDomain Code=1 canceledLogin orderNo=WC-1",
                gives: "client.app.foregrounded detail=page_closed orderNumber=WC-1"),
        ]
    ) { reading in
        let text = reading.text
        guard text.holds("ASWebAuthenticationSession") || text.holds("canceledLogin") else { return false }
        if let url = reading.url, !Reading.isCheckout(url) {
            let scheme = Reading.scheme(of: url)
            let isWeb = scheme.equalsAnyCase("https") || scheme.equalsAnyCase("http")
            guard text.holdsAnyCase("callback"), reading.beginClient(.returnReceived) else { return false }
            reading.putReturn(via: isWeb ? "universal_link" : "url_scheme", url: url)
            return true
        }
        guard text.holds("canceledLogin") || text.holds("Code=1") else { return false }
        return reading.putClosedPage()
    }

    /// Stripe's payment sheet and its 3-D Secure handler.
    static let paymentSheet = Recognizer(
        name: "payment sheet",
        purpose: Text(
            en: "Stripe's PaymentSheet or STPPaymentHandler ended: completed, canceled or failed.",
            zh: "Stripe 的 PaymentSheet 或 STPPaymentHandler 结束：completed、canceled 或 failed。"),
        scope: .tagged, anchors: ["PaymentSheet", "STPPaymentHandler"],
        examples: [
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] PaymentSheetResult: completed orderNo=WC-1",
                gives: "client.return.received via=sdk resultCode=completed orderNumber=WC-1"),
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] STPPaymentHandler confirmPayment status: failed error=\"3DS2 failed\" orderNo=WC-1",
                gives: "client.return.received via=sdk resultCode=failed orderNumber=WC-1 error=3DS2+failed"),
            Example("2026/05/06 05:08:08:510  [PayCallback] PaymentSheet presented orderNo=WC-1"),
        ]
    ) { reading in
        let text = reading.text
        guard text.holds("PaymentSheet") || text.holds("STPPaymentHandler") else { return false }
        let words: [StaticString] = ["completed", "succeeded", "canceled", "cancelled", "failed"]
        guard let word = words.first(where: { text.holdsWord($0) }), reading.beginClient(.returnReceived) else { return false }
        reading.rows.put(.via, "sdk")
        reading.rows.put(.resultCode, word)
        reading.putFailure()
        return true
    }
}

extension Reading {
    /// The payer is back in the app without a callback: the page was closed.
    mutating func putClosedPage() -> Bool {
        guard beginClient(.appForegrounded) else { return false }
        rows.put(.detail, "page_closed")
        return true
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the ASCII `word` stands in the bytes with nothing of an identifier around it.
    func holdsWord(_ word: StaticString) -> Bool {
        var from = 0
        while let at = find(word, from: from) {
            if isToken(at, at + word.utf8CodeUnitCount) { return true }
            from = at + 1
        }
        return false
    }
}
