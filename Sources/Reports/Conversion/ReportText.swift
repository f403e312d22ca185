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

    /// The columns that fit a width beside each other, as many as go; those of rank 0 in any case.
    private static func fitting(_ columns: [ReportDocument.Column], _ rows: [[StyledText]], _ width: Int) -> [Int] {
        let widths = columns.indices.map { column in rows.reduce(0) { max($0, column < $1.count ? $1[column].width : 0) } }
        var shown = Array(columns.indices)
        // Two blanks stand before every column.
        while width < .max, shown.reduce(0, { $0 + widths[$1] + 2 }) > width {
            guard let least = shown.filter({ columns[$0].rank > 0 }).max(by: { columns[$0].rank < columns[$1].rank }) else { break }
            shown.removeAll { $0 == least }
        }
        return shown
    }

    private static func draw(_ block: ReportDocument.Block, on page: inout Page) {
        switch block {
        case .paragraph(let text): page.paragraph(StyledText(text))
        case .faint(let text): page.paragraph(StyledText(text, .dim))
        case .notice(let tone, let text): page.paragraph(StyledText(text, tone == .info ? .bold : tone.style))
        case .list(let items): for item in items { page.paragraph(StyledText(item), first: StyledText("  • ")) }
        case .labelled(let items):
            for item in items {
                var line = StyledText(item.label, .bold)
                line.append(page.say(Text(en: ": ", zh: "：")) + item.text)
                page.paragraph(line, first: StyledText("  • "))
            }
        case .cards(let cards):
            page.table(
                cards.map {
                    [StyledText($0.label, .dim), StyledText($0.value, $0.tone == .info ? .bold : $0.tone.style), StyledText($0.note, .dim)]
                })
        case .table(let table):
            guard !table.isFolded else { return }
            page.line()
            page.line(table.caption, .dim)
            let rows =
                [table.columns.map { StyledText($0.title, .dim) }]
                + table.rows.prefix(table.briefRows ?? .max).map { row in
                    row.map { cell in
                        if let bar = cell.bar { return StyledText(Share.bar(bar.value ?? 0, columns: 10), .good) }
                        return StyledText(cell.text, cell.tone?.style ?? .plain)
                    }
                }
            let shown = fitting(table.columns, rows, page.style.isPiped ? .max : page.width)
            var right = Set<Int>()
            for (place, column) in shown.enumerated() where table.columns[column].kind == .number { right.insert(place) }
            page.table(rows.map { row in shown.map { $0 < row.count ? row[$0] : StyledText("") } }, right: right)
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
