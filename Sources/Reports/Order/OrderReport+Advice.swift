import Domain
import Verdicts

extension OrderReport {
    /// What to do: for every open break that no other one explains, how to confirm it here and how to mend it.
    mutating func nextSteps() {
        let open = words.actionable
        guard !open.isEmpty || words.first != nil else { return }
        page.heading(Text(en: "What to do next", zh: "下一步"))
        if let first = words.first { step(first) }
        for item in open {
            if open.count > 1 { page.line(StyledText("  " + page.say(BreakWording.title(item.code)), .bold)) }
            for (label, text) in words.advice(item) { step(text, label: label) }
        }
        // Commands stand on lines of their own and are never broken: they are there to be copied.
        if let code = words.code {
            page.line("  " + say("More: ", "详情：") + "paychain explain \(code.rawValue)" + page.style.again(for: .anything), .dim)
        }
        guard rawLines == nil else { return }
        let order = page.style.again(for: .store) + " " + ShellWord.quoted(verdict.order.description)
        page.line("  " + say("Lines: ", "原文：") + "paychain order --raw\(order)", .dim)
    }

    private mutating func step(_ text: String, label: String? = nil) {
        var line = StyledText()
        if let label { line.append(label + say(": ", "："), .bold) }
        line.append(text)
        page.paragraph(line, first: StyledText("  → ", .dim))
    }

    mutating func remarks() {
        guard !verdict.remarks.isEmpty else { return }
        page.heading(Text(en: "Remarks", zh: "备注"))
        for remark in verdict.remarks {
            let definition = RemarkDefinition.of(remark)
            var line = StyledText(definition.map { page.say($0.title) } ?? remark.rawValue)
            if let definition { line.append(say(": ", "：") + page.say(definition.meaning)) }
            line.append("  \(remark.rawValue)", .dim)
            page.paragraph(line, first: StyledText("  · "))
        }
    }
}
