import Decoding
import Domain

extension Recognizer {
    /// The system hands a Universal Link to the app.
    static let universalLink = Recognizer(
        name: "universal link",
        purpose: Text(
            en: "The system hands a Universal Link to the app: continueUserActivity and its kin.",
            zh: "系统通过 Universal Link 唤起应用：continueUserActivity 等。"),
        scope: .tagged,
        anchors: ["continueUserActivity", "continue userActivity", "scene(_:continue:)", "webpageURL", "onContinueUserActivity"],
        examples: [
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] continueUserActivity "
                    + "https://link.example.com/pay?out_trade_no=TK-20260211-1&resultStatus=9000",
                gives: "client.return.received via=universal_link orderNumber=TK-20260211-1 resultCode=9000 urlHasOrder=true"),
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] scene(_:continue:) webpageURL=https://link.example.com/pay",
                gives: "client.return.received via=universal_link urlHost=link.example.com urlHasOrder=false"),
        ]
    ) { reading in
        let text = reading.text
        guard
            text.holds("ontinueUserActivity") || text.holds("continue userActivity") || text.holds("scene(_:continue")
                || text.holds("webpageURL")
        else { return false }
        let url = reading.url
        guard reading.beginClient(.returnReceived) else { return false }
        reading.putReturn(via: "universal_link", url: url)
        return true
    }
}
