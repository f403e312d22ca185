import Domain

/// What a provider promises: its words, when it repeats a notify, which answer it accepts and how its wallet is opened.
///
/// One value, one file. Nothing here judges an order; `TRADE_CLOSED`, for one, is only the word `closed`: whether it was paid and
/// refunded before is told by `gmt_payment` and `refund_fee` beside it.
///
/// Immutable, and a class so that passing it copies one reference and no text.
public final class ProviderDefinition: Sendable {
    /// The provider word of evidence: `alipay`, `wechat`, `apple`, `stripe`, `paypal`, `relay`.
    public let word: String
    /// Its name for people.
    public let names: Text
    /// What its notify is and how it is repeated, for people.
    public let notifyText: Text
    /// Its status words.
    public let states: StateTable
    /// When it repeats a notify that was not accepted; nil where no schedule is known.
    public let retries: RetrySchedule?
    /// The answer it accepts.
    public let answer: AnswerRule
    /// How its wallet is opened.
    public let wallet: WalletDefinition
    /// Result codes its SDK or return URL hands to the app.
    public let results: [ResultCode]
    /// The currency of its amounts where a line names none (facts.md §9); empty where there is no such.
    public let currency: String

    /// Makes a provider from its parts.
    public init(
        word: String, names: Text, notifyText: Text, states: StateTable, retries: RetrySchedule?, answer: AnswerRule,
        wallet: WalletDefinition = .none, results: [ResultCode] = [], currency: String = ""
    ) {
        (self.word, self.names, self.notifyText, self.states) = (word, names, notifyText, states)
        (self.retries, self.answer, self.wallet, self.results) = (retries, answer, wallet, results)
        self.currency = currency
    }

    /// Every provider, the common ones first.
    public static let all: [ProviderDefinition] = [alipay, wechat, apple, stripe, paypal, relay]

    /// The provider of a word; unknown and empty words are judged as a relay is.
    public static func named(_ word: String) -> ProviderDefinition {
        for place in all.indices where all[place].word == word { return all[place] }
        return relay
    }

    /// What a result code means, whichever provider gave it; nil for a code that no provider declares.
    public static func meaning(ofResultCode code: UnsafeRawBufferPointer) -> ResultMeaning? {
        for place in results.indices where code.equals(results[place].code) { return results[place].meaning }
        return nil
    }

    /// The result codes of all providers, without their texts.
    private static let results: [(code: StaticString, meaning: ResultMeaning)] = all.flatMap(\.results).map { ($0.code, $0.meaning) }

    /// Estimates which delivery of one notify this is, from how long after the event it was sent.
    ///
    /// - Parameter delay: Alipay `notify_time − gmt_payment`, WeChat `Wechatpay-Timestamp − create_time` (facts.md §1.1.3, §2.2).
    /// - Returns: its number from 1 and how many before it were not accepted; nil when the delay fits no slot.
    public func deliveryNumber(delay: TimeSpan) -> (number: Int, unseen: Int)? {
        retries?.deliveryNumber(delay: delay)
    }
}
