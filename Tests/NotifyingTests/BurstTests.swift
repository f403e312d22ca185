import Alerts
import Domain
@testable import Fetching
import Testing

@testable import Notifying

/// A thousand alerts a minute for ten minutes against services that ban whoever writes too much: no ban, no alert lost.
struct BurstTests {
    private func bot(_ kind: ReceiverSettings.Kind) -> (Bot, ok: String) {
        switch kind {
        case .dingtalk:
            (
                Bot([(20, .minutes(1))], ban: .minutes(10), limited: (200, #"{"errcode":130101,"errmsg":"send too fast"}"#)),
                #"{"errcode":0,"errmsg":"ok"}"#
            )
        case .feishu:
            (
                Bot(
                    [(5, .seconds(1)), (100, .minutes(1))], ban: .minutes(1), limited: (200, #"{"code":11232,"msg":"frequency limited"}"#)),
                #"{"code":0,"msg":"success","data":{}}"#
            )
        case .wecom:
            (
                Bot([(20, .minutes(1))], ban: .minutes(1), limited: (200, #"{"errcode":45009,"errmsg":"api freq out of limit"}"#)),
                #"{"errcode":0,"errmsg":"ok"}"#
            )
        default: (Bot([(1, .seconds(1))], ban: .seconds(30), limited: (429, "rate_limited")), "ok")
        }
    }

    @Test(arguments: [ReceiverSettings.Kind.dingtalk, .feishu, .wecom, .slack]) func noBanNothingLost(kind: ReceiverSettings.Kind) throws {
        let (bot, ok) = bot(kind)
        let queue = MemoryQueue()
        var now = Told.start
        let delivery = Delivery(
            receivers: [Told.receiver(kind, secret: kind == .dingtalk || kind == .feishu)], queue: queue, now: now, seed: 1,
            secrets: Told.secrets
        ) { message, _ in
            bot.answer(message, at: now, ok: ok)
        }
        var longest = 0
        // Steps of 100 ms; new alerts come evenly for ten minutes.
        for tick in 0..<7_200 {
            if tick < 6_000 {
                let due = (tick + 1) * 1_000 / 600 - tick * 1_000 / 600
                for _ in 0..<due { queue.add(Told.event(queue.finished.count + queue.messages.count, name: "A\(tick % 40)"), at: now) }
            }
            _ = try delivery.step(now: now)
            longest = max(longest, queue.messages.count)
            now = now + .milliseconds(100)
        }
        #expect(bot.bans == 0)
        #expect(queue.messages.isEmpty)
        #expect(queue.finished.count == 10_000)
        #expect(Set(queue.finished).count == 10_000)
        #expect(queue.failed.isEmpty)
        #expect(longest < 2_000, "nothing waits for minutes")
        for message in bot.accepted {
            switch kind {
            case .wecom: #expect(message.body.count <= 4_096 + 200)
            case .slack: #expect(message.body.count <= 4_000)
            default: #expect(message.body.count <= 20_000)
            }
        }
    }

    @Test func everyAlertOfADigestIsCounted() {
        let events = (0..<500).map { Told.event($0, name: "A\($0 % 3)", isOver: $0 % 2 == 0) }
        var context = Notifier.Context(
            receiver: Told.receiver(.dingtalk), address: "https://x.example.com", now: Told.start, isDigest: true)
        context.secret = nil
        let message = Notifier.dingtalk.message(events, context)
        #expect(message.count == 500)
        let text = String(decoding: message.body, as: UTF8.self)
        var sum = 0
        for part in text.split(separator: "×").dropFirst() { sum += Int(part.prefix { $0.isNumber }) ?? 0 }
        #expect(sum == 500)
    }
}
