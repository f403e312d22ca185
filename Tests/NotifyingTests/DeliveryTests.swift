import Alerts
import Domain
@testable import Fetching
import Testing

@testable import Notifying

struct DeliveryTests {
    @Test func retriesLongerAndLongerAndLosesNothing() throws {
        let queue = MemoryQueue()
        var now = Told.start
        var tries: [Instant] = []
        var works = false
        let delivery = Delivery(receivers: [Told.receiver(.webhook)], queue: queue, now: now, seed: 7, secrets: Told.secrets) { _, _ in
            tries.append(now)
            return Bot.answer(works ? 200 : 500, "")
        }
        for number in 0..<3 { queue.add(Told.event(number), at: now) }
        while tries.count < 12 {
            let next = try delivery.step(now: now)
            now = max(now + .milliseconds(1), next ?? now)
        }
        let waits = zip(tries.dropFirst(), tries).map { Double(($0 - $1).microseconds) / 1e6 }
        #expect(waits[0] > 1.5 && waits[0] < 2.5)
        #expect(waits[3] > 12 && waits[3] < 20)
        #expect(waits.allSatisfy { $0 <= 721 })
        #expect(waits.last ?? 0 > 400)
        #expect(queue.messages.count == 3 && queue.finished.isEmpty)
        works = true
        now = now + .minutes(20)
        _ = try delivery.step(now: now)
        #expect(queue.finished.count == 3)
    }

    @Test func retryAfterIsHonoured() throws {
        let queue = MemoryQueue()
        var now = Told.start
        var tries: [Instant] = []
        let delivery = Delivery(receivers: [Told.receiver(.slack)], queue: queue, now: now, seed: 7, secrets: Told.secrets) { _, _ in
            tries.append(now)
            return tries.count == 1 ? Bot.answer(429, "", retryAfter: "120") : Bot.answer(200, "ok")
        }
        queue.add(Told.event(1), at: now)
        for _ in 0..<200 {
            _ = try delivery.step(now: now)
            now = now + .seconds(1)
        }
        #expect(tries.count == 2)
        #expect(tries[1] - tries[0] >= .seconds(120) && tries[1] - tries[0] < .seconds(122))
    }

    @Test func firingAlertsAreSaidAgainToAlertmanager() throws {
        let queue = MemoryQueue()
        var now = Told.start
        var sizes: [Int] = []
        let delivery = Delivery(receivers: [Told.receiver(.alertmanager)], queue: queue, now: now, seed: 7, secrets: Told.secrets) {
            message, _ in
            sizes.append(message.count)
            return Bot.answer(200, "")
        }
        queue.said = [Told.event(1), Told.event(2)]
        for _ in 0..<180 {
            _ = try delivery.step(now: now)
            now = now + .seconds(1)
        }
        #expect(sizes == [2, 2, 2])
        queue.said = []
        for _ in 0..<180 {
            _ = try delivery.step(now: now)
            now = now + .seconds(1)
        }
        #expect(sizes.count == 3)
    }

    @Test func secretsStandInNoNote() throws {
        let queue = MemoryQueue()
        let now = Told.start
        var notes: [DeliveryNote] = []
        let delivery = Delivery(
            receivers: [Told.receiver(.dingtalk, secret: true)], queue: queue, now: now, seed: 7, secrets: Told.secrets
        ) { (_, _) throws(WebFailure) in throw WebFailure(kind: .unreachable, reason: "Could not connect to server") }
        delivery.report = { notes.append($0) }
        queue.add(Told.event(1), at: now)
        _ = try delivery.step(now: now)
        #expect(notes.map(\.failure) == ["Could not connect to server"])
        #expect(!"\(notes)".contains("TOKEN") && !"\(notes)".contains("SEC123"))
    }

    @Test func noWindowHoldsMoreThanItMay() {
        var limiter = RateLimiter([Notifier.Rate(count: 4, per: .seconds(1)), Notifier.Rate(count: 10, per: .minutes(1))], now: Told.start)
        var now = Told.start
        var sent: [Instant] = []
        for _ in 0..<40 {
            now = max(now, limiter.free(at: now))
            limiter.note(now)
            sent.append(now)
        }
        for (index, moment) in sent.enumerated() {
            #expect(sent[..<index].filter { $0 > moment - .seconds(1) }.count < 4)
            #expect(sent[..<index].filter { $0 > moment - .minutes(1) }.count < 10)
        }
    }
}
