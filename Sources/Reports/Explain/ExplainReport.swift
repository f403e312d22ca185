import Domain
import Verdicts

/// What `paychain explain CODE` prints.
public struct ExplainReport {
    private let style: ReportStyle

    /// Makes a report.
    public init(style: ReportStyle) { self.style = style }

    /// Every code that can be explained, reason words included.
    public static var codes: [String] {
        var seen: Set<String> = []
        let reasons = BreakDefinition.all.flatMap { $0.reasons.map(\.word) }
        return (Explanation.all.map(\.code) + reasons).filter { seen.insert($0).inserted }
    }

    /// Explains a code; one that means several things is explained in each. `break/reason` names one reason of one break.
    ///
    /// - Returns: nil when there is no such code.
    public func explain(_ code: String) -> String? {
        var page = Page(style)
        let wanted = code.split(separator: "/").map(String.init)
        let found = Explanation.all.filter { $0.code == code || ($0.code == wanted.first && wanted.count == 2) }
        for (index, explanation) in found.enumerated() {
            if index > 0 { page.line() }
            draw(explanation, on: &page)
        }
        let uses = BreakDefinition.all.compactMap { definition in
            definition.reasons.first { $0.word == code }.map { (definition, $0) }
        }
        guard !found.isEmpty || !uses.isEmpty else { return nil }
        if !uses.isEmpty {
            if !found.isEmpty { page.line() }
            page.line(title(code, kind: Text(en: "reason of a break", zh: "断点的原因"), name: nil, page))
            for (definition, reason) in uses {
                var line = StyledText(definition.code.rawValue, .bold)
                line.append(style.language == .zh ? "：" : ": ")
                line.append(page.say(reason.text))
                page.paragraph(line, first: StyledText("  · "))
            }
            page.line("  → paychain explain \(uses[0].0.code.rawValue)", .dim)
        }
        return page.text
    }

    /// Every code in a line each.
    public func index() -> String {
        var page = Page(style)
        var kind = ""
        for explanation in Explanation.all {
            let next = page.say(explanation.kind).split(whereSeparator: { ",，:： ".contains($0) }).first.map(String.init) ?? ""
            if next != kind {
                if !kind.isEmpty { page.line() }
                kind = next
                page.line(kind, .bold)
            }
            var line = StyledText("  " + explanation.code)
            line.pad(to: 30)
            line.append(page.say(explanation.title), .dim)
            page.line(line)
        }
        return page.text
    }

    private func draw(_ explanation: Explanation, on page: inout Page) {
        page.line(title(explanation.code, kind: explanation.kind, name: explanation.title, page))
        for (heading, text) in explanation.parts {
            var first = StyledText("  ")
            if let heading { first.append(page.say(heading) + (style.language == .zh ? "：" : ": "), .dim) }
            var line = first
            line.append(page.say(text))
            page.paragraph(line, indent: 4)
        }
    }

    private func title(_ code: String, kind: Text, name: Text?, _ page: Page) -> StyledText {
        var line = StyledText(code, .bold)
        if let name { line.append("  " + page.say(name)) }
        line.append("  (" + page.say(kind) + ")", .dim)
        return line
    }
}
