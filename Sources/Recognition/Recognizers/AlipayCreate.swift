import Decoding
import Domain

extension Recognizer {
    /// The signed create request in a server's log.
    static let alipayCreate = Recognizer(
        name: "Alipay create request",
        purpose: Text(
            en: "The signed request alipay.trade.wap.pay, app.pay or page.pay: one checkout made (facts.md §1.3).",
            zh: "签名后的 alipay.trade.wap.pay / app.pay / page.pay 请求：创建了一次收银。"),
        scope: .server, anchors: ["alipay.trade.wap.pay", "alipay.trade.app.pay", "alipay.trade.page.pay"],
        examples: [
            Example(
                "2026-09-03 15:00:02,300 INFO shop pay url https://openapi.alipay.com/gateway.do?app_id=2021&method=alipay.trade.wap.pay&"
                    + "return_url=https%3A%2F%2Fm.example.org%2Fpay%2Fdone&notify_url=https%3A%2F%2Fapi.example.org%2Fpay%2Fnotify&"
                    + "biz_content=%7B%22out_trade_no%22%3A%22LP0117%22%2C%22total_amount%22%3A%2219.90%22%2C%22product_code%22%3A"
                    + "%22QUICK_WAP_WAY%22%7D&sign=x",
                gives: "server.checkout.created orderNumber=LP0117 amount=19.90 flow=alipay_h5 notifyPath=/pay/notify returnPath=/pay/done "
                    + "appID=2021 provider=alipay")
        ]
    ) { reading in
        guard let method = reading.fields[.method], method.has("alipay.trade."), method.ends(".pay"), reading.number != nil,
            reading.begin(.checkoutCreated, .serverApp)
        else { return false }
        reading.putNumbers()
        reading.putAliases()
        reading.rows.put(.provider, "alipay")
        reading.putOrder(.checkoutCreated)
        return true
    }
}
