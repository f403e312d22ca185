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

    /// In place of a line that is not there any more.
    static func lost(_ language: Language) -> String {
        language == .zh
            ? "原始日志行已无法读取：文件已不在原处，或读取之后被改动"
            : "the original line cannot be read any more: the file is gone from there, or was changed since it was read"
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
        if verdict.isRefundTouched { return refundFirst }
        guard let amount = verdict.amount else { return nil }
        return say(
            "Repair the order first: \(MoneyText.make(amount)) is paid and not marked. Query the provider for \(verdict.order) and mark it paid from that answer.",
            "先补单：\(MoneyText.make(amount)) 已支付但未入账。向支付渠道查询 \(verdict.order)，以查询结果将其置为已支付。")
    }

    /// Paid, not marked, and money went back or is about to: nobody may deliver before it is known how much.
    private var refundFirst: String {
        let last = chain.events.lastIndex { event in
            event.event.layer != .client
                && (event.event == .refundRecorded || chain.has(.refundProgress, in: event) || chain.has(.refundedAmount, in: event)
                    || chain.has(.rawStatus, "REFUND", in: event))
        }
        let place = last.map { say(" (#\($0 + 1))", "（#\($0 + 1)）") } ?? ""
        let number = last.flatMap { chain.text(.refundNumber, of: chain.events[$0]) }.map { say(" and its refund \($0)", " 及退款 \($0)") }
        let known =
            verdict.remarks.contains(.partiallyRefunded)
            ? say("a part of it was refunded\(place)", "已部分退款\(place)")
            : say("a refund of it has begun\(place), and no line says that money went back", "已发起退款\(place)，但没有记录表明款项是否退回")
        return say(
            "Do not mark it paid and do not deliver yet: \(known). Query the provider for \(verdict.order)\(number ?? " and its refunds") first: where all of it went back, close the order as refunded; else settle with the payer what the rest is for.",
            "先不要补单、不要发货：\(known)。请先向支付渠道查询 \(verdict.order)\(number ?? " 及其退款")：已全额退回则将订单置为已退款；否则与付款人核对剩余金额后再处理。")
    }

    /// A notify says paid, no line says that anybody looked at it, and no break accounts for that: it proves nothing, and asking does.
    private var idleNotify: String? {
        guard verdict.outcome == .unknown || verdict.outcome == .pending, actionable.isEmpty, verdict.isMarkedPaid != true else {
            return nil
        }
        guard let index = chain.events.firstIndex(where: { $0.event == .notifyReceived && chain.has(.status, "paid", in: $0) }) else {
            return idleRefund
        }
        return say(
            "A notify says paid (#\(index + 1)), and no line shows that it was verified or acted on; alone it proves nothing. Query the provider for \(verdict.order): what it answers is proof.",
            "有一条通知称已支付（#\(index + 1)），但没有日志表明它经过验签或处理；仅凭通知不能证明已支付。请向支付渠道查询 \(verdict.order)，以查询结果为准。")
    }

    /// A refund's notify, of which no line says that anybody looked at it: a refund would prove the payment, the notify alone does not.
    private var idleRefund: String? {
        guard let index = chain.events.firstIndex(where: { $0.event == .notifyReceived && chain.has(.refundProgress, in: $0) }) else {
            return nil
        }
        return say(
            "A notify speaks of a refund (#\(index + 1)), which would mean that it was paid before; no line shows that it was verified or acted on, and alone it proves nothing. Query the provider for \(verdict.order) and its refunds: what it answers is proof.",
            "有一条通知提到退款（#\(index + 1)），若属实则此前已支付；但没有日志表明它经过验签或处理，仅凭通知不能证明。请向支付渠道查询 \(verdict.order) 及其退款，以查询结果为准。")
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
