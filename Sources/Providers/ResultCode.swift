import Domain

/// What a result code in the app means. A client's word is never proof of payment (facts.md §0).
public enum ResultMeaning: Sendable, Hashable {
    /// The wallet claims that it is paid.
    case claimsPaid
    /// Still processing or not known: ask the server.
    case undecided
    /// The payer said no.
    case cancelled
    /// The wallet says it failed.
    case failed
}

/// One result code that a wallet hands to the app.
public struct ResultCode: Sendable {
    /// The code as it stands in the URL or the SDK's dictionary.
    public let code: StaticString
    /// What it means.
    public let meaning: ResultMeaning
    /// The same for people.
    public let text: Text

    /// Makes a result code.
    public init(_ code: StaticString, _ meaning: ResultMeaning, _ text: Text) {
        (self.code, self.meaning, self.text) = (code, meaning, text)
    }
}
