import Decoding
import Domain

extension Recognizer {
    /// The wallet SDK's answer to the app.
    static let sdkResult = Recognizer(
        name: "sdk result",
        purpose: Text(
            en: "The wallet SDK hands its result to the app: iOS dictionary, Android braces, the old SDK's string (facts.md §1.6).",
            zh: "钱包 SDK 把结果交给应用：iOS 字典、Android 花括号形式、旧版 SDK 字符串。"),
        scope: .tagged, anchors: ["processOrderWithPaymentResult", "resultStatus", "memo"],
        examples: [
            Example(
                "09-01 13:57:31.123  1234  5678 D PayCallback: resultStatus={9000};memo={};result={{\"alipay_trade_app_pay_response\":"
                    + "{\"code\":\"10000\",\"out_trade_no\":\"TK0901\",\"trade_no\":\"2026090122001\"},\"sign_type\":\"RSA2\"}}",
                gives: "client.return.received via=sdk resultCode=9000 orderNumber=TK0901 tradeNumber=2026090122001 platform=android"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] processOrderWithPaymentResult resultStatus=6001 memo= result=",
                gives: "client.return.received via=sdk resultCode=6001"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] result {\n    memo = \"\";\n    result = \"partner=\\\"2088\\\"&out_trade_no=\\\"TK0901\\\"&"
                    + "success=\\\"true\\\"\";\n    resultStatus = 9000;\n}",
                gives: "client.return.received via=sdk resultCode=9000 orderNumber=TK0901"),
        ]
    ) { reading in
        let text = reading.text
        guard text.holds("processOrderWithPaymentResult") || text.holds("resultStatus") || text.holds("ResultStatus") || text.holds("memo"),
            // A URL of a return carries the same words and is the return's own line.
            URLParts.first(in: text) == nil || text.holds("processOrderWithPaymentResult") || !reading.isReturnLine
        else { return false }
        guard reading.resultCode != nil || text.holds("processOrderWithPaymentResult") else { return false }
        guard reading.beginClient(.returnReceived) else { return false }
        reading.rows.put(.via, "sdk")
        if let code = reading.resultCode { reading.rows.put(.resultCode, code) }
        reading.putAmount(reading.value(.totalAmount))
        return true
    }
}

extension Reading {
    /// Whether the line speaks of a return by link or scheme.
    var isReturnLine: Bool {
        text.holds("ontinueUserActivity") || text.holds("continue userActivity") || text.holds("scene(_:continue")
            || text.holds("webpageURL")
            || text.holdsAnyCase("openurl") || text.holds("application(_:open") || text.holdsAnyCase("open url")
            || text.holds("onNewIntent")
    }
}
