import Decoding
import Domain

/// A URL seen as slices; nothing is decoded and nothing is checked beyond what the slices need.
struct URLView {
    /// Before the colon, as written; empty for a bare path.
    var scheme: Bytes
    /// Host without user and port; empty for `alipay:` forms without `//`.
    var host: Bytes
    /// Path from the first slash on, without query.
    var path: Bytes
    /// Between `?` and `#`.
    var query: Bytes
    /// Behind `#`.
    var fragment: Bytes

    /// Splits a URL, a bare path or a request target.
    init(_ text: Bytes) {
        (scheme, host, path, query, fragment) = (.none, .none, .none, .none, .none)
        var rest = text
        var i = 0
        while i < rest.count, isSchemeByte(rest[i], first: i == 0) { i &+= 1 }
        if i > 0, i < rest.count, rest[i] == 58 {
            scheme = rest.slice(0, i)
            rest = rest.from(i + 1)
        }
        if let hash = rest.first(35) {
            fragment = rest.from(hash + 1)
            rest = rest.slice(0, hash)
        }
        if let mark = rest.first(63) {
            query = rest.from(mark + 1)
            rest = rest.slice(0, mark)
        }
        if rest.has("//") {
            rest = rest.from(2)
            let slash = rest.first(47) ?? rest.count
            host = rest.slice(0, slash)
            rest = rest.from(slash)
            if let at = host.last(64) { host = host.from(at + 1) }
            if let colon = host.first(58) { host = host.slice(0, colon) }
        }
        path = rest
    }

    /// Whether it has the form of a URL: a scheme and something behind it.
    var isURL: Bool { scheme.count > 1 && (host.count > 0 || path.count > 0 || query.count > 0) }

    /// Where a URL stands in text: its start and its bytes up to the next blank, quote or bracket.
    static func find(in text: Bytes, from start: Int = 0) -> Bytes? {
        var search = start
        while let mark = text.find("://", from: search) {
            var begin = mark
            while begin > 0, isSchemeByte(text[begin - 1], first: false) { begin &-= 1 }
            while begin < mark, !isSchemeByte(text[begin], first: true) { begin &+= 1 }
            if mark - begin >= 2 {
                var end = mark + 3
                while end < text.count, !endsURL(text[end]) { end &+= 1 }
                return text.slice(begin, end)
            }
            search = mark + 3
        }
        return nil
    }

    private static func endsURL(_ byte: UInt8) -> Bool {
        byte <= 32 || byte == 34 || byte == 39 || byte == 60 || byte == 62 || byte == 96
    }
}

@inline(__always) private func isSchemeByte(_ byte: UInt8, first: Bool) -> Bool {
    if (byte | 0x20) &- 97 < 26 { return true }
    return !first && (byte.isDigit || byte == 43 || byte == 45 || byte == 46 || byte == 95)
}

/// Walks `a=1&b=2`; values stay encoded.
struct QueryItems {
    private let text: Bytes
    private var position = 0

    /// Walks a query string or a form body.
    init(_ text: Bytes) { self.text = text }

    /// The next name and value, or nil.
    mutating func next() -> (name: Bytes, value: Bytes)? {
        while position < text.count {
            var end = position
            var equals = -1
            while end < text.count, text[end] != 38 {
                if equals < 0, text[end] == 61 { equals = end }
                end &+= 1
            }
            let start = position
            position = end &+ 1
            // `&amp;` in a page's source
            let name = text.slice(start, equals < 0 ? end : equals)
            let plain = name.has("amp;") ? name.from(4) : name
            guard plain.count > 0 else { continue }
            return (plain, equals < 0 ? .none : text.slice(equals + 1, end))
        }
        return nil
    }
}
