import Domain
import Flows
import Verdicts

/// What `paychain order N` prints: the answer of a colleague who has read every line.
///
/// Pure: whoever calls it brings the chain, the verdict, the run and, for `--raw`, the original lines.
public struct OrderReport {
    let verdict: Verdict
    let chain: Chain
    let run: RunContext
    let sources: [SourceInfo]
    let rawLines: [Int: [UInt8]]?
    let words: OrderWords
    var page: Page

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - verdict: the order's verdict.
    ///   - chain: the chain it was given on.
    ///   - run: what the judge knew of the run.
    ///   - sources: the run's source table.
    ///   - rawLines: the original record of each event by its index; nil without `--raw`, an index without a line could not be read.
    ///   - style: how to draw it.
    public init(
        verdict: Verdict, chain: Chain, run: RunContext, sources: [SourceInfo], rawLines: [Int: [UInt8]]? = nil, style: ReportStyle
    ) {
        (self.verdict, self.chain, self.run, self.sources, self.rawLines) = (verdict, chain, run, sources, rawLines)
        words = OrderWords(verdict: verdict, chain: chain, run: run, sources: sources, time: TimeText(style))
        page = Page(style)
    }

    /// The report as text.
    public consuming func render() -> String {
        header()
        answer()
        timeline()
        breaks()
        nextSteps()
        remarks()
        otherLines()
        return page.text
    }

    var time: TimeText { words.time }
    var events: EventText { words.events }
    func say(_ en: String, _ zh: String) -> String { words.say(en, zh) }
    func reference(_ index: Int) -> String { words.reference(index) }

    private mutating func header() {
        var title = StyledText(say("Order ", "订单 ") + verdict.order.description, .bold)
        if let amount = verdict.amount { title.append("  " + MoneyText.make(amount), .bold) }
        title.append("  " + page.say(FlowDefinition.of(verdict.flow).names))
        page.paragraph(title)
        var facts: [String] = []
        for alias in words.aliases {
            let shown = alias.values.prefix(3).joined(separator: " ")
            let more = alias.values.count > 3 ? " +\(alias.values.count - 3)" : ""
            facts.append("\(alias.name) \(shown)\(more)")
        }
        if let app = words.app { facts.append(app) }
        if !facts.isEmpty { page.paragraph(StyledText(facts.joined(separator: " · "), .dim)) }
        page.paragraph(StyledText(words.moment, .dim))
    }

    private mutating func answer() {
        page.line()
        let item = verdict.breaks.first { $0.code == verdict.primaryBreak }
        var sign = StyledText()
        if let item {
            sign.append(item.severity.sign + " ", item.severity.style)
        } else if verdict.outcome.everPaid {
            sign.append("✓ ", .good)
        } else {
            sign.append("· ", .dim)
        }
        page.paragraph(StyledText(VerdictSentence.make(verdict, received: verdict.received(in: chain), time: time), .bold), first: sign)
        var facts = StyledText(say("outcome ", "结果 "), .dim)
        facts.append(page.say(verdict.outcome.title))
        if let experience = verdict.experience {
            facts.append(say(" · experience ", " · 体验 "), .dim)
            facts.append(page.say(experience.title))
        }
        facts.append(say(" · logs: ", " · 日志："), .dim)
        for (index, witness) in Witness.allCases.enumerated() {
            if index > 0 { facts.append(say(", ", "，"), .dim) }
            facts.append(page.say(witness.title) + " ", .dim)
            facts.append(words.coverage(of: witness), words.state(of: witness) == .covered ? .good : .missing)
        }
        page.paragraph(facts, first: StyledText("  "))
    }
}
