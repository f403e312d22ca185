import Domain
import Providers

/// What `paychain explain CODE` prints.
public struct ExplainReport {
    private let style: ReportStyle
    /// So many meanings of one word are shown in full; more of them in a few lines each.
    private static let full = 3

    /// Makes a report.
    public init(style: ReportStyle) { self.style = style }

    /// What was found, as a page; nil when nothing was.
    public func page(_ answer: Knowledge.Answer, asked: String) -> String? {
        guard let first = answer.entries.first else { return nil }
        var page = Page(style)
        switch answer.way {
        case .code:
            let entries = answer.entries
            if entries.count > 1 {
                page.line(
                    StyledText(
                        say("“\(asked)” means \(entries.count) things:", "“\(asked)”有 \(entries.count) 种含义："), .bold))
                page.line()
            }
            for (index, entry) in entries.enumerated() {
                if index > 0 { page.line() }
                entries.count > ExplainReport.full ? short(entry, on: &page) : whole(entry, on: &page)
            }
        case .kind: list(answer.entries, on: &page)
        case .words:
            page.paragraph(
                StyledText(say("No code is called “\(asked)”; by its words this fits best:", "没有名为“\(asked)”的代码；按字词最接近的是："), .dim))
            page.line()
            whole(first, on: &page)
            let others = answer.entries.dropFirst()
            if !others.isEmpty {
                page.heading(Text(en: "It may also be", zh: "也可能是"))
                list(Array(others), on: &page)
            }
        case .nothing: return nil
        }
        return page.text
    }

    /// Every code: breaks, steps, symptoms, findings and traps in a line each, the others by kind.
    public func index() -> String {
        var page = Page(style)
        page.paragraph(
            StyledText(
                say(
                    "`paychain explain WORD` says what a word means, how to confirm it in the logs, what it usually comes from and how to mend it. Or say what is seen: paychain explain never came back",
                    "`paychain explain 词` 说明含义、如何在日志中确认、常见原因与修复方法。也可以直接描述现象：paychain explain 付了款没回来"), .dim))
        for kind in Explanation.Kind.allCases {
            let entries = Explanation.all.filter { $0.kind == kind }
            switch kind {
            case .break, .step, .symptom, .finding, .trap, .associationCheck, .lintRule, .scenario, .provider, .flow:
                page.heading(kind.title)
                list(entries, on: &page)
            case .code:
                page.heading(kind.title)
                for group in CodeGroup.all {
                    enumerate(group.codes.map(\.code), heading: group.title, on: &page)
                }
            case .outcome:
                page.heading(Text(en: "Words of the verdict", zh: "判定用词"))
                compact(kind, entries, on: &page)
            case .experience, .stepState, .severity, .owner, .confidence, .coverage, .remark, .hint, .change, .recovery, .reportWord:
                compact(kind, entries, on: &page)
            case .reason: compact(kind, unique(entries), on: &page)
            }
        }
        return page.text
    }

    private func compact(_ kind: Explanation.Kind, _ entries: [Explanation], on page: inout Page) {
        enumerate(entries.map(\.code), heading: kind.title, on: &page)
    }

    private func enumerate(_ codes: [String], heading: Text, on page: inout Page) {
        var line = StyledText("  \(page.say(heading))  ", .dim)
        line.append(codes.joined(separator: "  "))
        page.paragraph(line, indent: 6)
    }

    private func unique(_ entries: [Explanation]) -> [Explanation] {
        var seen: Set<String> = []
        return entries.filter { seen.insert($0.code).inserted }
    }

    /// A line each: the code and what it is.
    private func list(_ entries: [Explanation], on page: inout Page) {
        let column = min(32, (entries.map { TextWidth.of($0.code) }.max() ?? 0) + 4)
        for entry in entries {
            var first = StyledText("  " + entry.code)
            if first.width + 2 > column {
                page.line(first)
                first = StyledText()
            }
            first.pad(to: column)
            page.paragraph(StyledText(page.say(entry.title), .dim), first: first)
        }
    }

    private func whole(_ entry: Explanation, on page: inout Page) {
        page.paragraph(title(entry, page), indent: 2)
        for part in entry.parts {
            var first = StyledText("  ")
            if let heading = part.heading { first.append(page.say(heading) + say(": ", "："), .dim) }
            var line = first
            line.append(page.say(part.text))
            page.paragraph(line, indent: 4)
        }
        see(entry, on: &page)
    }

    private func short(_ entry: Explanation, on page: inout Page) {
        page.paragraph(title(entry, page), indent: 2)
        if let meaning = entry.text(.meaning) { page.paragraph(StyledText(page.say(meaning)), first: StyledText("  ")) }
        page.line("  → paychain explain \(entry.qualified)" + style.again(for: .anything), .dim)
    }

    private func see(_ entry: Explanation, on page: inout Page) {
        guard !entry.see.isEmpty else { return }
        if entry.see.count == 1 {
            page.line("  → paychain explain \(entry.see[0])" + style.again(for: .anything), .dim)
        } else {
            page.paragraph(
                StyledText(say("See also: ", "另见：") + entry.see.joined(separator: say(", ", "、")), .dim), first: StyledText("  → ", .dim))
        }
    }

    private func title(_ entry: Explanation, _ page: Page) -> StyledText {
        var line = StyledText(entry.code, .bold)
        let names = entry.names.filter { !$0.utf8.contains(UInt8(ascii: " ")) }
        if !names.isEmpty { line.append(" (" + names.joined(separator: ", ") + ")", .dim) }
        line.append("  " + page.say(entry.title))
        line.append("  (" + page.say(entry.kindText) + ")", .dim)
        return line
    }

    private func say(_ en: String, _ zh: String) -> String { style.language == .zh ? zh : en }
}
