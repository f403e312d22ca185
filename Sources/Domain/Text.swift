/// The languages of the output.
public enum Language: String, Sendable, CaseIterable {
    case en
    case zh
}

/// One text in both languages.
public struct Text: Hashable, Sendable {
    /// English.
    public let en: String
    /// Simplified Chinese.
    public let zh: String

    /// Makes a text from its two versions.
    public init(en: String, zh: String) {
        (self.en, self.zh) = (en, zh)
    }

    /// The text in one language.
    public func callAsFunction(_ language: Language) -> String {
        switch language {
        case .en: en
        case .zh: zh
        }
    }
}
