/// A compiled pattern of a configuration (`match`, one capture of `fields`); made and injected from outside, because this room knows
/// no regular expressions.
public protocol PatternMatcher: Sendable {
    /// Looks for the pattern anywhere in `text`.
    ///
    /// - Parameters:
    ///   - text: the message of a record.
    ///   - body: called once with the whole match and its groups from 1 on (a group that took no part is empty); the slices point into
    ///     `text`.
    /// - Returns: whether the pattern matched. A match limit that is exceeded counts as no match.
    func captures(in text: UnsafeRawBufferPointer, body: (_ whole: UnsafeRawBufferPointer, _ groups: [UnsafeRawBufferPointer]) -> Void)
        -> Bool

    /// A literal that every match contains, for a quick first look; empty when none is known.
    var literal: [UInt8] { get }
}
