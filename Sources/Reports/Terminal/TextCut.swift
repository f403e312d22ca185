/// Cuts names from the left: a file's own name and the line matter most.
enum TextCut {
    /// The end of a visible text that fits, with an ellipsis before it.
    static func left(_ text: String, to columns: Int) -> String {
        guard TextWidth.of(text) > columns else { return text }
        var kept: [Unicode.Scalar] = []
        var width = 1
        for scalar in text.unicodeScalars.reversed() {
            width += TextWidth.of(scalar)
            if width > columns { break }
            kept.append(scalar)
        }
        var out = String.UnicodeScalarView()
        out.append(contentsOf: kept.reversed())
        return "…" + String(out)
    }
}
