import Decoding
import Domain

/// The answer of `verifyReceipt`, walked without a list of fields: a receipt holds every transaction a payer ever made, and the status
/// stands behind them all (facts.md §3.3).
struct ReceiptDocument {
    /// Apple's number; empty when none stands there.
    private(set) var status = Bytes.none
    /// The transaction that counts: the one asked for, else the newest; with its renewal.
    private(set) var transaction = StoreDocument()
    /// Anything of a receipt was found.
    private(set) var isPresent = false
    private var environment = Bytes.none
    private var bundle = Bytes.none
    private var renewals: [StoreDocument] = []
    private let wanted: Bytes?

    /// Levels that are gone into before the answer is found.
    private static let depth = 4
    /// Renewals kept: one for each subscription of a payer.
    private static let renewalBound = 16

    /// Looks for an answer in a text.
    ///
    /// - Parameters:
    ///   - text: a JSON object, or text with one in it.
    ///   - wanted: the transaction that the line itself names.
    init(_ text: Bytes, wanted: Bytes?) {
        self.wanted = wanted
        var start = text.first(UInt8(ascii: "{"))
        var tries = 0
        while let at = start, tries < 8, !isPresent {
            find(in: text.from(at), depth: 0)
            tries += 1
            start = text.first(UInt8(ascii: "{"), from: at + 1)
        }
        guard isPresent else { return }
        let original = transaction[.originalTransactionID]
        for renewal in renewals {
            let isOfIt = original.flatMap { known in renewal[.originalTransactionID]?.same(as: known) } ?? true
            if isOfIt || renewals.count == 1 {
                transaction.take(renewal)
                break
            }
        }
        transaction.take(.environment, environment)
        transaction.take(.bundleID, bundle)
    }

    private mutating func find(in object: Bytes, depth: Int) {
        var isAnswer = false
        var members = JSONChildren(object)
        while members.next() {
            if members.kind == .nested, ReceiptDocument.isPart(members.key) { isAnswer = true }
        }
        if isAnswer { return read(object) }
        guard depth < ReceiptDocument.depth else { return }
        members = JSONChildren(object)
        while members.next(), !isPresent {
            if members.kind == .nested, members.value.at(0) == UInt8(ascii: "{") { find(in: members.value, depth: depth + 1) }
        }
    }

    private static func isPart(_ key: Bytes) -> Bool {
        key.equals("receipt") || key.equals("latest_receipt_info") || key.equals("in_app") || key.equals("pending_renewal_info")
            || key.equals("unified_receipt")
    }

    private mutating func read(_ object: Bytes) {
        isPresent = true
        var members = JSONChildren(object)
        while members.next() {
            let (key, value) = (members.key, members.value)
            if key.equals("status") {
                if status.count == 0 { status = value }
            } else if key.equals("environment") {
                if environment.count == 0 { environment = value }
            } else if key.equals("bundle_id") || key.equals("bid") {
                if bundle.count == 0 { bundle = value }
            } else if key.equals("receipt") || key.equals("unified_receipt") {
                readReceipt(value)
            } else if key.equals("latest_receipt_info") || key.equals("in_app") {
                readTransactions(value)
            } else if key.equals("pending_renewal_info") {
                readRenewals(value)
            }
        }
    }

    /// The receipt itself: its transactions, or in the form of iOS 6 the one it is about.
    private mutating func readReceipt(_ value: Bytes) {
        guard value.at(0) == UInt8(ascii: "{") else { return }
        var own = StoreDocument()
        var members = JSONChildren(value)
        while members.next() {
            if members.kind != .nested { own.take(key: members.key, members.value) }
        }
        read(value)
        if own[.transactionID] != nil { note(own) }
    }

    private mutating func readTransactions(_ value: Bytes) {
        guard value.at(0) == UInt8(ascii: "[") else { return note(ReceiptDocument.document(value)) }
        var entries = JSONChildren(value)
        while entries.next() { note(ReceiptDocument.document(entries.value)) }
    }

    private mutating func readRenewals(_ value: Bytes) {
        var entries = JSONChildren(value)
        while renewals.count < ReceiptDocument.renewalBound, entries.next() {
            var renewal = ReceiptDocument.document(entries.value)
            renewal.drop(.productID)
            renewals.append(renewal)
        }
    }

    private static func document(_ object: Bytes) -> StoreDocument {
        var document = StoreDocument()
        var members = JSONChildren(object)
        while members.next() {
            if members.kind != .nested, members.kind != .null { document.take(key: members.key, members.value) }
        }
        return document
    }

    /// Of two transactions the one asked for stays, else the newer: their order is not promised (facts.md §12).
    private mutating func note(_ found: StoreDocument) {
        guard let id = found[.transactionID] else { return }
        guard let known = transaction[.transactionID] else { return transaction = found }
        if known.same(as: id) { return transaction.take(found) }
        if let wanted {
            if known.same(as: wanted) { return }
            if id.same(as: wanted) { return transaction = found }
        }
        guard let new = found.instant(.purchaseDate) else { return }
        if let old = transaction.instant(.purchaseDate), old >= new { return }
        transaction = found
    }
}
