import Alerts
import Domain
import Reports
import Signatures

extension Notifier {
    /// A Feishu or Lark group robot: a post, signed in the body, at most 5 messages a second and 100 a minute (Feishu, custom bot guide).
    ///
    /// Its signature is turned around: time and secret are the key, and what is hashed is nothing.
    static let feishu = Notifier(
        kind: .feishu, rates: [Rate(count: 4, per: .milliseconds(1_100)), Rate(count: 90, per: .seconds(61))], ban: .minutes(1),
        message: { events, context in
            let markup = ChatText.Markup(bold: { $0 }, lineEnd: "\n")
            let text = ChatText(
                events, language: context.receiver.language, isDigest: context.isDigest, maximum: 16_000, markup: markup)
            var json = JSONWriter()
            json.beginObject()
            if let secret = context.secret {
                let stamp = String(context.now.microseconds / 1_000_000)
                json.key("timestamp")
                json.string(stamp)
                json.key("sign")
                json.string(MessageCode.base64(MessageCode.hmacSHA256(key: Array("\(stamp)\n\(secret)".utf8), message: [])))
            }
            json.key("msg_type")
            json.string("post")
            json.key("content")
            json.beginObject()
            json.key("post")
            json.beginObject()
            json.key(context.receiver.language == .zh ? "zh_cn" : "en_us")
            json.beginObject()
            json.key("title")
            json.string(text.title)
            json.key("content")
            json.beginArray()
            json.beginArray()
            json.beginObject()
            json.key("tag")
            json.string("text")
            json.key("text")
            json.string(text.text)
            json.endObject()
            json.endArray()
            json.endArray()
            json.endObject()
            json.endObject()
            json.endObject()
            json.endObject()
            return Message(
                url: context.address, headers: ["Content-Type: application/json; charset=utf-8"], body: json.bytes, count: text.count)
        },
        judge: { judgeCode($0, keys: ["code", "StatusCode"], limited: [9_499, 11_232], ban: .minutes(1)) })
}
