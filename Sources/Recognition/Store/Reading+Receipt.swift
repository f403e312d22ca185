import Decoding
import Domain

extension Reading {
    /// Whether the record holds the answer of `verifyReceipt`.
    var holdsReceipt: Bool { fields.has(.receipt) || fields.has(.latestReceipt) }

    /// Apple's number of a `verifyReceipt` answer: 0, 21000…21010, 21100…21199 (facts.md §3.3).
    static func receiptStatus(_ word: Bytes?) -> Int64? {
        guard let number = word?.trimmed.unquoted.integer,
            number == 0 || (21_000...21_010).contains(number) || (21_100...21_199).contains(number)
        else { return nil }
        return number
    }

    /// The answer in the record: in its text, else in the body it logs.
    func receiptDocument() -> ReceiptDocument? {
        // Ids of the entries lie deeper than the line's own.
        let wanted = fields.depth(of: .transactionID) == 0 ? Reading.usable(fields[.transactionID]) : nil
        let inText = ReceiptDocument(text, wanted: wanted)
        if inText.isPresent { return inText }
        guard let body = value(.body) else { return nil }
        let inBody = ReceiptDocument(body, wanted: wanted)
        return inBody.isPresent ? inBody : nil
    }

    /// What `receipt.verified` says: Apple's number, or the word of a StoreKit 2 verification; the transaction it is about.
    mutating func putReceipt() {
        rows.put(.provider, "apple")
        let document = holdsReceipt ? receiptDocument() : nil
        let isGood = putReceiptStatus(document)
        if let document {
            if fields.depth(of: .transactionID) == 0 { putAlias(.transactionID, .transactionID) }
            putStore(document.transaction, isTransaction: isGood)
        } else if store.isPresent {
            putStore(store, isTransaction: isGood)
        } else if isGood {
            rows.put(.status, StateWord.paid.bytes)
        }
        putEnvironment()
        if !rows.has(.productID) { putAlias(.productID, .productID) }
        if !rows.has(.bundleID) { putAlias(.bundleID, .bundleID) }
        if !rows.has(.expiresAt) { putTime(.expiresAt, value(.expires)) }
        putError(fields[.error])
    }

    /// Writes the result of a verification; true when it passed.
    private mutating func putReceiptStatus(_ document: ReceiptDocument?) -> Bool {
        let told = document.flatMap { $0.status.count > 0 ? $0.status : nil } ?? value(.status, .code)
        var isGood: Bool?
        if let word = told?.trimmed.unquoted {
            rows.put(.code, word.cut(to: 16))
            if let number = word.integer { isGood = number == 0 } else { isGood = Reading.truth(word) ?? Reading.verifiedWord(word) }
        }
        if let ok = Reading.truth(value(.ok, .success)) {
            putTruth(.ok, ok)
            isGood = ok && isGood ?? true
        }
        if isGood == false, let reason = value(.reason) { rows.putLowered(.reason, reason.trimmed.unquoted.cut(to: 40)) }
        // A signed transaction that is logged as verified without a number was verified.
        return isGood ?? (store.isPresent && !fields.has(.error))
    }

    private static func verifiedWord(_ word: Bytes) -> Bool? {
        for good in ["verified", "valid"] as [StaticString] where word.equalsAnyCase(good) { return true }
        for bad in ["unverified", "invalid", "rejected"] as [StaticString] where word.equalsAnyCase(bad) { return false }
        return nil
    }

    /// `entitlement.changed`: whether access is there, until when, and why it changed.
    mutating func putEntitlement() {
        if let active = Reading.truth(value(.active, .ok)) { putTruth(.ok, active) }
        putTime(.expiresAt, fields[.expires])
        putAlias(.productID, .productID)
        if let reason = value(.reason) { rows.putLowered(.reason, reason.trimmed.unquoted.cut(to: 40)) }
        putTime(.closedAt, value(.revocationDate, .refundTime))
        putTime(.graceUntil, value(.graceDate))
        if let word = value(.status)?.trimmed.unquoted, word.integer == nil { rows.put(.rawStatus, word.cut(to: 40)) }
    }
}
