import Domain

extension BreakDefinition {
    /// 5: the order went back, or ended too early.
    static let stateRegressed = BreakDefinition(
        .stateRegressed, stage: .mark, owner: .server,
        reasons: [
            Reason("early_failure", en: "it was ended although the payment was under way", zh: "付款尚在进行时就被终结"),
            Reason("expiry_job", en: "the expiry job ended it", zh: "被过期任务关闭"),
            Reason("late_duplicate", en: "a repeated or older fact of the same attempt moved it back", zh: "同一次支付的重复或更旧的消息使其倒退"),
            Reason("stale_attempt", en: "a fact of another attempt moved it back", zh: "另一次支付的消息使其倒退"),
        ],
        among: [.orderChanged],
        texts: Texts(
            title: Text(en: "State went back", zh: "状态倒退"),
            statement: Text(
                en: "The order left a state for an earlier one, or was ended before its payment was known.",
                zh: "订单退回到更早的状态，或在付款结果明确之前就被终结。"),
            severity: Text(en: "Critical; minor once a later change corrected it.", zh: "严重；之后被纠正则为轻微。"),
            meaning: Text(
                en: "A paid order looks unpaid: nothing is delivered, or it is paid again.", zh: "已支付的订单看起来未支付：不发货，或被再次支付。"),
            confirm: Text(
                en:
                    "Follow `order.changed` of the order: `from=` is later in the course than `to=`; or `to=closed/expired/failed/cancelled` "
                    + "stands before a payment dated up to 5 min after it.",
                zh: "查看订单的 `order.changed`：`from=` 比 `to=` 更靠后；或 `to=closed/expired/failed/cancelled` 之后出现时间不晚于其后 5 分钟的付款。"),
            causes: Text(
                en: "Handlers that overwrite instead of comparing; an expiry job that does not ask the provider; a stale attempt's notify.",
                zh: "处理器直接覆盖而不比较状态；过期任务不先查询渠道；旧支付单的通知。"),
            fix: Text(
                en: "Make every change a compare-and-set that only moves forward; ask the provider before closing.",
                zh: "每次改状态都用“仅向前”的比较并设置；关单前先向渠道查询。")),
        examples: [
            .fires(
                "a late `created` reopens a paid order", .critical, reason: "late_duplicate",
                """
                cover app 09:00 12:00
                10:02:11 order.created amount=12.00 flow=web_checkout
                10:02:40 notify.received status=paid provider=relay
                10:02:40.1 notify.verified ok=true status=paid
                10:02:40.2 order.changed from=pending to=paid by=notify
                10:03:10 notify.received status=created provider=relay
                10:03:10.1 notify.verified ok=true status=created
                10:03:10.2 order.changed from=paid to=pending by=notify
                """),
            .fires(
                "closed by the expiry job, paid a minute later, corrected by the notify", .minor, reason: "expiry_job",
                """
                cover app 09:00 12:00
                10:02:11 order.created amount=12.00 flow=alipay_h5
                10:17:11 order.changed from=pending to=closed by=expiry_job
                10:18:00 notify.received status=paid paidAt=10:17:58 notifyID=n1
                10:18:00.1 notify.verified ok=true
                10:18:00.2 order.changed from=closed to=paid by=notify
                """),
            .silent(
                "the same state again, and a refund at the end",
                """
                cover app 09:00 12:00
                10:02:11 order.created amount=12.00 flow=alipay_h5
                10:02:40 notify.received status=paid notifyID=n1 paidAt=10:02:38
                10:02:40.1 notify.verified ok=true
                10:02:40.2 order.changed from=pending to=paid by=notify
                10:06:41.2 order.changed from=paid to=paid by=notify
                11:02:41 order.changed from=paid to=refunded by=operator
                """),
        ],
        check: { order in
            guard order.kinds.contains(.orderChanged) else { return nil }
            let changes = order.indices(of: .orderChanged)
            var current: StateWord?
            for (place, index) in changes.enumerated() {
                let fact = order.facts[index]
                let from = fact.from ?? (order.text(.from, at: index) == nil ? current : nil)
                defer { current = fact.to ?? current }
                guard let to = fact.to else { continue }
                guard let reason = order.regression(at: index, from: from, to: to) else { continue }
                let lost = from?.progress ?? StateWord.paid.progress ?? 2
                let wanted = max(lost, to.endsUnpaid ? 2 : lost)
                let corrected = changes[(place + 1)...].first { (order.facts[$0].to?.progress ?? -1) >= wanted }
                var fired = Fired(corrected == nil ? .critical : .minor, reason: reason.word, evidence: [index] + reason.evidence)
                fired.closedAt = corrected.map { order.facts[$0].at }
                return fired
            }
            return nil
        })
}

extension Case {
    /// The reason word when a change moved the order back or ended it too early; nil when it did neither.
    func regression(at index: Int, from: StateWord?, to: StateWord) -> (word: String?, evidence: [Int])? {
        if from == to { return nil }
        let isEnd = to.endsUnpaid
        // A subscription that is over ends as it should.
        if isEnd, let end = purchases.compactMap({ $0.end }).max(), facts[index].range.latest >= end { return nil }
        if let from = from?.progress {
            if let to = to.progress {
                guard to < from else { return nil }
                return reasonOfStepBack(at: index)
            }
            // Paid orders end by completion or refund; one that was refunded may be closed.
            if isEnd, from >= 2, from < 5 {
                guard !(refunds.isFull && refunds.event.map { !isAfter($0, index) } ?? false) else { return nil }
                let ended = endReason(facts[index].by)
                return ended == "expiry_job" ? (ended, []) : reasonOfStepBack(at: index, otherwise: ended)
            }
        }
        guard isEnd else { return nil }
        let limit = facts[index].range.latest + .minutes(5)
        guard let proof = proofs.first(where: { $0.paidAt <= limit && !isRefundDocument($0.event) }) else { return nil }
        // A proof the server had acted on before is no proof that follows.
        guard !(refunds.isFull && refunds.event.map { !isAfter($0, index) } ?? false) else { return nil }
        return (endReason(facts[index].by), [proof.event])
    }

    private func endReason(_ by: Fact.Actor) -> String { by == .timeout || by == .expiryJob ? "expiry_job" : "early_failure" }

    /// What set a step back off: the notify handled just before, of the paid attempt or of another one.
    private func reasonOfStepBack(at index: Int, otherwise: String? = nil) -> (word: String?, evidence: [Int]) {
        if facts[index].by == .timeout || facts[index].by == .expiryJob { return ("expiry_job", []) }
        let change = facts[index].range
        let trigger = chain.deliveries.indices.last {
            notices[$0].isReal && chain.deliveries[$0].at <= change.latest && change.earliest <= chain.deliveries[$0].at + .seconds(60)
        }
        guard let trigger else { return (otherwise, []) }
        let paidAttempt = proofs.first { $0.delivery != nil }?.delivery.flatMap { chain.deliveries[$0].attempt }
        if let paidAttempt, let attempt = chain.deliveries[trigger].attempt, attempt != paidAttempt {
            return ("stale_attempt", evidence(of: trigger))
        }
        return ("late_duplicate", evidence(of: trigger))
    }
}
