import Configuration
import Recognition

/// A pattern of the configuration as recognition wants it: recognition itself knows no regular expressions.
struct ConfiguredPattern: PatternMatcher {
    private let pattern: CompiledPattern

    init(_ pattern: CompiledPattern) { self.pattern = pattern }

    var literal: [UInt8] { pattern.literal }

    var isLiteral: Bool { pattern.isLiteral }

    func matches(_ text: UnsafeRawBufferPointer) -> Bool { pattern.matches(text) }

    func capture(in text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var value: UnsafeRawBufferPointer?
        _ = pattern.captures(in: text) { value = $0.value }
        return value
    }
}
