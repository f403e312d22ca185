import Domain

/// What is said where no paid order is known to be unmarked: none is a claim only where logs would show one.
public enum StuckText {
    /// Orders of which no log tells whether they are marked paid.
    public static func untold(_ summary: Summary) -> Int {
        summary.funnels.reduce(0) { sum, funnel in sum + (funnel.steps.first { $0.step == .markedPaid }?.unobserved ?? 0) }
    }

    /// The words, without a full stop.
    public static func none(_ summary: Summary) -> Text {
        let untold = untold(summary)
        guard untold > 0 else { return Text(en: "no paid order is stuck", zh: "没有卡单") }
        return Text(
            en:
                "no paid order is known to be stuck; of \(MoneyText.count(untold, "order")) no log tells whether \(untold == 1 ? "it is" : "they are") marked",
            zh: "未发现卡单；另有 \(MoneyText.count(untold)) 笔日志无法判断是否入账")
    }

    /// Why a paid order that is not marked must not be marked yet: a refund of it. Nil where no line speaks of one.
    public static func refund(_ verdict: Verdict) -> Text? {
        guard verdict.isRefundTouched else { return nil }
        return verdict.remarks.contains(.partiallyRefunded)
            ? Text(en: "PARTLY REFUNDED", zh: "已部分退款") : Text(en: "REFUND BEGUN", zh: "已发起退款")
    }

    /// What to do with orders of the list of which the provider speaks of a refund.
    public static let refundNote = Text(
        en: "Where a refund has begun, or a part went back: query the refund first, and do not mark the order paid or deliver before.",
        zh: "已发起退款或已部分退款的订单：请先查询退款结果，查清前不要补单、不要发货。")
}
