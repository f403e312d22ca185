import Domain

/// An alert that began or ceased to fire: what is sent.
public struct AlertEvent: Sendable, Hashable {
    /// A name and its value.
    public struct Pair: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a pair.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The rule's key.
    public var rule: String
    /// Labels, sorted by name: the identity of the alert.
    public var labels: [Pair]
    /// What it says.
    public var annotations: [Pair]
    /// When it began to be true, in event time.
    public var startsAt: Instant
    /// When it ceased to fire; nil while it fires.
    public var endsAt: Instant?
    /// The value, as text.
    public var value: String
    /// It became known only after its time, when a source had come back or late evidence had come.
    public var isLate: Bool
    /// The moment of evaluation, as-of, that raised it.
    public var raisedAt: Instant

    /// Makes an event.
    public init(
        rule: String, labels: [Pair], annotations: [Pair], startsAt: Instant, endsAt: Instant? = nil, value: String, isLate: Bool,
        raisedAt: Instant
    ) {
        (self.rule, self.labels, self.annotations, self.startsAt, self.endsAt) = (rule, labels, annotations, startsAt, endsAt)
        (self.value, self.isLate, self.raisedAt) = (value, isLate, raisedAt)
    }

    /// The value of a label, or empty.
    public func label(_ name: String) -> String { labels.first { $0.name == name }?.value ?? "" }
    /// The text of an annotation, or nil.
    public func annotation(_ name: String) -> String? { annotations.first { $0.name == name }?.value }

    /// Sixteen hexadecimal digits that stand for its labels, the same everywhere and always.
    public var fingerprint: String {
        var hash: UInt64 = 0
        for pair in labels { hash = StableHash.of(pair.value, seed: StableHash.of(pair.name, seed: hash)) }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
