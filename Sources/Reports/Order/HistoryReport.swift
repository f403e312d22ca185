import Domain
import Flows

/// How the verdict on an order moved while a run that goes on looked at it.
public struct HistoryReport {
    private let changes: [VerdictChange]
    private let time: TimeText
    private var page: Page

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - changes: the changes, the oldest first.
    ///   - style: how to draw it.
    public init(_ changes: [VerdictChange], style: ReportStyle) {
        self.changes = changes
        time = TimeText(style)
        page = Page(style)
    }

    /// The report as text; empty without changes.
    public consuming func render() -> String {
        guard !changes.isEmpty else { return "" }
        page.heading(Text(en: "Verdict history", zh: "判定历史"))
        var last: Instant?
        for change in changes {
            let day = last.map { time.brief(change.asOf, on: $0) } ?? time.full(change.asOf)
            last = change.asOf
            var first = StyledText("  " + day + "  ", .dim)
            first.append(sentence(change))
            page.paragraph(first)
            page.paragraph(StyledText(cause(change.cause), .dim), first: StyledText("      "))
        }
        return page.text
    }

    private func say(_ en: String, _ zh: String) -> String { page.style.language == .zh ? zh : en }

    private func sentence(_ change: VerdictChange) -> String {
        guard let after = change.after else { return say("no order any more", "不再是单独的订单") }
        var parts: [String] = []
        let arrow = " → "
        if change.before?.outcome != after.outcome {
            parts.append((change.before.map { page.say($0.outcome.title) + arrow } ?? "") + page.say(after.outcome.title))
        }
        if let now = after.experience, change.before?.experience != now {
            parts.append((change.before?.experience.map { page.say($0.title) + arrow } ?? "") + page.say(now.title))
        }
        let (old, new) = (change.before?.breaks ?? [], after.breaks)
        for code in new where !old.contains(code) { parts.append("+ " + page.say(BreakWording.title(code))) }
        for code in old where !new.contains(code) { parts.append("− " + page.say(BreakWording.title(code))) }
        if change.before != nil {
            for moved in change.movedSteps {
                parts.append("\(moved.step.rawValue) \(moved.from.map { $0.rawValue + arrow } ?? "")\(moved.to.rawValue)")
            }
        }
        if parts.isEmpty { parts.append(say("order of breaks", "断点次序")) }
        return parts.joined(separator: say(", ", "，"))
    }

    private func cause(_ cause: VerdictChange.Cause) -> String {
        switch cause {
        case .line(let source, let line, let event, let at):
            say("by ", "因 ") + event.name + say(" of ", "，") + time.full(at) + " (\(source):\(line))"
        case .deadline(let step, let due):
            say("the deadline of \(step.rawValue) passed at ", "步骤 \(step.rawValue) 的期限已过：") + time.full(due)
        case .context:
            say("by what the logs cover, a device's clock or lines of other orders", "因日志覆盖范围、设备时钟或其他订单的日志")
        case .merged: say("its lines belong to another order", "其日志属于另一笔订单")
        }
    }
}
