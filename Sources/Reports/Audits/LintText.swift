import Audits
import Domain

/// What `paychain lint` prints.
public struct LintText {
    private let report: LintReport
    private var page: Page

    /// Makes a report.
    public init(report: LintReport, style: ReportStyle) {
        self.report = report
        page = Page(style)
    }

    /// The report as text.
    public consuming func render() -> String {
        head()
        for (index, lack) in report.lacks.enumerated() { draw(lack, number: index + 1) }
        return page.text
    }

    private func say(_ en: String, _ zh: String) -> String { page.style.language == .zh ? zh : en }

    private mutating func head() {
        let (open, all) = (MoneyText.count(report.openOrders), MoneyText.count(report.orders))
        var line = StyledText(
            report.lacks.isEmpty
                ? say("✓ These client logs carry what a chain needs", "✓ 客户端日志齐备")
                : say("Client logs: \(report.lacks.count) lack\(report.lacks.count == 1 ? "" : "s")", "客户端日志：\(report.lacks.count) 项缺失"),
            report.lacks.isEmpty ? .good : .bold)
        line.append(
            say(" · \(report.clientSources) client source\(report.clientSources == 1 ? "" : "s")", " · \(report.clientSources) 个客户端来源"),
            .dim)
        page.paragraph(line)
        guard report.orders > 0 else {
            page.paragraph(
                StyledText(
                    say(
                        "no orders were recognised: give the server's logs too, to see what each lack costs",
                        "没有识别到订单：请同时提供服务端日志，以便看到每项缺失的代价"), .dim))
            return
        }
        guard report.openOrders > 0 else {
            let isDoubtful = report.lacks.contains { $0.settles > 0 }
            let told = say(
                "every client step of \(report.orders == 1 ? "the one order" : "\(all) orders") can be told", "\(all) 笔订单的客户端步骤都可判断")
            let doubt = say(
                "; but steps are called missing whose kind of line no log ever shows", "；但有步骤被判为缺失，而这类日志从未出现过")
            page.paragraph(StyledText(told + (isDoubtful ? doubt : ""), .dim))
            return
        }
        let money = report.openAmounts.isEmpty ? "" : say(" worth ", "，金额 ") + MoneyText.make(report.openAmounts)
        page.paragraph(
            StyledText(
                say(
                    "\(open) of \(all) \(report.orders == 1 ? "order" : "orders")\(money) \(report.openOrders == 1 ? "has" : "have") client steps that cannot be told",
                    "\(all) 笔订单中有 \(open) 笔\(money.isEmpty ? "" : money + "，")存在无法观察的客户端步骤")
                    + (report.lacks.contains { $0.settles > 0 }
                        ? say("; mending the first lack could settle most of them", "；补上排在最前的一项最多能澄清其中最多的订单") : ""),
                .dim))
    }

    private mutating func draw(_ lack: LintLack, number: Int) {
        page.line()
        let rule = lack.rule
        var title = StyledText("\(number). ", .bold)
        title.append(rule.level.sign + " ", rule.level.style)
        title.append(page.say(rule.title), .bold)
        title.append("  \(rule.code)", .dim)
        page.paragraph(title, indent: 3)
        var facts = StyledText()
        if lack.settles > 0 {
            let money = lack.amounts.isEmpty ? "" : say(" worth ", "，金额 ") + MoneyText.make(lack.amounts)
            facts.append(
                say(
                    "could settle up to \(MoneyText.count(lack.settles, "order"))\(money)",
                    "最多可澄清 \(MoneyText.count(lack.settles)) 笔订单\(money)"), .major)
        } else {
            facts.append(say("settles no open verdict on these logs", "在这批日志上不影响未决判定"), .dim)
        }
        if !lack.platforms.isEmpty { facts.append(" · " + lack.platforms.joined(separator: ", "), .dim) }
        if lack.count > 0 {
            facts.append(
                say(
                    lack.count == 1 ? " · found once" : " · found \(MoneyText.count(lack.count)) times",
                    " · 共 \(MoneyText.count(lack.count)) 处"), .dim)
        }
        page.paragraph(facts, first: StyledText("   "))
        if !lack.examples.isEmpty {
            page.paragraph(
                StyledText(lack.examples.joined(separator: "  "), .dim), first: StyledText("   " + say("at ", "位置 "), .dim), indent: 6)
        }
        page.paragraph(StyledText(page.say(rule.meaning)), first: StyledText("   "))
        for addition in rule.additions {
            page.paragraph(StyledText(addition.code, .good), first: StyledText("   + \(addition.place): ", .dim), indent: 7)
        }
    }
}

extension LintRule.Level {
    var sign: String { self == .must ? "✗" : "!" }
    var style: Style { self == .must ? .critical : .minor }
}
