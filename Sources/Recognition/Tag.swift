import Decoding
import Domain

/// The tag `PayCallback` in its forms: `[PayCallback]`, `PayCallback:`, `<PayCallback>`, a logger's category, a field (client-and-server-lines.md).
enum Tag {
    /// Whether a category, subsystem or tag is ours: alone, or behind `:` or `.`.
    static func isTag(_ category: Bytes?) -> Bool {
        guard let category, category.count >= 11, category.ends("PayCallback") else { return false }
        guard category.count > 11 else { return true }
        let before = category[category.count - 12]
        return before == 58 || before == 46 || before == 47
    }

    /// What a console printed in quotes: `'[PayCallback]', 'text'` (React Native), `"[PayCallback] text", source: …` (Chromium).
    private static func quoted(_ text: Bytes, from start: Int, _ quote: UInt8) -> Bytes {
        var i = start
        if text.at(i) == quote {
            i &+= 1
            while i < text.count, text[i] == 44 || text[i] == 32 || text[i] == quote { i &+= 1 }
        }
        // An object behind the text has quotes of its own.
        if text.at(text.count &- 1) == 125, let brace = text.find(", {", from: i), text.at(brace &- 1) == quote { return text.from(i) }
        // An object's text ends at its own quote; a console's at the last one of the line.
        let end = text.at(0) == 123 ? text.first(quote, from: i) : text.lastIndex(of: quote)
        return end.map { $0 > i ? text.slice(i, $0) : text.from(i) } ?? text.from(i)
    }

    /// The text behind the first tag, or nil.
    static func behind(_ text: Bytes) -> Bytes? {
        var from = 0
        while let start = text.find("PayCallback", from: from) {
            let end = start + 11
            let before = text.at(start - 1)
            let after = text.at(end)
            // `[com.example.shop:PayCallback]`, and bars as columns.
            let isColumn = after == 93 && (before == 58 || before == 46) || after == 124 && before == 124
            let isMarked =
                isColumn || before == 91 && after == 93 || before == 60 && after == 62
                || after == 58 && (start == 0 || !before.isIdentifier)
            if isMarked {
                var i = end + 1
                while i < text.count, text[i] == 32 || text[i] == 9 || text[i] == 58 { i &+= 1 }
                let quote = after == 93 ? text.at(start - 2) : 0
                return quote == 34 || quote == 39 ? quoted(text, from: i, quote) : text.from(i)
            }
            from = end
        }
        return nil
    }
}
