import Domain

/// What counts as an identifier, and its 64-bit name.
enum AliasKey {
    /// The name of an alias: kind and value together, so that a trade number never meets a session of the same digits.
    @inline(__always) static func hash(_ kind: UInt8, _ value: UnsafeRawBufferPointer) -> UInt64 {
        StableHash.of(value, seed: UInt64(kind) &+ 1)
    }

    /// Whether the value can stand for an order at all: not empty, not too long and none of the words that programs print for
    /// "nothing" (vocabulary §8 rule 2).
    @inline(__always) static func names(_ value: UnsafeRawBufferPointer) -> Bool {
        if value.count > 9 { return value.count <= Limits.identifierLength }
        return value.count > 0 && !isPlaceholder(value)
    }

    private static func isPlaceholder(_ value: UnsafeRawBufferPointer) -> Bool {
        var allZero = true
        for byte in value where byte != UInt8(ascii: "0") && byte != UInt8(ascii: "-") { allZero = false }
        if allZero { return true }
        for word in placeholders where matches(value, word) { return true }
        return false
    }

    /// Words that mean "none", in lower case; runs of zeros and dashes are none as well.
    private static let placeholders: [StaticString] = [
        "null", "nil", "none", "test", "undefined", "(null)", "<null>", "unknown", "nan", "n/a", "true", "false", "<nil>", "empty",
    ]

    private static func matches(_ value: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        guard value.count == word.utf8CodeUnitCount else { return false }
        for i in 0..<value.count {
            let byte = value[i]
            guard (byte &- 65 < 26 ? byte | 0x20 : byte) == word.utf8Start[i] else { return false }
        }
        return true
    }

    /// The other name under which the same id may stand in another line: the App Store's first transaction of a subscription is the
    /// original of all later ones (facts.md §3.5). Never surer than the original itself.
    @inline(__always) static func otherName(_ kind: UInt8) -> (kind: UInt8, strength: UInt8)? {
        switch kind {
        case AttributeKey.transactionID.rawValue: (AttributeKey.originalTransactionID.rawValue, 1)
        case AttributeKey.originalTransactionID.rawValue: (AttributeKey.transactionID.rawValue, 2)
        default: nil
        }
    }

    /// How surely an alias names one order: the larger wins where two aliases of one row disagree. 0 joins nothing by itself.
    @inline(__always) static func strength(_ kind: UInt8) -> UInt8 {
        switch kind {
        case AttributeKey.tradeNumber.rawValue, AttributeKey.notifyID.rawValue, AttributeKey.prepayID.rawValue,
            AttributeKey.transactionID.rawValue:
            4
        case AttributeKey.appAccountToken.rawValue, AttributeKey.webOrderLineItemID.rawValue, AttributeKey.requestID.rawValue: 3
        case AttributeKey.originalTransactionID.rawValue: 2
        case AttributeKey.session.rawValue: 1
        default: 0
        }
    }
}
