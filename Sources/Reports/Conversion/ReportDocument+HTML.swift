import Domain

extension HTMLWriter {
    /// The sections of a report.
    mutating func draw(_ sections: [ReportDocument.Section]) {
        for section in sections {
            open("section", ["id": "\(section.id)", "aria-labelledby": "\(section.id)-title"])
            element("h2", ["id": "\(section.id)-title"], text: section.title)
            for block in section.blocks { draw(block) }
            close("section")
            newline()
        }
    }

    mutating func draw(_ block: ReportDocument.Block) {
        switch block {
        case .paragraph(let text): element("p", text: HTMLWriter.kept(text))
        case .faint(let text): element("p", ["class": "faint"], text: HTMLWriter.kept(text))
        case .notice(let tone, let text): element("p", ["class": "notice " + tone.word]) { $0.prose(HTMLWriter.kept(text)) }
        case .cards(let cards):
            element("div", ["class": "cards"]) { out in
                for card in cards {
                    out.element("div", ["class": card.value.count > 13 ? "card wide" : "card"]) { out in
                        out.element("div", ["class": "label"], text: card.label)
                        // A number that is torn in two is misread; what is too long for half a phone gets a row of its own.
                        let length = card.value.count > 9 ? " long" : ""
                        out.element("div", ["class": "value" + length + (card.tone == .info ? "" : " " + card.tone.word)], text: card.value)
                        if !card.note.isEmpty { out.element("div", ["class": "label"], text: HTMLWriter.kept(card.note)) }
                    }
                }
            }
        case .list(let items):
            element("ul") { out in
                for item in items { out.element("li", text: HTMLWriter.kept(item)) }
            }
        case .labelled(let items):
            let colon = language == .zh ? "：" : ": "
            element("ul") { out in
                for item in items {
                    out.element("li") { out in
                        out.element("strong", text: item.label)
                        out.element("span") { $0.prose(colon + HTMLWriter.kept(item.text)) }
                    }
                }
            }
        case .table(let table):
            guard table.isFolded else { return draw(table) }
            element("details") { out in
                out.element("summary", text: table.caption)
                out.draw(table)
            }
        }
    }

    mutating func draw(_ table: ReportDocument.Table) {
        // On paper a short table stays whole.
        let isShort = table.rows.count <= HTMLWriter.shortTable ? " short" : ""
        open("div", ["class": "scroll" + isShort, "role": "region", "aria-label": table.caption, "tabindex": "0"])
        open("table", ["class": "stack report"])
        element("caption", text: table.caption)
        element("thead") { out in
            out.element("tr") { out in
                for column in table.columns { out.element("th", ["scope": "col", "class": column.kind.className], text: column.title) }
            }
        }
        element("tbody") { out in
            for row in table.rows {
                out.element("tr") { out in
                    for (column, cell) in zip(table.columns, row) {
                        // A phone leaves out cells that say nothing.
                        let isNothing = cell.bar == nil && (cell.text.isEmpty || cell.text == "–")
                        let classes = [column.kind.className, cell.tone?.word, isNothing ? "none" : nil].compactMap { $0 }
                            .filter { !$0.isEmpty && $0 != "info" }
                        out.open("td", ["class": classes.isEmpty ? nil : classes.joined(separator: " "), "data-label": column.title])
                        if let bar = cell.bar { out.draw(bar) } else { out.element("span", text: cell.text) }
                        out.close("td")
                    }
                }
                out.newline()
            }
        }
        close("table")
        close("div")
    }

    /// Rows of a table that is not torn in two.
    private static let shortTable = 14

    /// A number keeps its sign of percent, or of a sum, at the end of a line.
    private static func kept(_ text: String) -> String {
        text.split(separator: " %", omittingEmptySubsequences: false).joined(separator: "\u{A0}%")
            .split(separator: "+ ", omittingEmptySubsequences: false).joined(separator: "+\u{A0}")
    }

    /// A bar without any text in it, so that it may be drawn at any width; the numbers stand beside it.
    mutating func draw(_ bar: ReportDocument.Bar) {
        open("svg", ["class": "bar", "viewBox": "0 0 1000 14", "preserveAspectRatio": "none", "role": "img", "aria-label": bar.label])
        element("title", text: bar.label)
        rectangle("ghost", 0, 1_000, 1, 12)
        if let range = bar.range { rectangle("range", place(range.low), place(range.high), 1, 12) }
        if let value = bar.value { rectangle("fill", 0, place(value), bar.range == nil ? 1 : 4, bar.range == nil ? 12 : 6) }
        close("svg")
    }

    private func place(_ share: Double) -> Int { Int((min(max(share, 0), 1) * 1_000).rounded()) }

    private mutating func rectangle(_ name: String, _ from: Int, _ to: Int, _ top: Int, _ height: Int) {
        open(
            "rect",
            [
                "class": "bar-" + name, "x": "\(from)", "y": "\(top)", "width": "\(max(to - from, to > 0 && name != "ghost" ? 2 : 0))",
                "height": "\(height)",
            ])
        close("rect")
    }
}

extension ReportDocument.Tone {
    var word: String {
        switch self {
        case .info: "info"
        case .good: "good"
        case .warn: "warn"
        case .bad: "bad"
        }
    }
}

extension ReportDocument.Column.Kind {
    fileprivate var className: String? {
        switch self {
        case .text: nil
        case .number: "number"
        case .rate: "rate"
        case .bar: "bar"
        }
    }
}
