import Domain

/// What people say who do not know a code yet: "paid, and never came back". Points to the breaks that may stand behind it.
///
/// The tables of symptoms that teams pass on, corrected where vendors' documentation says otherwise (facts.md §12).
public struct SymptomDefinition: Sendable {
    /// A short name, unique.
    public let word: String
    /// What is seen.
    public let symptom: Text
    /// What it means.
    public let meaning: Text
    /// How to confirm it in these logs.
    public let confirm: Text
    /// Usual causes.
    public let causes: Text
    /// How to fix it.
    public let fix: Text
    /// Where it comes from.
    public let source: Text
    /// Words by which people ask for it, separated by blanks.
    public let phrases: Text
    /// Breaks that may stand behind it, the likeliest first.
    public let breaks: [BreakCode]
    /// Other codes worth reading.
    public let see: [String]

    init(
        _ word: String, symptom: Text, meaning: Text, confirm: Text, causes: Text, fix: Text, source: Text, phrases: Text,
        breaks: [BreakCode], see: [String] = []
    ) {
        (self.word, self.symptom, self.meaning, self.confirm, self.causes) = (word, symptom, meaning, confirm, causes)
        (self.fix, self.source, self.phrases, self.breaks, self.see) = (fix, source, phrases, breaks, see)
    }

    /// Every symptom.
    public static let all: [SymptomDefinition] = webCashier + payments + links + purchases
}
