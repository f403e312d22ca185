/// A URL as universal links see it: host, path, query and fragment as written, never decoded unless a rule asks for it.
public struct LinkURL: Hashable, Sendable {
    /// As typed.
    public let text: String
    /// `https`; empty for a path alone.
    public let scheme: String
    /// Lower-cased, without port; empty for a path alone.
    public let host: String
    /// `/` where the URL has none.
    public let path: String
    /// Behind `?`; nil without one.
    public let query: String?
    /// Behind `#`; nil without one.
    public let fragment: String?

    /// Takes a URL, or a path with query and fragment, apart; nil when it is neither.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= LinkURL.longest else { return nil }
        self.text = text
        var rest = Substring(text)
        if let mark = LinkURL.schemeEnd(text) {
            scheme = text[..<mark].lowercased()
            rest = text[text.index(mark, offsetBy: 3)...]
            let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
            var authority = rest[..<end]
            if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
            if !authority.hasPrefix("["), let colon = authority.lastIndex(of: ":") { authority = authority[..<colon] }
            host = authority.lowercased()
            guard !host.isEmpty else { return nil }
            rest = rest[end...]
        } else {
            guard text.hasPrefix("/") else { return nil }
            (scheme, host) = ("", "")
        }
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        } else {
            fragment = nil
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        } else {
            query = nil
        }
        path = rest.isEmpty ? "/" : String(rest)
    }

    /// Bytes of the longest URL that is looked at.
    static let longest = 8_192

    /// Where `://` begins behind a scheme.
    private static func schemeEnd(_ text: String) -> String.Index? {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"), colon > text.startIndex else { return nil }
        return text[..<colon].utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || [43, 45, 46].contains($0) }
            ? colon : nil
    }

    /// The query's items in order, as written.
    var items: [(name: String, value: String)] {
        (query ?? "").split(separator: "&").map { item in
            guard let equals = item.firstIndex(of: "=") else { return (String(item), "") }
            return (String(item[..<equals]), String(item[item.index(after: equals)...]))
        }
    }

    /// Percent-encoding undone; what is no encoding stays.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var i = 0
        while i < bytes.count {
            if bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.count, let high = nibble(bytes[i + 1]), let low = nibble(bytes[i + 2]) {
                out.append(high << 4 | low)
                i += 3
            } else {
                out.append(bytes[i])
                i += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
