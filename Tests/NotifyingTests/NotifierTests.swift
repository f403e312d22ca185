import Alerts
import Domain
@testable import Fetching
import Foundation
import Testing

@testable import Notifying

struct NotifierTests {
    private func context(_ kind: ReceiverSettings.Kind, secret: String? = nil, token: String? = nil) -> Notifier.Context {
        Notifier.Context(
            receiver: Told.receiver(kind), address: "https://bot.example.com/send?access_token=T", secret: secret, token: token,
            now: Instant(microseconds: 1_700_000_000_123_000), isDigest: false)
    }

    private func object(_ message: Notifier.Message) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(message.body)) as? [String: Any])
    }

    @Test func dingTalkSignsInTheAddress() throws {
        let message = Notifier.dingtalk.message([Told.event(1)], context(.dingtalk, secret: "this is secret"))
        // base64(HMAC-SHA256(key: secret, "1700000000123\nthis is secret")), made with another implementation.
        #expect(message.url == "https://bot.example.com/send?access_token=T&timestamp=1700000000123&sign=\(Expected.dingtalk)")
        let body = try object(message)
        #expect(body["msgtype"] as? String == "markdown")
        let markdown = try #require(body["markdown"] as? [String: String])
        #expect(markdown["title"]?.contains("1") == true)
        #expect(markdown["text"]?.contains("**NotifyRejected**") == true)
    }

    @Test func feishuSignsTheOtherWayRound() throws {
        let body = try object(Notifier.feishu.message([Told.event(1)], context(.feishu, secret: "demo")))
        #expect(body["timestamp"] as? String == "1700000000")
        #expect(body["sign"] as? String == Expected.feishu)
        #expect(body["msg_type"] as? String == "post")
    }

    /// What Python's hmac gives for the same secrets and times.
    private enum Expected {
        static let dingtalk = "W2RNhLVXZurCuMiewxzjoEaGqxhR%2FFQAkLiAHZh%2BPWY%3D"
        static let feishu = "8oT2n3SMKFfEnDoiwer8BUM/SjKLwe9SqoEIHlhDTKo="
    }

    @Test func weComKeepsTo4096Bytes() throws {
        let long = String(repeating: "很长的说明", count: 2_000)
        let one = try object(Notifier.wecom.message([Told.event(1, summary: long)], context(.wecom)))
        let content = try #require((one["markdown"] as? [String: String])?["content"])
        #expect(content.utf8.count <= 4_096)
        let many = Notifier.wecom.message((0..<200).map { Told.event($0) }, context(.wecom))
        #expect(many.count > 10 && many.count < 200)
        #expect(try #require((object(many)["markdown"] as? [String: String])?["content"]).utf8.count <= 4_096)
    }

    @Test func slackEscapesItsMarks() throws {
        let body = String(
            decoding: Notifier.slack.message([Told.event(1, summary: "<!channel> a & b")], context(.slack)).body, as: UTF8.self)
        #expect(!body.contains("<!channel>"))
        #expect(body.contains("a &amp; b"))
    }

    @Test func hostileTextCallsNobody() throws {
        let text = "<at user_id=\"all\"></at> [x](http://evil.example) @all \u{1B}[2J"
        for kind in [ReceiverSettings.Kind.dingtalk, .feishu, .wecom] {
            let body = String(decoding: Notifier.of(kind).message([Told.event(1, summary: text)], context(kind)).body, as: UTF8.self)
            #expect(!body.contains("<at ") && !body.contains("](http") && !body.contains("@all") && !body.contains("\u{1B}"))
        }
    }

    @Test func alertmanagerTakesLabelsAndTimes() throws {
        var context = context(.alertmanager, token: "tok")
        context.address = "http://localhost:9093/"
        context.now = Told.start + .days(1)
        let message = Notifier.alertmanager.message([Told.event(1), Told.event(2, isOver: true)], context)
        #expect(message.url == "http://localhost:9093/api/v2/alerts")
        #expect(message.headers.contains("Authorization: Bearer tok"))
        let list = try #require(try JSONSerialization.jsonObject(with: Data(message.body)) as? [[String: Any]])
        #expect(list.count == 2)
        #expect((list[0]["labels"] as? [String: String])?["alertname"] == "NotifyRejected")
        #expect(list[0]["endsAt"] == nil)
        #expect(list[1]["endsAt"] as? String == (Told.start + .hours(1)).rfc3339)
    }

    @Test func webhookSpeaksVersionFour() throws {
        let events = [Told.event(1), Told.event(2, isOver: true), Told.event(3, name: "Other")]
        let message = Notifier.webhook.message(events, context(.webhook))
        #expect(message.count == 2, "one rule a message")
        let body = try object(message)
        #expect(body["version"] as? String == "4")
        #expect(body["status"] as? String == "firing")
        let alerts = try #require(body["alerts"] as? [[String: Any]])
        #expect(alerts.map { $0["status"] as? String } == ["firing", "resolved"])
        #expect(alerts[0]["fingerprint"] as? String == Told.event(1).fingerprint)
        #expect(alerts[0]["endsAt"] as? String == "0001-01-01T00:00:00Z")
        #expect((body["commonLabels"] as? [String: String])?["severity"] == "critical")
    }

    @Test func codesIn200AreFailures() {
        #expect(Notifier.dingtalk.judge(Bot.answer(200, #"{"errcode":0,"errmsg":"ok"}"#)) == .delivered)
        #expect(
            Notifier.dingtalk.judge(Bot.answer(200, #"{"errcode": 130101 }"#)) == .tryAgain(after: .minutes(10), why: "errcode 130101"))
        #expect(Notifier.wecom.judge(Bot.answer(200, #"{"errcode":93000}"#)) == .tryAgain(after: nil, why: "errcode 93000"))
        #expect(Notifier.feishu.judge(Bot.answer(200, #"{"StatusCode":0}"#)) == .delivered)
        #expect(
            Notifier.feishu.judge(Bot.answer(200, #"{"code":19021,"msg":"sign match fail"}"#)) == .tryAgain(after: nil, why: "code 19021"))
        #expect(Notifier.dingtalk.judge(Bot.answer(200, "<html>")) == .tryAgain(after: nil, why: "an answer without a code"))
        #expect(Notifier.slack.judge(Bot.answer(429, "", retryAfter: "30")) == .tryAgain(after: .seconds(30), why: "HTTP 429"))
        #expect(Notifier.alertmanager.judge(Bot.answer(503, "")) == .tryAgain(after: nil, why: "HTTP 503"))
    }
}
