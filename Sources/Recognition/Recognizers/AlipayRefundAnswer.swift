import Decoding
import Domain

extension Recognizer {
    /// `alipay_trade_refund_response`.
    static let alipayRefundAnswer = Recognizer(
        name: "Alipay refund answer",
        purpose: Text(
            en: "JSON with alipay_trade_refund_response that was carried out: what was refunded of the trade so far.",
            zh: "含 alipay_trade_refund_response 且退款成功的 JSON：该交易累计退款金额。"),
        scope: .server, anchors: ["alipay_trade_refund_response", "alipay_trade_fastpay_refund_query_response"],
        examples: [
            Example(
                #"2026-09-03 15:00:34,300 INFO shop refund {"alipay_trade_refund_response":{"code":"10000","msg":"Success","#
                    + #""fund_change":"Y","gmt_refund_pay":"2026-09-03 15:00:33","out_trade_no":"LP0117","refund_fee":"19.90","#
                    + #""trade_no":"2026090322001"},"sign":"x"}"#,
                gives: "server.provider.answered orderNumber=LP0117 tradeNumber=2026090322001 provider=alipay refundedAmount=19.90"),
            Example(
                #"{"alipay_trade_refund_response":{"code":"10000","msg":"Success","fund_change":"Y","#
                    + #""gmt_refund_pay":"2026-09-03 15:00:33","out_trade_no":"LP0117","refund_fee":"19.90","trade_no":"2026090322001"}}"#,
                gives: "provider.refund.recorded orderNumber=LP0117 tradeNumber=2026090322001 refundedAmount=19.90 "
                    + "closedAt=1788418833000000"),
            // The query of one refund names no status while it is not carried out.
            Example(
                #"2026-09-03 15:00:34,300 INFO shop refund query {"alipay_trade_fastpay_refund_query_response":{"code":"10000","#
                    + #""msg":"Success","out_request_no":"R1","out_trade_no":"LP0117","trade_no":"2026090322001","total_amount":"19.90","#
                    + #""refund_amount":"19.90"},"sign":"x"}"#,
                gives: "server.provider.answered orderNumber=LP0117 refundNumber=R1 refundProgress=begun"),
            Example(
                #"2026-09-03 15:00:34,300 INFO shop refund query {"alipay_trade_fastpay_refund_query_response":{"code":"10000","#
                    + #""msg":"Success","out_request_no":"R1","out_trade_no":"LP0117","trade_no":"2026090322001","total_amount":"19.90","#
                    + #""refund_amount":"19.90","refund_status":"REFUND_SUCCESS"},"sign":"x"}"#,
                gives: "server.provider.answered orderNumber=LP0117 refundNumber=R1 refundedAmount=19.90 refundProgress=done"),
            // A refund that was refused says nothing of the payment.
            Example(
                #"2026-09-03 15:00:34,300 INFO shop refund {"alipay_trade_refund_response":{"code":"40004","msg":"Business Failed","#
                    + #""sub_code":"ACQ.SELLER_BALANCE_NOT_ENOUGH","out_trade_no":"LP0117","refund_fee":"0.00"},"sign":"x"}"#),
        ]
    ) { reading in
        guard case .alipayRefund = reading.payload, reading.number != nil,
            reading.fields[.code]?.trimmed.unquoted.equals("10000") == true
        else { return false }
        let isAnswer = reading.isServerContext
        guard isAnswer ? reading.begin(.providerAnswered, .serverApp) : reading.begin(.refundRecorded, .provider) else { return false }
        reading.putNumbers()
        reading.putAliases()
        reading.rows.put(.provider, "alipay")
        reading.putAlipayRefund()
        if isAnswer { return true }
        if reading.alipayRefundProgress == .done { reading.rows.put(.status, StateWord.refunded.bytes) }
        return reading.settleProviderTime()
    }
}
