import Domain

/// A fault of the system that no single order can show: what it is, how it is found, what people read (vocabulary §1).
///
/// One value, one file.
public struct FindingDefinition: Sendable {
    /// The code.
    public let code: Finding.Code
    /// A few words.
    public let title: Text
    /// What it means.
    public let meaning: Text
    /// How to confirm it in these logs.
    public let confirm: Text?
    /// Usual causes.
    public let causes: Text?
    /// What to do.
    public let fix: Text
    /// Finds it in what a run gathered.
    let find: @Sendable (_ gathered: borrowing FindingsCollector, _ run: RunFacts) -> [Finding]

    init(
        _ code: Finding.Code, title: Text, meaning: Text, confirm: Text? = nil, causes: Text? = nil, fix: Text,
        find: @escaping @Sendable (_ gathered: borrowing FindingsCollector, _ run: RunFacts) -> [Finding]
    ) {
        (self.code, self.title, self.meaning, self.confirm, self.causes) = (code, title, meaning, confirm, causes)
        (self.fix, self.find) = (fix, find)
    }

    /// Every finding, the ones to act on first.
    public static let all: [FindingDefinition] = [
        notifyEndpointFailing, segmentNeverLands, productsUnavailable, zoneSuspicious, sourceSilent, unboundEvidence, probesRefused,
    ]

    /// The declaration of one code; nil for a code that is not looked for yet.
    public static func of(_ code: Finding.Code) -> FindingDefinition? { all.first { $0.code == code } }
}

/// What findings need to know of a run besides its orders.
public struct RunFacts: Sendable {
    /// The sources, with their spans.
    public var sources: [SourceInfo]
    /// Deliberate probes of the provider.
    public var probes: Int

    /// Makes the facts of a run.
    public init(sources: [SourceInfo] = [], probes: Int = 0) {
        (self.sources, self.probes) = (sources, probes)
    }
}
