import Alerts
import Domain

/// What `paychain alerts run` and `backtest` print.
public struct AlertsReport {
    private var page: Page
    private let time: TimeText

    /// Makes a report.
    public init(style: ReportStyle) {
        page = Page(style)
        time = TimeText(style)
    }

    /// The alerts of one moment.
    public consuming func now(_ rows: [AlertRow], rules: Int, asOf: Instant) -> String {
        let firing = rows.filter { $0.state == "firing" }.count
        page.line(
            StyledText(
                say(
                    "\(firing) firing, \(rows.filter { $0.state == "pending" }.count) pending; \(rules) rules\(time.asOf(asOf))",
                    "\(firing) 条触发，\(rows.filter { $0.state == "pending" }.count) 条等待；共 \(rules) 条规则\(time.asOf(asOf))"),
                firing > 0 ? .critical : .good))
        for row in rows where row.state != "held" { add(row) }
        addHeld(rows.filter { $0.state == "held" })
        return page.text
    }

    /// Rules that wait for the same sources, together.
    private mutating func addHeld(_ rows: [AlertRow]) {
        var waits: [(sources: [String], names: [String], since: Instant?)] = []
        for row in rows {
            if let place = waits.firstIndex(where: { $0.sources == row.heldBy }) {
                waits[place].names.append(row.label("alertname"))
            } else {
                waits.append((row.heldBy, [row.label("alertname")], row.activeAt))
            }
        }
        for wait in waits {
            page.line()
            var head = StyledText(say("‖ held", "‖ 挂起"), .dim)
            if let since = wait.since { head.append("  " + say("since ", "自 ") + time.full(since)) }
            head.append("  " + say("until these are back:", "，等待以下来源恢复："))
            page.line(head)
            for source in wait.sources { page.paragraph(StyledText(source), first: StyledText("    ")) }
            page.paragraph(StyledText(wait.names.joined(separator: ", "), .dim), first: StyledText("    "))
        }
    }

    /// All firings of a period.
    public consuming func past(
        _ rows: [AlertRow], from: Instant, to: Instant, silent: [String], complaints: Int
    ) -> String {
        page.line(
            StyledText(
                say(
                    "\(MoneyText.count(rows.count, "alert")) from \(time.full(from)) to \(time.full(to))",
                    "\(time.full(from)) 至 \(time.full(to)) 共 \(rows.count) 条告警"),
                .bold))
        page.line()
        if !rows.isEmpty {
            var table: [[StyledText]] = [
                [heading("fired", "触发"), heading("for", "持续")] + (complaints > 0 ? [heading("before complaint", "早于投诉")] : []) + [
                    heading("alert", "告警"), heading("labels", "标签"),
                ]
            ]
            for row in rows {
                let length = row.firedAt.map { (row.endsAt ?? to) - $0 } ?? .zero
                var cells = [
                    StyledText(row.firedAt.map(time.full) ?? "–"),
                    StyledText(time.span(length) + (row.endsAt == nil ? say(" (still)", "（仍在）") : "")),
                ]
                if complaints > 0 { cells.append(StyledText(row.lead.map(lead) ?? "–", (row.lead ?? .zero) > .zero ? .good : .plain)) }
                cells += [
                    StyledText(row.label("alertname") + (row.isLate ? say(" (late)", "（迟到）") : ""), .bold), StyledText(labels(row), .dim),
                ]
                table.append(cells)
            }
            page.table(table, indent: 0)
        }
        if !silent.isEmpty {
            page.line()
            page.paragraph(StyledText(say("Never fired: ", "从未触发：") + silent.joined(separator: ", "), .dim))
        }
        return page.text
    }

    private mutating func add(_ row: AlertRow) {
        page.line()
        let style: Style = row.state == "firing" ? (row.label("severity") == "critical" ? .critical : .major) : .minor
        let word = row.state == "firing" ? say("● firing", "● 触发") : say("○ pending", "○ 等待")
        var head = StyledText(word + "  ", style)
        head.append(row.label("alertname"), .bold)
        if row.isLate { head.append(say("  late", "  迟到的事实"), .major) }
        if let since = row.firedAt ?? row.activeAt { head.append("  " + say("since ", "自 ") + time.full(since)) }
        if let end = row.endsAt { head.append(say(" until ", " 至 ") + time.full(end)) }
        page.line(head)
        let name = page.style.language == .zh && row.annotations.contains { $0.name == "summary_zh" } ? "summary_zh" : "summary"
        if let summary = row.annotations.first(where: { $0.name == name }) {
            page.paragraph(StyledText(summary.value), first: StyledText("    "))
        }
        if !labels(row).isEmpty { page.paragraph(StyledText(labels(row), .dim), first: StyledText("    ")) }
    }

    private func labels(_ row: AlertRow) -> String {
        row.labels.filter { $0.name != "alertname" }.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }

    /// How long an alert came before a complaint, or after it.
    private func lead(_ lead: TimeSpan) -> String {
        lead >= .zero ? time.span(lead) : say("\(time.span(-lead)) late", "晚 \(time.span(-lead))")
    }

    private func say(_ en: String, _ zh: String) -> String { page.style.language == .zh ? zh : en }
    private func heading(_ en: String, _ zh: String) -> StyledText { StyledText(say(en, zh), .dim) }
}
