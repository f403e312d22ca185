import Domain

/// What a configuration tells recognition; the default needs none (client-and-server-lines.md, last section).
public struct RecognitionSettings: Sendable {
    /// Keys of order numbers beside the usual spellings.
    public var orderNumberKeys: [String] = []
    /// Notify, return and order-status paths beside the learnt ones.
    public var endpoints = Endpoints()
    /// The app's own URL schemes.
    public var urlSchemes: Set<String> = []
    /// Zone of stamps that carry none.
    public var zone = ZoneTable.shanghai
    /// Zones of single sources; the first that fits wins.
    public var sourceZones: [(applies: @Sendable (_ name: String) -> Bool, zone: ZoneTable)] = []
    /// Mappings of sources that log in their own words; the first that fits wins.
    public var mappings: [SourceMapping] = []
    /// Checks the signatures of App Store documents; nil: none is checked.
    public var signatures: (any SignatureChecker)?
    /// A moment near the evidence: fixes the year of stamps without one.
    public var reference: Instant

    /// Makes settings of a run without a configuration.
    ///
    /// - Parameter reference: a moment near the evidence, such as the file's modification time.
    public init(reference: Instant) { self.reference = reference }
}

/// One entry of `sources:`: which files, what they are, and which of their lines mean what.
public struct SourceMapping: Sendable {
    /// Whether a source of this name is meant.
    public var applies: @Sendable (_ name: String) -> Bool
    /// Who speaks in it; nil: recognised by content.
    public var witness: Witness?
    /// The envelope's name; empty: recognised by content.
    public var format: String
    /// Its lines.
    public var events: [EventMapping]

    /// Makes a mapping.
    public init(applies: @escaping @Sendable (_ name: String) -> Bool, witness: Witness?, format: String = "", events: [EventMapping]) {
        (self.applies, self.witness, self.format, self.events) = (applies, witness, format, events)
    }
}

/// One entry of `events:`: a pattern or a field test → an event.
public struct EventMapping: Sendable {
    /// How a line is recognised.
    public enum Test: Sendable {
        /// A pattern anywhere in the message.
        case pattern(any PatternMatcher)
        /// A field that has exactly this value.
        case field(key: String, value: String)
    }

    /// How a line is recognised.
    public var test: Test
    /// The event word without its layer: `notify.verified`.
    public var event: EventKind
    /// Key of ours (`orderNo`, `amount`, …) → pattern whose first group (or whole match) is the value.
    public var fields: [(key: String, pattern: any PatternMatcher)]
    /// Key of ours → name of the line's own field that holds the value.
    public var copies: [(key: String, field: String)]
    /// Key of ours → constant.
    public var constants: [(key: String, value: String)]
    /// Key of ours → words of theirs → words of ours.
    public var words: [String: [String: String]]

    /// Makes a mapping of one line.
    public init(
        test: Test, event: EventKind, fields: [(key: String, pattern: any PatternMatcher)] = [],
        copies: [(key: String, field: String)] = [], constants: [(key: String, value: String)] = [], words: [String: [String: String]] = [:]
    ) {
        (self.test, self.event, self.fields, self.copies) = (test, event, fields, copies)
        (self.constants, self.words) = (constants, words)
    }
}
