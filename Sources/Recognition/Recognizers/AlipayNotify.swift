import Decoding
import Domain

extension Recognizer {
    /// Alipay's notify without an event word.
    static let alipayNotify = Recognizer(
        name: "Alipay notify",
        purpose: Text(
            en: "A form body or parameters with notify_id and trade_status (facts.md §1.1).", zh: "含 notify_id 与 trade_status 的表单或参数。"),
        scope: .server, anchors: ["notify_id", "notifyId"],
        examples: [
            Example(
                "2026-09-03 15:00:34,300 INFO shop alipay callback gmt_create=2026-09-03+15%3A00%3A30&charset=utf-8&"
                    + "gmt_payment=2026-09-03+15%3A00%3A33&notify_time=2026-09-03+15%3A00%3A34&sign=tq%2B1%3D%3D&"
                    + "notify_id=2026090300222150033&fund_bill_list=%5B%7B%26quot%3Bamount%26quot%3B%3A%26quot%3B19.90%26quot%3B%7D%5D&"
                    + "out_trade_no=LP0117&total_amount=19.90&trade_status=TRADE_SUCCESS&trade_no=2026090322001&app_id=2021&seller_id=2088",
                gives: "server.notify.received orderNumber=LP0117 notifyID=2026090300222150033 tradeNumber=2026090322001 status=paid "
                    + "rawStatus=TRADE_SUCCESS amount=19.90 provider=alipay appID=2021 sellerID=2088 sentAt=1788418834000000 "
                    + "paidAt=1788418833000000 hints=entities"),
            Example(
                #"2026-09-03 15:00:34.300  WARN 1 --- [exec-2] c.e.pay.Ali : 支付宝异步通知验签失败: params={"notify_id":"n1","out_trade_no":"LP1","#
                    + #""trade_status":"TRADE_SUCCESS","total_amount":"1.00"}"#,
                gives: "server.notify.received orderNumber=LP1 notifyID=n1 status=paid",
                "server.notify.verified orderNumber=LP1 ok=false reason=signature"),
        ]
    ) { reading in
        guard case .alipayNotify = reading.payload, reading.fields.has(.notifyID), reading.putNotify(.alipayNotify) else { return false }
        // A failed check that prints the parameters is a delivery and its verification.
        guard let reason = reading.saysRefusal, reading.begin(.notifyVerified, .serverApp) else { return true }
        reading.putNumbers()
        reading.putAliases()
        reading.putTruth(.ok, false)
        reading.rows.put(.reason, reason)
        return true
    }
}
