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

    /// The text behind the first tag, or nil.
    static func behind(_ text: Bytes) -> Bytes? {
        var from = 0
        while let start = text.find("PayCallback", from: from) {
            let end = start + 11
            let before = text.at(start - 1)
            let after = text.at(end)
            let isMarked = before == 91 && after == 93 || before == 60 && after == 62 || after == 58 && (start == 0 || !before.isIdentifier)
            if isMarked {
                var i = end + 1
                while i < text.count, text[i] == 32 || text[i] == 9 || text[i] == 58 { i &+= 1 }
                return text.from(i)
            }
            from = end
        }
        return nil
    }
}
