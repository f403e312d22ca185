import Domain

/// Keeps below what a service takes: no window of its length ever holds more messages than it may.
struct RateLimiter: Sendable {
    private let rates: [Notifier.Rate]
    private var sent: [Instant] = []

    /// - Parameter now: nobody knows what was sent before a restart, so that most of the first window counts as used.
    init(_ rates: [Notifier.Rate], now: Instant) {
        self.rates = rates
        if let longest = rates.max(by: { $0.per < $1.per }) { sent = Array(repeating: now, count: max(0, longest.count - 3)) }
    }

    /// When the next message may go.
    func free(at now: Instant) -> Instant {
        rates.reduce(now) { moment, rate in
            guard sent.count >= rate.count else { return moment }
            return max(moment, sent[sent.count - rate.count] + rate.per)
        }
    }

    /// How many more may go in the longest window from now on.
    func room(at now: Instant) -> Int {
        guard let longest = rates.max(by: { $0.per < $1.per }) else { return .max }
        return max(0, longest.count - sent.filter { $0 + longest.per > now }.count)
    }

    mutating func note(_ moment: Instant) {
        sent.append(moment)
        let kept = rates.map(\.count).max() ?? 0
        if sent.count > kept { sent.removeFirst(sent.count - kept) }
    }
}
