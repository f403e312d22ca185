import Audits
import Domain
import Flows

/// What `paychain scenarios` prints.
public struct ScenarioReport {
    private let results: [ScenarioResult]
    private let summary: Summary
    private let time: TimeText
    /// The folder that all lines named lie below, with a slash at its end; empty when there is none.
    private let folder: String
    private var page: Page

    /// Makes a report.
    public init(results: [ScenarioResult], summary: Summary, style: ReportStyle) {
        (self.results, self.summary) = (results, summary)
        time = TimeText(style)
        folder = ScenarioReport.commonFolder(of: results.compactMap(\.decisive).flatMap(\.steps).compactMap(\.reference))
        page = Page(style)
    }

    /// What all paths begin with, up to a slash.
    static func commonFolder(of references: [String]) -> String {
        guard var common = references.first?.split(separator: "/", omittingEmptySubsequences: false).dropLast() else { return "" }
        for reference in references {
            let parts = reference.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            common = common.prefix(zip(common, parts).prefix { $0 == $1 }.count)
        }
        return common.isEmpty ? "" : common.joined(separator: "/") + "/"
    }

    /// The report as text.
    public consuming func render() -> String {
        head()
        for result in results { scenario(result) }
        end()
        return page.text
    }

    private func say(_ en: String, _ zh: String) -> String { page.style.language == .zh ? zh : en }

    private mutating func head() {
        let proven = results.filter { $0.state == .proven }.count
        page.line(
            StyledText(
                say("Acceptance scenarios: \(proven) of \(results.count) proven", "真机验收场景：\(results.count) 个中已证明 \(proven) 个"), .bold))
        page.paragraph(
            StyledText(
                say(
                    "\(MoneyText.count(summary.orders, "order")) in \(MoneyText.count(summary.inputs.files, "file")) · times in ",
                    "\(MoneyText.count(summary.inputs.files)) 个文件，\(MoneyText.count(summary.orders)) 笔订单 · 时间按 ")
                    + time.zoneName(at: summary.asOf) + time.asOf(summary.asOf), .dim))
        if !folder.isEmpty { page.paragraph(StyledText(say("lines are in files below ", "以下文件均位于 ") + folder, .dim)) }
    }

    private mutating func scenario(_ result: ScenarioResult) {
        page.line()
        var title = StyledText(result.state.sign + " ", result.state.style)
        title.append(page.say(result.definition.title), .bold)
        title.append("  \(result.definition.code)  ", .dim)
        title.append(page.say(result.state.title), result.state.style)
        page.paragraph(title, indent: 2)
        guard let decisive = result.decisive else {
            page.paragraph(StyledText(page.say(result.definition.story), .dim), first: StyledText("    "))
            return
        }
        facts(decisive, of: result)
        let width = min(48, decisive.steps.map { TextWidth.of(page.say($0.title)) }.max() ?? 0)
        for step in decisive.steps { line(step, width: width) }
        others(result)
    }

    private mutating func facts(_ one: ScenarioTry, of result: ScenarioResult) {
        var facts = StyledText(say("order ", "订单 ") + one.order.description)
        facts.append(" · " + page.say(FlowDefinition.of(one.flow).names) + " · " + time.full(one.at), .dim)
        if one.isDeclared { facts.append(say(" · named as this try", " · 已指明为本场景"), .dim) }
        if one.state == .failed, !one.breaks.isEmpty {
            let shown = one.breaks.prefix(3).map { $0.code.rawValue + ($0.reason.map { " (\($0))" } ?? "") }
            facts.append(say(" · breaks ", " · 断点 "), .dim)
            facts.append(shown.joined(separator: ", "), .major)
        }
        page.paragraph(facts, first: StyledText("    "))
    }

    private mutating func line(_ step: ScenarioTry.Step, width: Int) {
        let (sign, style) = step.proof.sign
        var line = StyledText("    " + sign + " ", style)
        line.append(page.say(step.title))
        line.pad(to: 8 + width)
        line.append("  ")
        let shown = step.reference.map { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0 } ?? page.say(step.proof.word)
        if line.width + TextWidth.of(shown) <= page.width {
            line.append(shown, .dim)
            page.line(line)
        } else {
            page.line(line)
            page.paragraph(StyledText(shown, .dim), first: StyledText("        "))
        }
        if let hint = step.hint { page.paragraph(StyledText(page.say(hint), .dim), first: StyledText("        → ")) }
    }

    private mutating func others(_ result: ScenarioResult) {
        let rest = result.tries.filter { $0.order != result.decisive?.order }
        guard !rest.isEmpty else { return }
        var line = StyledText(say("other tries: ", "其他尝试："), .dim)
        for (index, one) in rest.suffix(5).enumerated() {
            if index > 0 { line.append(say(", ", "、"), .dim) }
            line.append(one.order.description + " ")
            line.append(page.say(one.state.title), one.state.style)
            if let step = one.failedStep { line.append(say(" at ", "，停在") + "“\(page.say(step.title))”", .dim) }
        }
        if rest.count > 5 { line.append(say(" and \(rest.count - 5) more", " 等 \(rest.count) 次"), .dim) }
        page.paragraph(line, first: StyledText("    "), indent: 6)
    }

    private mutating func end() {
        page.line()
        let failed = results.filter { $0.state == .failed }
        let open = results.filter { $0.state == .unobserved || $0.state == .notTried }
        if failed.isEmpty, open.isEmpty {
            page.line(StyledText(say("✓ all six are proven", "✓ 六个场景全部得到证明"), .good))
            return
        }
        for result in failed {
            var text = StyledText(result.definition.code, .bold)
            if let step = result.decisive?.failedStep { text.append(say(" fails at: ", " 失败于：") + page.say(step.title)) }
            if let order = result.decisive?.order {
                text.append(
                    say("  → paychain analyze PATH, then paychain order ", "  → 先 paychain analyze 路径，再 paychain order ")
                        + ShellWord.quoted(order.description), .dim)
            }
            page.paragraph(text, first: StyledText("✗ ", .critical))
        }
        if !open.isEmpty {
            page.paragraph(
                StyledText(
                    say("still to be shown: ", "尚待证明：") + open.map(\.definition.code).joined(separator: ", "), .missing),
                first: StyledText("· ", .dim))
        }
    }
}

extension ScenarioState {
    /// The state in a word.
    var title: Text {
        switch self {
        case .proven: Text(en: "proven", zh: "已证明")
        case .failed: Text(en: "failed", zh: "失败")
        case .unobserved: Text(en: "cannot be told", zh: "无法观察")
        case .notTried: Text(en: "not tried", zh: "未测")
        }
    }

    var sign: String {
        switch self {
        case .proven: "✓"
        case .failed: "✗"
        case .unobserved: "?"
        case .notTried: "–"
        }
    }

    var style: Style {
        switch self {
        case .proven: .good
        case .failed: .critical
        case .unobserved: .missing
        case .notTried: .dim
        }
    }
}

extension StepProof {
    var sign: (String, Style) {
        switch self {
        case .shown, .declared: ("✓", .good)
        case .failed: ("✗", .critical)
        case .unobserved: ("?", .missing)
        case .skipped: ("–", .dim)
        }
    }

    /// What stands in place of a line.
    var word: Text {
        switch self {
        case .shown: Text(en: "", zh: "")
        case .declared: Text(en: "as the tester says", zh: "由测试者指明")
        case .failed: Text(en: "missing: the logs would show it", zh: "缺失：若发生过日志会有记录")
        case .unobserved: Text(en: "the logs cannot tell", zh: "日志无法判断")
        case .skipped: Text(en: "not needed", zh: "不需要")
        }
    }

    /// Its word in JSON.
    var code: String {
        switch self {
        case .shown: "seen"
        case .declared: "declared"
        case .failed: "failed"
        case .unobserved: "unobserved"
        case .skipped: "skipped"
        }
    }
}
