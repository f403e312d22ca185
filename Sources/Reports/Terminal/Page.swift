import Domain

/// Collects the lines of a report and gives them as text, with or without colours.
public struct Page: Sendable {
    /// How it is drawn.
    public let style: ReportStyle
    private var out: [UInt8] = []

    /// Makes an empty page.
    public init(_ style: ReportStyle) { self.style = style }

    /// The page as text; every line ends with a line feed.
    public var text: String { String(decoding: out, as: UTF8.self) }

    /// The columns there are.
    public var width: Int { style.width }

    /// A word in the page's language.
    public func say(_ text: Text) -> String { text(style.language) }

    /// Adds one line as it is.
    public mutating func line(_ content: StyledText = StyledText()) {
        for piece in content.pieces {
            let code = piece.style.ansi
            let colored = style.usesColor && code.utf8CodeUnitCount > 0
            if colored { out.append(contentsOf: UnsafeBufferPointer(start: code.utf8Start, count: code.utf8CodeUnitCount)) }
            out.append(contentsOf: piece.text.utf8)
            if colored { out.append(contentsOf: "\u{1B}[0m".utf8) }
        }
        while out.last == 32 { out.removeLast() }
        out.append(10)
    }

    /// Adds one line of plain text.
    public mutating func line(_ text: String, _ textStyle: Style = .plain) { line(StyledText(text, textStyle)) }

    /// Adds text wrapped to the width, with a first prefix and a hanging indent of the same width.
    public mutating func paragraph(_ content: StyledText, first: StyledText = StyledText(), indent: Int? = nil) {
        let hanging = indent ?? first.width
        for (index, part) in content.wrapped(to: max(20, style.width - max(hanging, first.width))).enumerated() {
            var whole = StyledText()
            if index == 0 { whole.append(first) }
            whole.pad(to: index == 0 ? first.width : hanging)
            whole.append(part)
            line(whole)
        }
    }

    /// Adds an empty line and a section heading.
    public mutating func heading(_ text: Text) {
        line()
        line(StyledText(say(text), .bold))
    }

    /// Adds a table: columns as wide as their widest cell, numbers to the right.
    ///
    /// The last column takes what is left: it wraps where that is enough to read, else it is cut.
    public mutating func table(_ rows: [[StyledText]], right: Set<Int> = [], indent: Int = 2) {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.width)
            }
        }
        let lastStart = indent + widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let wraps = style.width - lastStart >= 24
        for row in rows {
            var whole = StyledText(String(repeating: " ", count: indent))
            for (column, cell) in row.enumerated() where !wraps || column < widths.count - 1 {
                if column > 0 { whole.append("  ") }
                let start = whole.width
                if right.contains(column) { whole.pad(to: start + widths[column] - cell.width) }
                whole.append(cell)
                if column < widths.count - 1 { whole.pad(to: start + widths[column]) }
            }
            if wraps, row.count == widths.count, let last = row.last {
                whole.pad(to: lastStart)
                if right.contains(widths.count - 1) { whole.pad(to: lastStart + widths[widths.count - 1] - last.width) }
                paragraph(last, first: whole)
            } else {
                line(whole.cut(to: style.width))
            }
        }
    }
}
