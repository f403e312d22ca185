import Decoding
import Domain

extension Reading {
    /// Writes how the refund stands that a provider's document speaks of, and the provider's own word for it.
    mutating func putRefund(_ progress: RefundProgress, in word: Bytes?) {
        rows.put(.refundProgress, progress.bytes)
        guard let word = word?.trimmed.unquoted, word.count > 0, !rows.has(.rawStatus) else { return }
        rows.put(.rawStatus, word.cut(to: 40))
    }
}

extension RefundProgress {
    /// Reads a provider's word for how a refund stands; nil for every other.
    init?(word: Bytes) {
        func isOne(of words: [StaticString]) -> Bool { words.contains { word.equalsAnyCase($0) } }
        if isOne(of: ["success", "refund_success", "succeeded", "completed"]) {
            self = .done
        } else if isOne(of: ["processing", "refund_processing", "pending"]) {
            self = .begun
        } else if isOne(of: ["abnormal", "closed", "change", "refundclose", "fail", "failed", "refund_fail", "canceled", "cancelled"]) {
            self = .failed
        } else {
            return nil
        }
    }

    /// The word as bytes that live for ever.
    var bytes: Bytes {
        switch self {
        case .begun: ("begun" as StaticString).bytes
        case .done: ("done" as StaticString).bytes
        case .failed: ("failed" as StaticString).bytes
        }
    }
}
