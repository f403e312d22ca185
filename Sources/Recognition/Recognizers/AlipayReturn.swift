import Decoding
import Domain

extension Recognizer {
    /// The parameters of Alipay's synchronous return in an application's log.
    static let alipayReturn = Recognizer(
        name: "Alipay return",
        purpose: Text(
            en: "The return page's parameters: method alipay.trade.wap.pay.return or page (facts.md §1.2). They prove no payment.",
            zh: "同步跳转页参数：method 为 alipay.trade.wap.pay.return 或 page，不能证明支付。"),
        scope: .server, anchors: ["pay.return"],
        examples: [
            Example(
                "2026-09-03 15:00:40,300 INFO shop return page charset=utf-8&out_trade_no=LP0117&method=alipay.trade.wap.pay.return&"
                    + "total_amount=19.90&trade_no=2026090322001&app_id=2021&seller_id=2088&timestamp=2026-09-03+15%3A00%3A38",
                gives: "server.return.served orderNumber=LP0117 tradeNumber=2026090322001 flow=alipay_h5 appID=2021")
        ]
    ) { reading in
        guard let method = reading.fields[.method], method.ends("pay.return"), method.has("alipay.trade."),
            reading.begin(.returnServed, .serverApp)
        else { return false }
        reading.putNumbers()
        reading.putAliases()
        if let flow = reading.words.flows.flow(of: method) { reading.rows.put(.flow, flow.bytes) }
        reading.rows.put(.provider, "alipay")
        reading.putAlias(.appID, .appID)
        reading.putAlias(.sellerID, .sellerID)
        return true
    }
}
