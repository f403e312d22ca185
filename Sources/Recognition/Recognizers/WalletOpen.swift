import Decoding
import Domain

extension Recognizer {
    /// The completion of `open`.
    static let walletOpen = Recognizer(
        name: "wallet open",
        purpose: Text(
            en: "The completion of UIApplication.open: success true or false.", zh: "UIApplication.open 的回调：成功与否。"),
        scope: .tagged, anchors: ["success"],
        examples: [
            Example("2026/05/06 05:07:03:910  [PayCallback] UIApplication.open success: true", gives: "client.wallet.opened ok=true"),
            Example(
                "2026/05/06 05:07:03:910  [PayCallback] UIApplication open safepay orderNo=TK-2 success: NO",
                gives: "client.wallet.opened ok=false orderNumber=TK-2"),
            Example("2026/05/06 05:07:03:910  [PayCallback] openURL success=1", gives: "client.wallet.opened ok=true"),
        ]
    ) { reading in
        guard let open = reading.text.findAnyCase("open"), let success = reading.text.findAnyCase("success", from: open),
            let word = Reading.answer(in: reading.text, from: success + 7), let isOpen = Reading.truth(word)
        else { return false }
        guard reading.beginClient(.walletOpened) else { return false }
        reading.putTruth(.ok, isOpen)
        if let url = URLParts.first(in: reading.text) { reading.putURL(url) }
        return true
    }
}

extension Reading {
    /// The word behind `:`, `=`, blanks and brackets.
    static func answer(in text: Bytes, from start: Int) -> Bytes? {
        var start = start
        while start < text.count, !text[start].isDigit, !text[start].isLetter, text[start] != 10 { start &+= 1 }
        var end = start
        while end < text.count, text[end].isIdentifier { end &+= 1 }
        return end > start ? text.slice(start, end) : nil
    }
}
