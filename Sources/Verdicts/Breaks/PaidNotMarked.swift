import Domain

extension BreakDefinition {
    /// 10: paid, and the order was not moved.
    static let paidNotMarked = BreakDefinition(
        .paidNotMarked, stage: .mark, owner: .server, flows: allButStoreKit,
        reasons: [
            Reason("handler_failed", en: "the handler failed", zh: "处理器失败"),
            Reason("not_moved", en: "the server knew of the payment and did not move the order", zh: "服务端已知付款但没有推进订单"),
            Reason("unknown", en: "nothing tells why", zh: "无法判断原因"),
        ],
        explainedBy: [.amountMismatch, .merchantMismatch, .notifyRejected, .notifyNotReceived, .providerQueryFailed],
        texts: Texts(
            title: Text(en: "Paid, not marked", zh: "已支付未入账"),
            statement: Text(
                en: "The order is paid, and five minutes later the shop's order was not marked paid.", zh: "订单已支付，但五分钟后商户订单仍未置为已支付。"),
            severity: Text(en: "Critical while no mark is seen, minor once it came late.", zh: "一直未入账为严重；之后补上则为轻微。"),
            meaning: Text(
                en: "The payer has paid and gets nothing: this is the repair list.", zh: "付款人付了钱却什么也没得到：这就是补单清单。"),
            confirm: Text(
                en:
                    "No `order.changed … to=paid` within 5 min of paid_at though the application log covers the time, or the first one says `from=pending` later.",
                zh: "应用日志覆盖了支付后 5 分钟，但没有 `order.changed … to=paid`；或第一条在更晚时才从 pending 变来。"),
            causes: Text(
                en: "A refused or lost notify; an exception in the handler; a lost update; nobody asks the provider when no notify comes.",
                zh: "通知被拒或丢失；处理器异常；更新丢失；没有通知时无人主动查询渠道。"),
            fix: Text(
                en:
                    "Ask the provider now and move the order to what it answers; then mend what the explaining break names; add a job that asks for open orders.",
                zh: "立即查询渠道，并按查询结果推进订单；再修复所归因的断点；增加对未决订单的定时查询。")),
        examples: [
            .fires(
                "a verified notify that moves nothing", .critical, reason: "not_moved",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 notify.received status=paid paidAt=10:02:38 notifyID=n1 amount=9.90
                10:02:40.1 notify.verified ok=true
                10:02:40.2 notify.answered httpStatus=200 body=success
                """),
            .fires(
                "marked half an hour later: the line says that it was pending until then", .minor, reason: "unknown",
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90
                10:32:40 order.changed from=pending to=paid by=operator
                """),
            .silent(
                "an application in words of its own: the notify came, and no state change of any order is ever told",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90
                10:02:41 notify.received status=paid paidAt=10:02:40 notifyID=n1 amount=9.90
                """),
            .silent(
                "the application log ends before the deadline",
                """
                cover app 09:00 10:04
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90
                """),
        ],
        check: { order in
            guard order.outcome.everPaid, let step = order.step(.markedPaid), step.isMissed else { return nil }
            var evidence = order.paidEvidence
            let reason: String
            if let failed = order.first(.handlerFailed) {
                reason = "handler_failed"
                evidence.append(failed)
            } else if let known = order.proofs.first(where: { proof in
                proof.isKnownToServer && proof.source != .statement && (order.mark.map { order.isBefore(proof.event, $0) } ?? true)
                    && (step.due.map { order.facts[proof.event].at <= $0 } ?? true)
            }) {
                reason = "not_moved"
                evidence.append(known.event)
            } else {
                reason = "unknown"
            }
            if let mark = order.mark { evidence.append(mark) }
            var fired = Fired(order.severityByMark, reason: reason, evidence: evidence)
            fired.closedAt = order.mark.map { order.facts[$0].at }
            return fired
        })
}
