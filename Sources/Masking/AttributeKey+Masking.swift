import Domain

/// What masking does with an attribute. Every key is decided here; a new one does not compile without a decision.
enum AttributeMasking {
    /// Never personal: numbers of orders and trades, money, times, closed words, the merchant's own ids.
    case keep
    /// A name or id that is personal only by its form: somebody's telephone number as a device id.
    case form
    /// A path: ids of users stand in its segments.
    case path
    /// Text as somebody logged it: fields and forms are looked for.
    case text

    static func of(_ key: AttributeKey) -> AttributeMasking {
        switch key {
        case .orderNumber, .attemptNumber, .tradeNumber, .notifyID, .prepayID, .transactionID, .originalTransactionID, .maskedNumber,
            .webOrderLineItemID, .refundNumber, .pending:
            .keep
        case .amount, .currency, .refundedAmount, .httpStatus, .bytes, .duration, .sentAt, .notifiedAt, .paidAt, .closedAt, .expiresAt,
            .graceUntil, .attemptIndex, .process, .billDay:
            .keep
        case .status, .ok, .environment, .method, .agent, .probe, .provider, .signature, .signatureFault, .flow, .returnURLEmpty,
            .urlHasOrder,
            .platform, .secret, .payerExport, .tool, .hints, .autoRenew, .subscriptionState, .expirationIntent, .ownership,
            .transactionReason, .firstInstall:
            .keep
        case .appID, .sellerID, .merchantID, .bundleID: .keep
        case .session, .device, .requestID, .appAccountToken, .candidateNumber, .item, .productID, .productType, .transactionState, .code,
            .subCode, .deliveryResult, .notificationType, .notificationSubtype, .returnHost, .notifyHost, .via, .resultCode, .urlScheme,
            .urlHost, .returnScheme, .appVersion, .osVersion, .channel, .rawStatus, .from, .to, .by:
            .form
        case .path, .returnPath, .notifyPath: .path
        case .reason, .error, .body, .detail, .note: .text
        }
    }

    /// By raw value, for the hot path.
    static let byCode: [AttributeMasking] = (0...255).map { AttributeKey(rawValue: UInt8($0)).map(of) ?? .text }
}
