import Domain

extension AttributeKey {
    /// The JSON key of an identifier (contract.md, `aliases` and `ids`).
    public var identifierName: String {
        switch self {
        case .orderNumber: "order"
        case .attemptNumber: "attempt"
        case .tradeNumber: "trade_no"
        case .notifyID: "notify_id"
        case .session: "session"
        case .device: "device"
        case .prepayID: "prepay_id"
        case .requestID: "request_id"
        case .transactionID: "transaction_id"
        case .originalTransactionID: "original_transaction_id"
        case .appAccountToken: "app_account_token"
        case .candidateNumber: "candidate"
        case .maskedNumber: "masked"
        case .webOrderLineItemID: "web_order_line_item_id"
        default: "\(self)"
        }
    }
}
