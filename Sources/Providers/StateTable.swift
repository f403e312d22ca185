import Domain

/// A provider's status words and what they mean, looked up by bytes without allocation.
public struct StateTable: Sendable {
    /// One word and its meaning.
    public struct Entry: Sendable {
        /// The word as the provider writes it; lower case in a table that ignores case.
        public let word: StaticString
        /// What it means.
        public let state: StateWord
    }

    /// The words.
    public let entries: [Entry]
    /// Whether `PAID`, `Paid` and `paid` are one word.
    public let ignoresCase: Bool

    /// Makes a table of exact words.
    public init(_ entries: KeyValuePairs<StaticString, StateWord>, ignoresCase: Bool = false) {
        self.entries = entries.map { Entry(word: $0.key, state: $0.value) }
        self.ignoresCase = ignoresCase
    }

    /// The state that a word stands for, or nil for a word that is not in the table.
    public func state(of word: UnsafeRawBufferPointer) -> StateWord? {
        for entry in entries where entry.word.utf8CodeUnitCount == word.count && matches(entry.word.utf8Start, word) {
            return entry.state
        }
        return nil
    }

    /// The same for text.
    public func state(of word: String) -> StateWord? {
        var word = word
        return word.withUTF8 { state(of: UnsafeRawBufferPointer($0)) }
    }

    private func matches(_ entry: UnsafePointer<UInt8>, _ word: UnsafeRawBufferPointer) -> Bool {
        for i in 0..<word.count {
            var byte = word[i]
            if ignoresCase, byte &- 65 < 26 { byte |= 0x20 }
            if byte != entry[i] { return false }
        }
        return true
    }

    /// The words shops and relays use for an order's state, in any case (client-and-server-lines.md, `order.changed`).
    public static let shop = StateTable(
        [
            "created": .created, "new": .created, "init": .created, "initial": .created, "none": .created, "placed": .created,
            "pending": .pending, "waiting": .pending, "wait": .pending, "unpaid": .pending, "wait_pay": .pending, "waiting_pay": .pending,
            "wait_payment": .pending, "waiting_payment": .pending, "awaiting_payment": .pending, "pending_payment": .pending,
            "payment_pending": .pending, "to_pay": .pending, "processing": .pending, "paying": .pending, "open": .pending,
            "in_progress": .pending, "notpay": .pending, "userpaying": .pending, "wait_buyer_pay": .pending,
            "paid": .paid, "success": .paid, "succeeded": .paid, "successful": .paid, "succeed": .paid, "payed": .paid,
            "pay_success": .paid,
            "payment_success": .paid, "paid_success": .paid, "order_paid": .paid, "trade_success": .paid, "trade_finished": .paid,
            "shipped": .shipped, "shipping": .shipped, "sent": .shipped,
            "delivered": .delivered, "fulfilled": .delivered, "received": .delivered, "granted": .delivered,
            "completed": .completed, "complete": .completed, "finished": .completed, "done": .completed,
            "failed": .failed, "fail": .failed, "failure": .failed, "error": .failed, "payerror": .failed, "pay_failed": .failed,
            "payment_failed": .failed, "revoked": .failed,
            "cancelled": .cancelled, "canceled": .cancelled, "cancel": .cancelled, "usercancelled": .cancelled,
            "user_cancelled": .cancelled,
            "closed": .closed, "close": .closed, "trade_closed": .closed, "voided": .closed,
            "expired": .expired, "timeout": .expired, "timed_out": .expired, "overdue": .expired,
            "refunded": .refunded, "refund": .refunded, "refund_success": .refunded, "full_refund": .refunded,
            "not_exist": .notExist, "trade_not_exist": .notExist, "acq.trade_not_exist": .notExist, "order_not_exist": .notExist,
            "ordernotexist": .notExist,
        ], ignoresCase: true)
}
