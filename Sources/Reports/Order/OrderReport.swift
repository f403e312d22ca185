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
    let time: TimeText
    let events: EventText
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
        time = TimeText(style)
        events = EventText(chain: chain, language: style.language)
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

    func say(_ en: String, _ zh: String) -> String { page.style.language == .zh ? zh : en }

    /// `file:line` of an event.
    func reference(_ index: Int) -> String {
        guard chain.events.indices.contains(index) else { return "?" }
        let event = chain.events[index]
        let source = Int(event.source)
        return "\(sources.indices.contains(source) ? sources[source].name : "?"):\(event.line)"
    }

    /// How the logs of one kind cover the order; where they end before its time is over, until when they reach.
    func coverage(of witness: Witness, _ state: CoverageState) -> String {
        guard state == .endedEarly, let end = reach(of: witness) else { return page.say(state.title) }
        return say("ends early, at ", "提前结束于 ") + time.brief(end, on: verdict.paidAt ?? verdict.createdAt)
    }

    /// The last moment that the logs of one kind show before the order's time is over.
    private func reach(of witness: Witness) -> Instant? {
        let logs: WitnessCoverage? =
            switch witness {
            case .client: chain.devices.first.map { OrderTimeline.trueTime($0) }
            case .serverApp: chain.serverApp ?? run.serverApp
            case .serverEdge: chain.serverEdge ?? run.serverEdge
            case .provider: nil
            }
        guard let stretches = logs?.stretches else { return nil }
        let begin = verdict.createdAt ?? verdict.paidAt ?? verdict.asOf
        return (stretches.first { $0.contains(begin, begin) } ?? stretches.last)?.to
    }

    private mutating func header() {
        var title = StyledText(say("Order ", "订单 ") + verdict.order.description, .bold)
        if let amount = verdict.amount { title.append("  " + MoneyText.make(amount), .bold) }
        title.append("  " + page.say(FlowDefinition.of(verdict.flow).names))
        page.paragraph(title)
        var facts: [String] = []
        for alias in verdict.aliases where alias.kind != .orderNumber && !alias.values.isEmpty {
            let shown = alias.values.prefix(3).joined(separator: " ")
            let more = alias.values.count > 3 ? " +\(alias.values.count - 3)" : ""
            facts.append("\(alias.kind.identifierName) \(shown)\(more)")
        }
        let segments = verdict.segments
        let app = [segments.platform, segments.osVersion, segments.appVersion.map { "app \($0)" }, segments.channel].compactMap { $0 }
        if !app.isEmpty { facts.append(app.joined(separator: " ")) }
        if !facts.isEmpty { page.paragraph(StyledText(facts.joined(separator: " · "), .dim)) }
        page.paragraph(
            StyledText(
                say("times in ", "时间按 ") + time.zoneName(at: verdict.asOf) + say(" · as of ", " · 判定时点 ") + time.full(verdict.asOf), .dim))
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
            let state = verdict.coverage.first { $0.witness == witness }?.state ?? .absent
            if index > 0 { facts.append(say(", ", "，"), .dim) }
            facts.append(page.say(witness.title) + " ", .dim)
            facts.append(coverage(of: witness, state), state == .covered ? .good : .missing)
        }
        page.paragraph(facts, first: StyledText("  "))
    }
}
