import Decoding
import Domain

extension Recognizer {
    /// WeChat v2 XML without `trade_state`.
    static let wechatXML = Recognizer(
        name: "WeChat v2 notify",
        purpose: Text(
            en: "Notify XML of WeChat v2: return_code and out_trade_no, no trade_state (facts.md §2.1).",
            zh: "微信 v2 通知 XML：有 return_code 与 out_trade_no，没有 trade_state。"),
        scope: .server, anchors: ["<return_code>", "<out_trade_no>", "return_code", "returnCode"],
        examples: [
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Notify : <xml><appid><![CDATA[wx00aa]]></appid><mch_id>1900</mch_id>"
                    + "<return_code><![CDATA[SUCCESS]]></return_code><result_code><![CDATA[SUCCESS]]></result_code>"
                    + "<out_trade_no><![CDATA[V20611]]></out_trade_no><transaction_id>4200001822202606118801981756</transaction_id>"
                    + "<total_fee>6800</total_fee><fee_type>CNY</fee_type><time_end>20260611201433</time_end></xml>",
                gives:
                    "server.notify.received orderNumber=V20611 tradeNumber=4200001822202606118801981756 status=paid amount=68.00 currency=CNY "
                    + "merchantID=1900 appID=wx00aa paidAt=1781180073000000 provider=wechat"),
            Example(
                #"{"time":"2026-06-11T20:14:40.101+08:00","level":"info","msg":"微信支付回调 <xml><appid><![CDATA[wx00aa]]></appid><return_code>"#
                    + #"<![CDATA[SUCCESS]]></return_code><result_code>SUCCESS</result_code><out_trade_no><![CDATA[V20611]]></out_trade_no>"#
                    + #"<transaction_id>4200001822202606118801981756</transaction_id><total_fee>6800</total_fee></xml>"}"#,
                gives: "server.notify.received orderNumber=V20611 tradeNumber=4200001822202606118801981756 status=paid amount=68.00 "
                    + "provider=wechat"),
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Query : <xml><return_code>SUCCESS</return_code><result_code>SUCCESS"
                    + "</result_code><out_trade_no>V20611</out_trade_no><trade_state>NOTPAY</trade_state></xml>",
                gives: "server.provider.answered orderNumber=V20611 status=pending"),
            Example(
                "2026-06-11 20:14:40,101 INFO notify data: {'appid': 'wx00aa', 'mch_id': '1900', 'return_code': 'SUCCESS', "
                    + "'result_code': 'SUCCESS', 'out_trade_no': 'V20611', 'transaction_id': '4200001822202606118801981756', 'total_fee': '6800', "
                    + "'time_end': '20260611201433'}",
                gives:
                    "server.notify.received orderNumber=V20611 tradeNumber=4200001822202606118801981756 status=paid amount=68.00 provider=wechat"
            ),
            Example(
                "2026-06-11 20:14:40,101 INFO refund answer: {'return_code': 'SUCCESS', 'result_code': 'SUCCESS', 'out_trade_no': 'V20611', "
                    + "'transaction_id': '42000018', 'out_refund_no': 'R1', 'total_fee': '6800'}"),
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Notify : answer <xml><return_code>SUCCESS</return_code>"
                    + "<return_msg>OK</return_msg></xml>"),
        ]
    ) { reading in
        guard case .wechatNotify = reading.payload, reading.number != nil else { return false }
        // Taken out of its XML it is a notify where it says when which trade was paid, and is about no refund.
        let isWhole = reading.fields.has(.endTime) && reading.fields.has(.transactionID) && !reading.fields.has(.refundNumber)
        guard reading.text.holds("<return_code>") || isWhole else { return false }
        // An order query's or a unified order's answer names a prepay id; a notify never does.
        if reading.fields.has(.prepayID) { return false }
        return reading.putNotify(.wechatNotify)
    }
}
