import Domain
import Flows
import Verdicts

/// What `paychain analyze` prints: how the day went, what is broken, what the logs can and cannot tell.
public struct SummaryReport {
    let summary: Summary
    let time: TimeText
    let isKept: Bool
    var page: Page

    /// Makes a report.
    ///
    /// - Parameter isKept: whether a store has the run, so that other commands can be asked about it.
    public init(summary: Summary, style: ReportStyle, isKept: Bool = true) {
        (self.summary, self.isKept) = (summary, isKept)
        time = TimeText(style)
        page = Page(style)
    }

    /// The report as text.
    public consuming func render() -> String {
        headline()
        if summary.orders > 0 {
            outcomes()
            funnels()
            breaks()
        }
        findings()
        coverage()
        inputs()
        nextCommands()
        return page.text
    }

    func say(_ en: String, _ zh: String) -> String { page.style.language == .zh ? zh : en }
    func count(_ value: some BinaryInteger) -> String { MoneyText.count(value) }

    private var paid: Int { (summary.outcomes[.paid] ?? 0) + (summary.outcomes[.refunded] ?? 0) }

    private mutating func headline() {
        guard summary.orders > 0 else {
            let isEmpty = summary.inputs.files == 0
            page.line(
                StyledText(
                    isEmpty
                        ? say("No log file was found in what was named.", "指定的路径里没有找到日志文件。")
                        : say("No order was recognised in these logs.", "这些日志里没有识别出任何订单。"), .bold))
            return
        }
        var line = StyledText(
            say(
                "\(count(summary.orders)) \(summary.orders == 1 ? "order" : "orders"), \(count(paid)) paid",
                "\(count(summary.orders)) 笔订单，\(count(paid)) 笔已支付"), .bold)
        if !summary.paidAmounts.isEmpty { line.append(say(" (", "（") + MoneyText.make(summary.paidAmounts) + say(")", "）"), .bold) }
        if summary.stuckOrders > 0 {
            line.append(say("; ", "；"), .bold)
            line.append(
                say(
                    "✖ \(count(summary.stuckOrders)) paid and NOT marked: \(MoneyText.make(summary.stuckAmounts)) stuck",
                    "✖ \(count(summary.stuckOrders)) 笔已支付未入账，涉及 \(MoneyText.make(summary.stuckAmounts))"), .critical)
        } else if paid > 0 {
            let none = StuckText.none(summary)
            line.append(say("; \(none.en)", "；\(none.zh)"), StuckText.untold(summary) == 0 ? .good : .plain)
        }
        page.paragraph(line)
        if let item = summary.breaks.first(where: { $0.code == .amountMismatch }) {
            page.paragraph(
                StyledText(
                    say(
                        "\(count(item.orders)) paid with another amount than ordered: counted with what was received, where a line tells",
                        "\(count(item.orders)) 笔实付与订单金额不同：凡日志可知，按实收金额计入"), .dim))
        }
        page.paragraph(
            StyledText(
                say("times in ", "时间按 ") + time.zoneName(at: summary.asOf) + time.asOf(summary.asOf), .dim))
    }

    private mutating func outcomes() {
        page.heading(Text(en: "Outcome (the money) and experience (the payer)", zh: "结果（资金）与体验（付款人）"))
        let outcomes = Outcome.allCases.filter { (summary.outcomes[$0] ?? 0) > 0 }
        let experiences = Experience.allCases.filter { (summary.experiences[$0] ?? 0) > 0 }
        let everPaid = max(1, experiences.reduce(0) { $0 + (summary.experiences[$1] ?? 0) })
        var rows: [[StyledText]] = []
        for index in 0..<max(outcomes.count, experiences.count) {
            var row = [StyledText(), StyledText(), StyledText(), StyledText("│", .dim), StyledText(), StyledText(), StyledText()]
            if index < outcomes.count {
                let orders = summary.outcomes[outcomes[index]] ?? 0
                row[0] = StyledText(page.say(outcomes[index].title))
                row[1] = StyledText(count(orders))
                row[2] = StyledText(Share.percent(orders, of: summary.orders), .dim)
            }
            if index < experiences.count {
                let orders = summary.experiences[experiences[index]] ?? 0
                row[4] = StyledText(page.say(experiences[index].title), experiences[index] == .lost ? .major : .plain)
                row[5] = StyledText(count(orders))
                row[6] = StyledText(Share.percent(orders, of: everPaid), .dim)
            }
            rows.append(row)
        }
        page.table(rows, right: [1, 2, 5, 6])
    }

    private mutating func funnels() {
        for funnel in summary.funnels where funnel.orders > 0 {
            let name = FlowDefinition.of(funnel.flow).names
            page.heading(
                Text(en: "\(name.en): \(MoneyText.count(funnel.orders, "order"))", zh: "\(name.zh)：\(count(funnel.orders)) 笔订单"))
            let isPartial = funnel.steps.contains { $0.unobserved > 0 }
            let bar = max(10, page.width - (isPartial ? 74 : 66))
            page.table(
                funnel.steps.map { step in
                    [
                        StyledText(page.say(step.step.title)), StyledText(count(step.orders)),
                        StyledText(Share.percent(step.orders, of: funnel.orders), .dim),
                        StyledText(step.unobserved > 0 ? "? " + count(step.unobserved) : "", .major),
                        bars(step, of: funnel.orders, columns: bar),
                        StyledText(
                            step.step == .orderCreated
                                ? "" : step.medianSeconds.map { say("median ", "中位 ") + time.span(Amount.span(seconds: $0)) } ?? "", .dim),
                    ]
                }, right: [1, 2, 3])
        }
        if summary.funnels.contains(where: { $0.steps.contains { $0.unobserved > 0 } }) {
            page.line(
                say(
                    "  ? and ░: orders of which the logs cannot tell whether they reached the step",
                    "  ? 与 ░：日志无法判断是否到达该步骤的订单"), .dim)
        }
    }

    /// What was seen, and behind it what may have been.
    private func bars(_ step: Summary.FunnelStep, of orders: Int, columns: Int) -> StyledText {
        let seen = Share.bar(step.conversion, columns: columns)
        var text = StyledText(seen, .good)
        let most = Double(step.orders + step.unobserved) / Double(orders) * Double(columns)
        text.append(StyledText(String(repeating: "░", count: max(0, min(columns, Int(most.rounded())) - seen.count)), .dim))
        return text
    }

    /// Breaks as they should be looked at: the worst severity first, then the most orders.
    var worstFirst: [Summary.BreakCount] {
        summary.breaks.sorted {
            let (a, b) = (SummaryReport.worst($0), SummaryReport.worst($1))
            return a != b ? a < b : ($1.orders, $0.code.rank) < ($0.orders, $1.code.rank)
        }
    }

    private static func worst(_ item: Summary.BreakCount) -> Severity {
        Severity.allCases.first { item.bySeverity.indices.contains($0.rank) && item.bySeverity[$0.rank] > 0 } ?? .minor
    }

    private mutating func breaks() {
        page.heading(Text(en: "Breaks", zh: "断点"))
        guard !summary.breaks.isEmpty else {
            page.line(say("  none", "  没有"), .dim)
            return
        }
        var rows: [[StyledText]] = [
            [
                StyledText(), StyledText(say("break", "断点"), .dim), StyledText(say("orders", "订单"), .dim),
                StyledText(say("primary", "首要"), .dim), StyledText(say("money", "金额"), .dim), StyledText(say("owner", "负责方"), .dim),
                StyledText(say("look at", "示例订单"), .dim),
            ]
        ]
        for item in worstFirst {
            let worst = SummaryReport.worst(item)
            rows.append([
                StyledText("\(worst.sign) \(page.say(worst.title))", worst.style),
                StyledText(page.say(BreakWording.title(item.code))),
                StyledText(count(item.orders)), StyledText(count(item.primary)), StyledText(MoneyText.make(item.amounts)),
                StyledText(page.say(BreakWording.owner(item.code).shortTitle)),
                StyledText(item.example?.description ?? ""),
            ])
        }
        page.table(rows, right: [2, 3, 4])
    }
}

/// Shares as text.
public enum Share {
    /// `97.5 %`, never `100.0 %` for less than all and never `0.0 %` for more than none.
    public static func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        var tenths = (part * 2_000 + whole) / (whole * 2)
        if part < whole { tenths = min(tenths, 999) }
        if part > 0 { tenths = max(tenths, 1) }
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// A bar in eighths of a column.
    static func bar(_ share: Double, columns: Int) -> String {
        let eighths = Int((min(max(share.isFinite ? share : 0, 0), 1) * Double(columns * 8)).rounded())
        let tail = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + tail
    }
}
