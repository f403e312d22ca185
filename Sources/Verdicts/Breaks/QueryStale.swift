import Domain

extension BreakDefinition {
    /// 21: the server still said pending.
    static let queryStale = BreakDefinition(
        .queryStale, stage: .query, owner: .server, flows: allButStoreKit,
        reasons: [
            Reason("proof_ignored", en: "the server held a proof of payment when it answered", zh: "应答时服务端已持有支付证明"),
            Reason("local_only", en: "it looked into its own table and asked nobody", zh: "只查了自己的表，没有询问渠道"),
        ],
        explainedBy: [.notifyRejected, .notifyNotReceived, .paidNotMarked],
        among: [.serverQueryAnswered, .clientQueryAnswered],
        texts: Texts(
            title: Text(en: "Stale answer", zh: "查询结果过时"),
            statement: Text(en: "The server answered `pending` more than 10 s after the payment.", zh: "支付 10 秒之后，服务端仍回答“处理中”。"),
            severity: Text(en: "Always minor.", zh: "始终为轻微。"),
            meaning: Text(en: "The payer is told to wait for what has already happened.", zh: "事情已经发生，付款人却被告知等待。"),
            confirm: Text(
                en: "`query.answered status=pending` later than paid_at + 10 s.", zh: "`query.answered status=pending` 晚于支付时刻 10 秒以上。"),
            causes: Text(en: "The status endpoint reads only the local order; the notify is late or lost.", zh: "状态接口只读本地订单；通知迟到或丢失。"),
            fix: Text(
                en: "Let the status endpoint ask the provider when the order is pending and the payer has come back.",
                zh: "订单未决且付款人已返回时，状态接口应主动查询渠道。")),
        examples: [
            .fires(
                "pending, two minutes after the payment", .minor, reason: "local_only",
                """
                10:02:11 order.created amount=68.00 flow=wechat_h5
                10:02:41 trade.recorded status=paid paidAt=10:02:41
                10:04:41 query.received
                10:04:41.1 server.query.answered status=pending
                """),
            .fires(
                "pending, although the notify was verified before", .minor, reason: "proof_ignored",
                """
                10:02:11 order.created amount=68.00 flow=alipay_h5
                10:02:41 notify.received status=paid paidAt=10:02:40 notifyID=n1
                10:02:41.1 notify.verified ok=true
                10:04:41 query.received
                10:04:41.1 server.query.answered status=pending
                """),
            .silent(
                "pending within 10 s of the payment",
                """
                10:02:11 order.created amount=68.00 flow=wechat_h5
                10:02:41 trade.recorded status=paid paidAt=10:02:41
                10:02:48 query.received
                10:02:48.1 server.query.answered status=pending
                """),
        ],
        check: { order in
            guard order.outcome.everPaid, let paidAt = order.paidAt else { return nil }
            let stale = order.facts.indices.filter { index in
                switch order.facts[index].event {
                case .serverQueryAnswered, .clientQueryAnswered:
                    order.facts[index].state?.isOpen == true && order.isAfter(index, paidAt, by: .seconds(10))
                default: false
                }
            }
            guard let first = stale.first else { return nil }
            let known = order.proofs.first {
                $0.isKnownToServer && order.isBefore($0.event, first) && $0.paidAt <= order.facts[first].range.earliest
            }
            var fired = Fired(
                .minor, reason: known == nil ? "local_only" : "proof_ignored", evidence: stale + (known.map { [$0.event] } ?? []))
            let right = order.facts.indices.first { index in
                (order.facts[index].event == .serverQueryAnswered || index == order.mark)
                    && (order.facts[index].state ?? order.facts[index].to)?.isPaidOrBeyond == true && order.isAfter(index, first)
            }
            fired.closedAt = right.map { order.facts[$0].at }
            return fired
        })
}
