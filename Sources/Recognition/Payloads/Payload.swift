import Decoding
import Domain

/// Which provider's document stands in a record, told by its fields (facts.md §1-§3).
enum Payload {
    /// No provider's own document.
    case none
    /// Alipay's notify parameters, whatever they are written in.
    case alipayNotify
    /// `alipay_trade_query_response`.
    case alipayQuery
    /// `alipay_trade_refund_response`.
    case alipayRefund
    /// WeChat v2 XML without `trade_state`: a notify.
    case wechatNotify
    /// WeChat v3 notify: an envelope around a resource, encrypted or decrypted.
    case wechatEnvelope
    /// WeChat transaction: v3 query answer, decrypted resource alone, v2 query XML.
    case wechatTransaction
    /// WeChat refund without its envelope: the decrypted resource, the answer to a refund or a refund query.
    case wechatRefund
    /// App Store `signedPayload`.
    case apple
    /// Stripe or PayPal event.
    case stripe
    case paypal

    /// The provider's word.
    var provider: StaticString? {
        switch self {
        case .none: nil
        case .alipayNotify, .alipayQuery, .alipayRefund: "alipay"
        case .wechatNotify, .wechatEnvelope, .wechatTransaction, .wechatRefund: "wechat"
        case .apple: "apple"
        case .stripe: "stripe"
        case .paypal: "paypal"
        }
    }
}

extension Reading {
    /// The provider's document in the record.
    @inline(__always) var payload: Payload {
        if fields.has(.signedPayload) { return .apple }
        if fields.has(.ciphertext) || fields[.resourceType]?.has("encrypt") == true { return .wechatEnvelope }
        if let type = fields[.eventType] {
            if type.has("TRANSACTION.") || type.has("REFUND.") { return .wechatEnvelope }
            if type.has("PAYMENT.") || type.has("CHECKOUT.") { return .paypal }
        }
        if fields.has(.alipayQuery) { return .alipayQuery }
        if fields.has(.alipayRefund) { return .alipayRefund }
        if fields.has(.tradeStatus), fields.has(.notifyID) || fields.has(.notifyTime) || fields.has(.sellerID) { return .alipayNotify }
        // The answer to a query as Alipay's libraries hand it on, without its name around it.
        if fields.has(.code), fields.has(.sendPayDate) && fields.has(.tradeStatus) || fields[.subCode]?.has("ACQ.TRADE_NOT_EXIST") == true {
            return .alipayQuery
        }
        if fields.has(.tradeState) { return .wechatTransaction }
        if fields.has(.refundNumber), fields.has(.refund) || fields.has(.refundStatus), isWeChatRefund { return .wechatRefund }
        // v2 answers a refund and its query in the notify's own envelope.
        if fields.has(.returnCode), fields.has(.refundNumber), fields.has(.attemptNumber) { return .wechatRefund }
        if fields.has(.returnCode), fields.has(.resultCode) || fields.has(.totalFee) || fields.has(.attemptNumber) { return .wechatNotify }
        if let type = fields[.type], type.has("payment_intent.") || type.has("charge.") || type.has("checkout.session.") { return .stripe }
        return .none
    }

    /// Writes what the provider's document says: state, money, times, whose it is. Numbers and aliases are written by the caller.
    mutating func putPayload(_ payload: Payload) {
        if let provider = payload.provider {
            rows.put(.provider, provider)
        } else if fields[.source]?.equalsAnyCase("relay") == true {
            rows.put(.provider, "relay")
        }
        switch payload {
        case .alipayNotify: putAlipay()
        case .alipayQuery: putAlipayAnswer()
        case .alipayRefund: putAlipayRefund()
        case .wechatNotify: putWeChatNotify()
        case .wechatEnvelope: putWeChatEnvelope()
        case .wechatTransaction: putWeChatTransaction()
        case .wechatRefund: putWeChatRefund()
        case .apple: putApple()
        case .stripe: if !putStripe() { putPlain() }
        case .paypal: if !putPayPal(isRecord: false) { putPlain() }
        case .none: putPlain()
        }
        putAlias(.appID, .appID)
        putAlias(.sellerID, .sellerID)
        putAlias(.merchantID, .merchantID)
        if !rows.has(.bundleID) { putAlias(.bundleID, .bundleID) }
    }

    /// A relay's or shop's own words.
    private mutating func putPlain() {
        putAnyStatus()
        putAmount(value(.amount, .totalAmount))
        putCurrency()
        putTime(.paidAt, value(.paymentTime, .successTime, .sendPayDate))
        putTime(.sentAt, value(.notifyTime))
        if let type = fields[.type] { rows.put(.notificationType, type.cut(to: 40)) }
    }

    /// The currency, upper case.
    mutating func putCurrency() {
        guard let word = value(.currency, .feeType)?.trimmed.unquoted, word.count == 3 else { return }
        rows.putUppered(.currency, word)
    }
}
