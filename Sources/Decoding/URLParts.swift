import CScan
import Domain

/// A URL taken apart on bytes; nothing is decoded. `https://host:port/path?query#fragment`, `alipays://platformapi/startApp?…`.
public struct URLParts {
    /// As written: `https`, `alipays`.
    public let scheme: UnsafeRawBufferPointer
    /// Without user and port; as written.
    public let host: UnsafeRawBufferPointer
    /// From the first slash behind the host, without the query; may be empty.
    public let path: UnsafeRawBufferPointer
    /// Behind the question mark; may be empty.
    public let query: UnsafeRawBufferPointer
    /// Behind the hash; may be empty.
    public let fragment: UnsafeRawBufferPointer

    /// Takes a URL with `scheme://` apart; nil for anything else. The text ends where the bytes end.
    public init?(_ text: UnsafeRawBufferPointer) {
        guard let colon = text.slice(0, 48).first(UInt8(ascii: ":")), colon > 0, text.at(colon &+ 1) == UInt8(ascii: "/"),
            text.at(colon &+ 2) == UInt8(ascii: "/"), text[0].isLetter
        else { return nil }
        for i in 0..<colon {
            let byte = text[i]
            guard byte.isIdentifier || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") else { return nil }
        }
        scheme = text.slice(0, colon)
        let target = URLTarget(text.from(colon &+ 3))
        var host = target.path
        if let slash = host.first(UInt8(ascii: "/")) {
            path = host.from(slash)
            host = host.slice(0, slash)
        } else {
            path = .none
        }
        (query, fragment) = (target.query, target.fragment)
        if let user = host.first(UInt8(ascii: "@")) { host = host.from(user &+ 1) }
        if let port = host.first(UInt8(ascii: ":")) { host = host.slice(0, port) }
        self.host = host
    }

    /// Where the URL that begins at `from` ends: at a blank, a quote, an angle bracket or a backslash.
    public static func end(in text: UnsafeRawBufferPointer, from: Int) -> Int {
        var i = from
        while i < text.count {
            switch text[i] {
            case 0...32, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "'"): return i
            default: i &+= 1
            }
        }
        return i
    }

    /// The first URL of a text, or nil.
    public static func first(in text: UnsafeRawBufferPointer, from: Int = 0) -> UnsafeRawBufferPointer? {
        var from = from
        while let mark = text.find("://", from: from) {
            var start = mark
            while start > 0, text[start &- 1].isIdentifier || text[start &- 1] == UInt8(ascii: "+") || text[start &- 1] == UInt8(ascii: ".")
            {
                start &-= 1
            }
            while start < mark, !text[start].isLetter { start &+= 1 }
            if start < mark { return text.slice(start, end(in: text, from: mark &+ 3)) }
            from = mark &+ 3
        }
        return nil
    }
}

/// The target of a request: path, query and fragment.
public struct URLTarget {
    /// Up to the question mark or hash.
    public let path: UnsafeRawBufferPointer
    /// Behind the question mark; may be empty.
    public let query: UnsafeRawBufferPointer
    /// Behind the hash; may be empty.
    public let fragment: UnsafeRawBufferPointer

    /// Puts a target together from columns.
    public init(path: UnsafeRawBufferPointer, query: UnsafeRawBufferPointer) { (self.path, self.query, fragment) = (path, query, .none) }

    /// Takes a target apart.
    public init(_ text: UnsafeRawBufferPointer) {
        let hash = text.first(UInt8(ascii: "#")) ?? text.count
        let question = text.slice(0, hash).first(UInt8(ascii: "?")) ?? hash
        path = text.slice(0, question)
        query = text.slice(question &+ 1, hash)
        fragment = text.from(hash &+ 1)
    }
}

/// Walks a query or form body pair by pair, undecoded.
public struct QueryPairs {
    private let text: UnsafeRawBufferPointer
    private var position = 0

    /// Walks `text`.
    public init(_ text: UnsafeRawBufferPointer) { self.text = text }

    /// The next pair, or nil at the end; a key without `=` has an empty value.
    public mutating func next() -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
        guard let base = text.baseAddress else { return nil }
        while position < text.count {
            let start = position
            var equals = 0
            var isEncoded: UInt8 = 0
            let end = cscan_form_pair(base, text.count, start, &equals, &isEncoded)
            position = end &+ 1
            guard end > start else { continue }
            return (text.slice(start, equals), text.slice(equals &+ 1, end))
        }
        return nil
    }
}
