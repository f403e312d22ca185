import Conversion
import Domain
import Flows
import Providers
import Verdicts

/// Numbers of the conversion report as people read them.
enum RateText {
    /// `71.2 %`; never all for less than all and never none for more than none.
    static func percent(_ share: Double) -> String {
        guard share.isFinite else { return "–" }
        var tenths = Int((min(max(share, 0), 1) * 1_000).rounded())
        if share < 1 { tenths = min(tenths, 999) }
        if share > 0 { tenths = max(tenths, 1) }
        return share <= 0 ? "0 %" : share >= 1 ? "100 %" : "\(tenths / 10).\(tenths % 10) %"
    }

    /// `[70.1, 73.4]`, in percent.
    static func range(_ range: ShareRange) -> String { "[\(bare(range.low)), \(bare(range.high))]" }

    /// `71.2 % [70.1, 73.4]`: the point never stands without its bounds.
    static func make(_ rate: BoundedRate) -> String {
        (rate.point.map(percent) ?? "–") + " " + range(rate.bounds)
    }

    /// `+2.1` percentage points.
    static func points(_ difference: Double) -> String {
        let tenths = Int((difference * 1_000).rounded())
        return (tenths < 0 ? "−" : tenths > 0 ? "+" : "±") + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }

    private static func bare(_ share: Double) -> String {
        let tenths = Int((min(max(share, 0), 1) * 1_000).rounded())
        return tenths % 10 == 0 && (tenths == 0 || tenths == 1_000) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension RateChange.Finding {
    /// What may be said about a change.
    public var title: Text {
        switch self {
        case .real: Text(en: "a real change", zh: "确有变化")
        case .realAtEqualCoverage: Text(en: "a real change among what is seen, and as much is seen as before", zh: "可观察部分确有变化，且可观察范围相当")
        case .coverageDiffers:
            Text(en: "not to be told: more or less is seen than before", zh: "无法判断：可观察的范围与对比期不同")
        case .withinNoise: Text(en: "no more than chance or unseen orders explain", zh: "未超出偶然波动与未观察订单所能解释的范围")
        case .notComparable: Text(en: "too few orders to compare", zh: "订单太少，无法比较")
        }
    }

    /// The same in a table.
    var shortTitle: Text {
        switch self {
        case .real: Text(en: "real", zh: "确有变化")
        case .realAtEqualCoverage: Text(en: "real (equal coverage)", zh: "确有变化（范围相当）")
        case .coverageDiffers: Text(en: "coverage differs", zh: "观察范围不同")
        case .withinNoise: Text(en: "within chance", zh: "偶然波动内")
        case .notComparable: Text(en: "too few", zh: "样本太少")
        }
    }
}

extension SegmentDimension {
    /// Its name.
    public var title: Text {
        switch self {
        case .flow: Text(en: "flow", zh: "流程")
        case .platform: Text(en: "platform", zh: "平台")
        case .appVersion: Text(en: "app version", zh: "应用版本")
        case .osVersion: Text(en: "OS version", zh: "系统版本")
        case .channel: Text(en: "channel (cid)", zh: "渠道（cid）")
        case .provider: Text(en: "provider", zh: "支付渠道")
        case .returnVia: Text(en: "way back", zh: "返回方式")
        case .schemeFallback: Text(en: "scheme fallback", zh: "Scheme 兜底")
        case .hour: Text(en: "hour of the day", zh: "小时")
        }
    }
}

extension DriverMeasure {
    /// What happens to an order, as the predicate of a sentence.
    public var title: Text {
        switch self {
        case .unpaid: Text(en: "the order is not paid", zh: "订单未支付")
        case .lost: Text(en: "the payer never sees the result", zh: "付款人看不到支付结果")
        case .break(let code):
            Text(en: "“\(BreakWording.title(code).en)”", zh: "“\(BreakWording.title(code).zh)”")
        }
    }
}

extension SegmentValue {
    /// The segment in words.
    public func text(_ language: Language) -> String {
        switch (dimension, value) {
        case (.schemeFallback, "none"): return language == .zh ? "未配置 Scheme 兜底" : "without a scheme fallback"
        case (.schemeFallback, _): return language == .zh ? "已配置 Scheme 兜底" : "with a scheme fallback"
        case (.flow, _):
            return Flow(rawValue: value).map { FlowDefinition.of($0).names(language) } ?? value
        case (.provider, _): return ProviderDefinition.all.first { $0.word == value }?.names(language) ?? value
        case (.platform, "ios"): return "iOS"
        case (.platform, "android"): return "Android"
        default: return language == .zh ? "\(dimension.title.zh) \(value)" : "\(dimension.title.en) \(value)"
        }
    }
}

extension Driver {
    /// ` (¥4,200; 99 %: 2,900 to 5,600)`; empty where no amount is known.
    private func moneyText(_ language: Language) -> String {
        let known = money.filter { $0.high.units > 0 }
        guard !known.isEmpty else { return "" }
        // An estimate has no cents.
        let texts = known.map { amount in
            let (low, high) = (MoneyText.estimate(amount.low, alone: false), MoneyText.estimate(amount.high, alone: false))
            return MoneyText.estimate(amount.point) + (language == .zh ? "，99% 区间 \(low)–\(high)" : ", 99 %: \(low) to \(high)")
        }
        return language == .zh ? "（\(texts.joined(separator: "；"))）" : " (\(texts.joined(separator: "; ")))"
    }

    /// One sentence that a manager understands.
    public func sentence(_ language: Language) -> String {
        let joined = segment.map { $0.text(language) }.joined(separator: language == .zh ? " × " : " × ")
        let (here, there) = (RateText.percent(share), RateText.percent(restShare))
        let many =
            MoneyText.count(Int(explained.rounded()))
            + (language == .zh ? " 笔" : Int(explained.rounded()) == 1 ? " order more" : " orders more") + moneyText(language)
        let (hits, orders) = (MoneyText.count(hits), MoneyText.count(orders))
        switch kind {
        case .excess:
            return language == .zh
                ? "\(joined)：\(measure.title.zh)的占 \(here)（\(orders) 笔中 \(hits) 笔），其余为 \(there)；由此多出约 \(many)。"
                : "\(joined): \(measure.title.en) on \(here) (\(hits) of \(orders) orders), elsewhere on \(there); that is about \(many)."
        case .change:
            let then = before.map { RateText.percent(Double($0.hits) / Double(max(1, $0.orders))) } ?? "–"
            return language == .zh
                ? "\(joined)：\(measure.title.zh)从 \(then) 升到 \(here)（\(orders) 笔中 \(hits) 笔），其余没有同样上升；由此多出约 \(many)。"
                : "\(joined): \(measure.title.en) rose from \(then) to \(here) (\(hits) of \(orders) orders), and not so elsewhere; that is about \(many)."
        }
    }
}

extension ConversionReport.Reconciliation.Kind {
    /// What it means.
    public var title: Text {
        switch self {
        case .both: Text(en: "paid there and marked here", zh: "渠道已付，本地已入账")
        case .thereOnly: Text(en: "paid there, NOT marked here", zh: "渠道已付，本地未入账")
        case .thereUntold: Text(en: "paid there; no log tells whether it is marked here", zh: "渠道已付，日志无法判断本地是否入账")
        case .hereOnly: Text(en: "marked here, NOT in the provider's complete record", zh: "本地已入账，渠道完整账单中没有")
        case .hereUncompared: Text(en: "marked here; no complete record of that day is loaded", zh: "本地已入账，未加载当天的完整账单")
        case .differing: Text(en: "paid with another amount or currency than ordered", zh: "实付金额或币种与订单不同")
        }
    }
}
