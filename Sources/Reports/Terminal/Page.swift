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
    /// Nothing is ever cut, so that numbers and codes can be copied: columns that do not fit beside the others stand in a further line of
    /// their row. The last column wraps where there is enough room to read it and no word would break.
    public mutating func table(_ rows: [[StyledText]], right: Set<Int> = [], indent: Int = 2) {
        let columns = TableColumns(rows, width: style.isPiped ? .max : style.width, indent: indent)
        for row in rows {
            var line = StyledText(String(repeating: " ", count: indent))
            var number = 0
            for (column, cell) in row.enumerated() {
                let place = columns.places[column]
                if place.line > number {
                    if !line.isBlank { self.line(line) }
                    line = StyledText()
                    number = place.line
                }
                line.pad(to: place.start)
                if column == columns.wrapping, cell.width > style.width - place.start {
                    paragraph(cell, first: line)
                    line = StyledText()
                    continue
                }
                if right.contains(column) { line.pad(to: place.start + columns.widths[column] - cell.width) }
                line.append(cell)
            }
            if !line.isBlank { self.line(line) }
        }
    }
}

/// Where the columns of a table stand.
struct TableColumns {
    /// The place of one column: the line of its row, and where it begins there.
    struct Place {
        var line: Int
        var start: Int
    }

    /// How wide each column is.
    let widths: [Int]
    /// Where each stands.
    let places: [Place]
    /// The column that wraps, if one does.
    let wrapping: Int?
    /// What a wrapped column needs at least.
    private static let readable = 24

    init(_ rows: [[StyledText]], width: Int, indent: Int) {
        var widths: [Int] = []
        var lastWord = 0
        let count = rows.map(\.count).max() ?? 0
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.width)
                if column == count - 1 { lastWord = max(lastWord, cell.widestWord) }
            }
        }
        var places: [Place] = []
        var wrapping: Int?
        var place = Place(line: 0, start: indent)
        for (column, needed) in widths.enumerated() {
            let room = width - place.start
            if column > 0, needed > room {
                if column == count - 1, room >= max(TableColumns.readable, lastWord) {
                    wrapping = column
                } else {
                    place = Place(line: place.line + 1, start: indent + 4)
                    if column == count - 1, needed > width - place.start, lastWord <= width - place.start { wrapping = column }
                }
            }
            places.append(place)
            place.start += needed + 2
        }
        (self.widths, self.places, self.wrapping) = (widths, places, wrapping)
    }
}
