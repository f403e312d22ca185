import Decoding
import Domain

/// Words of an error line that may be order numbers: they bind only to an order that something else knows (vocabulary §8 rule 5).
enum Candidates {
    /// How much of a record is searched: the first lines name the order, the rest is stack.
    static let reach = 4_096
    /// Candidates kept of one record.
    static let most = 4

    /// Whether any word may be an order number.
    static func any(in text: Bytes) -> Bool {
        var found = false
        each(in: text) { _, _ in
            found = true
            return false
        }
        return found
    }

    /// Writes the first ones.
    static func put(from text: Bytes, into rows: inout PendingRows) {
        var count = 0
        each(in: text) { token, isMasked in
            rows.put(isMasked ? .maskedNumber : .candidateNumber, token)
            count += 1
            return count < most
        }
    }

    /// Words of letters, digits, `-` and `_` with at least six characters and four digits that stand on token borders and are no part of
    /// a stamp, an address, a class name or a file position.
    static func each(in text: Bytes, _ body: (_ token: Bytes, _ isMasked: Bool) -> Bool) {
        var i = 0
        while i < text.count {
            guard text[i].isIdentifier || text[i] == 42 else {
                i &+= 1
                continue
            }
            let start = i
            var digits = 0
            var stars = 0
            while i < text.count, text[i].isIdentifier || text[i] == 42 {
                if text[i].isDigit { digits &+= 1 }
                if text[i] == 42 { stars &+= 1 }
                i &+= 1
            }
            let token = text.slice(start, i)
            guard token.count >= 6, token.count <= 64, digits >= 4, !isPartOfSomething(text, start, i), !isDate(token) else { continue }
            guard body(token, stars >= 2) else { return }
        }
    }

    /// `192.0.2.9`, `12:30:11`, `/img/20260901.png`, `a.b.C2020`: a neighbour joins it to something else.
    private static func isPartOfSomething(_ text: Bytes, _ start: Int, _ end: Int) -> Bool {
        let before = text.at(start &- 1)
        let after = text.at(end)
        if before == 46 || before == 58 && text.at(start &- 2).isDigit || before == 64 || before == 36 || before == 37 { return true }
        if after == 46, text.at(end &+ 1).isIdentifier { return true }
        if after == 58, text.at(end &+ 1).isDigit { return true }
        return after == 40 || after == 64
    }

    /// `2026-10-07`, `20261007`, and what has a stamp's form.
    private static func isDate(_ token: Bytes) -> Bool {
        guard token.count == 10 || token.count == 8, token.has("20") else { return false }
        if token.count == 8 {
            for byte in token where !byte.isDigit { return false }
            return true
        }
        return token[4] == 45 && token[7] == 45
    }
}
