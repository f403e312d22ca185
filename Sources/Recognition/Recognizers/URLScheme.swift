import Decoding
import Domain
import Providers

extension Recognizer {
    /// The system opens the app by its own scheme.
    static let urlScheme = Recognizer(
        name: "url scheme",
        purpose: Text(
            en: "The system opens the app by the app's own URL scheme: openURLContexts, application(_:open:).",
            zh: "系统通过应用自己的 URL Scheme 唤起应用：openURLContexts、application(_:open:)。"),
        scope: .tagged, anchors: ["openURLContexts", "application(_:open", "openURL", "open url", "onNewIntent"],
        examples: [
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] scene openURLContexts url=shopdemo://payresult?outTradeNo=TK05061&resultCode=9000",
                gives: "client.return.received via=url_scheme orderNumber=TK05061 resultCode=9000 urlScheme=shopdemo urlHasOrder=true"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] application(_:open:options:) wx00aa11bb22cc33dd://pay/?returnKey=(null)&ret=-2",
                gives: "client.return.received via=url_scheme resultCode=-2 urlScheme=wx00aa11bb22cc33dd urlHasOrder=false"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] openURL shopdemo://safepay/?%7B%22memo%22%3A%7B%22result%22%3A%22%22%2C%22memo%22%3A%22%22%2C"
                    + "%22ResultStatus%22%3A%226001%22%7D%2C%22requestType%22%3A%22safepay%22%7D",
                gives: "client.return.received via=url_scheme resultCode=6001 urlScheme=shopdemo urlHasOrder=false"),
            Example("2026/05/06 05:40:44:300  [PayCallback] openURL alipays://platformapi/startApp?appId=1"),
        ]
    ) { reading in
        let text = reading.text
        guard
            text.holdsAnyCase("openurl") || text.holds("application(_:open") || text.holdsAnyCase("open url") || text.holds("onNewIntent"),
            !text.holds("canOpenURL"), let url = reading.url
        else { return false }
        let scheme = Reading.scheme(of: url)
        guard scheme.count > 0, !scheme.equalsAnyCase("http"), !scheme.equalsAnyCase("https"), !WalletDefinition.anyOwns(scheme: scheme)
        else {
            return false
        }
        guard reading.beginClient(.returnReceived) else { return false }
        reading.putReturn(via: "url_scheme", url: url)
        return true
    }
}
