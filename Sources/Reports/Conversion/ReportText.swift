import Domain

/// Draws a report's brief sections on a terminal.
enum ReportText {
    static func make(_ document: ReportDocument, _ style: ReportStyle) -> String {
        var page = Page(style)
        page.line(document.title, .bold)
        for section in document.sections where section.isBrief {
            if section.id.description != "overview" { page.heading(Text(en: section.title, zh: section.title)) }
            for block in section.blocks { draw(block, on: &page) }
        }
        page.line()
        return page.text
    }

    private static func draw(_ block: ReportDocument.Block, on page: inout Page) {
        switch block {
        case .paragraph(let text): page.paragraph(StyledText(text))
        case .faint(let text): page.paragraph(StyledText(text, .dim))
        case .notice(let tone, let text): page.paragraph(StyledText(text, tone == .info ? .bold : tone.style))
        case .list(let items): for item in items { page.paragraph(StyledText(item), first: StyledText("  • ")) }
        case .cards(let cards):
            page.table(
                cards.map {
                    [StyledText($0.label, .dim), StyledText($0.value, $0.tone == .info ? .bold : $0.tone.style), StyledText($0.note, .dim)]
                })
        case .table(let table):
            guard !table.isFolded else { return }
            page.line()
            page.line(table.caption, .dim)
            var right = Set<Int>()
            for (index, column) in table.columns.enumerated() where column.kind == .number { right.insert(index) }
            page.table(
                [table.columns.map { StyledText($0.title, .dim) }]
                    + table.rows.prefix(table.briefRows ?? .max).map { row in
                        row.map { cell in
                            if let bar = cell.bar { return StyledText(Share.bar(bar.value ?? 0, columns: 10), .good) }
                            return StyledText(cell.text, cell.tone?.style ?? .plain)
                        }
                    }, right: right)
            if let shown = table.briefRows, shown < table.rows.count {
                let hidden = table.rows.count - shown
                page.line(
                    page.say(
                        Text(
                            en: "  … \(hidden) more; a file (-o report.html) has them all", zh: "  … 另有 \(hidden) 行；文件（-o report.html）中有全部")
                    ), .dim)
            }
        }
    }
}

extension ReportDocument.Tone {
    var style: Style {
        switch self {
        case .info: .plain
        case .good: .good
        case .warn: .major
        case .bad: .critical
        }
    }
}
