import Decoding
import Domain

extension Recognizer {
    /// A page that could not be loaded.
    static let checkoutFailure = Recognizer(
        name: "checkout failure",
        purpose: Text(
            en: "The cashier page failed to load: NSURLErrorDomain, App Transport Security (-1022).",
            zh: "收银台页面加载失败：NSURLErrorDomain、App Transport Security（-1022）。"),
        scope: .tagged, anchors: ["NSURLErrorDomain", "-1022", "App Transport Security", "ERR_UNKNOWN_URL_SCHEME"],
        examples: [
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] didFailProvisionalNavigation NSURLErrorDomain Code=-1022 "
                    + "url=http://pay.example.com/cashier",
                gives: "client.checkout.failed code=-1022 urlHost=pay.example.com"),
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] didFail NSURLErrorDomain Code=-1002 NSErrorFailingURLStringKey=alipays://platformapi/startApp",
                gives: "client.wallet.intercepted detail=failed urlScheme=alipays code=-1002"),
            Example(
                "2026-09-01 13:57:31.123  1234  5678 E PayCallback: WebView onReceivedError net::ERR_UNKNOWN_URL_SCHEME "
                    + "url=weixin://wap/pay?prepayid%3Dwx20&package=1 orderNo=A000000001",
                gives: "client.wallet.intercepted detail=failed urlScheme=weixin orderNumber=A000000001"),
            Example("2026/05/06 05:07:03:510  [PayCallback] didFail NSURLErrorDomain Code=-999 url=https://mclient.alipay.com/x"),
            Example("2026/05/06 05:07:03:510  [PayCallback] prefetch NSURLErrorDomain Code=-1004"),
        ]
    ) { reading in
        let text = reading.text
        if text.holds("ERR_UNKNOWN_URL_SCHEME"), let url = reading.url, Reading.isLaunch(url) { return reading.putPageFailure() }
        guard text.holds("NSURLErrorDomain") || text.holds("-1022") || text.holds("App Transport Security") else { return false }
        // -999 is the delegate's own cancel, -1004 the network's usual noise.
        guard !text.holds("-999"), !text.holds("-1004") else { return false }
        return reading.putPageFailure()
    }

    /// The system's own line about App Transport Security with the cashier's URL.
    static let transportSecurity = Recognizer(
        name: "system: App Transport Security",
        purpose: Text(
            en: "The system blocked the cashier's plain http page.", zh: "系统因 App Transport Security 拦截了收银台的 http 页面。"),
        scope: .system, anchors: ["App Transport Security"],
        examples: [
            Example(
                "2026-07-21 10:04:14.700000+0800 ShopDemo[411:16455] App Transport Security has blocked a cleartext HTTP load "
                    + "http://openapi.alipay.com/gateway.do?x=1",
                gives: "client.checkout.failed code=-1022 urlHost=openapi.alipay.com"),
            Example(
                "2026-07-21 10:04:14.700000+0800 ShopDemo[411:16455] App Transport Security has blocked http://ads.example.net/pixel"),
        ]
    ) { reading in
        guard reading.text.holds("App Transport Security"), let url = reading.url, Reading.isCheckout(url) else { return false }
        return reading.putPageFailure()
    }

    /// Android's web view met a scheme it does not know.
    static let unknownScheme = Recognizer(
        name: "system: unknown URL scheme",
        purpose: Text(
            en: "An Android WebView did not hand the wallet's URL over: net::ERR_UNKNOWN_URL_SCHEME.",
            zh: "Android WebView 未转交钱包链接：net::ERR_UNKNOWN_URL_SCHEME。"),
        scope: .system, anchors: ["net::ERR_UNKNOWN_URL_SCHEME"],
        examples: [
            Example(
                "09-01 13:57:31.123  1234  5678 I chromium: [INFO:CONSOLE(1)] \"net::ERR_UNKNOWN_URL_SCHEME "
                    + "alipays://platformapi/startApp?appId=20000125\"",
                gives: "client.wallet.intercepted detail=failed urlScheme=alipays"),
            Example("09-01 13:57:31.123  1234  5678 I chromium: net::ERR_UNKNOWN_URL_SCHEME mailto:a@example.com"),
        ]
    ) { reading in
        guard reading.text.holds("ERR_UNKNOWN_URL_SCHEME"), let url = reading.url, Reading.isLaunch(url) else { return false }
        return reading.putPageFailure()
    }
}

extension Reading {
    /// A page that failed; a wallet's URL that failed is a launch nobody intercepted.
    mutating func putPageFailure() -> Bool {
        let url = url
        let isLaunch = url.map(Reading.isLaunch) ?? false
        guard beginClient(isLaunch ? .walletIntercepted : .checkoutFailed) else { return false }
        putURL(url)
        if isLaunch { rows.put(.detail, "failed") }
        if let code = value(.code, .errorCode) {
            rows.put(.code, code.cut(to: 16))
        } else if text.holds("-1022") || text.holds("App Transport Security") {
            rows.put(.code, "-1022")
        }
        // The URL itself is never kept: it holds one-time values.
        putError(fields[.error] ?? text.slice(0, url?.offset(in: text) ?? Reading.linkStart(in: text)))
        return true
    }

    /// Where the first link of a text begins; its end where there is none.
    private static func linkStart(in text: Bytes) -> Int {
        guard let mark = text.find("://") else { return text.count }
        var start = mark
        while start > 0, text[start - 1].isIdentifier { start -= 1 }
        return start
    }
}
