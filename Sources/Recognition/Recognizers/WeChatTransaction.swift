import Decoding
import Domain

extension Recognizer {
    /// A WeChat transaction object without an event word.
    static let wechatTransaction = Recognizer(
        name: "WeChat transaction",
        purpose: Text(
            en:
                "A v3 transaction: a decrypted notify where the line says so, a query answer in a server's log, else a record of the provider "
                + "(facts.md §2.3).",
            zh: "微信 v3 交易：行内说明是通知则为解密后的通知，服务器日志中为查单应答，否则为渠道侧记录。"),
        scope: .server, anchors: ["trade_state", "tradeState", "TradeState:"],
        examples: [
            Example(
                #"{"mchid":"1699990001","out_trade_no":"RC0731","transaction_id":"4200001822202606118801981756","trade_type":"MWEB","#
                    + #""trade_state":"SUCCESS","success_time":"2026-06-11T20:14:33+08:00","amount":{"total":6800,"currency":"CNY"}}"#,
                gives: "provider.trade.recorded orderNumber=RC0731 tradeNumber=4200001822202606118801981756 status=paid amount=68.00 "
                    + "paidAt=1781180073000000 merchantID=1699990001 provider=wechat"),
            Example(
                #"2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Query : answer {"out_trade_no":"RC0731","trade_state":"NOTPAY"}"#,
                gives: "server.provider.answered orderNumber=RC0731 status=pending rawStatus=NOTPAY provider=wechat"),
            Example(
                #"2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Notify : decrypted {"out_trade_no":"RC0731","trade_state":"SUCCESS","#
                    + #""transaction_id":"4200001822202606118801981756","success_time":"2026-06-11T20:14:33+08:00","amount":{"total":6800}}"#,
                gives: "server.notify.received orderNumber=RC0731 status=paid amount=68.00"),
            Example(
                "2026-06-11 20:14:40.101  INFO 1 --- [exec-2] c.e.pay.Query : resp Transaction{Amount:TransactionAmount{Currency:CNY, "
                    + "PayerTotal:6800, Total:6800}, Appid:wx00aa, Attach:, Mchid:1699990001, OutTradeNo:RC0731, "
                    + "PromotionDetail:[], SuccessTime:2026-06-11T20:14:33+08:00, TradeState:SUCCESS, TradeType:MWEB, TransactionId:4200001822202606118801981756}",
                gives:
                    "server.provider.answered orderNumber=RC0731 tradeNumber=4200001822202606118801981756 status=paid amount=68.00 currency=CNY "
                    + "paidAt=1781180073000000 provider=wechat"),
        ]
    ) { reading in
        guard case .wechatTransaction = reading.payload, reading.number != nil else { return false }
        let text = reading.text
        if reading.isServerContext, !text.holds("<trade_state"),
            text.holdsAnyCase("decrypt") || text.holds("解密") || text.holds("回调") || text.holds("通知结果")
        {
            return reading.putNotify(.wechatTransaction)
        }
        return reading.putAnswerOrRecord(.wechatTransaction)
    }
}
