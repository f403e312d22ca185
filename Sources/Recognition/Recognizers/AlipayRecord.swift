import Decoding
import Domain

extension Recognizer {
    /// A trade of Alipay's as a record of its own: NDJSON of a reconciliation job.
    static let alipayRecord = Recognizer(
        name: "Alipay trade record",
        purpose: Text(
            en: "A JSON object with out_trade_no and trade_status that stands alone, outside of any application's log (facts.md §1.4).",
            zh: "单独成行、含 out_trade_no 与 trade_status 的 JSON 对象，不属于应用日志（facts.md §1.4）。"),
        scope: .server, anchors: ["trade_status", "tradeStatus"],
        examples: [
            Example(
                #"{"out_trade_no":"LP0117","trade_no":"2026090322001","trade_status":"TRADE_SUCCESS","total_amount":"19.90","#
                    + #""gmt_payment":"2026-09-03 15:00:33"}"#,
                gives: "provider.trade.recorded orderNumber=LP0117 tradeNumber=2026090322001 status=paid amount=19.90 "
                    + "paidAt=1788418833000000 provider=alipay"),
            Example(
                #"{"event_time":"2026-09-03 15:00:33","out_trade_no":"LP0117","trade_no":"2026090322001","trade_status":"WAIT_BUYER_PAY"}"#,
                gives: "provider.trade.recorded orderNumber=LP0117 status=pending provider=alipay"),
        ]
    ) { reading in
        guard reading.record.message.at(0) == UInt8(ascii: "{"), !reading.isServerContext, reading.number != nil,
            reading.fields.depth(of: .tradeStatus) <= 1, !reading.fields.has(.notifyID)
        else { return false }
        return reading.putAlipayRecord()
    }
}

extension Reading {
    /// Writes a trade of Alipay's that stands alone.
    mutating func putAlipayRecord() -> Bool {
        let state = value(.tradeStatus).flatMap { words.states.providerState(of: $0) }
        guard begin(state == .closed && !fields.has(.paymentTime) ? .tradeClosed : .tradeRecorded, .provider) else { return false }
        putNumbers()
        putAliases()
        rows.put(.provider, "alipay")
        putProviderStatus(fields[.tradeStatus])
        putAmount(value(.totalAmount, .amount))
        putCurrency()
        putTime(.paidAt, value(.paymentTime, .sendPayDate))
        putTime(.closedAt, value(.refundTime, .closeTime))
        putAmount(fields[.refundFee], .refundedAmount)
        putAlias(.appID, .appID)
        putAlias(.sellerID, .sellerID)
        putRecordTime()
        return settleProviderTime()
    }
}
