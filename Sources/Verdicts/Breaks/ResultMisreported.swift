import Domain
import Providers

extension BreakDefinition {
    /// 23: the payer was told something wrong.
    static let resultMisreported = BreakDefinition(
        .resultMisreported, stage: .result, owner: .client,
        reasons: [
            Reason("pending_as_failed", en: "shown as failed or cancelled while still pending", zh: "仍在处理中却显示失败或取消"),
            Reason("paid_as_failed", en: "shown as failed or cancelled though paid", zh: "已支付却显示失败或取消"),
            Reason("unpaid_as_paid", en: "shown as paid though not paid", zh: "未支付却显示成功"),
        ],
        among: [.resultShown],
        texts: Texts(
            title: Text(en: "Result misreported", zh: "结果展示错误"),
            statement: Text(en: "The payer was shown a result that was not true.", zh: "向付款人展示的结果与事实不符。"),
            severity: Text(en: "Always major.", zh: "始终为重要。"),
            meaning: Text(
                en: "Payers told `failed` pay again; payers told `paid` wait for goods that never come.",
                zh: "被告知失败的付款人会再次付款；被告知成功的付款人会等不到商品。"),
            confirm: Text(
                en: "Compare `result.shown status=` with the proofs of payment and their times.",
                zh: "将 `result.shown status=` 与支付证明及其时间对照。"),
            causes: Text(
                en: "The app takes the wallet's code for the truth; `pending` falls into the `else` branch; a timeout is shown as failure.",
                zh: "应用把钱包结果码当真；“处理中”落入 else 分支；超时被显示为失败。"),
            fix: Text(
                en: "Show only what the server says; show `processing` for everything that is not final.", zh: "只展示服务端的结论；未最终确定的一律显示“处理中”。")
        ),
        examples: [
            .fires(
                "pending shown as failed", .major, reason: "pending_as_failed",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:50 return.received via=sdk resultCode=8000
                10:02:51 query.sent
                10:02:51.5 client.query.answered status=pending
                10:02:52 result.shown status=failed
                10:05:00 trade.recorded status=paid paidAt=10:05:00
                """),
            .fires(
                "paid shown as failed", .major, reason: "paid_as_failed",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=sdk resultCode=6001
                10:02:52 result.shown status=cancelled
                """),
            .fires(
                "the wallet's 9000 taken for the truth", .major, reason: "unpaid_as_paid",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:50 return.received via=sdk resultCode=9000
                10:02:52 result.shown status=paid
                10:32:00 provider.answered status=not_exist
                """),
            .silent(
                "the payer's own cancel, then paid on a second attempt",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_sdk
                10:02:14 wallet.opened ok=true
                10:02:50 return.received via=sdk resultCode=6001
                10:02:52 result.shown status=cancelled
                10:03:14 wallet.opened ok=true
                10:03:40 trade.recorded status=paid paidAt=10:03:40
                10:03:50 return.received via=sdk resultCode=9000
                10:03:51 query.sent
                10:03:52 result.shown status=paid
                """),
        ],
        check: { order in
            guard order.kinds.contains(.resultShown) else { return nil }
            for shown in order.indices(of: .resultShown) {
                guard let state = order.facts[shown].state, let reason = order.misreport(at: shown, state) else { continue }
                var fired = Fired(.major, reason: reason, evidence: [shown] + order.paidEvidence)
                let right = order.facts.indices.first { index in
                    order.facts[index].event == .resultShown && order.isBefore(shown, index)
                        && order.facts[index].state.map { order.misreport(at: index, $0) == nil && $0.isFinalResult } == true
                }
                fired.closedAt = right.map { order.facts[$0].at }
                fired.restsOnClock = true
                return fired
            }
            return nil
        })
}

extension Case {
    /// What was wrong about a result that was shown; nil when it was right or when it cannot be told.
    func misreport(at shown: Int, _ state: StateWord) -> String? {
        if state == .failed || state == .cancelled {
            if let paidAt, facts[shown].range.earliest > paidAt + .seconds(1) { return "paid_as_failed" }
            if cancelStands(before: shown) || endStands(before: shown) { return nil }
            // The wallet's own refusal is what the payer lived through, unless money moved after all.
            // In StoreKit a failure is provisional: it stands for what was known then, whatever came later (vocabulary §7).
            if !outcome.everPaid || flow == .storekit,
                facts.indices.contains(where: { facts[$0].meaning == .failed && isBefore($0, shown) })
            {
                return nil
            }
            return "pending_as_failed"
        }
        guard state.isPaidOrBeyond else { return nil }
        if let paidFrom { return facts[shown].range.latest < paidFrom ? "unpaid_as_paid" : nil }
        switch outcome {
        case .failed, .cancelled, .abandoned: return "unpaid_as_paid"
        case .pending, .unknown:
            // Still unpaid by the provider's own word after it was shown.
            return statements.lastOpen.map { isAfter($0, shown) } ?? false ? "unpaid_as_paid" : nil
        case .paid, .refunded: return nil
        }
    }

    /// The payer's own cancel before an event.
    private func cancelStands(before shown: Int) -> Bool {
        facts.indices.contains { index in
            let fact = facts[index]
            let isCancel = fact.meaning == .cancelled || (fact.event == .orderChanged && fact.to == .cancelled && fact.by == .user)
            return isCancel && index != shown && !isAfter(index, shown)
        }
    }

    /// The provider or the shop had ended the order before an event.
    private func endStands(before shown: Int) -> Bool {
        if let closed = statements.closed, !isAfter(closed.event, shown) { return true }
        if let failed = statements.failed, !isAfter(failed, shown) { return true }
        return facts.indices.contains { index in
            facts[index].event == .orderChanged && facts[index].to?.endsUnpaid == true && !isAfter(index, shown)
        }
    }
}
