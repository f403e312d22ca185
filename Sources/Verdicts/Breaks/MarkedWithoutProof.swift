import Domain

extension BreakDefinition {
    /// 1: the order was marked paid before anything proved it.
    static let markedWithoutProof = BreakDefinition(
        .markedWithoutProof, stage: .mark, owner: .server,
        reasons: [
            Reason(
                "client_claim", en: "the order was moved on the word of the app or of a return URL", zh: "订单是凭客户端或返回链接的说法推进的"),
            Reason("operator", en: "an operator moved it by hand", zh: "由运营人员手工推进"),
            Reason("no_server_evidence", en: "nothing on the server says paid before the mark", zh: "入账之前服务端没有任何支付证据"),
        ],
        among: [.orderChanged],
        texts: Texts(
            title: Text(en: "Marked paid without proof", zh: "无凭据置为已支付"),
            statement: Text(
                en: "The order was marked paid although no verified notify, provider answer or receipt said so before.",
                zh: "订单被置为已支付，但在此之前没有任何通过验签的通知、渠道查询结果或收据能证明。"),
            severity: Text(en: "Always critical.", zh: "始终为严重。"),
            meaning: Text(
                en: "Goods may leave without money: anybody who can call the app's return URL can mark an order paid.",
                zh: "可能未收款就发货：任何能调用返回链接的人都能把订单标成已支付。"),
            confirm: Text(
                en: "Look at `order.changed … to=paid` and its `by=`; before it there is no `notify.verified ok=true`, no "
                    + "`provider.answered` paid and no verified receipt, though the application log covers the time since order.created.",
                zh: "查看 `order.changed … to=paid` 及其 `by=`；在它之前没有 `notify.verified ok=true`、没有渠道查询已支付、没有通过验证的收据，而应用日志覆盖了下单到入账的整段时间。"),
            causes: Text(
                en:
                    "The return page or the app's callback marks orders; an operator closes complaints by hand; verification is switched off.",
                zh: "返回页或客户端回调直接改单；运营人员手工处理投诉；验签被关闭。"),
            fix: Text(
                en: "Let only a verified notify, a provider query or a verified receipt move an order to paid; let the return only ask.",
                zh: "只允许通过验签的通知、渠道查询或收据把订单改为已支付；返回回调只触发查询。")),
        examples: [
            .fires(
                "the return page marks the order", .critical, reason: "client_claim",
                """
                cover app 09:00 12:00
                10:02:11 order.created amount=128.00 flow=alipay_h5
                10:02:50 order.changed from=pending to=paid by=return
                """),
            .silent(
                "a verified notify stands before the mark",
                """
                cover app 09:00 12:00
                10:02:11 order.created amount=128.00 flow=alipay_h5
                10:02:50 notify.received status=paid notifyID=n1 amount=128.00
                10:02:50.1 notify.verified ok=true
                10:02:50.2 order.changed from=pending to=paid by=notify
                """),
            .silent(
                "a bill learnt later dates the payment before the mark",
                """
                cover app 09:00 12:00
                10:02:11 order.created amount=128.00 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=128.00
                10:02:50 order.changed from=pending to=paid by=operator
                """),
        ],
        check: { order in
            guard let mark = order.mark, order.facts[mark].by != .database, let created = order.created, !order.hasProof(before: mark),
                order.recordDating(before: mark) == nil, order.appCovers(order.facts[created].at, order.facts[mark].at)
            else { return nil }
            let reason =
                switch order.facts[mark].by {
                case .client, .returned, .user: "client_claim"
                case .staff: "operator"
                default: "no_server_evidence"
                }
            return Fired(.critical, reason: reason, evidence: [mark])
        })
}

extension Case {
    /// Whether the server knew a proof of payment not surely after an event.
    func hasProof(before event: Int) -> Bool {
        proofs.contains { $0.isKnownToServer && !isAfter($0.event, event) }
    }

    /// The provider's document, learnt whenever, that dates the payment at or before an event. What gave the money back dates it, too: it
    /// was paid before that.
    func recordDating(before event: Int) -> Int? {
        proofs.first { proof in
            let isDated = proof.source == .record && (proof.isDated || facts[proof.event].event == .refundRecorded)
            if isDated { return proof.paidAt <= facts[event].range.latest }
            guard proof.source == .query, isRefundDocument(proof.event), let refunded = facts[proof.event].until else { return false }
            return refunded <= facts[event].range.latest
        }?.event
    }
}
