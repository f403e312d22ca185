import Domain
import Flows
import Verdicts

/// One order as a page: the answer, the ladder of the three lanes, the proof of every break, what to do next.
///
/// It writes the content of a page (the server puts it into its frame) or a whole file for a ticket. It says what ``OrderReport`` says, in
/// the same words. Pure: whoever calls it brings everything, original lines already masked.
public struct OrderPage {
    /// What differs between a page of the server and a file.
    public struct Place: Sendable {
        /// The address of a code's explanation; nil where there is nothing to link to.
        public var explanation: (@Sendable (BreakCode) -> String)?
        /// Options that a suggested command has to repeat.
        public var typed = TypedOptions()
        /// What the reader has to know of this page or file: that it is masked, how it was made.
        public var note: Text?

        /// Makes a place without links and notes.
        public init() {}
    }

    let words: OrderWords
    let rawLines: [Int: [UInt8]]?
    let place: Place
    /// What the paths of all evidence begin with: said once, where it would tear every line.
    let folder: String
    /// A shorter one stays where it is.
    private static let longFolder = 24

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - verdict: the order's verdict.
    ///   - chain: the chain it was given on.
    ///   - run: what the judge knew of the run.
    ///   - sources: the run's source table.
    ///   - rawLines: the original record of each event by its index, masked; nil: none are shown; an index without a line could not be read.
    ///   - time: zone and language.
    ///   - place: where the page stands.
    public init(
        verdict: Verdict, chain: Chain, run: RunContext, sources: [SourceInfo], rawLines: [Int: [UInt8]]? = nil, time: TimeText,
        place: Place = Place()
    ) {
        words = OrderWords(verdict: verdict, chain: chain, run: run, sources: sources, time: time)
        (self.rawLines, self.place) = (rawLines, place)
        let folder = ScenarioReport.commonFolder(of: chain.events.indices.map(words.reference))
        self.folder = folder.utf8.count > OrderPage.longFolder ? folder : ""
    }

    var verdict: Verdict { words.verdict }
    var chain: Chain { words.chain }
    var time: TimeText { words.time }
    func say(_ en: String, _ zh: String) -> String { words.say(en, zh) }

    /// The title of the page.
    public var title: String {
        say("Order ", "订单 ") + verdict.order.description + (verdict.amount.map { "  " + MoneyText.make($0) } ?? "")
    }

    /// A file of its own that asks for nothing outside itself.
    public func file() -> HTMLWriter {
        HTMLDocument(title: title, language: words.language).render { write(to: &$0) }
    }

    /// Writes the content of the page, from its `h1` on.
    public func write(to page: inout HTMLWriter) {
        page.element("h1", text: title)
        answer(&page)
        act(&page)
        facts(&page)
        ladder(&page)
        breaks(&page)
        nextSteps(&page)
        remarks(&page)
        if let note = place.note { page.element("p", ["class": "faint"], text: page.say(note)) }
    }

    private func answer(_ page: inout HTMLWriter) {
        let item = verdict.breaks.first { $0.code == verdict.primaryBreak }
        let tone =
            switch item?.severity {
            case .critical?: "bad"
            case .major?, .minor?: "warn"
            case nil: verdict.outcome.everPaid ? "good" : "plain"
            }
        let sign = item?.severity.sign ?? (verdict.outcome.everPaid ? "✓" : "·")
        page.element("p", ["class": "notice answer \(tone)"]) { page in
            page.element("span", ["class": "sign \(tone)", "aria-hidden": "true"], text: sign + " ")
            page.element("strong", text: VerdictSentence.make(verdict, time: time))
        }
    }

    /// Who does what, before anything else: the rest of the page proves it.
    private func act(_ page: inout HTMLWriter) {
        guard let item = words.actionable.first(where: { $0.code == verdict.primaryBreak }) ?? words.actionable.first else { return }
        page.element("p", ["class": "act"]) { page in
            if let first = words.first { page.element("strong", text: first + say(" ", "")) }
            page.element("strong", text: say("To act: ", "负责：") + page.say(item.owner.title) + say(". ", "。"))
            if let fix = BreakDefinition.of(item.code)?.texts.fix { page.prose(page.say(fix) + " ") }
            page.element("a", ["href": "#next"], text: say("All steps", "全部步骤"))
        }
    }

    /// `file:line` of an event, below ``folder``.
    func reference(_ index: Int) -> String { String(words.reference(index).dropFirst(folder.count)) }

    private func facts(_ page: inout HTMLWriter) {
        page.newline()
        page.element("dl", ["class": "facts"]) { page in
            fact(&page, say("Outcome", "结果"), page.say(verdict.outcome.title))
            if let experience = verdict.experience { fact(&page, say("Experience", "体验"), page.say(experience.title)) }
            fact(&page, say("Flow", "流程"), page.say(FlowDefinition.of(verdict.flow).names))
            if let created = verdict.createdAt { fact(&page, say("Created", "创建"), time.full(created)) }
            if let paid = verdict.paidAt { fact(&page, say("Paid", "支付"), time.full(paid)) }
            if let app = words.app { fact(&page, say("App", "应用"), app) }
            for witness in Witness.allCases {
                let isCovered = words.state(of: witness) == .covered
                fact(&page, page.say(witness.title), (isCovered ? "✓ " : "○ ") + words.coverage(of: witness), isCovered ? "good" : "warn")
            }
            for alias in words.aliases {
                let shown = alias.values.prefix(Limits.evidencePerBreak).joined(separator: "  ")
                let more = alias.values.count - Limits.evidencePerBreak
                fact(&page, alias.name, shown + (more > 0 ? "  +\(more)" : ""), "mono")
            }
        }
        page.element("p", ["class": "faint"]) { page in
            page.text(words.moment)
            guard !folder.isEmpty else { return }
            page.text(say(" · files are below ", " · 文件均位于 "))
            page.element("span", ["class": "mono"], text: folder)
        }
    }

    private func fact(_ page: inout HTMLWriter, _ name: String, _ value: String, _ style: String? = nil) {
        page.element("div") { page in
            page.element("dt", text: name)
            page.element("dd", ["class": style], text: value)
        }
    }

    private func remarks(_ page: inout HTMLWriter) {
        guard !verdict.remarks.isEmpty else { return }
        page.element("h2", text: say("Remarks", "备注"))
        page.element("ul") { page in
            for remark in verdict.remarks {
                let definition = RemarkDefinition.of(remark)
                page.element("li") { page in
                    page.text(definition.map { page.say($0.title) } ?? remark.rawValue)
                    if let definition { page.text(say(": ", "：") + page.say(definition.meaning)) }
                    page.text(" ")
                    page.element("code", ["class": "faint"], text: remark.rawValue)
                }
            }
        }
    }
}
