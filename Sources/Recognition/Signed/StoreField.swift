import Decoding
import Domain

/// The parts of an App Store document that become evidence: of a notification, a signed transaction, a renewal, an entry of a receipt
/// (facts.md §3.3-§3.5). The order of the cases is nothing but the index of a slot in ``StoreDocument``.
enum StoreField: UInt8, CaseIterable {
    // The document.
    case notificationType, subtype, notificationID, signedDate, status, environment, bundleID
    case signedTransaction, signedRenewal
    // The transaction.
    case transactionID, originalTransactionID, webOrderLineItemID, productID, appAccountToken
    case purchaseDate, expiresDate, revocationDate, revocationType, revocationPercentage
    case productType, ownership, reason, price, currency
    // The renewal.
    case autoRenew, expirationIntent, graceDate, billingRetry

    /// The spellings in folded form: signed documents write camelCase, receipts snake_case with a `_ms` beside every date.
    private var spellings: [StaticString] {
        switch self {
        case .notificationType: ["notificationtype"]
        case .subtype: ["subtype"]
        case .notificationID: ["notificationuuid"]
        case .signedDate: ["signeddate"]
        case .status: ["status"]
        case .environment: ["environment"]
        case .bundleID: ["bundleid", "bid"]
        case .signedTransaction: ["signedtransactioninfo"]
        case .signedRenewal: ["signedrenewalinfo"]
        case .transactionID: ["transactionid"]
        case .originalTransactionID: ["originaltransactionid"]
        case .webOrderLineItemID: ["weborderlineitemid"]
        case .productID: ["productid"]
        case .appAccountToken: ["appaccounttoken"]
        case .purchaseDate: ["purchasedate", "purchasedatems"]
        case .expiresDate: ["expiresdate", "expiresdatems"]
        case .revocationDate: ["revocationdate", "revocationdatems", "cancellationdate", "cancellationdatems"]
        case .revocationType: ["revocationtype"]
        case .revocationPercentage: ["revocationpercentage"]
        case .productType: ["type"]
        case .ownership: ["inappownershiptype"]
        case .reason: ["transactionreason"]
        case .price: ["price"]
        case .currency: ["currency"]
        case .autoRenew: ["autorenewstatus"]
        case .expirationIntent: ["expirationintent"]
        case .graceDate: ["graceperiodexpiresdate", "graceperiodexpiresdatems"]
        case .billingRetry: ["isinbillingretryperiod"]
        }
    }

    private static let meanings: [UInt64: StoreField] = {
        var found: [UInt64: StoreField] = [:]
        for field in allCases {
            for spelling in field.spellings { found[KeyTable.fold(spelling.bytes)] = field }
        }
        return found
    }()

    /// What a key means, or nil.
    static func meaning(of key: Bytes) -> StoreField? {
        guard key.count >= 3, key.count <= 32 else { return nil }
        return meanings[KeyTable.fold(key)]
    }
}

/// What one App Store document says, part by part; of several values for one part the first stays.
///
/// The values point into memory of whoever decoded the document, and are void with the record.
struct StoreDocument {
    private var slots = InlineArray<28, Bytes>(repeating: .none)
    /// Anything was taken.
    private(set) var isPresent = false
    /// What the check of its signature found; nil when it bears none.
    var signature: SignatureCheck?

    /// A part that is there and not empty.
    subscript(field: StoreField) -> Bytes? {
        let value = slots[Int(field.rawValue)]
        return value.count > 0 ? value : nil
    }

    /// Takes one part.
    mutating func take(_ field: StoreField, _ value: Bytes) {
        guard value.count > 0, slots[Int(field.rawValue)].count == 0 else { return }
        slots[Int(field.rawValue)] = value
        isPresent = true
    }

    /// Forgets one part.
    mutating func drop(_ field: StoreField) { slots[Int(field.rawValue)] = .none }

    /// Takes what a key of a document means, if anything.
    mutating func take(key: Bytes, _ value: Bytes) {
        if let field = StoreField.meaning(of: key) { take(field, value) }
    }

    /// Takes every known part of a scanned document.
    mutating func take(_ list: borrowing FieldList) {
        for index in 0..<list.count {
            let field = list[index]
            if field.kind != .null, field.kind != .nested { take(key: field.key, field.value) }
        }
    }

    /// Takes what another document says beside this one.
    mutating func take(_ other: StoreDocument) {
        for field in StoreField.allCases { if let value = other[field] { take(field, value) } }
    }

    /// A moment it names.
    func instant(_ field: StoreField) -> Instant? { self[field].flatMap { ProviderTime.read($0.trimmed.unquoted) } }

    /// Whether its signature was checked and found wrong: then it proves nothing.
    var isForged: Bool {
        if case .invalid = signature { return true }
        return false
    }
}
