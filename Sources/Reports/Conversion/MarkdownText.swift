import Domain

/// Draws a report's sections as Markdown (CommonMark with pipe tables).
enum MarkdownText {
    static func make(_ document: ReportDocument) -> String {
        var out = "# \(escape(document.title))\n"
        for section in document.sections {
            out += "\n## \(escape(section.title))\n"
            for block in section.blocks { out += "\n" + text(block) }
        }
        return out
    }

    private static func text(_ block: ReportDocument.Block) -> String {
        switch block {
        case .paragraph(let text), .faint(let text): return escape(text) + "\n"
        case .notice(let tone, let text): return "> " + (tone == .bad || tone == .warn ? "**!** " : "") + prose(text) + "\n"
        case .list(let items): return items.map { "- \(escape($0))\n" }.joined()
        case .labelled(let items): return items.map { "- **\(escape($0.label)):** \(prose($0.text))\n" }.joined()
        case .cards(let cards):
            return cards.map { "- **\(escape($0.label)):** \(escape($0.value))\($0.note.isEmpty ? "" : " (\(escape($0.note)))")\n" }
                .joined()
        case .table(let table):
            let shown = table.columns.indices.filter { table.columns[$0].kind != .bar }
            var out = "**\(escape(table.caption))**\n\n"
            out += "| " + shown.map { escape(table.columns[$0].title) }.joined(separator: " | ") + " |\n"
            out += "|" + shown.map { table.columns[$0].kind == .number ? "---:|" : "---|" }.joined() + "\n"
            for row in table.rows {
                out += "| " + shown.map { $0 < row.count ? escape(row[$0].text) : "" }.joined(separator: " | ") + " |\n"
            }
            return out
        }
    }

    /// Our own words, in which what stands between backticks is code.
    private static func prose(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return escape(text) }
        return parts.enumerated().map { $0.offset % 2 == 0 ? escape(String($0.element)) : "`\(VisibleText.make(String($0.element)))`" }
            .joined()
    }

    /// What a log carried must not become markup, links or table borders.
    static func escape(_ text: String) -> String {
        var out = ""
        for scalar in VisibleText.make(text).unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "|", "#", "~": out += "\\" + String(scalar)
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "&": out += "&amp;"
            case "]": out += "\\]"
            case "[": out += "\\["
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
