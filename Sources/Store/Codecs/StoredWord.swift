import Domain

/// A closed list of words that stands in blobs and columns as a number.
///
/// The number is the place in `stored`: a new word goes at the end, none is ever moved. The order of the cases in `Domain` is free.
protocol StoredWord: Equatable {
    static var stored: [Self] { get }
}

extension StoredWord {
    /// The number; 255, which no reader accepts, for a word that is missing from the list (a test looks after that).
    var storedCode: UInt8 {
        for (code, word) in Self.stored.enumerated() where word == self { return UInt8(truncatingIfNeeded: code) }
        return .max
    }

    init?(storedCode code: UInt8) {
        guard Int(code) < Self.stored.count else { return nil }
        self = Self.stored[Int(code)]
    }
}

extension Flow: StoredWord {
    static let stored: [Flow] = [.alipayH5, .alipaySDK, .wechatH5, .wechatSDK, .webCheckout, .storekit, .unknown]
}

extension Outcome: StoredWord {
    static let stored: [Outcome] = [.refunded, .paid, .failed, .cancelled, .abandoned, .pending, .unknown]
}

extension Experience: StoredWord {
    static let stored: [Experience] = [.landed, .recovered, .lost, .unobserved]
}

extension Severity: StoredWord {
    static let stored: [Severity] = [.critical, .major, .minor]
}

extension Owner: StoredWord {
    static let stored: [Owner] = [.client, .web, .server, .provider, .user]
}

extension Confidence: StoredWord {
    static let stored: [Confidence] = [.high, .medium, .low]
}

extension Stage: StoredWord {
    static let stored: [Stage] = [
        .order, .checkout, .wallet, .payment, .return, .query, .notify, .mark, .delivery, .result, .purchase, .privacy,
    ]
}

extension Step: StoredWord {
    static let stored: [Step] = [
        .orderCreated, .checkoutLoaded, .walletOpened, .paid, .returned, .requeried, .notified, .markedPaid, .resultShown, .purchasing,
        .purchased, .receiptUploaded, .receiptVerified, .delivered, .finished,
    ]
}

extension StepState: StoredWord {
    static let stored: [StepState] = [.seen, .missing, .notDue, .unobserved, .skipped]
}

extension CoverageState: StoredWord {
    static let stored: [CoverageState] = [.covered, .gap, .endedEarly, .absent]
}

extension Remark: StoredWord {
    static let stored: [Remark] = [
        .clockSkewed, .evidenceConflict, .boundByWindow, .fallbackUsed, .notifyLate, .proofAfterTheFact, .partiallyRefunded, .billOnly,
        .sandbox, .xcodeTransaction,
    ]
}

extension Finding.Code: StoredWord {
    static let stored: [Finding.Code] = [
        .notifyEndpointFailing, .segmentNeverLands, .sourceSilent, .unboundEvidence, .probesRefused, .productsUnavailable, .zoneSuspicious,
    ]
}

/// The number is also the bit in the column `breaks`.
extension BreakCode: StoredWord {
    static let stored: [BreakCode] = [
        .markedWithoutProof, .amountMismatch, .merchantMismatch, .chargedTwice, .stateRegressed, .deliveredTwice, .sandboxInProduction,
        .notifyRejected, .notifyNotReceived, .paidNotMarked, .paidNotDelivered, .closedNotMarked, .returnURLMissing, .checkoutLoadFailed,
        .walletNeverOpened, .paymentFailed, .returnNeverLanded, .returnUnrouted, .pendingNotRequeried, .queryNotReceived, .queryStale,
        .providerQueryFailed, .resultMisreported, .resultDuplicated, .productsUnavailable, .purchaseNeverCompleted, .observerMissing,
        .receiptNotUploaded, .receiptRejected, .finishedEarly, .neverFinished, .entitlementWrong, .secretInURL,
    ]

    /// The bit of this break in the column `breaks`.
    var storedBit: Int64 { 1 &<< Int64(storedCode & 63) }
}
