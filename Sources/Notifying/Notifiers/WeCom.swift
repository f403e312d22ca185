import Alerts
import Domain
import Reports

extension Notifier {
    /// A WeCom group robot: Markdown of at most 4,096 bytes, 20 messages a minute (WeCom developer documentation, 91770).
    static let wecom = Notifier(
        kind: .wecom, rates: [Rate(count: 18, per: .seconds(61))], ban: .minutes(1),
        message: { events, context in
            let markup = ChatText.Markup(bold: { "**\($0)**" }, lineEnd: "\n")
            let text = ChatText(
                events, language: context.receiver.language, isDigest: context.isDigest, maximum: 4_000, markup: markup)
            var json = JSONWriter()
            json.beginObject()
            json.key("msgtype")
            json.string("markdown")
            json.key("markdown")
            json.beginObject()
            json.key("content")
            json.string(text.text)
            json.endObject()
            json.endObject()
            return Message(
                url: context.address, headers: ["Content-Type: application/json; charset=utf-8"], body: json.bytes, count: text.count)
        },
        judge: { judgeCode($0, keys: ["errcode"], limited: [45_009], ban: .minutes(1)) })
}
