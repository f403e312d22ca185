import Decoding
import Domain

extension Reading {
    /// WeChat v2 notify XML (facts.md §2.1): only successful payments are notified, amounts in fen.
    mutating func putWeChatNotify() {
        let failed = fields[.returnCode]?.equalsAnyCase("fail") == true || fields[.resultCode]?.equalsAnyCase("fail") == true
        if !failed, fields.has(.transactionID) {
            rows.put(.status, StateWord.paid.bytes)
            if let word = fields[.resultCode] { rows.put(.rawStatus, word.cut(to: 40)) }
        }
        // v2 wants XML for an answer (§2.1).
        rows.put(.detail, "v2")
        putFen(fields[.totalFee])
        putCurrency()
        putTime(.paidAt, fields[.endTime])
        putWeChatTime()
    }

    /// WeChat v3 notify (facts.md §2.2): the resource may be encrypted, then only the notification's own id and times are known.
    mutating func putWeChatEnvelope() {
        if let id = notificationIdentifier, !rows.has(.notifyID) { rows.put(.notifyID, id) }
        if let type = fields[.eventType] { rows.put(.notificationType, type.cut(to: 40)) }
        putTime(.notifiedAt, fields[.createTime])
        putWeChatTime()
        if fields.has(.tradeState) {
            putWeChatTransaction()
        } else if fields.has(.refundStatus) {
            putWeChatRefund()
        } else if let type = fields[.eventType], type.has("REFUND.") {
            // Encrypted: how it stands is told, and not how much.
            rows.put(.refundProgress, (type.ends("SUCCESS") ? RefundProgress.done : .failed).bytes)
        }
        if isRewritten { putHints("body_rewritten") }
    }

    /// The `id` of a v3 notification: the one beside `resource_type`, `event_type` and `create_time`.
    var notificationIdentifier: Bytes? {
        let depth = min(fields.depth(of: .resourceType), fields.depth(of: .eventType), fields.depth(of: .createTime))
        if depth == 0 { return Reading.usable(fields[.identifier]) ?? Reading.usable(fields[.nestedIdentifier]) }
        return Reading.usable(fields[.nestedIdentifier]) ?? Reading.usable(fields[.identifier])
    }

    /// Whether the logged v3 body is not the one that was signed: other key order (its first key is not `id`) or camelCase keys
    /// (facts.md §2.2).
    private var isRewritten: Bool {
        if text.holds("resourceType") || text.holds("originalType") || text.holds("associatedData") { return true }
        guard let body = wechatBody else { return false }
        var i = 1
        while i < body.count, body[i].isBlank || body[i] == 92 { i &+= 1 }
        guard body.at(i) == 34 else { return false }
        return !body.has("\"id", at: i)
    }

    /// The body as logged: the field, else the object that holds `resource_type` in a multi-line record.
    private var wechatBody: Bytes? {
        if let body = fields[.body]?.trimmed, body.at(0) == UInt8(ascii: "{") { return body }
        guard fields.depth(of: .resourceType) == 0 || fields.depth(of: .eventType) == 0 else { return nil }
        guard let first = text.find("{\""), text.holds("\"resource") else { return nil }
        return text.from(first)
    }

    /// A v3 transaction or v2 query answer (facts.md §2.3).
    mutating func putWeChatTransaction() {
        putProviderStatus(fields[.tradeState])
        if fields.has(.total) {
            putFen(fields[.total])
        } else if fields.has(.totalFee) {
            putFen(fields[.totalFee])
        } else {
            putAmount(value(.totalAmount, .amount))
        }
        putCurrency()
        putTime(.paidAt, value(.successTime, .endTime, .paymentTime))
    }

    /// A refund (facts.md §2.2): one that was not carried out (PROCESSING, ABNORMAL, CLOSED) has given nothing back yet. Each names its own
    /// amount, v3 under `amount`, v2 beside the order's; `success_time` is the refund's, not the payment's.
    mutating func putWeChatRefund() {
        guard let progress = wechatRefundProgress else { return }
        rows.put(.notificationType, "refund")
        putRefund(progress, in: value(.refundStatus, .status))
        putAlias(.refundNumber, .refundNumber)
        guard progress == .done else { return }
        putFen(value(.refund, .refundFee), .refundedAmount)
        putCurrency()
        putTime(.closedAt, fields[.successTime])
    }

    /// How the refund stands that a document speaks of; nil where it tells of none, or of one that WeChat refused.
    var wechatRefundProgress: RefundProgress? {
        guard let status = value(.refundStatus, .status)?.trimmed.unquoted else {
            // v2 answers the request itself without a status: taken, and carried out later.
            let isTaken = fields[.resultCode]?.equalsAnyCase("success") == true && fields.has(.refundNumber) && fields.has(.refundFee)
            return isTaken ? .begun : nil
        }
        return RefundProgress(word: status)
    }

    /// Whether a document with a refund's number is WeChat's own: it bears the platform's trade number, and says how the refund stands.
    var isWeChatRefund: Bool {
        guard fields.has(.transactionID), fields.has(.attemptNumber), !fields.has(.returnCode) else { return false }
        guard let status = value(.refundStatus, .status)?.trimmed.unquoted else { return false }
        for word in ["SUCCESS", "PROCESSING", "ABNORMAL", "CLOSED", "CHANGE", "REFUNDCLOSE"] as [StaticString]
        where status.equals(word) { return true }
        return false
    }

    /// `Wechatpay-Timestamp`: when this delivery was sent; in a failed verification's message it is the number that begins the signed
    /// text (facts.md §2.2).
    mutating func putWeChatTime() {
        if let stamp = fields[.wechatTimestamp] {
            putTime(.sentAt, stamp)
        } else if let stamp = signedStamp {
            putTime(.sentAt, stamp)
        }
    }

    /// `message=1790062852⏎nonce⏎{body}`: the timestamp of the signed text.
    private var signedStamp: Bytes? {
        guard let body = text.find("\n{\""), body > 12 else { return nil }
        var lineStart = body
        while lineStart > 0, text[lineStart &- 1] != 10 { lineStart &-= 1 }
        guard lineStart > 10 else { return nil }
        let stampEnd = lineStart &- 1
        var stampStart = stampEnd
        while stampStart > 0, text[stampStart &- 1].isDigit { stampStart &-= 1 }
        return stampEnd &- stampStart == 10 ? text.slice(stampStart, stampEnd) : nil
    }

    /// Whether the record carries one of WeChat's deliberate false signatures (vocabulary §7).
    var isProbe: Bool { text.holds("WECHATPAY/SIGNTEST/") }
}
