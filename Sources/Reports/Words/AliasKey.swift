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

extension AttributeKey {
    /// The JSON key of an attribute: identifiers by their usual name, the others in snake case.
    var jsonName: String {
        guard !isIdentifier else { return identifierName }
        let name = Array("\(self)".unicodeScalars)
        var out = ""
        for (index, scalar) in name.enumerated() {
            let isCapital = scalar.properties.isUppercase
            // `productID` is `product_id`, `returnURLEmpty` is `return_url_empty`: capitals in a row are one word.
            let beginsWord =
                isCapital && index > 0
                && (!name[index - 1].properties.isUppercase || index + 1 < name.count && !name[index + 1].properties.isUppercase)
            if beginsWord { out += "_" }
            out += isCapital ? scalar.properties.lowercaseMapping : String(scalar)
        }
        return out
    }

    /// Its value is a count of microseconds since 1970.
    var isInstant: Bool {
        switch self {
        case .sentAt, .notifiedAt, .paidAt, .closedAt, .expiresAt, .graceUntil: true
        default: false
        }
    }
}
