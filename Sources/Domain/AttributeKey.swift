/// What a piece of evidence says, key by key. Values are short byte strings; instants are decimal microseconds since 1970,
/// durations decimal microseconds, numbers decimal, booleans `true`/`false`.
///
/// The raw value is stored: add at the end of a block, never renumber.
public enum AttributeKey: UInt8, Sendable, CaseIterable {
    // Identifiers: they bind (vocabulary §8 rules 1, 2, 5).

    /// A number that names the order: `orderNo orderId order_no order_id order_sn`, or any spelling when the line has only one.
    case orderNumber = 1
    /// A number of one attempt, in a line that also names the order (`out_trade_no` beside `orderNo`).
    case attemptNumber
    /// The provider's trade number: Alipay `trade_no`, WeChat `transaction_id`, a PSP's payment id.
    case tradeNumber
    /// Alipay `notify_id`, WeChat v3 `id`, Apple `notificationUUID`.
    case notifyID
    /// A checkout or app session (`sid`).
    case session
    /// A device id.
    case device
    /// WeChat `prepay_id`.
    case prepayID
    /// A request id shared by log lines of one request.
    case requestID
    /// App Store `transactionId`.
    case transactionID
    /// App Store `originalTransactionId`.
    case originalTransactionID
    /// App Store `appAccountToken`, lower-cased.
    case appAccountToken
    /// A bare token that may be an order number (a path segment, a word of an error line): binds only to a known order.
    case candidateNumber
    /// A masked number (`2026****0001`): binds when exactly one known order of that length fits (rule 5).
    case maskedNumber
    /// App Store `webOrderLineItemId`.
    case webOrderLineItemID

    // Money and state.

    /// The decimal amount in the currency's main unit (fen already divided by 100): `128.00`.
    case amount = 30
    /// ISO 4217, upper case.
    case currency
    /// A canonical state word, see ``StateWord``.
    case status
    /// The word as logged, when it differs from `status`.
    case rawStatus
    /// `order.changed` from: a canonical word where it is known, else as logged.
    case from
    /// `order.changed` to.
    case to
    /// `order.changed` by: notify, provider_query, receipt, client, return, user, operator, timeout, expiry_job, or as logged.
    case by
    /// `true` or `false`: `notify.verified` ok, `wallet.opened` success.
    case ok
    /// Reason of a refusal: signature, amount, merchant, order_unknown, currency, exception.
    case reason
    /// An error text, cut to ``Limits/errorTextLength``.
    case error
    /// Refunded so far, decimal.
    case refundedAmount
    /// The refund's own number (`out_biz_no`, 商户退款单号).
    case refundNumber
    /// What was delivered.
    case item
    /// Production, Sandbox, Xcode, LocalTesting.
    case environment
    /// The App Store product.
    case productID
    /// An App Store transaction state: purchasing, purchased, failed, restored, deferred, pending, userCancelled, unverified, revoked.
    case transactionState
    /// What kind of App Store product: consumable, non_consumable, auto_renewable, non_renewing, or as logged.
    case productType
    /// Why the App Store made the transaction: purchase or renewal.
    case transactionReason
    /// An App Store subscription: active, expired, billing_retry, grace, revoked.
    case subscriptionState
    /// `true`: the subscription is going to renew; `false`: the payer switched it off (facts.md §12: the intent to cancel).
    case autoRenew
    /// Why an expired subscription ended: cancelled, billing, price_consent, unavailable, other (facts.md §12).
    case expirationIntent
    /// End of a billing grace period: access stays until then.
    case graceUntil
    /// purchased or family_shared.
    case ownership

    // HTTP and notify.

    /// HTTP status, decimal.
    case httpStatus = 60
    /// The answer's body as the application logged it, cut to ``Limits/bodyTextLength``.
    case body
    /// Body bytes sent, decimal.
    case bytes
    /// How long the request took, microseconds.
    case duration
    /// HTTP method.
    case method
    /// Path without query.
    case path
    /// `browser`, `provider`, `tool` (curl, Postman, …), `scanner`, `other`.
    case agent
    /// `true`: a signature that begins `WECHATPAY/SIGNTEST/`: a deliberate probe (vocabulary §7).
    case probe
    /// When this delivery was sent: `notify_time`, `Wechatpay-Timestamp`.
    case sentAt
    /// When the notification was made: WeChat `create_time`.
    case notifiedAt
    /// When the payer paid: `gmt_payment`, `success_time`, `time_end`, a bill row.
    case paidAt
    /// When the provider closed or refunded it.
    case closedAt
    /// `alipay`, `wechat`, `apple`, `stripe`, `paypal`, `relay`.
    case provider
    /// Alipay app_id, WeChat appid.
    case appID
    /// Alipay seller_id.
    case sellerID
    /// WeChat mch_id.
    case merchantID
    /// App Store bundle id.
    case bundleID
    /// A gateway or business code (`code`, `error code`).
    case code
    /// A sub code: `ACQ.TRADE_NOT_EXIST`.
    case subCode
    /// Space-separated hint words: entities, extra_parameters, body_rewritten, key_rotation, plus_became_space, csrf.
    case hints
    /// The provider's own result of a delivery it made: SUCCESS, TIMED_OUT, …
    case deliveryResult
    /// The provider's attempt number, decimal, when it says so.
    case attemptIndex
    /// A notification's kind (Apple notificationType, refund, …).
    case notificationType
    /// Apple's subtype of it: INITIAL_BUY, VOLUNTARY, GRACE_PERIOD, …
    case notificationSubtype
    /// Our own offline check of a signed document: valid, invalid (never a proof), unchecked (nothing there to check it with).
    case signature
    /// Why the signature is not valid: wrong_signature, untrusted_root, broken_chain, wrong_purpose, out_of_date, no_certificates, …
    case signatureFault
    /// How the refund stands that the document speaks of: a ``RefundProgress`` word.
    case refundProgress

    // The order and its course.

    /// The flow word (`alipay_h5`), however it was learnt.
    case flow = 100
    /// `true`: the return URL key was there and empty.
    case returnURLEmpty
    /// Host of return_url.
    case returnHost
    /// Path of return_url without the order number.
    case returnPath
    /// Path of notify_url without the order number; what stands before and after it is kept with `*` in its place.
    case notifyPath
    /// Host of notify_url.
    case notifyHost
    /// End of the payment window (`time_expire`, creation + `timeout_express`), microseconds since 1970.
    case expiresAt
    /// universal_link, url_scheme, sdk, webview.
    case via
    /// The wallet's result code: 9000, 6001, 0, -2.
    case resultCode
    /// URL scheme of the URL in the line, lower-cased.
    case urlScheme
    /// Host of the URL in the line.
    case urlHost
    /// The scheme that the wallet was told to return to.
    case returnScheme
    /// `true` when the return URL in the line carried an order number.
    case urlHasOrder
    /// `app.foregrounded`: an order number, or `none`.
    case pending
    /// `wallet.unavailable`: `not_whitelisted`; `wallet.intercepted`: `failed` when a wallet-scheme URL failed to load.
    case detail
    /// App version.
    case appVersion
    /// OS version.
    case osVersion
    /// Marketing or payment channel (`cid`).
    case channel
    /// `ios` or `android`.
    case platform
    /// Process id of the client process.
    case process
    /// What stood in a URL that should not (`access_token`, `key`, …); the secret itself is never kept.
    case secret
    /// `true`: a row of a payer's own export: counts only for a known order (rule 5).
    case payerExport
    /// First line of what a record that fits nothing else said, cut.
    case note
    /// `true`: a line that names a tool or scanner as the sender.
    case tool
    /// The day a bill covers, `yyyy-MM-dd` in UTC+8.
    case billDay
    /// `true` or `false`: the client says whether the app was just installed.
    case firstInstall

    /// Whether a value of this key names the order, an attempt or an alias.
    @inlinable public var isIdentifier: Bool { rawValue < 30 }
}

/// The canonical state words that `status`, `from` and `to` use.
public enum StateWord: String, Sendable, CaseIterable {
    /// Nothing happened yet.
    case created
    /// Waiting for the payer (WAIT_BUYER_PAY, NOTPAY, USERPAYING).
    case pending
    /// Paid (TRADE_SUCCESS, TRADE_FINISHED, SUCCESS, REFUND, success, completed payment).
    case paid
    /// On its way.
    case shipped
    /// Handed over.
    case delivered
    /// The order is over.
    case completed
    /// The provider or the shop says failed (PAYERROR).
    case failed
    /// The payer said no.
    case cancelled
    /// Closed unpaid.
    case closed
    /// Ran out of time.
    case expired
    /// The money went back.
    case refunded
    /// The provider does not know the trade (ACQ.TRADE_NOT_EXIST, ORDER_NOT_EXIST).
    case notExist = "not_exist"
}

/// How a refund stands, as the provider says: only one that was carried out has given money back.
public enum RefundProgress: String, Sendable, CaseIterable {
    /// Asked for, accepted, under way (WeChat `PROCESSING`).
    case begun
    /// Carried out (`SUCCESS`).
    case done
    /// Not carried out: the payer's card is gone, the refund was closed (`ABNORMAL`, `CHANGE`, `CLOSED`, `REFUNDCLOSE`).
    case failed
}
