import Decoding
import Domain

extension Reading {
    /// Alipay's asynchronous notify (facts.md §1.1).
    mutating func putAlipay() {
        putProviderStatus(fields[.tradeStatus])
        putAmount(fields[.totalAmount])
        putTime(.paidAt, fields[.paymentTime])
        putTime(.sentAt, fields[.notifyTime])
        putTime(.closedAt, value(.refundTime, .closeTime))
        putAmount(fields[.refundFee], .refundedAmount)
        putAlias(.refundNumber, .refundNumber)
        putAlipayHints()
    }

    /// `alipay_trade_query_response` (facts.md §1.4).
    mutating func putAlipayAnswer() {
        let subCode = fields[.subCode]
        if let status = fields[.tradeStatus] {
            putProviderStatus(status)
        } else if let subCode, words.states.providerState(of: subCode) == .notExist {
            putProviderStatus(subCode)
        }
        if fields.has(.tradeStatus) { putAmount(fields[.totalAmount]) }
        putTime(.paidAt, value(.sendPayDate, .paymentTime))
    }

    /// `alipay_trade_refund_response`: what was refunded of the trade so far, whether this request changed it or not.
    ///
    /// The answer to the query of one refund names a status, or none while it is not carried out (facts.md §1.4).
    mutating func putAlipayRefund() {
        let progress = alipayRefundProgress
        putRefund(progress, in: fields[.refundStatus])
        putAlias(.refundNumber, .refundNumber)
        guard progress == .done else { return }
        putAmount(fields[.refundFee], .refundedAmount)
        putTime(.closedAt, value(.refundTime))
    }

    /// How the refund stands that `alipay_trade_refund_response` or the answer to a refund query speaks of.
    var alipayRefundProgress: RefundProgress {
        if let status = fields[.refundStatus]?.trimmed.unquoted {
            return status.equalsAnyCase("refund_success") ? .done : status.equalsAnyCase("refund_fail") ? .failed : .begun
        }
        // Nothing was given back yet where no amount, or none but zero, says so.
        let hasAmount = fields[.refundFee]?.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } == true
        return hasAmount && !text.holds("fastpay_refund_query") ? .done : .begun
    }

    /// What a notify's own parameters tell about why its signature may fail (facts.md §1.1.2).
    mutating func putAlipayHints() {
        var entities = false
        var extra = false
        var blank = false
        if let body = fields[.body] {
            entities =
                body.holds("quot") && (body.holds("%26quot%3B") || body.holds("&quot;"))
                || body.holds("amp") && (body.holds("%26amp%3B") || body.holds("&amp;"))
            let isForm = FieldReader.looksLikeForm(body)
            var sign: Bytes?
            var pairs = QueryPairs(body)
            while let pair = pairs.next() {
                if isForm, !extra { extra = !AlipayKeys.knows(pair.key) }
                if sign == nil, pair.key.equals("sign") { sign = pair.value }
            }
            if let sign {
                // An encoded body writes the `+` of base64 as `%2B`.
                blank = sign.holds("%20") || sign.holds(" ") || (sign.holds("+") && body.holds("%"))
            }
        }
        if !entities { entities = text.holds("quot") && (text.holds("&quot;") || text.holds("%26quot%3B")) }
        putHints(entities ? "entities" : nil, extra ? "extra_parameters" : nil, blank ? "plus_became_space" : nil)
    }

    /// Writes hint words, blank-separated.
    mutating func putHints(_ hints: StaticString?...) {
        var buffer: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &buffer) { memory in
            var used = 0
            for case .some(let hint) in hints where used &+ hint.utf8CodeUnitCount < memory.count {
                if used > 0 {
                    memory[used] = 32
                    used &+= 1
                }
                for byte in hint.bytes {
                    memory[used] = byte
                    used &+= 1
                }
            }
            if used > 0 { rows.put(.hints, Bytes(UnsafeRawBufferPointer(rebasing: memory[0..<used]))) }
        }
    }
}

/// The parameters that Alipay itself sends with a notify (facts.md §1.1): one more means that a router or framework added it.
enum AlipayKeys {
    /// Whether Alipay sends it.
    static func knows(_ key: Bytes) -> Bool { index[StableHash.of(key)] != nil }

    private static let index: HashIndex = {
        var index = HashIndex()
        for (place, name) in names.enumerated() { index[StableHash.of(name.bytes)] = place }
        return index
    }()

    private static let names: [StaticString] = [
        "notify_time", "notify_type", "notify_id", "app_id", "auth_app_id", "merchant_app_id", "charset", "version", "sign_type", "sign",
        "trade_no", "out_trade_no", "out_biz_no", "buyer_id", "buyer_open_id", "buyer_logon_id", "seller_id", "seller_email",
        "trade_status", "total_amount", "receipt_amount", "invoice_amount", "buyer_pay_amount", "point_amount", "refund_fee",
        "send_back_fee", "subject", "body", "gmt_create", "gmt_payment", "gmt_refund", "gmt_close", "fund_bill_list", "vocher_detail_list",
        "voucher_detail_list", "passback_params", "buyer_email", "buyer_phone", "price", "quantity", "total_fee", "payment_type",
        "discount", "is_total_fee_adjust", "use_coupon", "gmt_refund_pay", "refund_status", "biz_settle_mode", "peerpay_amount",
        "settle_amount", "discount_amount", "mdiscount_amount", "open_id", "enterprise_pay_info", "hyb_amount", "bkagent_resp_info",
        "charge_amount", "charge_flags", "settlement_id", "business_params", "buyer_user_type", "mcoupon_amount",
    ]
}
