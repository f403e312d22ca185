import Domain

/// A text with its encodings peeled, and for every byte of it where it stands in the original: percent in percent, JSON in JSON, entities.
///
/// Personal values hide behind `%2540` and `\"` as well as in the open; what is found here is masked there.
struct DecodedText {
    /// The decoded bytes.
    private(set) var bytes: [UInt8]
    /// Where the original of each byte begins and ends.
    private(set) var spans: [(start: Int, end: Int)]

    init(_ original: UnsafeRawBufferPointer) {
        bytes = Array(original)
        spans = original.indices.map { ($0, $0 + 1) }
        for _ in 0..<Limits.decodeDepth {
            guard bytes.contains(where: DecodedText.isEncoded), peel() else { break }
        }
        widen()
    }

    private static func isEncoded(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&")
    }

    /// Peels one layer; false when there was none.
    private mutating func peel() -> Bool {
        var out: [UInt8] = []
        var places: [(start: Int, end: Int)] = []
        out.reserveCapacity(bytes.count)
        places.reserveCapacity(bytes.count)
        var index = 0
        var changed = false
        while index < bytes.count {
            if let (value, length) = decoded(at: index) {
                for byte in value {
                    out.append(byte)
                    places.append((spans[index].start, spans[index + length - 1].end))
                }
                index += length
                changed = true
            } else {
                out.append(bytes[index])
                places.append(spans[index])
                index += 1
            }
        }
        (bytes, spans) = (out, places)
        return changed
    }

    /// What an escape at a place stands for, and its length.
    private func decoded(at index: Int) -> (value: [UInt8], length: Int)? {
        switch bytes[index] {
        case UInt8(ascii: "%"):
            guard index + 2 < bytes.count, let high = hex(index + 1), let low = hex(index + 2) else { return nil }
            return ([high << 4 | low], 3)
        case UInt8(ascii: "\\"):
            guard index + 1 < bytes.count else { return nil }
            switch bytes[index + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"): return ([bytes[index + 1]], 2)
            case UInt8(ascii: "x"):
                // nginx, Python and PHP write bytes so: `\xE6\x9B\xB2`.
                guard index + 3 < bytes.count, let high = hex(index + 2), let low = hex(index + 3) else { return nil }
                return ([high << 4 | low], 4)
            case UInt8(ascii: "u"):
                guard index + 5 < bytes.count, let a = hex(index + 2), let b = hex(index + 3), let c = hex(index + 4),
                    let d = hex(index + 5),
                    let scalar = Unicode.Scalar(UInt32(a) << 12 | UInt32(b) << 8 | UInt32(c) << 4 | UInt32(d))
                else { return nil }
                return (Array(String(Character(scalar)).utf8), 6)
            default: return nil
            }
        case UInt8(ascii: "&"):
            for (name, value) in DecodedText.entities where bytes[index...].starts(with: name) { return ([value], name.count) }
            return numericEntity(at: index)
        default: return nil
        }
    }

    /// `&#24352;` and `&#x5F20;`.
    private func numericEntity(at index: Int) -> (value: [UInt8], length: Int)? {
        guard index + 3 < bytes.count, bytes[index + 1] == UInt8(ascii: "#") else { return nil }
        let isHex = bytes[index + 2] | 0x20 == UInt8(ascii: "x")
        var place = index + (isHex ? 3 : 2)
        let start = place
        var code: UInt32 = 0
        while place < bytes.count, place - start < 7, let digit = hex(place), isHex || digit < 10 {
            code = code * (isHex ? 16 : 10) + UInt32(digit)
            place += 1
        }
        guard place > start, place < bytes.count, bytes[place] == UInt8(ascii: ";"), let scalar = Unicode.Scalar(code) else { return nil }
        return (Array(String(Character(scalar)).utf8), place + 1 - index)
    }

    private static let entities: [(name: [UInt8], value: UInt8)] = [
        (Array("&quot;".utf8), UInt8(ascii: "\"")), (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&lt;".utf8), UInt8(ascii: "<")),
        (Array("&gt;".utf8), UInt8(ascii: ">")), (Array("&apos;".utf8), UInt8(ascii: "'")),
    ]

    private func hex(_ index: Int) -> UInt8? {
        switch bytes[index] {
        case let byte where 48...57 ~= byte: byte - 48
        case let byte where 97...102 ~= byte: byte - 87
        case let byte where 65...70 ~= byte: byte - 55
        default: nil
        }
    }

    /// Full-width digits and punctuation (U+FF01…FF5E) and the ideographic comma and blank as the ASCII they stand for.
    private mutating func widen() {
        guard bytes.contains(where: { $0 == 0xEF || $0 == 0xE3 }) else { return }
        var out: [UInt8] = []
        var places: [(start: Int, end: Int)] = []
        var index = 0
        while index < bytes.count {
            if let value = narrow(at: index) {
                out.append(value)
                places.append((spans[index].start, spans[index + 2].end))
                index += 3
            } else {
                out.append(bytes[index])
                places.append(spans[index])
                index += 1
            }
        }
        (bytes, spans) = (out, places)
    }

    private func narrow(at index: Int) -> UInt8? {
        guard index + 2 < bytes.count else { return nil }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xEF, 0xBC, let low) where 0x81...0xBF ~= low: return low - 0x60
        case (0xEF, 0xBD, let low) where 0x80...0x9E ~= low: return low - 0x20
        case (0xE3, 0x80, 0x80): return UInt8(ascii: " ")
        case (0xE3, 0x80, 0x81), (0xE3, 0x80, 0x82): return UInt8(ascii: ",")
        default: return nil
        }
    }
}
