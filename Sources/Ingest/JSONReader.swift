import Domain

/// Reads one JSON document strictly (RFC 8259), with the place of the first fault.
struct JSONReader {
    private let bytes: [UInt8]
    private var at = 0

    /// Reads the whole body.
    static func read(_ bytes: [UInt8]) throws(PushFault) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.at = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.at == bytes.count else { throw reader.fault("more behind the document") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func fault(_ reason: String) -> PushFault { PushFault(text: "JSON: \(reason) at byte \(at)") }

    private mutating func skipSpace() {
        while at < bytes.count, bytes[at] == 32 || bytes[at] == 10 || bytes[at] == 13 || bytes[at] == 9 { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(PushFault) -> JSONValue {
        guard depth < Limits.jsonDepth else { throw fault("nested deeper than \(Limits.jsonDepth)") }
        skipSpace()
        guard at < bytes.count else { throw fault("the document is cut") }
        switch bytes[at] {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case 34: return .text(try text())
        default: return .literal(try literal())
        }
    }

    private mutating func object(_ depth: Int) throws(PushFault) -> JSONValue {
        at += 1
        var members: [(key: [UInt8], value: JSONValue)] = []
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard at < bytes.count, bytes[at] == 34 else { throw fault("a key was expected") }
            let key = try text()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon was expected") }
            members.append((key, try value(depth: depth + 1)))
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the object was expected") }
        }
    }

    private mutating func array(_ depth: Int) throws(PushFault) -> JSONValue {
        at += 1
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value(depth: depth + 1))
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the list was expected") }
        }
    }

    /// The bytes between two quotes; bytes that JSON forbids there are escaped.
    private mutating func text() throws(PushFault) -> [UInt8] {
        at += 1
        let start = at
        var isClean = true
        while at < bytes.count {
            switch bytes[at] {
            case 34:
                let raw = bytes[start..<at]
                at += 1
                if isClean { return Array(raw) }
                return Array(String(decoding: raw, as: UTF8.self).utf8)
            case 92:
                guard at + 1 < bytes.count else { throw fault("the text is cut") }
                switch bytes[at + 1] {
                case UInt8(ascii: "u"):
                    guard at + 6 <= bytes.count, bytes[(at + 2)..<(at + 6)].allSatisfy(isHex) else { throw fault("\\u wants four digits") }
                    at += 6
                case 34, 92, 47, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): at += 2
                default: throw fault("an unknown escape")
                }
            case 0..<32: throw fault("a control character in a text")
            case 0x80...:
                isClean = false
                at += 1
            default: at += 1
            }
        }
        throw fault("the text is cut")
    }

    private func isHex(_ byte: UInt8) -> Bool { byte &- 48 < 10 || (byte | 32) &- 97 < 6 }

    private mutating func literal() throws(PushFault) -> [UInt8] {
        let start = at
        while at < bytes.count, !",]} \n\r\t:[{\"".utf8.contains(bytes[at]) { at += 1 }
        let word = Array(bytes[start..<at])
        guard word == Array("true".utf8) || word == Array("false".utf8) || word == Array("null".utf8) || isNumber(word) else {
            at = start
            throw fault("a value was expected")
        }
        return word
    }

    private func isNumber(_ word: [UInt8]) -> Bool {
        var rest = word[...]
        func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
            let count = rest.prefix { $0 &- 48 < 10 }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let leading = rest.first
        let whole = digits(&rest)
        guard whole > 0, whole == 1 || leading != 48 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits(&rest) > 0 else { return false }
        }
        if let mark = rest.first, mark | 32 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }
}
