import Domain
import Verdicts

extension OrderReport {
    /// What to do: for every open break that no other one explains, how to confirm it here and how to mend it.
    mutating func nextSteps() {
        let open = verdict.breaks.filter { $0.explainedBy == nil }
        guard !open.isEmpty else { return }
        page.heading(Text(en: "What to do next", zh: "下一步"))
        if verdict.isStuck, verdict.breaks.contains(where: { $0.code == .amountMismatch || $0.code == .merchantMismatch }) {
            step(
                say(
                    "Do not mark it paid yet: what was received is not what was ordered. Settle the difference first, or refund it.",
                    "先不要补单：实收与订单不符。请先核对差额，或退款。"))
        } else if verdict.isStuck, let amount = verdict.amount {
            step(
                say(
                    "Repair the order first: \(MoneyText.make(amount)) is paid and not marked. Query the provider for \(verdict.order) and mark it paid from that answer.",
                    "先补单：\(MoneyText.make(amount)) 已支付但未入账。向支付渠道查询 \(verdict.order)，以查询结果将其置为已支付。"))
        }
        for item in open {
            if open.count > 1 { page.line(StyledText("  " + page.say(BreakWording.title(item.code)), .bold)) }
            for (label, text) in BreakWording.advice(item) { step(page.say(text), label: label) }
            if let hint = item.hint { step(page.say(Hint.text(hint)), label: Label.hint) }
        }
        // Commands stand on lines of their own and are never broken: they are there to be copied.
        let code = (verdict.primaryBreak ?? open[0].code).rawValue
        page.line("  " + say("More: ", "详情：") + "paychain explain \(code)" + page.style.again(for: .anything), .dim)
        guard rawLines == nil else { return }
        let order = page.style.again(for: .store) + " " + ShellWord.quoted(verdict.order.description)
        page.line("  " + say("Lines: ", "原文：") + "paychain order --raw\(order)", .dim)
    }

    private mutating func step(_ text: String, label: Text? = nil) {
        var line = StyledText()
        if let label { line.append(page.say(label) + say(": ", "："), .bold) }
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
