import Domain

extension BreakDefinition {
    /// 4: two payments for one order, neither refunded.
    static let chargedTwice = BreakDefinition(
        .chargedTwice, stage: .payment, owner: .server,
        reasons: [
            Reason("same_channel", en: "both through the same provider", zh: "两笔都走同一渠道"),
            Reason("two_channels", en: "through two providers", zh: "分别走了两个渠道"),
        ],
        texts: Texts(
            title: Text(en: "Charged twice", zh: "重复扣款"),
            statement: Text(
                en: "Two different payments stand for one order, and neither was refunded.", zh: "同一订单有两笔不同的付款，且都没有退款。"),
            severity: Text(en: "Always critical.", zh: "始终为严重。"),
            meaning: Text(
                en: "The payer has lost money and will complain; the second payment must be refunded.", zh: "付款人多付了钱并会投诉；第二笔必须退款。"),
            confirm: Text(
                en: "Two distinct trade numbers are proven paid by notify, query or bill; no refund record names either.",
                zh: "有两个不同的交易号被通知、查询或账单证明已支付，且没有退款记录提到其中任何一个。"),
            causes: Text(
                en:
                    "A second checkout was opened while the first could still be paid; two people scanned one code; the channel was switched.",
                zh: "第一笔仍可支付时又打开了第二个收银台；两人扫同一个码；切换了支付渠道。"),
            fix: Text(
                en: "Close the earlier attempt at its provider before opening another; refund automatically when a second proof arrives.",
                zh: "打开新的支付前先在渠道侧关闭旧的；收到第二份支付证明时自动退款。")),
        examples: [
            .fires(
                "WeChat and Alipay, 36 s apart", .critical, reason: "two_channels",
                """
                attempt B-1 provider=wechat flow=wechat_h5 paid=10:02:40
                attempt B-2 provider=alipay flow=alipay_h5 paid=10:03:16
                10:02:11 order.created amount=45.00
                10:02:40 trade.recorded status=paid paidAt=10:02:40 tradeNumber=4200001 attemptNumber=B-1 provider=wechat amount=45.00
                10:03:16 trade.recorded status=paid paidAt=10:03:16 tradeNumber=2026001 attemptNumber=B-2 provider=alipay amount=45.00
                """),
            .silent(
                "notify, query and bill of one trade are one payment",
                """
                10:02:11 order.created amount=45.00 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 tradeNumber=2026001 provider=alipay amount=45.00
                10:02:41 notify.received status=paid notifyID=n1 tradeNumber=2026001 amount=45.00
                10:02:41.1 notify.verified ok=true
                10:02:50 provider.answered status=paid tradeNumber=2026001 amount=45.00
                """),
            .fires(
                "the same coins bought twice for one order", .critical, reason: "same_channel",
                """
                10:02:11 order.created amount=6.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001 originalTransactionID=2000001
                10:03:42 receipt.verified code=0 transactionID=2000002 originalTransactionID=2000002
                """),
            .silent(
                "a renewal is another period, no second charge",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001 originalTransactionID=2000001
                10:07:42 receipt.verified code=0 transactionID=2000002 originalTransactionID=2000001
                """),
            .silent(
                "the second one was refunded",
                """
                10:02:11 order.created amount=45.00 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 tradeNumber=2026001 provider=alipay amount=45.00
                10:03:40 trade.recorded status=paid paidAt=10:03:40 tradeNumber=2026002 provider=alipay amount=45.00
                10:30:00 refund.recorded tradeNumber=2026002 refundNumber=r1 amount=45.00
                """),
        ],
        check: { order in
            let payments = order.payments
            guard payments.count >= 2 else { return nil }
            let standing = payments.filter { !order.refunds.trades.contains($0.trade) }
            guard standing.count >= 2 else { return nil }
            let providers = Set(standing.map(\.provider).filter { !$0.isEmpty })
            return Fired(
                .critical, reason: providers.count > 1 ? "two_channels" : "same_channel", evidence: standing.map(\.event))
        })
}

extension Case {
    /// One payment: a trade number that is proven paid.
    struct Payment {
        var trade: String
        var provider: String
        var event: Int
    }

    /// The distinct trades that are proven paid, in chain order.
    var payments: [Payment] {
        guard proofs.count > 1 else { return [] }
        if flow == .storekit { return storePayments }
        var payments: [Payment] = []
        for proof in proofs where !isRefundDocument(proof.event) && proof.source != .statement {
            guard let trade = tradeNumber(of: proof), !payments.contains(where: { $0.trade == trade }) else { continue }
            let provider = proof.delivery.map { chain.deliveries[$0].provider } ?? text(.provider, at: proof.event) ?? ""
            payments.append(Payment(trade: trade, provider: provider, event: proof.event))
        }
        return payments
    }

    /// First purchases only: what names another original is a later period of it, and without that word it cannot be told.
    private var storePayments: [Payment] {
        purchases.compactMap { purchase in
            guard purchase.isProven, !purchase.isRenewal, purchase.original == purchase.transaction else { return nil }
            return Payment(trade: purchase.transaction, provider: "apple", event: purchase.event)
        }
    }
}
