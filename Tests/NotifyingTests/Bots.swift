import Alerts
import Domain
@testable import Fetching

@testable import Notifying

/// A chat service on a virtual clock that enforces its limit: whoever passes it is banned.
final class Bot {
    let limits: [(count: Int, per: TimeSpan)]
    let ban: TimeSpan
    let limited: (status: Int, body: String)
    private var sent: [Instant] = []
    private var bannedUntil = Instant.distantPast
    private(set) var bans = 0
    private(set) var accepted: [Notifier.Message] = []

    init(_ limits: [(count: Int, per: TimeSpan)], ban: TimeSpan, limited: (status: Int, body: String)) {
        (self.limits, self.ban, self.limited) = (limits, ban, limited)
    }

    func answer(_ message: Notifier.Message, at now: Instant, ok: String) -> WebAnswer {
        let isOver = limits.contains { limit in sent.filter { $0 > now - limit.per }.count >= limit.count }
        if now < bannedUntil || isOver {
            if now >= bannedUntil { bans += 1 }
            bannedUntil = now + ban
            return Bot.answer(limited.status, limited.body)
        }
        sent.append(now)
        accepted.append(message)
        return Bot.answer(200, ok)
    }

    static func answer(_ status: Int, _ body: String, retryAfter: String? = nil) -> WebAnswer {
        WebAnswer(
            url: "", status: status, location: nil, contentType: nil, contentEncoding: nil, body: Array(body.utf8), isCut: false,
            retryAfter: retryAfter)
    }
}

/// A queue in memory.
final class MemoryQueue: DeliveryQueue {
    var messages: [WaitingAlert] = []
    var said: [AlertEvent] = []
    var finished: [Int64] = []
    var failed: [Int64] = []
    private var next: Int64 = 1

    func add(_ event: AlertEvent, at now: Instant) {
        messages.append(WaitingAlert(id: next, event: event, attempts: 0, due: now))
        next += 1
    }

    func waiting(for receiver: String, limit: Int) -> [WaitingAlert] { Array(messages.prefix(limit)) }
    func firing(for receiver: String) -> [AlertEvent] { said }

    func finish(_ ids: [Int64], receiver: String, delivered: Bool) {
        let gone = Set(ids)
        messages.removeAll { gone.contains($0.id) }
        if delivered { finished += ids } else { failed += ids }
    }

    func postpone(_ ids: [Int64], until due: Instant) {
        let late = Set(ids)
        for place in messages.indices where late.contains(messages[place].id) {
            messages[place].due = due
            messages[place].attempts += 1
        }
    }
}

enum Told {
    static let start = Instant(microseconds: 1_793_757_600_000_000)

    static func event(_ number: Int, name: String = "NotifyRejected", isOver: Bool = false, summary: String = "it happened") -> AlertEvent {
        AlertEvent(
            rule: "g/\(name)",
            labels: [
                AlertEvent.Pair("alertname", name), AlertEvent.Pair("app_version", "5.\(number)"), AlertEvent.Pair("severity", "critical"),
            ], annotations: [AlertEvent.Pair("summary", summary)], startsAt: start + .seconds(Int64(number)),
            endsAt: isOver ? start + .hours(1) : nil, value: "\(number)", isLate: number % 7 == 0, raisedAt: start)
    }

    static func receiver(_ kind: ReceiverSettings.Kind, secret: Bool = false) -> ReceiverSettings {
        var receiver = ReceiverSettings(name: "r", kind: kind, address: .plain("https://bot.example.com/send?access_token=TOKEN"))
        if secret { receiver.secret = .plain("SEC123") }
        return receiver
    }

    static let secrets = SecretReader { place in
        switch place {
        case .plain(let text), .file(let text), .environment(let text): .success(text)
        }
    }
}
