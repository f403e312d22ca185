import Domain

/// What masking does with an attribute. Every key is decided here; a new one does not compile without a decision.
enum AttributeMasking {
    /// Never personal: numbers of orders and trades, money, times, closed words, the merchant's own ids.
    case keep
    /// What somebody logged, free text or not: a device id may be a telephone number, a state word the dump of a user, a path has ids of users in
    /// its segments. Fields, forms and places are looked for in all of it.
    case text

    static func of(_ key: AttributeKey) -> AttributeMasking {
        switch key {
        case .orderNumber, .attemptNumber, .tradeNumber, .notifyID, .prepayID, .transactionID, .originalTransactionID, .maskedNumber,
            .webOrderLineItemID, .refundNumber, .pending:
            .keep
        case .amount, .currency, .refundedAmount, .httpStatus, .bytes, .duration, .sentAt, .notifiedAt, .paidAt, .closedAt, .expiresAt,
            .graceUntil, .attemptIndex, .process, .billDay:
            .keep
        case .status, .ok, .agent, .probe, .provider, .signature, .signatureFault, .flow, .returnURLEmpty, .urlHasOrder, .secret,
            .payerExport, .tool, .hints, .firstInstall, .refundProgress:
            .keep
        case .appID, .sellerID, .merchantID, .bundleID: .keep
        case .session, .device, .requestID, .appAccountToken, .candidateNumber, .item, .productID, .productType, .transactionState, .code,
            .subCode, .deliveryResult, .notificationType, .notificationSubtype, .returnHost, .notifyHost, .via, .resultCode, .urlScheme,
            .urlHost, .returnScheme, .appVersion, .osVersion, .channel, .rawStatus, .from, .to, .by, .environment, .platform, .method,
            .autoRenew, .subscriptionState, .expirationIntent, .ownership, .transactionReason, .path, .returnPath, .notifyPath, .reason,
            .error, .body, .detail, .note:
            .text
        }
    }

    /// By raw value, for the hot path.
    static let byCode: [AttributeMasking] = (0...255).map { AttributeKey(rawValue: UInt8($0)).map(of) ?? .text }
}
