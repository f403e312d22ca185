import Domain

/// A closed list of words that stands in blobs and columns as a number.
///
/// The number is the place in `stored`: a new word goes at the end, none is ever moved. The order of the cases in `Domain` is free.
protocol StoredWord: Equatable {
    static var stored: [Self] { get }
    /// The number of every word, by the byte that stands for it in memory; made of `stored` by ``numbers(of:)``.
    static var codes: InlineArray<256, UInt8> { get }
}

extension StoredWord {
    /// The number; 255, which no reader accepts, for a word that is missing from the list (a test looks after that).
    @inline(__always) var storedCode: UInt8 { Self.codes[Int(withUnsafeBytes(of: self) { $0[0] })] }

    /// The list the other way round. A table of its own and no array: workers would count references to it against each other.
    static func numbers(of stored: [Self]) -> InlineArray<256, UInt8> {
        var codes = InlineArray<256, UInt8>(repeating: .max)
        for (code, word) in stored.enumerated() { codes[Int(withUnsafeBytes(of: word) { $0[0] })] = UInt8(truncatingIfNeeded: code) }
        return codes
    }

    init?(storedCode code: UInt8) {
        guard Int(code) < Self.stored.count else { return nil }
        self = Self.stored[Int(code)]
    }
}

extension Flow: StoredWord {
    static let stored: [Flow] = [.alipayH5, .alipaySDK, .wechatH5, .wechatSDK, .webCheckout, .storekit, .unknown]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Outcome: StoredWord {
    static let stored: [Outcome] = [.refunded, .paid, .failed, .cancelled, .abandoned, .pending, .unknown]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Experience: StoredWord {
    static let stored: [Experience] = [.landed, .recovered, .lost, .unobserved]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Severity: StoredWord {
    static let stored: [Severity] = [.critical, .major, .minor]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Owner: StoredWord {
    static let stored: [Owner] = [.client, .web, .server, .provider, .user]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Confidence: StoredWord {
    static let stored: [Confidence] = [.high, .medium, .low]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Stage: StoredWord {
    static let stored: [Stage] = [
        .order, .checkout, .wallet, .payment, .return, .query, .notify, .mark, .delivery, .result, .purchase, .privacy,
    ]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Step: StoredWord {
    static let stored: [Step] = [
        .orderCreated, .checkoutLoaded, .walletOpened, .paid, .returned, .requeried, .notified, .markedPaid, .resultShown, .purchasing,
        .purchased, .receiptUploaded, .receiptVerified, .delivered, .finished,
    ]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension StepState: StoredWord {
    static let stored: [StepState] = [.seen, .missing, .notDue, .unobserved, .skipped]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension CoverageState: StoredWord {
    static let stored: [CoverageState] = [.covered, .gap, .endedEarly, .absent]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Remark: StoredWord {
    static let stored: [Remark] = [
        .clockSkewed, .evidenceConflict, .boundByWindow, .fallbackUsed, .notifyLate, .proofAfterTheFact, .partiallyRefunded, .billOnly,
        .sandbox, .xcodeTransaction, .refundBegun,
    ]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
}

extension Finding.Code: StoredWord {
    static let stored: [Finding.Code] = [
        .notifyEndpointFailing, .segmentNeverLands, .sourceSilent, .unboundEvidence, .probesRefused, .productsUnavailable, .zoneSuspicious,
    ]
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)
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
    static let codes: InlineArray<256, UInt8> = numbers(of: stored)

    /// The bit of this break in the column `breaks`.
    var storedBit: Int64 { 1 &<< Int64(storedCode & 63) }
}
