import Decoding
import Domain
import Providers

/// What the App Store's words mean in ours (facts.md §3).
enum StoreWords {
    /// A client's transaction states. StoreKit 1 numbers them from 0; `verified` and `success` are StoreKit 2's purchases, `cancelled` is
    /// how pages and wrappers say userCancelled.
    static let transactionStates: [(word: StaticString, state: StaticString)] = [
        ("purchasing", "purchasing"), ("purchased", "purchased"), ("failed", "failed"), ("restored", "restored"), ("deferred", "deferred"),
        ("pending", "pending"), ("usercancelled", "userCancelled"), ("user_cancelled", "userCancelled"),
        ("paymentcancelled", "userCancelled"), ("cancelled", "userCancelled"), ("canceled", "userCancelled"),
        ("unverified", "unverified"), ("verified", "purchased"), ("success", "purchased"),
    ]

    /// The state of a word or number, or nil.
    static func transactionState(_ word: Bytes) -> StaticString? {
        var word = word.trimmed.unquoted
        for prefix in ["skpaymenttransactionstate", "."] as [StaticString] where word.hasAnyCase(prefix) {
            word = word.from(prefix.utf8CodeUnitCount)
        }
        if word.at(0) == 46 { word = word.from(1) }
        if word.count == 1, word[0].isDigit {
            let number = Int(word[0] - 48)
            return number < 5 ? transactionStates[number].state : nil
        }
        return transactionStates.first { word.equalsAnyCase($0.word) }?.state
    }

    /// What an App Store notification says of the money; nil for the many that say nothing (facts.md §3.4, V1 words included).
    static func state(ofNotification type: Bytes) -> StateWord? {
        for word in paidNotifications where type.equals(word) { return .paid }
        return type.equals("REFUND") ? .refunded : nil
    }

    private static let paidNotifications: [StaticString] = [
        "ONE_TIME_CHARGE", "SUBSCRIBED", "DID_RENEW", "OFFER_REDEEMED", "REFUND_REVERSED", "INITIAL_BUY", "INTERACTIVE_RENEWAL",
        "DID_RECOVER", "RENEWAL",
    ]

    /// `Auto-Renewable Subscription` → `auto_renewable`; nil for what is no product type.
    static func productType(_ word: Bytes) -> StaticString? {
        let known: [(StaticString, StaticString)] = [
            ("consumable", "consumable"), ("non-consumable", "non_consumable"), ("auto-renewable subscription", "auto_renewable"),
            ("non-renewing subscription", "non_renewing"),
        ]
        return known.first { word.equalsAnyCase($0.0) }?.1
    }

    /// A subscription's status by number.
    static func subscription(_ number: Int64) -> StaticString? {
        switch number {
        case 1: "active"
        case 2: "expired"
        case 3: "billing_retry"
        case 4: "grace"
        case 5: "revoked"
        default: nil
        }
    }

    /// The state that a notification tells by its type: older ones bear no status (facts.md §3.4).
    static func subscription(ofNotification type: Bytes, subtype: Bytes) -> StaticString? {
        if type.equals("SUBSCRIBED") || type.equals("DID_RENEW") { return "active" }
        if type.equals("EXPIRED") { return "expired" }
        if type.equals("GRACE_PERIOD_EXPIRED") { return "billing_retry" }
        if type.equals("DID_FAIL_TO_RENEW") { return subtype.equals("GRACE_PERIOD") ? "grace" : "billing_retry" }
        return type.equals("REVOKE") ? "revoked" : nil
    }

    /// Why a subscription ended (facts.md §12).
    static func expiration(_ number: Int64) -> StaticString? {
        switch number {
        case 1: "cancelled"
        case 2: "billing"
        case 3: "price_consent"
        case 4: "unavailable"
        case 5: "other"
        default: nil
        }
    }
}
