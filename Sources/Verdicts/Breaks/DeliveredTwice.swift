import Domain

extension BreakDefinition {
    /// 6: the same item was handed over twice.
    static let deliveredTwice = BreakDefinition(
        .deliveredTwice, stage: .delivery, owner: .server,
        reasons: [
            Reason("notify_repeated", en: "the second delivery follows a notify within 5 s", zh: "第二次交付发生在一次通知后 5 秒内"),
            Reason("upload_repeated", en: "the second delivery follows a receipt upload", zh: "第二次交付发生在上传收据之后"),
            Reason("unknown", en: "nothing tells what set it off", zh: "无法判断触发原因"),
        ],
        among: [.orderDelivered],
        texts: Texts(
            title: Text(en: "Delivered twice", zh: "重复发货"),
            statement: Text(en: "The same item was delivered twice for one payment.", zh: "一笔付款交付了两次同样的商品。"),
            severity: Text(en: "Always critical.", zh: "始终为严重。"),
            meaning: Text(en: "The shop loses goods, and balances are wrong.", zh: "商户损失商品，余额出错。"),
            confirm: Text(
                en: "Two `order.delivered` of the same item without a refund between them; look at what came just before the second.",
                zh: "同一商品有两条 `order.delivered`，中间没有退款；看第二条之前紧挨着发生了什么。"),
            causes: Text(
                en: "Two notifies handled at the same time, each after its own `is it paid?`; TRADE_FINISHED taken for a new payment.",
                zh: "两次通知同时处理、各自判断“是否已支付”；把 TRADE_FINISHED 当成新的付款。"),
            fix: Text(
                en: "Deliver in the same transaction that moves the order to paid, guarded by a unique key of order and item.",
                zh: "在把订单改为已支付的同一事务里交付，并用“订单+商品”的唯一键保护。")),
        examples: [
            .fires(
                "two handlings 221 ms apart", .critical, reason: "notify_repeated",
                """
                10:02:11 order.created amount=15.00 flow=alipay_h5
                10:02:59.257 notify.received status=paid notifyID=n1
                10:02:59.259 notify.verified ok=true
                10:02:59.268 order.changed from=pending to=paid by=notify
                10:02:59.301 order.delivered
                10:02:59.478 notify.received status=paid notifyID=n1
                10:02:59.480 notify.verified ok=true
                10:02:59.522 order.delivered
                """),
            .silent(
                "two different items",
                """
                10:02:11 order.created amount=15.00 flow=alipay_h5
                10:02:59.301 order.delivered item=coins
                10:02:59.522 order.delivered item=badge
                """),
            .silent(
                "two periods of one subscription",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001 originalTransactionID=2000001
                10:02:43 order.delivered item=month
                10:07:42 receipt.verified code=0 transactionID=2000002 originalTransactionID=2000001
                10:07:43 order.delivered item=month
                """),
            .silent(
                "delivered again after a refund",
                """
                10:02:11 order.created amount=15.00 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=15.00
                10:02:59.301 order.delivered
                10:20:00 refund.recorded amount=15.00
                10:30:00 order.delivered
                """),
            .fires(
                "the notify of a refund is taken for a payment", .critical, reason: "notify_repeated",
                """
                10:02:11 order.created amount=15.00 flow=alipay_h5
                10:02:40 notify.received status=paid notifyID=n1 amount=15.00
                10:02:40.1 notify.verified ok=true
                10:02:59.301 order.delivered
                10:20:00 notify.received status=paid notifyID=n2 amount=15.00 refundedAmount=5.00
                10:20:00.1 notify.verified ok=true
                10:20:00.2 order.delivered
                """),
        ],
        check: { order in
            guard order.kinds.contains(.orderDelivered) else { return nil }
            let deliveries = order.indices(of: .orderDelivered)
            guard deliveries.count >= 2 else { return nil }
            for (place, second) in deliveries.enumerated() {
                guard let first = deliveries[..<place].last(where: { order.isSameDelivery($0, second) }) else { continue }
                guard !order.isRefundBetween(first, second) else { continue }
                return Fired(.critical, reason: order.triggerOfDelivery(second), evidence: [first, second])
            }
            return nil
        })
}

extension Case {
    /// The same item, of the same App Store transaction where one is named, and not one request logged twice.
    func isSameDelivery(_ a: Int, _ b: Int) -> Bool {
        guard text(.item, at: a) == text(.item, at: b), text(.transactionID, at: a) == text(.transactionID, at: b) else { return false }
        if let request = text(.requestID, at: a), request == text(.requestID, at: b) { return false }
        return !isPurchaseBetween(a, b)
    }

    /// Whether another App Store transaction was bought between two deliveries: a renewal is delivered as the first period was.
    private func isPurchaseBetween(_ a: Int, _ b: Int) -> Bool {
        guard purchases.count > 1, text(.transactionID, at: a) == nil else { return false }
        let (first, second) = (facts[a].at, facts[b].at)
        return purchases.contains { $0.isProven && first < facts[$0.event].at && facts[$0.event].at <= second }
    }

    /// Whether a refund stands between two deliveries. The notify of a refund that itself set off the second one parts nothing: it was taken
    /// for a payment.
    func isRefundBetween(_ a: Int, _ b: Int) -> Bool {
        facts.indices.contains { index in
            let fact = facts[index]
            let isRefund =
                fact.event == .refundRecorded || (fact.event == .orderChanged && fact.to == .refunded)
                || (fact.event == .notifyReceived && (fact.state == .refunded || fact.flags.contains(.refundedAmount)))
            guard isRefund, !isBefore(index, a), !isAfter(index, b) else { return false }
            return fact.event != .notifyReceived || facts[b].range.earliest > fact.range.latest.advanced(by: triggerWindow)
        }
    }

    /// A delivery that follows a notify within this was set off by it (vocabulary §6).
    private var triggerWindow: TimeSpan { .seconds(5) }

    /// What set a delivery off.
    func triggerOfDelivery(_ index: Int) -> String {
        let delivered = facts[index].range
        let window = triggerWindow
        if chain.deliveries.contains(where: { $0.at <= delivered.latest && delivered.earliest <= $0.at + $0.resolution.width + window }) {
            return "notify_repeated"
        }
        let isUpload = facts.contains {
            ($0.event == .receiptUploaded || $0.event == .receiptVerified) && $0.range.earliest <= delivered.latest
                && delivered.earliest <= $0.range.latest.advanced(by: window)
        }
        return isUpload ? "upload_repeated" : "unknown"
    }
}

extension Instant {
    /// Moved forward; open ends stay open.
    func advanced(by span: TimeSpan) -> Instant { self == .distantFuture ? self : self + span }
}
