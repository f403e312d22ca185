import Domain

extension StepState {
    /// What it means (vocabulary §1, §5).
    var meaning: Text {
        switch self {
        case .seen: Text(en: "A line shows it.", zh: "有日志记录为证。")
        case .missing:
            Text(
                en: "It was due, and logs that would show it cover the whole time without a gap.",
                zh: "已到期限，且能证明它的日志完整覆盖整段时间，其中没有它。")
        case .notDue: Text(en: "Its deadline lies after as-of, or it was never called for.", zh: "期限晚于判定时点，或本就不要求。")
        case .unobserved:
            Text(
                en: "No log would show it: absence of evidence is not evidence of absence.",
                zh: "没有日志能证明它：没有证据不等于没有发生。")
        case .skipped: Text(en: "The order went on without it.", zh: "订单未经这一步继续进行。")
        }
    }
}

extension Severity {
    /// What it means (vocabulary §2).
    var meaning: Text {
        switch self {
        case .critical: Text(en: "Money or integrity is wrong.", zh: "资金或数据完整性出错。")
        case .major: Text(en: "A payer or a sale was lost to a fault.", zh: "因故障失去了付款人或订单。")
        case .minor: Text(en: "Healed, or hygiene.", zh: "已恢复，或属于规范问题。")
        }
    }
}

extension Owner {
    /// Who that is.
    var meaning: Text {
        switch self {
        case .client: Text(en: "The team of the app.", zh: "客户端团队。")
        case .web: Text(en: "The team of the H5 or return page.", zh: "H5 页面或返回页的团队。")
        case .server: Text(en: "The team of the merchant's back end.", zh: "商户服务端团队。")
        case .provider: Text(en: "The payment provider.", zh: "支付渠道。")
        case .user: Text(en: "The payer.", zh: "付款人。")
        }
    }
}

extension Confidence {
    /// What it rests on (vocabulary §2).
    var meaning: Text {
        switch self {
        case .high: Text(en: "all supporting evidence carries the order number or an alias", zh: "全部证据带有订单号或其别名")
        case .medium:
            Text(
                en: "some is bound by retry schedule, by a masked number or by a payer's own export, or rests on a corrected clock",
                zh: "部分证据按重试时刻表、脱敏单号或付款人自己的账单归属，或依赖校正后的时钟")
        case .low: Text(en: "some client lines are bound by time window only", zh: "部分客户端记录仅按时间窗口归属")
        }
    }
}

extension CoverageState {
    /// What it means (contract.md).
    var meaning: Text {
        switch self {
        case .covered: Text(en: "The logs of this kind span the order's whole time.", zh: "该类日志覆盖订单的全部时间。")
        case .gap: Text(en: "A part of the order's time is lost in these logs.", zh: "订单的部分时间在该类日志中缺失。")
        case .endedEarly: Text(en: "These logs end before the order's last deadline.", zh: "该类日志在订单最后期限之前结束。")
        case .absent: Text(en: "There is no log of this kind for the order.", zh: "没有该类日志可用于此订单。")
        }
    }
}
