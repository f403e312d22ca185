import Decoding
import Domain

/// Sorts the fields of a record into the slots of their meanings.
enum FieldReader {
    /// Takes the fields of a list from `start` on; returns how many the list holds now.
    static func fill(
        _ table: inout FieldTable, from list: borrowing FieldList, start: Int = 0, keys: KeyTable, deeper: UInt8 = 0
    ) -> Int {
        let fields = list.fields
        var index = start
        while index < fields.count {
            let field = fields[index]
            if field.kind != .null, field.value.count > 0 || field.kind == .string, let key = table.meaning(of: field.key, keys) {
                // A nested object has no value of its own except where it is a document (`resource`, `receipt`, …).
                if field.kind != .nested || isDocument(key) {
                    table.take(key, field.value, kind: field.kind, depth: field.depth &+ deeper)
                }
            }
            index &+= 1
        }
        return list.count
    }

    @inline(__always) private static func isDocument(_ key: FieldKey) -> Bool {
        switch key {
        case .resource, .alipayQuery, .alipayRefund, .alipayAnswer, .receipt, .latestReceipt, .body, .storeList, .sendAttempts: true
        default: false
        }
    }

    /// Whether a value is `key=value&key=value`.
    static func looksLikeForm(_ text: Bytes) -> Bool {
        guard let equals = text.first(61), equals > 0, equals < 64, text.first(38) != nil else { return false }
        return text.first(32) == nil
    }
}
