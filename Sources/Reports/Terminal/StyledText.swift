import Domain

/// A run of text with its styles; what comes from a log is made visible on its way in, so that nothing can forget to.
public struct StyledText: Sendable {
    /// Pieces in order.
    public private(set) var pieces: [(text: String, style: Style)] = []
    /// Columns it takes.
    public private(set) var width = 0

    /// Makes an empty run.
    public init() {}

    /// Makes a run of one piece.
    public init(_ text: String, _ style: Style = .plain) { append(text, style) }

    /// Appends a piece.
    public mutating func append(_ text: String, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        let shown = VisibleText.make(text)
        width += TextWidth.of(shown)
        if let last = pieces.last, last.style == style {
            pieces[pieces.count - 1].text += shown
        } else {
            pieces.append((shown, style))
        }
    }

    /// Appends another run.
    public mutating func append(_ other: StyledText) {
        for piece in other.pieces { append(piece.text, piece.style) }
    }

    /// Nothing but blanks.
    var isBlank: Bool { pieces.allSatisfy { $0.text.utf8.allSatisfy { $0 == 32 } } }

    /// The columns of the widest word that no line break may take apart.
    var widestWord: Int { tokens().map(\.width).max() ?? 0 }

    /// Fills with blanks up to a column.
    public mutating func pad(to column: Int) {
        if width < column { append(String(repeating: " ", count: column - width)) }
    }

    /// Breaks the run into lines of at most `columns`: at blanks, between CJK characters, else inside a word.
    public func wrapped(to columns: Int) -> [StyledText] {
        guard width > columns, columns > 1 else { return [self] }
        var lines: [StyledText] = []
        var line = StyledText()
        let tokens = tokens()
        for (index, token) in tokens.enumerated() {
            let isBlank = token.text == " "
            var needed = token.width
            // Punctuation of another style that may not begin a line stays with the word before it.
            if index + 1 < tokens.count, StyledText.closing.contains(tokens[index + 1].text.unicodeScalars.first ?? " ") {
                needed += tokens[index + 1].width
            }
            if line.width + needed > columns, line.width > 0,
                !StyledText.closing.contains(token.text.unicodeScalars.first ?? " ")
                    || line.width + token.width > columns
            {
                lines.append(line.trimmed())
                line = StyledText()
            }
            if isBlank, line.width == 0, !lines.isEmpty { continue }
            if token.width > columns {
                for scalar in token.text.unicodeScalars {
                    if line.width + TextWidth.of(scalar) > columns {
                        lines.append(line)
                        line = StyledText()
                    }
                    line.append(String(scalar), token.style)
                }
            } else {
                line.append(token.text, token.style)
            }
        }
        if line.width > 0 || lines.isEmpty { lines.append(line.trimmed()) }
        return lines
    }

    /// Cuts the run to `columns` and says so with an ellipsis.
    public func cut(to columns: Int) -> StyledText {
        guard width > columns, columns > 0 else { return self }
        var out = StyledText()
        for piece in pieces {
            for scalar in piece.text.unicodeScalars {
                if out.width + TextWidth.of(scalar) > columns - 1 {
                    out.append("…", piece.style)
                    return out
                }
                out.append(String(scalar), piece.style)
            }
        }
        return out
    }

    private func trimmed() -> StyledText {
        guard let last = pieces.last, last.text.hasSuffix(" ") else { return self }
        var out = StyledText()
        for piece in pieces.dropLast() { out.append(piece.text, piece.style) }
        var text = Substring(last.text)
        while text.hasSuffix(" ") { text = text.dropLast() }
        out.append(String(text), last.style)
        return out
    }

    private struct Token {
        var text: String
        var style: Style
        var width: Int
    }

    /// Words, single blanks, and CJK characters together with the punctuation that may not begin or end a line.
    private func tokens() -> [Token] {
        var out: [Token] = []
        func add(_ text: String, _ style: Style) {
            let width = TextWidth.of(text)
            if let last = out.last, last.style == style, last.text != " ",
                StyledText.opening.contains(last.text.unicodeScalars.last ?? " ")
                    || StyledText.closing.contains(text.unicodeScalars.first ?? " ")
            {
                out[out.count - 1].text += text
                out[out.count - 1].width += width
            } else {
                out.append(Token(text: text, style: style, width: width))
            }
        }
        for piece in pieces {
            var word = ""
            func flush() {
                if !word.isEmpty { add(word, piece.style) }
                word = ""
            }
            for scalar in piece.text.unicodeScalars {
                if scalar == " " {
                    flush()
                    out.append(Token(text: " ", style: piece.style, width: 1))
                } else if TextWidth.of(scalar) == 2 || StyledText.closing.contains(scalar) || StyledText.opening.contains(scalar) {
                    flush()
                    add(String(scalar), piece.style)
                } else {
                    word.unicodeScalars.append(scalar)
                }
            }
            flush()
        }
        return out
    }

    private static let closing: Set<Unicode.Scalar> = ["，", "。", "；", "：", "）", "、", "！", "？", "」", "》", "”", "’"]
    private static let opening: Set<Unicode.Scalar> = ["（", "「", "《", "“", "‘"]
}
