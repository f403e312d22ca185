import Domain

extension BreakDefinition {
    /// 19: the payer came back, and the app did not ask.
    static let pendingNotRequeried = BreakDefinition(
        .pendingNotRequeried, stage: .query, owner: .client, flows: allButStoreKit,
        reasons: [
            Reason("no_query_after_return", en: "no question after the return or the foregrounding", zh: "返回或回到前台后没有查询"),
            Reason("pending_order_lost", en: "the app had forgotten the pending order", zh: "应用忘记了未决订单"),
            Reason("retries_stopped", en: "the app stopped asking while the answer was still pending", zh: "结果仍为处理中时就停止了查询"),
        ],
        explainedBy: [.returnUnrouted],
        texts: Texts(
            title: Text(en: "Pending order not asked for", zh: "未决订单没有查询"),
            statement: Text(
                en: "The payer came back to the app, and the app did not ask what became of the order.", zh: "付款人回到应用，但应用没有查询订单结果。"),
            severity: Text(en: "Major, minor when the payer saw the right result afterwards.", zh: "重要；付款人之后看到正确结果则为轻微。"),
            meaning: Text(en: "A paid order looks unpaid until somebody reloads it.", zh: "已付的订单在刷新之前看起来没付。"),
            confirm: Text(
                en:
                    "After `return.received` or `app.foregrounded` no `query.sent` within 15 s; `pending=none` in a new process means that nothing was kept on disk.",
                zh: "`return.received` 或 `app.foregrounded` 之后 15 秒内没有 `query.sent`；新进程里 `pending=none` 说明没有落盘。"),
            causes: Text(
                en:
                    "The pending order lives in memory only; the app was killed during the trip to the wallet; polling gives up after a few tries.",
                zh: "未决订单只在内存里；去钱包期间应用被杀；轮询几次就放弃。"),
            fix: Text(
                en:
                    "Keep the pending order on disk before opening the wallet; ask whenever the app becomes active, with growing pauses, until a final answer.",
                zh: "唤起钱包前把未决订单写盘；每次回到前台都查询，间隔递增，直到有最终结果。")),
        examples: [
            .fires(
                "back by hand with the order still pending, never asked", .major, reason: "no_query_after_return",
                """
                cover all
                10:02:11 order.created amount=12.80 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:03:50 app.foregrounded pending=ORDER
                """),
            .fires(
                "the app was killed and found no pending order", .major, reason: "pending_order_lost",
                """
                cover all
                10:02:11 order.created amount=12.80 flow=alipay_h5
                10:02:14 wallet.opened ok=true process=512
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:03:50 app.foregrounded process=688
                10:03:50.5 app.foregrounded pending=none process=688
                """),
            .fires(
                "asked twice, told pending, and stopped before the payment", .major, reason: "retries_stopped",
                """
                cover all
                10:02:11 order.created amount=12.80 flow=wechat_h5
                10:02:14 wallet.opened ok=true
                10:02:20 return.received via=url_scheme urlScheme=wx0011223344
                10:02:21 query.sent
                10:02:21.1 query.received
                10:02:21.2 server.query.answered status=pending
                10:02:21.3 client.query.answered status=pending
                10:03:40 trade.recorded status=paid paidAt=10:03:40
                """),
            .silent(
                "the answer that came later does not say when it was paid: perhaps before the last question",
                """
                cover all
                shown query.received
                10:02:11 order.created amount=9.90 flow=wechat_h5
                10:03:00 query.received
                10:03:00.1 query.answered status=pending
                10:30:00 provider.queried
                10:30:00.3 provider.answered status=paid
                10:30:00.4 order.changed from=pending to=paid by=provider_query
                """),
            .silent(
                "asked right after coming back",
                """
                cover all
                10:02:11 order.created amount=12.80 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:03:50 app.foregrounded pending=ORDER
                10:03:51 query.sent
                10:03:52 result.shown status=paid
                """),
            .silent(
                "nothing pending, because the result had been shown",
                """
                cover all
                10:02:11 order.created amount=12.80 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=sdk resultCode=9000
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                10:30:00 app.foregrounded pending=none
                """),
        ],
        check: { order in
            guard let step = order.step(.requeried) else { return nil }
            if step.isMissed, let comeback = order.comebacks.first {
                let lost = order.lostPendingOrder
                let (severity, closedAt) = order.severityByResult(after: comeback)
                var fired = Fired(
                    severity, reason: lost == nil ? "no_query_after_return" : "pending_order_lost",
                    evidence: [comeback] + (lost.map { [$0] } ?? []) + (step.evidence.map { [$0] } ?? []))
                fired.closedAt = closedAt ?? step.evidence.map { order.facts[$0].at }
                if order.processRestarted { fired.hint = "process_restarted" }
                return fired
            }
            guard let last = order.stoppedQuestion else { return nil }
            let (severity, closedAt) = order.severityByResult(after: last)
            var fired = Fired(severity, reason: "retries_stopped", evidence: [last] + order.paidEvidence)
            fired.closedAt = closedAt
            return fired
        })
}

extension Case {
    /// The foregrounding after the launch at which the app knew of no pending order; it counts only when no final result was shown before.
    var lostPendingOrder: Int? {
        guard kinds.contains(.appForegrounded) else { return nil }
        return comebacks.first { index in
            facts[index].flags.contains(.pendingNone)
                && !facts.indices.contains {
                    facts[$0].event == .resultShown && facts[$0].state?.isFinalResult == true && isBefore($0, index)
                }
        }
    }

    /// Whether the app's process changed between the launch and the payer's coming back.
    var processRestarted: Bool {
        guard let opened = facts.firstIndex(where: { $0.event == .walletOpened && $0.ok != false }),
            let before = text(.process, at: opened)
        else { return false }
        return comebacks.contains { index in text(.process, at: index).map { $0 != before } ?? false }
    }

    /// Whether the moment of the payment is told, and not only by when somebody learnt of it: a query's answer without a date may come long
    /// after the payment, a notify comes with it.
    private var knowsWhenPaid: Bool {
        proofs.contains { proof in
            proof.paidAt == paidAt
                && (proof.isDated || proof.source == .notify || proof.source == .statement && facts[proof.event].by == .notify)
        }
    }

    /// The last question, when it was answered `pending`, the payment came after it, and nobody asked again though we would see it.
    var stoppedQuestion: Int? {
        guard outcome.everPaid, let paidAt, let last = lastQuestion, isBefore(last, paidAt), knowsWhenPaid else { return nil }
        let answer = facts.indices.last { index in
            (facts[index].event == .clientQueryAnswered || facts[index].event == .serverQueryAnswered) && !isBefore(index, last)
        }
        guard let answer, facts[answer].state?.isOpen == true else { return nil }
        // A final result shown meanwhile ended the asking for another reason.
        guard !facts.contains(where: { $0.event == .resultShown && $0.state?.isFinalResult == true }) else { return nil }
        let until = paidAt + .seconds(15)
        guard until <= run.asOf else { return nil }
        let from = min(facts[last].range.latest, paidAt)
        let isCovered =
            deviceCovers(from, until)
            || (run.serverEventsShown.contains(.queryReceived) || kinds.contains(.queryReceived)) && serverCovers(from, until)
        return isCovered ? last : nil
    }
}
