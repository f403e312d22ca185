import Domain
import Verdicts

extension OrderReport {
    mutating func breaks() {
        page.heading(Text(en: "Breaks", zh: "断点"))
        guard !verdict.breaks.isEmpty else {
            page.line(say("  none", "  没有"), .dim)
            return
        }
        for item in verdict.breaks { draw(item) }
    }

    private mutating func draw(_ item: Break) {
        var title = StyledText()
        title.append(page.say(BreakWording.title(item.code)), .bold)
        if let reason = BreakWording.reason(item) { title.append(" — " + page.say(reason)) }
        title.append("  \(item.code.rawValue)\(item.reason.map { "/\($0)" } ?? "")", .dim)
        var sign = StyledText("\(item.severity.sign) ", item.severity.style)
        sign.append(page.say(item.severity.title) + "  ", item.severity.style)
        page.paragraph(title, first: sign, indent: 2)

        page.paragraph(StyledText(words.facts(item).joined(separator: " · "), .dim), first: StyledText("  "))
        for (position, index) in item.evidence.enumerated() where chain.events.indices.contains(index) {
            evidence(index, first: position == 0)
        }
    }

    private mutating func evidence(_ index: Int, first: Bool) {
        var line = StyledText("  ")
        line.append(first ? say("evidence ", "证据 ") : "", .dim)
        line.pad(to: 2 + TextWidth.of(say("evidence ", "证据 ")))
        line.append("#\(index + 1) ", .dim)
        let indent = line.width
        line.append(reference(index) + "  ")
        line.append(events.make(chain.events[index]), .dim)
        page.paragraph(line, indent: indent)
        raw(index, indent: indent)
    }

    /// The original record below a reference, when `--raw` asked for it.
    mutating func raw(_ index: Int, indent: Int) {
        guard let rawLines else { return }
        var first = StyledText()
        first.pad(to: indent)
        guard let bytes = rawLines[index] else {
            page.paragraph(StyledText(OrderWords.lost(page.style.language), .missing), first: first)
            return
        }
        first.append("┃ ", .dim)
        for part in bytes.split(separator: 10).prefix(40) {
            page.paragraph(StyledText(String(decoding: part.last == 13 ? part.dropLast() : part, as: UTF8.self)), first: first)
        }
    }

    /// With `--raw`, the lines that no break cites.
    mutating func otherLines() {
        guard rawLines != nil else { return }
        let shown = Set(verdict.breaks.flatMap(\.evidence))
        let others = chain.events.indices.filter { !shown.contains($0) }
        guard !others.isEmpty else { return }
        page.heading(Text(en: "Original lines of the other evidence", zh: "其他证据的原始日志"))
        for index in others {
            var line = StyledText("  #\(index + 1) ", .dim)
            line.append(reference(index))
            page.paragraph(line, indent: 4)
            raw(index, indent: 4)
        }
    }
}
