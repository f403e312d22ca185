import Conversion
import Domain

/// Words of the conversion report.
extension Explanation {
    static let changes = RateChange.Finding.allCases.map { finding in
        Explanation(
            finding.rawValue, .change, kindText: Kind.change.one, title: finding.shortTitle, parts: [Part(.meaning, finding.meaning)])
    }

    static let recoveries = RecoveryAction.all.map { action in
        Explanation(action.word, .recovery, kindText: Kind.recovery.one, title: action.title, parts: [Part(.meaning, action.adds)])
    }

    static let reportWords = ReportWord.all.map { word in
        var entry = Explanation(
            word.code, .reportWord, kindText: Kind.reportWord.one, title: word.title, parts: [Part(.meaning, word.meaning)])
        entry.phrases = word.phrases
        return entry
    }
}

extension RateChange.Finding {
    /// What it takes to be said.
    public var meaning: Text {
        switch self {
        case .real:
            Text(
                en:
                    "The share changed whatever the orders did that no log shows: the difference keeps its sign with all unseen and open orders of both periods at their worst, and beyond sampling error (99 %, in tables of many rows 99.9 %).",
                zh: "无论未观察到的订单实际如何，比率都变了：把两个时段所有无法观察和未完成的订单取最不利情形，再计入抽样误差（99%，多行表格 99.9%），差异仍同号。")
        case .realAtEqualCoverage:
            Text(
                en:
                    "Among the orders that can be told the share changed beyond sampling error, and about as many can be told as before (within 2 points), so that better or worse logging is not the reason.",
                zh: "在可判断的订单中，变化超出抽样误差；且可判断的比例与对比期相当（相差不超过 2 个百分点），因此不是日志变化造成的。")
        case .coverageDiffers:
            Text(
                en:
                    "Among the orders that can be told the share changed, but more or fewer can be told than before: the logging may be the reason.",
                zh: "在可判断的订单中比率变了，但可判断的比例与对比期不同：原因可能只是日志。")
        case .withinNoise:
            Text(
                en: "The difference is no more than chance and unseen orders explain. It is no proof that nothing changed.",
                zh: "差异未超出偶然波动与未观察订单所能解释的范围；但这并不证明没有变化。")
        case .notComparable:
            Text(en: "One of the periods has fewer than 20 orders.", zh: "其中一个时段的订单少于 20 笔。")
        }
    }
}

/// One word of the report that its reader may ask for.
struct ReportWord: Sendable {
    let code: String
    let title: Text
    let meaning: Text
    let phrases: [String]

    static let all: [ReportWord] = [
        ReportWord(
            code: "bounds", title: Text(en: "[low, high]", zh: "[下限, 上限]"),
            meaning: Text(
                en:
                    "Low counts every order of which no log tells, or whose time is not over, as a no; high counts it as a yes. Then each end is moved out by the sampling error of a share (95 %). Orders that left no trace at all are not covered.",
                zh: "下限把日志无法判断或尚未到期的订单都当作“否”，上限都当作“是”，两端再外扩抽样误差（95%）。完全没有留下痕迹的订单不在其内。"),
            phrases: ["low high interval brackets", "上下限 区间 方括号"]),
        ReportWord(
            code: "driver", title: Text(en: "What drives it", zh: "驱动因素"),
            meaning: Text(
                en:
                    "A segment, or a pair of them, in which something happens more often than in all other orders whose segment is known, or has risen more than elsewhere. Orders explained are those beyond the share of the rest; their money is the mean amount of the orders on which it happened, times that number, with its 99 % interval. It is where to look, not the cause.",
                zh: "某个细分（或两个细分的组合）中，某现象比其余已知细分的订单更常见，或上升更多。解释订单是超出其余占比的部分；其金额为发生该现象订单的平均金额乘以该笔数，并给出 99% 区间。它是线索，不是原因。"),
            phrases: ["segment explains excess", "驱动因素 解释订单"]),
        ReportWord(
            code: "harmed", title: Text(en: "harmed orders", zh: "受损订单"),
            meaning: Text(
                en:
                    "Paid orders that are provably not marked paid, or whose payer provably never saw the result. What would have recovered them is judged by replay: surely, where the log has all that it takes; at most, where it takes something besides that no log shows, such as a payer who comes back.",
                zh: "有证据表明未入账，或付款人始终未看到结果的已支付订单。能否挽回通过重放判断：“确定”指日志已具备全部条件；“至多”还需要日志看不到的条件，例如付款人回到应用。"),
            phrases: ["surely at most recovered", "可挽回 确定 至多"]),
        ReportWord(
            code: "censored", title: Text(en: "orders still open", zh: "未完成订单"),
            meaning: Text(
                en:
                    "An order whose time is not over counts in the times to a step as long as it was watched, and is never left out: else fast orders would make the median too short. How many of them still come is told by how fast the curve still rises.",
                zh: "尚未到期的订单按已观察的时长计入用时，从不剔除：否则快的订单会使中位数偏短。其中还会有多少完成，由曲线仍在上升的速度推断。"),
            phrases: ["open orders median time kaplan meier", "未完成 中位用时 删失"]),
        ReportWord(
            code: "first_install_share", title: Text(en: "first-install share", zh: "首次安装占比"),
            meaning: Text(
                en:
                    "Share of paid orders whose app had just been installed. Known only of orders of which a client line has firstInstall=true or false; else it is not known.",
                zh: "应用刚安装即付款的订单占已支付订单的比例。只有客户端日志带 firstInstall=true 或 false 的订单可知，否则未知。"),
            phrases: ["just installed first launch", "首次安装 刚安装"]),
    ]
}
