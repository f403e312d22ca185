import Domain

/// One code that a provider, its SDK or a protocol gives, with what people have to know about it.
public struct CodeDefinition: Sendable {
    /// The code as it stands in logs.
    public let code: String
    /// Other spellings, and codes that mean the same.
    public let names: [String]
    /// A few words.
    public let title: Text
    /// What it means.
    public let meaning: Text
    /// What it usually comes from; nil where its group says it.
    public let causes: Text?
    /// What to do; nil where its group says it.
    public let fix: Text?
    /// Breaks that it usually stands behind.
    public let breaks: [BreakCode]

    init(
        _ code: String, title: Text, meaning: Text, causes: Text? = nil, fix: Text? = nil, names: [String] = [], breaks: [BreakCode] = []
    ) {
        (self.code, self.names, self.title, self.meaning) = (code, names, title, meaning)
        (self.causes, self.fix, self.breaks) = (causes, fix, breaks)
    }

    /// The numbers that a code such as `21100-21199` stands for; nil for a code that is no range.
    public var range: ClosedRange<Int>? {
        let ends = code.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let from = ends[0], let to = ends[1], from <= to else { return nil }
        return from...to
    }
}

/// Codes of one kind, with what holds for all of them. One value, one file.
public struct CodeGroup: Sendable {
    /// The word that names the kind: `sk_error`.
    public let word: String
    /// The kind in a few words.
    public let title: Text
    /// Flows in which such codes occur.
    public let flows: [Flow]
    /// Words by which people name the kind: `resultStatus 6004`.
    public let words: [String]
    /// Where to look for such a code in these logs.
    public let confirm: Text
    /// The documentation that the codes come from.
    public let source: Text
    /// What such codes come from in general.
    public let causes: Text
    /// What to do about them in general.
    public let fix: Text
    /// The codes.
    public let codes: [CodeDefinition]

    init(
        _ word: String, title: Text, flows: [Flow], words: [String], confirm: Text, source: Text, causes: Text, fix: Text,
        codes: [CodeDefinition]
    ) {
        (self.word, self.title, self.flows, self.words) = (word, title, flows, words)
        (self.confirm, self.source, self.causes, self.fix, self.codes) = (confirm, source, causes, fix, codes)
    }

    /// Every kind of code, the common providers first.
    public static let all: [CodeGroup] = [
        alipayResults, alipayStates, alipayGateway, alipaySubCodes, weChatSDK, weChatStates, weChatErrors, notifyStatuses, storeKitStates,
        storeKitErrors, receiptStatuses, storeNotifications, storeSubtypes, storeSubscription, storeServer, linkProblems,
        deviceErrors, stripeEvents, payPalEvents,
    ]

    /// The title of a result code as its provider declares it.
    static func result(_ code: String, of provider: ProviderDefinition) -> Text {
        provider.results.first { "\($0.code)" == code }?.text ?? Text(en: code, zh: code)
    }
}
