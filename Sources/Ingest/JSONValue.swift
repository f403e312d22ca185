import Domain

/// A JSON document as it was written: texts keep their escapes, numbers their digits, so that writing it again changes only white space.
indirect enum JSONValue: Equatable {
    case object([(key: [UInt8], value: JSONValue)])
    case array([JSONValue])
    /// The bytes between the quotes, still escaped.
    case text([UInt8])
    /// A number, `true`, `false` or `null`.
    case literal([UInt8])

    static func == (a: JSONValue, b: JSONValue) -> Bool { a.bytes == b.bytes }

    /// The member of an object.
    subscript(_ key: StaticString) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key.elementsEqual(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)) }?.value
    }

    /// The elements of an array.
    var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The escaped bytes of a text.
    var escaped: [UInt8]? {
        if case .text(let bytes) = self { bytes } else { nil }
    }

    /// A text as it is meant, for names.
    var string: String? {
        guard case .text(let bytes) = self else { return nil }
        return JSONText.unescaped(bytes)
    }

    /// The document without white space.
    var bytes: [UInt8] {
        var out: [UInt8] = []
        write(into: &out)
        return out
    }

    /// Writes it behind `out`.
    func write(into out: inout [UInt8]) {
        switch self {
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                JSONText.quote(escaped: member.key, into: &out)
                out.append(UInt8(ascii: ":"))
                member.value.write(into: &out)
            }
            out.append(UInt8(ascii: "}"))
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                element.write(into: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .text(let bytes): JSONText.quote(escaped: bytes, into: &out)
        case .literal(let bytes): out += bytes
        }
    }
}

/// Texts inside JSON.
enum JSONText {
    static func quote(escaped bytes: [UInt8], into out: inout [UInt8]) {
        out.append(34)
        out += bytes
        out.append(34)
    }

    /// The bytes between the quotes for any bytes: control characters are escaped, invalid UTF-8 is replaced.
    static func escaped(_ raw: some Collection<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(raw.count + 8)
        for byte in String(decoding: raw, as: UTF8.self).utf8 {
            switch byte {
            case 34, 92: out += [92, byte]
            case 10: out += [92, 110]
            case 13: out += [92, 114]
            case 9: out += [92, 116]
            case 0..<32: out += Array("\\u00".utf8) + [hex(byte >> 4), hex(byte & 15)]
            default: out.append(byte)
            }
        }
        return out
    }

    static func hex(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

    /// What escaped bytes mean; what means nothing becomes U+FFFD.
    static func unescaped(_ bytes: [UInt8]) -> String {
        var units: [UInt16] = []
        var plain: [UInt8] = []
        var result = ""
        func unit(_ at: Int) -> UInt16? {
            guard at + 4 <= bytes.count else { return nil }
            return UInt16(String(decoding: bytes[at..<(at + 4)], as: UTF8.self), radix: 16)
        }
        func flush() {
            if !plain.isEmpty { result += String(decoding: plain, as: UTF8.self) }
            if !units.isEmpty { result += String(decoding: units, as: UTF16.self) }
            (plain, units) = ([], [])
        }
        var at = 0
        while at < bytes.count {
            guard bytes[at] == 92, at + 1 < bytes.count else {
                if !units.isEmpty { flush() }
                plain.append(bytes[at])
                at += 1
                continue
            }
            if bytes[at + 1] == UInt8(ascii: "u"), let value = unit(at + 2) {
                if !plain.isEmpty { flush() }
                units.append(value)
                at += 6
                continue
            }
            if !units.isEmpty { flush() }
            switch bytes[at + 1] {
            case UInt8(ascii: "n"): plain.append(10)
            case UInt8(ascii: "t"): plain.append(9)
            case UInt8(ascii: "r"): plain.append(13)
            case UInt8(ascii: "b"): plain.append(8)
            case UInt8(ascii: "f"): plain.append(12)
            default: plain.append(bytes[at + 1])
            }
            at += 2
        }
        flush()
        return result
    }
}
