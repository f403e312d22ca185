import Decoding
import Domain

extension Reading {
    /// Whether the record stands in a server's own log: it has a level, a logger or words of its own, or a stamp that is not one of the
    /// document's fields. A provider's document kept as it is, is a record of the provider, whatever its time is called.
    var isServerContext: Bool {
        if record.level != .none || record.process.count > 0 { return true }
        if record.category.count > 0 {
            // WeChat's refunds name a `channel`, as loggers do; without a time and words it is no logger's.
            return record.at != nil || record.message.at(0) != UInt8(ascii: "{") || fields.has(.message)
        }
        guard record.at != nil else { return false }
        return !(record.message.at(0) == UInt8(ascii: "{") && !fields.has(.message) && (fields.has(.time) || fields.has(.eventTime)))
    }

    /// Writes one event word of the provider layer (client-and-server-lines.md, "Provider").
    mutating func putProviderEvent(_ event: EventKind) -> Bool {
        guard begin(event, .provider) else { return false }
        putNumbers()
        putAliases()
        let payload = payload
        putProviderWord(payload)
        switch event {
        case .tradeRecorded, .tradeClosed:
            if let word = value(.tradeStatus, .tradeState, .status) { putProviderStatus(word) }
            if event == .tradeClosed, !rows.has(.status) { rows.put(.status, StateWord.closed.bytes) }
            if fields.has(.total) { putFen(fields[.total]) } else { putAmount(value(.totalAmount, .amount)) }
            putCurrency()
            putTime(.paidAt, value(.paymentTime, .successTime, .endTime, .sendPayDate))
            putTime(.closedAt, value(.closeTime, .refundTime))
            putAmount(fields[.refundFee], .refundedAmount)
        case .refundRecorded:
            // A record of a refund may be one of how it stands so far.
            if let word = value(.refundStatus, .status)?.trimmed.unquoted, let progress = RefundProgress(word: word), progress != .done {
                putRefund(progress, in: word)
                putAlias(.refundNumber, .refundNumber)
                break
            }
            if fields.has(.refund) {
                putFen(fields[.refund], .refundedAmount)
            } else {
                putAmount(value(.refundFee, .amount), .refundedAmount)
            }
            putAlias(.refundNumber, .refundNumber)
            putCurrency()
            putTime(.closedAt, value(.refundTime, .successTime))
            rows.put(.status, StateWord.refunded.bytes)
        case .notifySent:
            if let attempt = fields[.attempt]?.integer { rows.put(.attemptIndex, number: attempt) }
            if let status = httpStatus { rows.put(.httpStatus, number: status) }
            if let result = value(.deliveryResult, .result) { rows.put(.deliveryResult, result.trimmed.unquoted.cut(to: 48)) }
            putTime(.sentAt, value(.notifyTime))
        case .exportFinished:
            putTime(.closedAt, value(.time))
        case .storeTransactionRecorded: putStoreRecord()
        default: putApple()
        }
        putAlias(.appID, .appID)
        putAlias(.sellerID, .sellerID)
        putAlias(.merchantID, .merchantID)
        if !rows.has(.bundleID) { putAlias(.bundleID, .bundleID) }
        putEnvironment()
        return settleProviderTime()
    }

    /// A provider's document without an event word: in a server's log the answer to its question, else a record of the provider.
    mutating func putAnswerOrRecord(_ payload: Payload) -> Bool {
        if isServerContext {
            guard begin(.providerAnswered, .serverApp) else { return false }
            putNumbers()
            putAliases()
            putProviderAnswer(payload)
            putEnvironment()
            return true
        }
        let state = value(.tradeState, .tradeStatus).flatMap { words.states.providerState(of: $0) }
        guard begin(state == .closed && !hasPaymentTime ? .tradeClosed : .tradeRecorded, .provider) else { return false }
        putNumbers()
        putAliases()
        putPayload(payload)
        if !rows.has(.status), let code = value(.subCode, .code), let known = words.states.providerState(of: code) {
            rows.put(.status, known.bytes)
        }
        putRecordTime()
        putEnvironment()
        return settleProviderTime()
    }

    /// A record of the moment it was paid may name that moment only as its own.
    mutating func putRecordTime() {
        guard !rows.has(.paidAt), !hasPaymentTime, let word = value(.tradeState, .tradeStatus)?.trimmed.unquoted,
            word.equals("SUCCESS") || word.equals("TRADE_SUCCESS")
        else { return }
        putTime(.paidAt, value(.eventTime))
    }

    private var hasPaymentTime: Bool {
        fields.has(.paymentTime) || fields.has(.successTime) || fields.has(.endTime) || fields.has(.sendPayDate)
    }

    /// A provider's row stands at the time of its fact when its record has no stamp.
    mutating func settleProviderTime() -> Bool {
        guard record.at == nil, let row = rows.last else { return true }
        let attributes = Attributes(rows.attributes(of: row.pointee))
        if let at = (attributes[.notifiedAt] ?? attributes[.paidAt] ?? attributes[.closedAt] ?? attributes[.sentAt])?.integer {
            row.pointee.at = Instant(microseconds: at)
            row.pointee.resolution = .second
        } else if let text = value(.eventTime, .time) ?? value(.createTime, .creationTime), let at = ProviderTime.read(text.unquoted) {
            (row.pointee.at, row.pointee.resolution) = (at, .second)
        }
        return true
    }
}
