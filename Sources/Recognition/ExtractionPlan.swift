import Decoding
import Domain

/// What all sources of one pass share: settings, endpoints, words and anchor scanners, compiled once.
///
/// A run of many thousands of small files would otherwise spend its time compiling the same literals again and again.
public final class ExtractionPlan: Sendable {
    let settings: RecognitionSettings
    let rules: RequestRules
    let words: Vocabulary
    /// The scanner of sources without a mapping.
    private let plain: AnchorScanner
    /// The scanners of ``RecognitionSettings/mappings``, by index; nil: every record must be looked at.
    private let mapped: [AnchorScanner?]
    /// The entries of ``RecognitionSettings/mappings``, by index.
    let mappedLines: [MappedLines]

    /// Compiles what the sources of one pass share.
    ///
    /// - Parameters:
    ///   - settings: what the configuration says.
    ///   - endpoints: the merchant's paths learnt so far.
    public init(settings: RecognitionSettings, endpoints: Endpoints) {
        var known = settings.endpoints
        known.merge(endpoints)
        let rules = RequestRules(known)
        self.settings = settings
        self.rules = rules
        words = settings.orderNumberKeys.isEmpty ? Vocabulary.shared : Vocabulary(orderNumberKeys: settings.orderNumberKeys)
        plain = rules.anchors.isEmpty ? Anchors.shared : Anchors.scanner(with: rules.anchors)
        mappedLines = settings.mappings.map { [keys = words.keys] in MappedLines($0, keys: keys) }
        mapped = settings.mappings.map { Anchors.scanner(rules: rules, mapping: $0) }
    }

    /// The scanner of a source; nil: every record must be looked at.
    ///
    /// - Parameter mapping: index of the mapping that applies to it.
    func scanner(mapping: Int?) -> AnchorScanner? {
        guard let mapping else { return rules.needsEveryRecord ? nil : plain }
        return rules.needsEveryRecord ? nil : mapped[mapping]
    }
}
