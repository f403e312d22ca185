import Alerts
import Domain
import Reports

extension Notifier {
    /// A Slack incoming webhook: a section of at most 3,000 characters, one message a second (Slack, rate limits).
    static let slack = Notifier(
        kind: .slack, rates: [Rate(count: 1, per: .milliseconds(1_100))], ban: .seconds(30),
        message: { events, context in
            // Slack reads < > & as its own marks (formatting text).
            let markup = ChatText.Markup(
                bold: { "*\($0)*" }, lineEnd: "\n", escape: { String($0.flatMap { $0 == "&" ? Array("&amp;") : [$0] }) })
            let text = ChatText(
                events, language: context.receiver.language, isDigest: context.isDigest, maximum: 2_900, markup: markup)
            var json = JSONWriter()
            json.beginObject()
            json.key("text")
            json.string(text.title)
            json.key("blocks")
            json.beginArray()
            json.beginObject()
            json.key("type")
            json.string("section")
            json.key("text")
            json.beginObject()
            json.key("type")
            json.string("mrkdwn")
            json.key("text")
            json.string(text.text)
            json.endObject()
            json.endObject()
            json.endArray()
            json.endObject()
            return Message(
                url: context.address, headers: ["Content-Type: application/json; charset=utf-8"], body: json.bytes, count: text.count)
        },
        judge: judgeStatus)
}
