import Domain

/// A strict parser (RFC 8259): what a device's parser refuses must be refused here, at the same place.
///
/// Bounded by ``Limits/jsonDepth``; linear in the text.
struct JSONParser {
    private let bytes: [UInt8]
    private var i = 0

    /// Parses a whole document.
    static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        if let place = parser.invalidUTF8() { throw parser.error(.encoding, at: place) }
        parser.skipBlanks()
        guard parser.i < bytes.count else { throw parser.error(.empty) }
        let value = try parser.value(depth: 0)
        parser.skipBlanks()
        if parser.i < bytes.count { throw parser.error(parser.isComment ? .comment : .afterEnd) }
        return value
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { i < bytes.count ? bytes[i] : nil }
    private var isComment: Bool {
        next == UInt8(ascii: "/") && i + 1 < bytes.count && (bytes[i + 1] == UInt8(ascii: "/") || bytes[i + 1] == UInt8(ascii: "*"))
    }

    private func error(_ reason: JSONError.Reason, at place: Int? = nil) -> JSONError {
        let place = min(place ?? i, bytes.count)
        let before = bytes[..<place]
        let lastFeed = before.lastIndex(of: 10)
        return JSONError(
            line: before.reduce(1) { $0 + ($1 == 10 ? 1 : 0) }, column: place - (lastFeed.map { $0 + 1 } ?? 0) + 1, reason: reason)
    }

    /// Offset of the first byte that is no UTF-8.
    private func invalidUTF8() -> Int? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { i += 1 }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Limits.jsonDepth else { throw error(.depth) }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        default: throw error(isComment ? .comment : .value)
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[i...].starts(with: word.utf8) else { throw error(.value) }
        i += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        i += 1
        var members: [JSONValue.Member] = []
        skipBlanks()
        if next == UInt8(ascii: "}") {
            i += 1
            return .object([])
        }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else {
                throw error(isComment ? .comment : next == UInt8(ascii: "}") ? .trailingComma : .key)
            }
            let key = try string()
            skipBlanks()
            guard next == UInt8(ascii: ":") else { throw error(.colon) }
            i += 1
            skipBlanks()
            members.append(JSONValue.Member(key: key, value: try value(depth: depth + 1)))
            skipBlanks()
            if next == UInt8(ascii: "}") {
                i += 1
                return .object(members)
            }
            guard next == UInt8(ascii: ",") else { throw error(isComment ? .comment : .separator) }
            i += 1
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        i += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if next == UInt8(ascii: "]") {
            i += 1
            return .array([])
        }
        while true {
            skipBlanks()
            if next == UInt8(ascii: "]") { throw error(.trailingComma) }
            elements.append(try value(depth: depth + 1))
            skipBlanks()
            if next == UInt8(ascii: "]") {
                i += 1
                return .array(elements)
            }
            guard next == UInt8(ascii: ",") else { throw error(isComment ? .comment : .separator) }
            i += 1
        }
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = i
        if next == UInt8(ascii: "-") { i += 1 }
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[i - whole] != UInt8(ascii: "0") else { throw error(.number, at: start) }
        if next == UInt8(ascii: ".") {
            i += 1
            guard digits() > 0 else { throw error(.number, at: start) }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            i += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { i += 1 }
            guard digits() > 0 else { throw error(.number, at: start) }
        }
        return .number(String(decoding: bytes[start..<i], as: UTF8.self))
    }

    private mutating func digits() -> Int {
        let start = i
        while let byte = next, 48...57 ~= byte { i += 1 }
        return i - start
    }

    private mutating func string() throws(JSONError) -> String {
        let start = i
        i += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                i += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                i += 1
                try escape(into: &text)
            case 0..<32: throw error(.control)
            default:
                text.append(byte)
                i += 1
            }
        }
        throw error(.string, at: start)
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw error(.string) }
        i += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            var scalar = UInt32(try unit())
            if 0xD800...0xDBFF ~= scalar, next == UInt8(ascii: "\\"), i + 1 < bytes.count, bytes[i + 1] == UInt8(ascii: "u") {
                let mark = i
                i += 2
                let low = UInt32(try unit())
                if 0xDC00...0xDFFF ~= low {
                    scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    i = mark
                }
            }
            text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
        default:
            i -= 1
            throw error(.escape)
        }
    }

    private mutating func unit() throws(JSONError) -> UInt16 {
        guard i + 4 <= bytes.count, let value = UInt16(String(decoding: bytes[i..<(i + 4)], as: UTF8.self), radix: 16),
            bytes[i] != UInt8(ascii: "+"), bytes[i] != UInt8(ascii: "-")
        else { throw error(.escape) }
        i += 4
        return value
    }
}
