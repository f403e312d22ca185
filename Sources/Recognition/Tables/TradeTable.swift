import Decoding
import Domain

extension TableFormat {
    /// Trades of a provider under their API names, in whatever order the columns stand (facts.md §1.1, §1.4, §2.3).
    static let tradeTable = TableFormat(
        name: "provider trade table",
        purpose: Text(
            en: "Trades of Alipay or WeChat with the API's own column names: out_trade_no, trade_no or transaction_id, trade_status or trade_state.",
            zh: "以 API 字段名为表头的支付宝或微信交易表：out_trade_no、trade_no 或 transaction_id、trade_status 或 trade_state。"),
        witness: .provider, zone: .beijing,
        columns: [
            (["out_trade_no", "merchant_order_no", "mch_order_no", "order_no", "order_id", "order_sn", "商户订单号", "商家订单号"], .orderNumber),
            (["trade_no", "transaction_id", "alipay_trade_no", "支付宝交易号", "微信订单号"], .tradeNumber),
            (["trade_status", "trade_state", "交易状态"], .providerState), (["status", "state"], .state),
            (["total_amount", "amount", "order_amount", "amount_total", "订单金额"], .amount), (["total_fee", "amount.total"], .totalFee),
            (["refund_fee", "refund_amount"], .refundedAmount), (["currency", "fee_type"], .currency),
            (["gmt_payment", "success_time", "time_end", "pay_time", "paid_at", "send_pay_date", "付款时间"], .paidAt),
            (["gmt_event", "event_time", "gmt_modified", "time", "timestamp", "notify_time"], .eventTime),
            (["gmt_create", "create_time", "created_at", "创建时间"], .createdAt), (["gmt_close", "close_time"], .closedAt),
            (["gmt_refund", "refund_time"], .refundedAt), (["channel", "provider", "pay_type", "pay_channel"], .channel),
            (["app_id", "appid"], .appID), (["mchid", "mch_id"], .merchantID), (["seller_id"], .sellerID),
        ],
        requires: [[.orderNumber], [.providerState, .tradeNumber], [.providerState, .state, .paidAt]],
        examples: [
            Recognizer.Example(
                "gmt_event,trade_no,out_trade_no,trade_status,total_amount,buyer_logon_id,store,subject\n"
                    + "2026-09-03 15:00:30,2026090322001,LP0117,WAIT_BUYER_PAY,19.90,139***8541,Shop,Shop order\n"
                    + "2026-09-03 15:00:33,2026090322001,LP0117,TRADE_SUCCESS,19.90,139***8541,Shop,\"Shop, order\"\n",
                gives: "provider.trade.recorded orderNumber=LP0117 tradeNumber=2026090322001 status=pending amount=19.90 provider=alipay",
                "provider.trade.recorded orderNumber=LP0117 status=paid paidAt=1788418833000000 amount=19.90 currency=CNY"),
            Recognizer.Example(
                "exported by ops\n\ntrade_state;amount.total;success_time;transaction_id;mchid;out_trade_no\n"
                    + "SUCCESS;1990;2026-09-03T15:00:33+08:00;4200001822202606118801981756;1699990001;LP0117\n",
                gives: "provider.trade.recorded orderNumber=LP0117 tradeNumber=4200001822202606118801981756 status=paid "
                    + "paidAt=1788418833000000 provider=wechat merchantID=1699990001"),
        ]
    ) { row in row.putTrade() }
}

extension TableRow {
    /// Writes a provider's trade.
    mutating func putTrade() {
        let word = cell(.providerState) ?? cell(.state)
        let state = word.flatMap { words.states.providerState(of: $0) }
        let paid = time(.paidAt)
        let event = time(.eventTime)
        let refunded = time(.refundedAt)
        let closed = time(.closedAt)
        let created = time(.createdAt)
        guard identifier(.orderNumber) != nil || identifier(.tradeNumber) != nil,
            let moment = (state == .closed ? closed ?? refunded : nil) ?? paid ?? event ?? closed ?? refunded ?? created,
            begin(state == .closed && paid == nil ? .tradeClosed : .tradeRecorded, at: moment)
        else { return }
        putNumbers()
        putIdentifier(.tradeNumber, .tradeNumber)
        let named = cell(.channel).flatMap { word -> StaticString? in
            if word.holdsAnyCase("alipay") || word.holds("支付宝") { return "alipay" }
            return word.holdsAnyCase("wechat") || word.holdsAnyCase("weixin") || word.holds("微信") || word.holdsAnyCase("wx") ? "wechat" : nil
        }
        let provider = named ?? layout.provider
        if provider.utf8CodeUnitCount > 0 { rows.put(.provider, provider) }
        if let state {
            rows.put(.status, state.bytes)
        }
        if let word { rows.put(.rawStatus, word.cut(to: 40)) }
        let isWeChat = provider.bytes.equals("wechat")
        putAmount(.amount, .amount, minor: isWeChat ? true : provider.bytes.equals("alipay") ? false : nil)
        if !rows.has(.amount) { putAmount(.amount, .totalFee, minor: true) }
        putAmount(.refundedAmount, .refundedAmount, minor: isWeChat ? true : nil)
        putCurrency(orElse: provider.utf8CodeUnitCount > 0 ? "CNY" : "")
        if let paid {
            rows.put(.paidAt, paid.at)
        } else if state == .paid, let event, word?.equals("REFUND") != true {
            rows.put(.paidAt, event.at)
        }
        if let end = closed ?? refunded { rows.put(.closedAt, end.at) }
        putIdentifier(.appID, .appID)
        putIdentifier(.merchantID, .merchantID)
        putIdentifier(.sellerID, .sellerID)
    }
}
