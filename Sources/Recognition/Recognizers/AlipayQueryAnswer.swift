import Decoding
import Domain

extension Recognizer {
    /// `alipay_trade_query_response`.
    static let alipayQueryAnswer = Recognizer(
        name: "Alipay query answer",
        purpose: Text(
            en: "JSON with alipay_trade_query_response (facts.md §1.4); alone in a file it is a record of the provider.",
            zh: "含 alipay_trade_query_response 的 JSON；单独成文件时是渠道侧记录。"),
        scope: .server, anchors: ["alipay_trade_query_response", "send_pay_date", "sendPayDate", "ACQ.TRADE_NOT_EXIST"],
        examples: [
            Example(
                #"2026-09-03 15:00:34,300 INFO shop query result {"alipay_trade_query_response":{"code":"10000","msg":"Success","#
                    + #""trade_no":"2026090322001","out_trade_no":"LP0117","trade_status":"TRADE_SUCCESS","total_amount":"19.90","#
                    + #""send_pay_date":"2026-09-03 15:00:33"},"sign":"x"}"#,
                gives: "server.provider.answered orderNumber=LP0117 tradeNumber=2026090322001 status=paid code=10000 amount=19.90 "
                    + "paidAt=1788418833000000 provider=alipay"),
            Example(
                #"{"alipay_trade_query_response":{"code":"10000","trade_no":"2026090322001","out_trade_no":"LP0117","#
                    + #""trade_status":"TRADE_SUCCESS","total_amount":"19.90","send_pay_date":"2026-09-03 15:00:33"},"sign":"x"}"#,
                gives: "provider.trade.recorded orderNumber=LP0117 status=paid amount=19.90 paidAt=1788418833000000"),
            Example(
                "2026-09-03 15:00:34,300 INFO shop query {'code': '10000', 'msg': 'Success', 'trade_no': '2026090322001', "
                    + "'out_trade_no': 'LP0117', 'trade_status': 'TRADE_SUCCESS', 'total_amount': '19.90', "
                    + "'send_pay_date': '2026-09-03 15:00:33'}",
                gives: "server.provider.answered orderNumber=LP0117 tradeNumber=2026090322001 status=paid code=10000 amount=19.90 "
                    + "paidAt=1788418833000000 provider=alipay"),
        ]
    ) { reading in
        guard case .alipayQuery = reading.payload else { return false }
        return reading.putAnswerOrRecord(.alipayQuery)
    }
}
