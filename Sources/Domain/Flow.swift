/// The steps an order of one kind passes through (vocabulary §4). What each flow is stands in the room `Flows`.
public enum Flow: String, Sendable, CaseIterable {
    case alipayH5 = "alipay_h5"
    case alipaySDK = "alipay_sdk"
    case wechatH5 = "wechat_h5"
    case wechatSDK = "wechat_sdk"
    case webCheckout = "web_checkout"
    case storekit
    case unknown

    /// Reads a flow word; nil for every other.
    public init?(bytes: UnsafeRawBufferPointer) {
        if bytes.equals("alipay_h5") {
            self = .alipayH5
        } else if bytes.equals("wechat_h5") {
            self = .wechatH5
        } else if bytes.equals("alipay_sdk") {
            self = .alipaySDK
        } else if bytes.equals("wechat_sdk") {
            self = .wechatSDK
        } else if bytes.equals("web_checkout") {
            self = .webCheckout
        } else if bytes.equals("storekit") {
            self = .storekit
        } else {
            return nil
        }
    }
}

/// One stage of a flow.
public enum Step: String, Sendable, CaseIterable {
    case orderCreated = "order_created"
    case checkoutLoaded = "checkout_loaded"
    case walletOpened = "wallet_opened"
    case paid
    case returned
    case requeried
    case notified
    case markedPaid = "marked_paid"
    case resultShown = "result_shown"
    case purchasing
    case purchased
    case receiptUploaded = "receipt_uploaded"
    case receiptVerified = "receipt_verified"
    case delivered
    case finished
}

/// The state of a step on an order (vocabulary §1).
public enum StepState: String, Sendable, CaseIterable {
    case seen
    case missing
    case notDue = "not_due"
    case unobserved
    case skipped
}

/// The stage of the funnel that a break belongs to.
public enum Stage: String, Sendable, CaseIterable {
    case order
    case checkout
    case wallet
    case payment
    case `return`
    case query
    case notify
    case mark
    case delivery
    case result
    case purchase
    case privacy
}
