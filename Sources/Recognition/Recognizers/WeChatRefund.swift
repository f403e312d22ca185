import Decoding
import Domain

extension Recognizer {
    /// A WeChat refund without an event word and without its envelope.
    static let wechatRefund = Recognizer(
        name: "WeChat refund",
        purpose: Text(
            en:
                "A refund's document: a decrypted notify where the line says so, the answer to a refund or its query in a server's log, else a "
                + "record of the provider (facts.md §2.2).",
            zh: "微信退款报文：行内说明是通知则为解密后的退款通知，服务器日志中为退款或退款查询的应答，否则为渠道侧记录。"),
        scope: .server, anchors: ["out_refund_no", "outRefundNo"],
        examples: [
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Notify : 退款通知解密 "
                    + #"{"mchid":"1699990001","out_trade_no":"RC0731","transaction_id":"4200001822202606118801981756","#
                    + #""out_refund_no":"R0731","refund_id":"50300001","refund_status":"SUCCESS","success_time":"2026-06-11T20:14:33+08:00","#
                    + #""amount":{"total":6800,"refund":1800,"payer_total":6800,"payer_refund":1800}}"#,
                gives: "server.notify.received orderNumber=RC0731 tradeNumber=4200001822202606118801981756 refundedAmount=18.00 "
                    + "refundNumber=R0731 closedAt=1781180073000000 provider=wechat"),
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Refund : answer "
                    + #"{"refund_id":"50300001","out_refund_no":"R0731","transaction_id":"4200001822202606118801981756","#
                    + #""out_trade_no":"RC0731","channel":"ORIGINAL","status":"SUCCESS","success_time":"2026-06-11T20:14:33+08:00","#
                    + #""amount":{"total":6800,"refund":6800,"currency":"CNY"}}"#,
                gives: "server.provider.answered orderNumber=RC0731 refundedAmount=68.00 refundNumber=R0731"),
            Example(
                #"{"refund_id":"50300001","out_refund_no":"R0731","transaction_id":"4200001822202606118801981756","#
                    + #""out_trade_no":"RC0731","status":"SUCCESS","success_time":"2026-06-11T20:14:33+08:00","amount":{"refund":6800}}"#,
                gives: "provider.refund.recorded orderNumber=RC0731 refundedAmount=68.00 refundNumber=R0731 closedAt=1781180073000000"),
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Refund : answer "
                    + #"{"refund_id":"50300001","out_refund_no":"R0731","transaction_id":"4200001822202606118801981756","#
                    + #""out_trade_no":"RC0731","status":"PROCESSING","amount":{"total":6800,"refund":6800}}"#,
                gives: "server.provider.answered orderNumber=RC0731 refundNumber=R0731 refundProgress=begun rawStatus=PROCESSING"),
            // It names the way back as loggers name themselves.
            Example(
                #"{"refund_id":"50300001","out_refund_no":"R0731","transaction_id":"4200001822202606118801981756","#
                    + #""out_trade_no":"RC0731","channel":"ORIGINAL","user_received_account":"招商银行信用卡0403","status":"SUCCESS","#
                    + #""success_time":"2026-06-11T20:14:33+08:00","amount":{"total":6800,"refund":6800,"currency":"CNY"}}"#,
                gives: "provider.refund.recorded orderNumber=RC0731 tradeNumber=4200001822202606118801981756 refundedAmount=68.00 "
                    + "refundNumber=R0731 closedAt=1781180073000000"),
            // The payer's bank did not take it back.
            Example(
                #"{"refund_id":"50300001","out_refund_no":"R0731","transaction_id":"4200001822202606118801981756","#
                    + #""out_trade_no":"RC0731","status":"ABNORMAL","create_time":"2026-06-11T20:14:33+08:00","amount":{"refund":6800}}"#,
                gives: "provider.refund.recorded orderNumber=RC0731 refundProgress=failed rawStatus=ABNORMAL"),
            // v2 decrypts its notify to a document of its own.
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Notify : 退款通知 req_info 解密 <root><out_refund_no><![CDATA[R0731]]>"
                    + "</out_refund_no><out_trade_no><![CDATA[RC0731]]></out_trade_no><refund_fee><![CDATA[6800]]></refund_fee>"
                    + "<refund_status><![CDATA[SUCCESS]]></refund_status><transaction_id><![CDATA[4200001822202606118801981756]]>"
                    + "</transaction_id></root>",
                gives: "server.notify.received orderNumber=RC0731 refundNumber=R0731 refundedAmount=68.00 refundProgress=done"),
            // v2 takes a request in the envelope of its notify, and tells later what became of it.
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Refund : answer <xml><return_code>SUCCESS</return_code><result_code>"
                    + "SUCCESS</result_code><transaction_id>4200001822202606118801981756</transaction_id><out_trade_no>RC0731</out_trade_no>"
                    + "<out_refund_no>R0731</out_refund_no><refund_id>50300001</refund_id><refund_fee>6800</refund_fee>"
                    + "<total_fee>6800</total_fee></xml>",
                gives: "server.provider.answered orderNumber=RC0731 refundNumber=R0731 refundProgress=begun"),
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Refund : query <xml><return_code>SUCCESS</return_code><result_code>"
                    + "SUCCESS</result_code><transaction_id>4200001822202606118801981756</transaction_id><out_trade_no>RC0731</out_trade_no>"
                    + "<out_refund_no_0>R0731</out_refund_no_0><refund_fee_0>6800</refund_fee_0><refund_status_0>SUCCESS</refund_status_0>"
                    + "<total_fee>6800</total_fee></xml>",
                gives: "server.provider.answered orderNumber=RC0731 refundNumber=R0731 refundedAmount=68.00 refundProgress=done"),
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Refund : answer <xml><return_code>SUCCESS</return_code><result_code>"
                    + "FAIL</result_code><err_code>NOTENOUGH</err_code><out_trade_no>RC0731</out_trade_no><out_refund_no>R0731"
                    + "</out_refund_no></xml>"),
        ]
    ) { reading in
        guard case .wechatRefund = reading.payload, reading.number != nil else { return false }
        let text = reading.text
        if reading.isServerContext,
            text.holdsAnyCase("decrypt") || text.holds("<root>") || text.holds("解密") || text.holds("回调") || text.holds("通知")
        {
            return reading.putNotify(.wechatRefund)
        }
        guard let progress = reading.wechatRefundProgress else { return false }
        let isAnswer = reading.isServerContext
        guard isAnswer ? reading.begin(.providerAnswered, .serverApp) : reading.begin(.refundRecorded, .provider) else { return false }
        reading.putNumbers()
        reading.putAliases()
        reading.rows.put(.provider, "wechat")
        reading.putWeChatRefund()
        // What only began, or was given up, has not given anything back.
        if !isAnswer, progress == .done { reading.rows.put(.status, StateWord.refunded.bytes) }
        return isAnswer ? true : reading.settleProviderTime()
    }
}
