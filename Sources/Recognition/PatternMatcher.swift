/// A compiled pattern of a configuration (`match`, one capture of `fields`); made and injected from outside, because this room knows
/// no regular expressions.
public protocol PatternMatcher: Sendable {
    /// Whether the pattern occurs anywhere in the message of a record. A match limit that is exceeded counts as no match.
    func matches(_ text: UnsafeRawBufferPointer) -> Bool

    /// What the pattern captures in the message of a record: its first group that holds anything, or all that matched, as a slice of
    /// `text`; nil when it does not match.
    func capture(in text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer?

    /// A literal that every match contains, for a quick first look; empty when none is known.
    var literal: [UInt8] { get }

    /// Whether the pattern asks for that literal and nothing else: where it stands the pattern matches, and need not be asked.
    var isLiteral: Bool { get }
}

extension PatternMatcher {
    /// A pattern that says nothing of it has to be asked.
    public var isLiteral: Bool { false }
}
