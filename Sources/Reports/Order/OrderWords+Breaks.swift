import Domain
import Verdicts

extension OrderWords {
    /// What is to know of a fired break beside its title: owner, confidence, cause, healing, delivery.
    func facts(_ item: Break) -> [String] {
        var facts = [
            say("owner ", "负责方 ") + item.owner.title(language), say("confidence ", "可信度 ") + item.confidence.title(language),
        ]
        if item.code == verdict.primaryBreak { facts.insert(say("the one to act on", "首要断点"), at: 0) }
        if let cause = item.explainedBy {
            facts.append(say("explained by ", "由此引起：") + BreakWording.title(cause)(language))
        }
        if let closed = item.closedAt { facts.append(say("healed at ", "恢复于 ") + time.brief(closed, on: verdict.paidAt)) }
        if let attempt = item.attempt {
            let unseen = item.attemptsUnseen ?? 0
            facts.append(
                unseen > 0
                    ? say("delivery no. \(attempt), \(unseen) before it unseen", "第 \(attempt) 次投递，此前 \(unseen) 次未见于日志")
                    : say("delivery no. \(attempt)", "第 \(attempt) 次投递"))
        }
        return facts
    }

    /// The breaks that somebody has to act on: no other one explains them.
    var actionable: [Break] { verdict.breaks.filter { $0.explainedBy == nil } }

    /// What comes before every other advice: the money.
    var first: String? {
        guard verdict.isStuck else { return idleNotify }
        if verdict.breaks.contains(where: { $0.code == .amountMismatch || $0.code == .merchantMismatch }) {
            return say(
                "Do not mark it paid yet: what was received is not what was ordered. Settle the difference first, or refund it.",
                "先不要补单：实收与订单不符。请先核对差额，或退款。")
        }
        guard let amount = verdict.amount else { return nil }
        return say(
            "Repair the order first: \(MoneyText.make(amount)) is paid and not marked. Query the provider for \(verdict.order) and mark it paid from that answer.",
            "先补单：\(MoneyText.make(amount)) 已支付但未入账。向支付渠道查询 \(verdict.order)，以查询结果将其置为已支付。")
    }

    /// A notify says paid, no line says that anybody looked at it, and no break accounts for that: it proves nothing, and asking does.
    private var idleNotify: String? {
        guard verdict.outcome == .unknown || verdict.outcome == .pending, actionable.isEmpty, verdict.isMarkedPaid != true else {
            return nil
        }
        guard let index = chain.events.firstIndex(where: { $0.event == .notifyReceived && chain.has(.status, "paid", in: $0) }) else {
            return nil
        }
        return say(
            "A notify says paid (#\(index + 1)), and no line shows that it was verified or acted on; alone it proves nothing. Query the provider for \(verdict.order): what it answers is proof.",
            "有一条通知称已支付（#\(index + 1)），但没有日志表明它经过验签或处理；仅凭通知不能证明已支付。请向支付渠道查询 \(verdict.order)，以查询结果为准。")
    }

    /// How to confirm a break here, what it usually comes from, how to mend it, what a hint points at.
    func advice(_ item: Break) -> [(label: String, text: String)] {
        var out = BreakWording.advice(item).map { ($0.label(language), $0.text(language)) }
        if let hint = item.hint { out.append((Label.hint(language), Hint.text(hint)(language))) }
        return out
    }

    /// The code whose explanation tells more.
    var code: BreakCode? { verdict.primaryBreak ?? actionable.first?.code }
}
