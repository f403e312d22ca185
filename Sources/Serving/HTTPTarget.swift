/// What a request line asks for: the path and the query, taken apart and decoded once.
///
/// The path is split before it is decoded, so that `%2F` inside a segment is a slash of that segment and not a border. There are no files
/// behind it, and `.` and `..` mean nothing.
public struct HTTPTarget: Sendable, Equatable {
    /// One item of the query.
    public struct Item: Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Its value; empty where there is none.
        public var value: String

        /// Makes an item.
        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// The target as it was sent.
    public let raw: String
    /// The decoded segments of the path; `/` has none, `/a/` ends with an empty one.
    public let segments: [String]
    /// The items of the query in their order.
    public let query: [Item]

    /// Takes a target apart; nil when it is neither a path nor an absolute address.
    public init?(_ raw: String) {
        var rest = Substring(raw)
        if !rest.hasPrefix("/") {
            // The absolute form, which a proxy may send.
            let lowered = rest.lowercased()
            guard let length = ["http://", "https://"].first(where: lowered.hasPrefix)?.count else { return nil }
            rest = rest.dropFirst(length).drop { $0 != "/" && $0 != "?" }
            if !rest.hasPrefix("/") { rest = "/" + rest }
        }
        let path = rest.prefix { $0 != "?" }
        self.raw = raw
        segments =
            path == "/"
            ? []
            : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
                Percent.decode($0.utf8, plusIsSpace: false)
            }
        query =
            path.endIndex == rest.endIndex
            ? []
            : rest[rest.index(after: path.endIndex)...].split(separator: "&").map { item in
                let name = item.prefix { $0 != "=" }
                return Item(
                    name: Percent.decode(name.utf8, plusIsSpace: true),
                    value: Percent.decode(item.dropFirst(name.count + 1).utf8, plusIsSpace: true))
            }
    }

    private init(raw: String, segments: [String], query: [Item]) { (self.raw, self.segments, self.query) = (raw, segments, query) }

    /// The target below its first segments: `/a/b?c` without one is `/b?c`, and `/a/` is `/`.
    public func dropping(_ count: Int) -> HTTPTarget {
        let rest = Array(segments.dropFirst(count))
        return HTTPTarget(raw: raw, segments: rest == [""] ? [] : rest, query: query)
    }

    /// The first value of a name in the query.
    public subscript(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// All values of a name in the query.
    public func all(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    /// The path as it stands in addresses, without the query.
    public var path: String { "/" + segments.map(Percent.encode).joined(separator: "/") }
}

/// Percent-encoding of addresses (RFC 3986 §2.1).
public enum Percent {
    /// Decodes; what is no valid escape stays as it is, invalid UTF-8 becomes U+FFFD.
    static func decode(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            let next = text.index(after: index)
            if byte == UInt8(ascii: "%"), next < text.endIndex, let high = hexadecimal(text[next]) {
                let second = text.index(after: next)
                if second < text.endIndex, let low = hexadecimal(text[second]) {
                    out.append(high << 4 | low)
                    index = text.index(after: second)
                    continue
                }
            }
            out.append(byte == UInt8(ascii: "+") && plusIsSpace ? 32 : byte)
            index = next
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Encodes everything but unreserved characters: for one segment of a path or one value of a query.
    public static func encode(_ text: String) -> String {
        var out = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return out
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
