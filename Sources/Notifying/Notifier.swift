import Alerts
import Domain
import Fetching

/// How one kind of receiver is told: what a message looks like, how many it takes, and what its answers mean. One file each.
public struct Notifier: Sendable {
    /// So many messages in so much time.
    public struct Rate: Sendable, Hashable {
        /// How many.
        public var count: Int
        /// In how much time.
        public var per: TimeSpan
    }

    /// What an answer means.
    public enum Verdict: Sendable, Hashable {
        /// It has arrived.
        case delivered
        /// Try again, at the earliest after this time; nil: when we think fit.
        case tryAgain(after: TimeSpan?, why: String)
    }

    /// What a message is made from.
    public struct Context: Sendable {
        /// The receiver.
        public var receiver: ReceiverSettings
        /// Its address, read from where it stands.
        public var address: String
        /// Its signing secret.
        public var secret: String?
        /// Its bearer token.
        public var token: String?
        /// Wall time, for signatures.
        public var now: Instant
        /// More waits than can be told one by one: tell it in digests.
        public var isDigest: Bool
    }

    /// A request, and how many of the events it tells.
    public struct Message: Sendable {
        /// Where it goes; holds secrets.
        public var url: String
        /// `Name: value` lines; may hold secrets.
        public var headers: [String]
        /// What is sent.
        public var body: [UInt8]
        /// How many of the first events it tells.
        public var count: Int
    }

    /// For which kind of receiver.
    public let kind: ReceiverSettings.Kind
    /// What the service takes at most, with room below its documented limit; empty: any number.
    public let rates: [Rate]
    /// How long the service refuses everything once the limit was passed.
    public let ban: TimeSpan
    /// It forgets alerts that are not said again: firing ones are repeated.
    public let repeats: Bool
    /// Makes a message of the first of some events.
    public let message: @Sendable ([AlertEvent], Context) -> Message
    /// Reads an answer.
    public let judge: @Sendable (WebAnswer) -> Verdict

    init(
        kind: ReceiverSettings.Kind, rates: [Rate] = [], ban: TimeSpan = .zero, repeats: Bool = false,
        message: @escaping @Sendable ([AlertEvent], Context) -> Message, judge: @escaping @Sendable (WebAnswer) -> Verdict
    ) {
        (self.kind, self.rates, self.ban, self.repeats, self.message, self.judge) = (kind, rates, ban, repeats, message, judge)
    }

    /// Every notifier.
    public static let all: [Notifier] = [alertmanager, webhook, dingtalk, feishu, wecom, slack]

    /// The notifier of a kind.
    public static func of(_ kind: ReceiverSettings.Kind) -> Notifier { all.first { $0.kind == kind } ?? webhook }

    /// What the status alone says: 2xx has arrived, everything else has not.
    static func judgeStatus(_ answer: WebAnswer) -> Verdict {
        if (200..<300).contains(answer.status) { return .delivered }
        let after = answer.retryAfter.flatMap { Int64($0) }.map { TimeSpan.seconds(min(max($0, 0), 86_400)) }
        return .tryAgain(after: after, why: "HTTP \(answer.status)")
    }

    /// What a chat service says: with a 200, a number in the body decides; 0 has arrived.
    static func judgeCode(_ answer: WebAnswer, keys: [String], limited: [Int64], ban: TimeSpan) -> Verdict {
        let byStatus = judgeStatus(answer)
        guard byStatus == .delivered else { return byStatus }
        for key in keys {
            guard let code = AnswerCode.find(key, in: answer.body) else { continue }
            if code == 0 { return .delivered }
            return .tryAgain(after: limited.contains(code) ? ban : nil, why: "\(key) \(code)")
        }
        return .tryAgain(after: nil, why: "an answer without a code")
    }
}

/// Finds the number of a key in a small JSON answer.
enum AnswerCode {
    static func find(_ key: String, in body: [UInt8]) -> Int64? {
        let wanted = Array("\"\(key)\"".utf8)
        guard body.count > wanted.count else { return nil }
        for start in 0..<(body.count - wanted.count) where body[start..<(start + wanted.count)].elementsEqual(wanted) {
            let rest = body[(start + wanted.count)...].filter { ![32, 9, 10, 13].contains($0) }
            guard rest.first == UInt8(ascii: ":") else { continue }
            let digits = rest.dropFirst().prefix { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
            return Int64(String(decoding: digits, as: UTF8.self))
        }
        return nil
    }
}
