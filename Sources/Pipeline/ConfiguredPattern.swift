import Configuration
import Recognition

/// A pattern of the configuration as recognition wants it: recognition itself knows no regular expressions.
struct ConfiguredPattern: PatternMatcher {
    private let pattern: CompiledPattern

    init(_ pattern: CompiledPattern) { self.pattern = pattern }

    var literal: [UInt8] { pattern.literal }

    func captures(
        in text: UnsafeRawBufferPointer, body: (_ whole: UnsafeRawBufferPointer, _ groups: [UnsafeRawBufferPointer]) -> Void
    ) -> Bool {
        pattern.captures(in: text, body: body)
    }
}
