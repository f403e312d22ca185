import Decoding
import Domain

extension Reading {
    /// What an App Store notification or record says: its signed document, else its plain fields (facts.md §3.4, §3.5).
    mutating func putApple() {
        var document = store
        if !document.isPresent { takePlainStore(&document) }
        putStore(document)
    }

    /// Takes the plain fields of a record into a document.
    mutating func takePlainStore(_ document: inout StoreDocument) {
        func take(_ field: StoreField, _ key: FieldKey) { if let value = value(key) { document.take(field, value.trimmed.unquoted) } }
        take(.notificationType, .notificationType)
        if let type = value(.type)?.trimmed.unquoted {
            document.take(StoreWords.productType(type) == nil ? .notificationType : .productType, type)
        }
        take(.subtype, .subtype)
        take(.status, .status)
        take(.productID, .productID)
        take(.bundleID, .bundleID)
        take(.environment, .environment)
        take(.purchaseDate, .purchaseDate)
        take(.purchaseDate, .paymentTime)
        take(.expiresDate, .expires)
        take(.revocationDate, .revocationDate)
        take(.revocationDate, .refundTime)
        take(.reason, .transactionReason)
        take(.autoRenew, .autoRenewStatus)
        take(.graceDate, .graceDate)
        take(.originalTransactionID, .originalTransactionID)
        take(.transactionID, .transactionID)
    }

    /// Writes what an App Store document says.
    ///
    /// A document whose signature is wrong keeps its identifiers and says so, and nothing in it counts as a state.
    ///
    /// - Parameter isTransaction: the document records a transaction, which is a payment by itself.
    mutating func putStore(_ document: StoreDocument, isTransaction: Bool = false) {
        putStoreAliases(document)
        if !rows.has(.provider) { rows.put(.provider, "apple") }
        putText(.environment, document[.environment], most: 16)
        putText(.bundleID, document[.bundleID], most: Limits.identifierLength)
        putText(.productID, document[.productID], most: Limits.identifierLength)
        putText(.notificationType, document[.notificationType], most: 40)
        putText(.notificationSubtype, document[.subtype], most: 40)
        if document[.notificationType] != nil, let signed = document.instant(.signedDate) { rows.put(.notifiedAt, signed) }
        putSignature(document.signature)
        putTransaction(document, isTransaction: isTransaction)
        putRenewal(document)
    }

    /// Writes the identifiers of a document that the row does not bear already.
    mutating func putStoreAliases(_ document: StoreDocument) {
        putIdentifier(.transactionID, document[.transactionID], over: .transactionID)
        putIdentifier(.originalTransactionID, document[.originalTransactionID], over: .originalTransactionID)
        putIdentifier(.webOrderLineItemID, document[.webOrderLineItemID], over: .webOrderLineItemID)
        putIdentifier(.notifyID, document[.notificationID], over: .notifyID)
        if let token = Reading.token(document[.appAccountToken]) {
            if !rows.has(.appAccountToken) || Reading.token(fields[.appAccountToken])?.lowerSame(as: token) == false {
                rows.putLowered(.appAccountToken, token)
            }
        }
    }

    /// An appAccountToken that can name an order: the all-zero UUID names none.
    static func token(_ value: Bytes?) -> Bytes? {
        guard let token = usable(value), !token.allSatisfy({ $0 == 48 || $0 == 45 }) else { return nil }
        return token
    }

    private mutating func putIdentifier(_ key: AttributeKey, _ value: Bytes?, over field: FieldKey) {
        guard let value = Reading.usable(value) else { return }
        if rows.has(key), let known = Reading.usable(fields[field]), known.same(as: value) { return }
        rows.put(key, value)
    }

    private mutating func putText(_ key: AttributeKey, _ value: Bytes?, most: Int) {
        guard !rows.has(key), let value = value?.trimmed.unquoted, value.count > 0 else { return }
        rows.put(key, value.cut(to: most))
    }

    private mutating func putSignature(_ signature: SignatureCheck?) {
        switch signature {
        case nil: break
        case .valid: rows.put(.signature, "valid")
        case .invalid(let fault):
            rows.put(.signature, "invalid")
            rows.put(.signatureFault, word: fault)
        case .unchecked(let fault):
            rows.put(.signature, "unchecked")
            rows.put(.signatureFault, word: fault)
        }
    }

    private mutating func putTransaction(_ document: StoreDocument, isTransaction: Bool) {
        let revoked = document.instant(.revocationDate)
        let isTakenBack = revoked != nil && document.isRevocation
        if let paid = document.instant(.purchaseDate) { rows.put(.paidAt, paid) }
        if let expires = document.instant(.expiresDate) { rows.put(.expiresAt, expires) }
        if let revoked { rows.put(.closedAt, revoked) }
        if let type = document[.productType].flatMap(StoreWords.productType) { rows.put(.productType, type) }
        if let reason = document[.reason] {
            rows.putLowered(.transactionReason, reason.cut(to: 24))
        } else if document[.notificationType]?.equals("DID_RENEW") == true {
            rows.put(.transactionReason, "renewal")
        }
        if let ownership = document[.ownership] { rows.putLowered(.ownership, ownership.cut(to: 24)) }
        if let price = document[.price]?.integer, price >= 0 { rows.put(.amount, milliunits: price) }
        if let currency = document[.currency], currency.count == 3, rows.has(.amount) { rows.putUppered(.currency, currency) }
        guard !document.isForged, !rows.has(.status) else { return }
        if let type = document[.notificationType], !isTransaction {
            let state = StoreWords.state(ofNotification: type)
            if let state { rows.put(.status, state.bytes) }
            if state == .refunded { putRefunded(document) }
        } else if isTransaction, !isTakenBack {
            rows.put(.status, (revoked == nil ? StateWord.paid : .refunded).bytes)
            if revoked != nil { putRefunded(document) }
        }
    }

    /// What went back: the price, or the part of it that the document names.
    mutating func putRefunded(_ document: StoreDocument) {
        guard let amount = document.refunded else { return }
        rows.put(.refundedAmount, milliunits: amount)
    }

    private mutating func putRenewal(_ document: StoreDocument) {
        if let number = document[.status]?.trimmed.unquoted.integer, let state = StoreWords.subscription(number) {
            rows.put(.subscriptionState, state)
        } else if document.instant(.revocationDate) != nil, document.isRevocation {
            rows.put(.subscriptionState, "revoked")
        } else if Reading.truth(document[.billingRetry]) == true {
            rows.put(.subscriptionState, "billing_retry")
        } else if let type = document[.notificationType],
            let state = StoreWords.subscription(ofNotification: type, subtype: document[.subtype] ?? .none)
        {
            rows.put(.subscriptionState, state)
        }
        if let renews = Reading.truth(document[.autoRenew]) { putTruth(.autoRenew, renews) }
        if let intent = document[.expirationIntent]?.trimmed.unquoted.integer, let word = StoreWords.expiration(intent) {
            rows.put(.expirationIntent, word)
        }
        if let grace = document.instant(.graceDate) { rows.put(.graceUntil, grace) }
    }

    /// Adds the record of a refund beside the one of its transaction; false when there is none to add.
    @discardableResult mutating func putStoreRefund(_ document: StoreDocument) -> Bool {
        guard let at = document.instant(.revocationDate), !document.isRevocation, !document.isForged, begin(.refundRecorded, .provider)
        else { return false }
        putStoreAliases(document)
        rows.put(.provider, "apple")
        if let transaction = Reading.usable(document[.transactionID]) { rows.put(.refundNumber, transaction) }
        putRefunded(document)
        if let currency = document[.currency], currency.count == 3 { rows.putUppered(.currency, currency) }
        rows.put(.status, StateWord.refunded.bytes)
        rows.put(.closedAt, at)
        putText(.environment, document[.environment], most: 16)
        rows.setTime(at)
        return true
    }
}

extension StoreDocument {
    /// Access was taken back and no money went: a family member's share ended (facts.md §3.4 REVOKE, §3.5).
    var isRevocation: Bool {
        self[.notificationType]?.equals("REVOKE") == true || self[.revocationType]?.equals("FAMILY_REVOKE") == true
            || self[.ownership]?.equals("FAMILY_SHARED") == true
    }

    /// How much went back, in thousandths of the currency: all, or the percentage (in thousandths) of a prorated refund.
    var refunded: Int64? {
        guard let price = self[.price]?.integer, price >= 0 else { return nil }
        guard let share = self[.revocationPercentage]?.integer, (0...100_000).contains(share) else { return price }
        let (product, overflow) = price.multipliedReportingOverflow(by: share)
        return overflow ? price : product / 100_000
    }
}
