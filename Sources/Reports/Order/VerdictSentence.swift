import Domain
import Verdicts

/// The verdict of one order as one sentence, with money and times.
public enum VerdictSentence {
    /// Makes the sentence; log content in it is not yet made visible.
    ///
    /// - Parameter received: what was really received, where that is not what was ordered and a line tells (``Verdict/received(in:)``).
    public static func make(_ verdict: Verdict, received: Money? = nil, time: TimeText) -> String {
        time.language == .zh ? chinese(verdict, received, time) : english(verdict, received, time)
    }

    private static func english(_ verdict: Verdict, _ received: Money?, _ time: TimeText) -> String {
        let money = verdict.amount.map(MoneyText.make)
        let at = verdict.paidAt.map { " at " + time.full($0) } ?? " (when, no line tells)"
        var sentence: String =
            switch verdict.outcome {
            case .paid where paidOtherwise(verdict):
                "An order\(money.map { " of " + $0 } ?? "") was paid\(at) with \(received.map(MoneyText.make) ?? "another amount")"
            case .paid: "Paid\(money.map { " " + $0 } ?? "")\(at)"
            case .refunded: "Paid\(money.map { " " + $0 } ?? "")\(at) and refunded"
            case .failed: "The payment\(money.map { " of " + $0 } ?? "") failed"
            case .cancelled: "The payer cancelled\(money.map { "; \($0) was not paid" } ?? "")"
            case .abandoned: "\(money ?? "The order") was never paid, and its payment window is over"
            case .pending where isMarked(verdict):
                "Nothing proves so far that \(money ?? "the order") was paid, and its payment window is still open"
            case .pending: "\(money ?? "The order") is not paid yet, and its payment window is still open"
            case .unknown: "Nothing in these logs proves whether \(money ?? "the order") was paid"
            }
        if verdict.isRefundTouched {
            sentence += verdict.remarks.contains(.partiallyRefunded) ? ", partly refunded" : ", and a refund of it has begun"
        }
        if verdict.isStuck {
            sentence += ", but not marked paid"
            if let paid = verdict.paidAt { sentence += " in \(time.span(verdict.asOf - paid))" }
        }
        if let item = primary(verdict) {
            sentence += !verdict.isStuck && verdict.outcome.everPaid ? ", but " : ": "
            sentence += lowered(BreakWording.title(item.code).en)
            if let reason = BreakWording.reason(item) { sentence += " (\(lowered(reason.en)))" }
            if let closed = item.closedAt { sentence += ", healed \(time.brief(closed, on: verdict.paidAt))" }
        }
        sentence += englishExperience(verdict)
        return sentence + "."
    }

    private static func chinese(_ verdict: Verdict, _ received: Money?, _ time: TimeText) -> String {
        let money = verdict.amount.map { " " + MoneyText.make($0) } ?? ""
        let at = verdict.paidAt.map { time.full($0) + " " } ?? ""
        let untold = verdict.paidAt == nil ? "（支付时间无记录）" : ""
        var sentence: String =
            switch verdict.outcome {
            case .paid where paidOtherwise(verdict):
                "\(at)订单\(money) 已支付，\(received.map { "实付 " + MoneyText.make($0) } ?? "但实付金额或币种不同")"
            case .paid: "\(at)已支付\(money)\(untold)"
            case .refunded: "\(at)已支付\(money)\(untold)，并已退款"
            case .failed: "支付失败\(money)"
            case .cancelled: "付款人取消了支付\(money)"
            case .abandoned: "订单\(money) 始终未支付，支付时限已过"
            case .pending where isMarked(verdict): "目前没有证据表明订单\(money) 已支付，支付时限未到"
            case .pending: "订单\(money) 尚未支付，支付时限未到"
            case .unknown: "现有日志无法证明订单\(money) 是否已支付"
            }
        if verdict.isRefundTouched { sentence += verdict.remarks.contains(.partiallyRefunded) ? "，已部分退款" : "，且已发起退款" }
        if verdict.isStuck {
            sentence += verdict.paidAt.map { "，但已过 \(time.span(verdict.asOf - $0))，仍未置为已支付" } ?? "，但仍未置为已支付"
        }
        if let item = primary(verdict) {
            sentence += !verdict.isStuck && verdict.outcome.everPaid ? "，但" : "："
            sentence += BreakWording.title(item.code).zh
            if let reason = BreakWording.reason(item) { sentence += "（\(reason.zh)）" }
            if let closed = item.closedAt { sentence += "，已于 \(time.brief(closed, on: verdict.paidAt)) 恢复" }
        }
        sentence += chineseExperience(verdict)
        return sentence + "。"
    }

    private static func englishExperience(_ verdict: Verdict) -> String {
        switch verdict.experience {
        case .landed where verdict.flow == .storekit:
            verdict.primaryBreak == nil ? ", and the payer saw it" : "; the payer saw the result"
        case .landed: verdict.primaryBreak == nil ? ", and the payer came back and saw it" : "; the payer came back and saw the result"
        case .recovered: "; the payer saw the result only through a fallback query"
        case .lost: "; the payer never saw the result"
        case .unobserved: "; no device log tells what the payer saw"
        case nil: ""
        }
    }

    private static func chineseExperience(_ verdict: Verdict) -> String {
        switch verdict.experience {
        case .landed where verdict.flow == .storekit: verdict.primaryBreak == nil ? "，付款人已看到结果" : "；付款人已看到结果"
        case .landed: verdict.primaryBreak == nil ? "，付款人已返回应用并看到结果" : "；付款人已返回应用并看到结果"
        case .recovered: "；付款人只是通过兜底查询才看到结果"
        case .lost: "；付款人始终没有看到结果"
        case .unobserved: "；没有设备日志说明付款人看到了什么"
        case nil: ""
        }
    }

    /// What was received is not the order's amount: then that amount must not be called paid.
    static func paidOtherwise(_ verdict: Verdict) -> Bool {
        verdict.breaks.contains { $0.code == .amountMismatch && $0.closedAt == nil }
    }

    /// The server marked it paid: whether it is cannot be denied then, only not proven.
    private static func isMarked(_ verdict: Verdict) -> Bool {
        verdict.steps.contains { $0.step == .markedPaid && $0.state == .seen }
    }

    private static func primary(_ verdict: Verdict) -> Break? {
        verdict.primaryBreak.flatMap { code in verdict.breaks.first { $0.code == code } }
    }

    /// The first letter in lower case, unless the word is an abbreviation.
    private static func lowered(_ text: String) -> String {
        guard let first = text.first, let second = text.dropFirst().first, second.isLowercase || second == " " else { return text }
        return first.lowercased() + text.dropFirst()
    }
}
