import Alerts
import Domain
import Reports
import Signatures

extension Notifier {
    /// A DingTalk group robot: Markdown, signed in the address, at most 20 messages a minute or ten minutes of silence
    /// (DingTalk, custom robot access).
    static let dingtalk = Notifier(
        kind: .dingtalk, rates: [Rate(count: 18, per: .seconds(61))], ban: .minutes(10),
        message: { events, context in
            let markup = ChatText.Markup(bold: { "**\($0)**" }, lineEnd: "  \n")
            let text = ChatText(
                events, language: context.receiver.language, isDigest: context.isDigest, maximum: 18_000, markup: markup)
            var json = JSONWriter()
            json.beginObject()
            json.key("msgtype")
            json.string("markdown")
            json.key("markdown")
            json.beginObject()
            json.key("title")
            json.string(text.title)
            json.key("text")
            json.string(text.text)
            json.endObject()
            json.endObject()
            var url = context.address
            if let secret = context.secret {
                let stamp = String(context.now.microseconds / 1_000)
                let sign = MessageCode.base64(
                    MessageCode.hmacSHA256(key: Array(secret.utf8), message: Array("\(stamp)\n\(secret)".utf8)))
                url += (url.contains("?") ? "&" : "?") + "timestamp=\(stamp)&sign=\(sign.percentEncoded)"
            }
            return Message(url: url, headers: ["Content-Type: application/json; charset=utf-8"], body: json.bytes, count: text.count)
        },
        judge: { judgeCode($0, keys: ["errcode"], limited: [130_101], ban: .minutes(10)) })
}

extension String {
    /// Everything but letters, digits and `-._~` as `%XX` (RFC 3986).
    var percentEncoded: String {
        var out = ""
        for byte in utf8 {
            let isPlain =
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || [45, 46, 95, 126].contains(byte)
            if isPlain {
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                out += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return out
    }
}
