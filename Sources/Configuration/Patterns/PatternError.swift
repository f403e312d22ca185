/// Why a regular expression cannot be used.
public struct PatternError: Error, Hashable, Sendable {
    /// PCRE2's words.
    public let message: String
    /// The character of the pattern, from 1, at which it gave up.
    public let column: Int

    /// Makes an error.
    public init(message: String, column: Int) {
        (self.message, self.column) = (message, column)
    }
}
