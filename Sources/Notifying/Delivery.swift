import Alerts
import Domain
import Fetching

/// One message of the queue.
public struct WaitingAlert: Sendable {
    /// Its number.
    public var id: Int64
    /// What is said.
    public var event: AlertEvent
    /// How often it was tried in vain.
    public var attempts: Int
    /// Not to be tried before.
    public var due: Instant

    /// Makes one.
    public init(id: Int64, event: AlertEvent, attempts: Int, due: Instant) {
        (self.id, self.event, self.attempts, self.due) = (id, event, attempts, due)
    }
}

/// Where messages wait: a store, or a test's memory. A failure means that nothing was changed.
public protocol DeliveryQueue {
    /// What waits for a receiver, the oldest first.
    func waiting(for receiver: String, limit: Int) throws -> [WaitingAlert]
    /// What is firing now and was said to a receiver.
    func firing(for receiver: String) throws -> [AlertEvent]
    /// Takes messages out and counts them.
    func finish(_ ids: [Int64], receiver: String, delivered: Bool) throws
    /// Puts messages off.
    func postpone(_ ids: [Int64], until due: Instant) throws
}

/// What one step of delivery did, for progress and `--json`; nothing in it is secret.
public struct DeliveryNote: Sendable, Hashable {
    /// Whom it was for.
    public var receiver: String
    /// How many alerts.
    public var count: Int
    /// Why it was in vain; nil when it arrived.
    public var failure: String?
}

/// Empties the queue: message after message, below every receiver's limit, again and again until it has arrived.
///
/// At least once: a message leaves the queue only after its answer. Clock and network are given, so that tests have their own. Used by
/// one thread at a time.
public final class Delivery {
    /// Sends one request.
    public typealias Transport = (_ message: Notifier.Message, _ time: TimeSpan) throws(WebFailure) -> WebAnswer

    private let receivers: [ReceiverSettings]
    private let queue: any DeliveryQueue
    private let secrets: SecretReader
    private let transport: Transport
    private var states: [String: State] = [:]
    private var random: UInt64
    /// Called after every try.
    public var report: ((DeliveryNote) -> Void)?

    private struct State {
        var limiter: RateLimiter
        /// Nothing goes before, after a failure.
        var blockedUntil: Instant
        var failures = 0
        var repeatedAt: Instant
    }

    /// Makes a delivery.
    ///
    /// - Parameters:
    ///   - receivers: who is told.
    ///   - queue: where messages wait.
    ///   - now: wall time.
    ///   - seed: where the jitter begins.
    ///   - secrets: reads addresses and secrets.
    ///   - transport: sends; the real network by default.
    public init(
        receivers: [ReceiverSettings], queue: any DeliveryQueue, now: Instant, seed: UInt64, secrets: SecretReader = .system,
        transport: @escaping Transport = Delivery.network
    ) {
        (self.receivers, self.queue, self.secrets, self.transport, random) = (receivers, queue, secrets, transport, seed)
        for receiver in receivers {
            let rates = Notifier.of(receiver.kind).rates
            states[receiver.name] = State(limiter: RateLimiter(rates, now: now), blockedUntil: now, repeatedAt: .distantPast)
        }
    }

    /// The real network.
    public static func network(_ message: Notifier.Message, _ time: TimeSpan) throws(WebFailure) -> WebAnswer {
        try WebFetch.post(
            message.url, headers: message.headers, body: message.body, maximum: 64 << 10, time: time, agent: "paychain-alerts")
    }

    /// Sends what may go now.
    ///
    /// - Returns: when something may go next; nil when nothing waits.
    public func step(now: Instant) throws -> Instant? {
        var next: Instant?
        for receiver in receivers {
            guard var state = states[receiver.name] else { continue }
            defer { states[receiver.name] = state }
            if let moment = try step(receiver, &state, now: now) { next = min(next ?? moment, moment) }
        }
        return next
    }

    private func step(_ receiver: ReceiverSettings, _ state: inout State, now: Instant) throws -> Instant? {
        let notifier = Notifier.of(receiver.kind)
        let waiting = try queue.waiting(for: receiver.name, limit: Limits.alertsPerRound)
        let due = waiting.filter { $0.due <= now }
        if due.isEmpty {
            let repeated = try sayAgain(receiver, notifier, &state, now: now)
            return [repeated, waiting.map(\.due).min()].compactMap { $0 }.min()
        }
        let free = max(state.blockedUntil, state.limiter.free(at: now))
        guard free <= now else { return free }
        let events = due.map(\.event)
        // More than the room of the window can tell one by one is told in digests: nothing waits for minutes, nothing is left out.
        let isDigest = !notifier.rates.isEmpty && events.count > Limits.alertsPerMessage * max(1, state.limiter.room(at: now) / 2)
        let (message, failure) = try send(events, receiver, notifier, &state, now: now, isDigest: isDigest)
        let ids = due.prefix(message).map(\.id)
        if let failure {
            let wait = delay(state.failures, asked: failure.after)
            state.blockedUntil = now + wait
            let hopeless = due.prefix(message).filter { $0.attempts + 1 >= Limits.alertAttempts }.map(\.id)
            if !hopeless.isEmpty { try queue.finish(hopeless, receiver: receiver.name, delivered: false) }
            try queue.postpone(ids.filter { !hopeless.contains($0) }, until: state.blockedUntil)
        } else {
            try queue.finish(ids, receiver: receiver.name, delivered: true)
        }
        report?(DeliveryNote(receiver: receiver.name, count: message, failure: failure?.why))
        return max(state.blockedUntil, state.limiter.free(at: now))
    }

    /// Says firing alerts again to receivers that forget.
    private func sayAgain(_ receiver: ReceiverSettings, _ notifier: Notifier, _ state: inout State, now: Instant) throws -> Instant? {
        guard notifier.repeats else { return nil }
        let firing = try queue.firing(for: receiver.name)
        guard !firing.isEmpty else { return nil }
        let at = max(state.repeatedAt == .distantPast ? now : state.repeatedAt + Limits.alertRepeats, state.blockedUntil)
        guard at <= now else { return at }
        var rest = firing[...]
        while !rest.isEmpty {
            let (count, failure) = try send(Array(rest), receiver, notifier, &state, now: now, isDigest: false)
            if let failure {
                state.blockedUntil = now + delay(state.failures, asked: failure.after)
                report?(DeliveryNote(receiver: receiver.name, count: 0, failure: failure.why))
                break
            }
            rest = rest.dropFirst(max(1, count))
        }
        state.repeatedAt = now
        return now + Limits.alertRepeats
    }

    private func send(
        _ events: [AlertEvent], _ receiver: ReceiverSettings, _ notifier: Notifier, _ state: inout State, now: Instant, isDigest: Bool
    ) throws -> (count: Int, failure: (after: TimeSpan?, why: String)?) {
        let message: Notifier.Message
        do throws(SecretReader.Failure) {
            let context = Notifier.Context(
                receiver: receiver, address: try secrets.read(receiver.address), secret: try receiver.secret.map(secrets.read),
                token: try receiver.token.map(secrets.read), now: now, isDigest: isDigest)
            message = notifier.message(events, context)
        } catch {
            state.failures += 1
            return (events.count, (nil, error.why))
        }
        state.limiter.note(now)
        let verdict: Notifier.Verdict
        do throws(WebFailure) { verdict = notifier.judge(try transport(message, receiver.timeout)) } catch {
            verdict = .tryAgain(after: nil, why: error.reason)
        }
        switch verdict {
        case .delivered:
            state.failures = 0
            state.repeatedAt = state.repeatedAt == .distantPast ? now : state.repeatedAt
            return (message.count, nil)
        case .tryAgain(let after, let why):
            state.failures += 1
            return (message.count, (after, why))
        }
    }

    /// 2 s, 4 s, … 10 min, each a fifth more or less, so that many do not come at once; never less than what was asked for.
    private func delay(_ failures: Int, asked: TimeSpan?) -> TimeSpan {
        let base = min(600_000, 2_000 << Int64(min(max(failures - 1, 0), 9)))
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let jitter = Double(random >> 33) / Double(UInt32.max >> 1) * 0.4 + 0.8
        return max(asked ?? .zero, .milliseconds(Int64(Double(base) * jitter)))
    }
}
