/// The three parts of a compact JWS, as they stand in the text, and the header's `alg` and `x5c`.
///
/// Only what a check needs is read: no JSON library, bounded, and any bytes are survived.
struct JWSParts {
    /// `header.payload`: the bytes that were signed.
    var signed: UnsafeRawBufferPointer
    /// The decoded signature.
    var signature: [UInt8]
    /// The header's `alg`.
    var algorithm: [UInt8]
    /// The header's `x5c`, each decoded; empty where there is none, nil for an entry that is no base64.
    var certificates: [[UInt8]?]

    /// Certificates of one header that are looked at; Apple sends three.
    private static let certificateBound = 8

    /// Takes a text apart; nil when it is no JWS.
    init?(_ text: UnsafeRawBufferPointer) {
        guard let first = JWSParts.dot(text, from: 0), let second = JWSParts.dot(text, from: first + 1),
            JWSParts.dot(text, from: second + 1) == nil,
            let header = JWSParts.base64(UnsafeRawBufferPointer(rebasing: text[0..<first])),
            let signature = JWSParts.base64(UnsafeRawBufferPointer(rebasing: text[(second + 1)...])),
            header.first == UInt8(ascii: "{")
        else { return nil }
        signed = UnsafeRawBufferPointer(rebasing: text[0..<second])
        self.signature = signature
        algorithm = JWSParts.texts(of: "alg", in: header, most: 1).first ?? []
        certificates = JWSParts.texts(of: "x5c", in: header, most: JWSParts.certificateBound).map { text in
            text.withUnsafeBytes { JWSParts.base64($0) }
        }
    }

    private static func dot(_ text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var i = start
        while i < text.count {
            if text[i] == UInt8(ascii: ".") { return i }
            i += 1
        }
        return nil
    }

    /// The string behind a key, or the strings of the array behind it. Header values hold no quotes; `\/` is the one escape that occurs.
    private static func texts(of key: StaticString, in json: [UInt8], most: Int) -> [[UInt8]] {
        let name = UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        var i = 0
        func skipBlanks() { while i < json.count, json[i] == 32 || (json[i] >= 9 && json[i] <= 13) { i += 1 } }
        func string() -> [UInt8]? {
            guard i < json.count, json[i] == UInt8(ascii: "\"") else { return nil }
            i += 1
            var out: [UInt8] = []
            while i < json.count, json[i] != UInt8(ascii: "\"") {
                if json[i] == UInt8(ascii: "\\"), i + 1 < json.count { i += 1 }
                out.append(json[i])
                i += 1
            }
            guard i < json.count else { return nil }
            i += 1
            return out
        }
        while i < json.count {
            guard json[i] == UInt8(ascii: "\"") else {
                i += 1
                continue
            }
            guard let word = string() else { return [] }
            skipBlanks()
            guard word.elementsEqual(name), i < json.count, json[i] == UInt8(ascii: ":") else { continue }
            i += 1
            skipBlanks()
            if let value = string() { return [value] }
            guard i < json.count, json[i] == UInt8(ascii: "[") else { return [] }
            i += 1
            var found: [[UInt8]] = []
            while found.count < most {
                skipBlanks()
                guard let value = string() else { break }
                found.append(value)
                skipBlanks()
                guard i < json.count, json[i] == UInt8(ascii: ",") else { break }
                i += 1
            }
            return found
        }
        return []
    }

    /// Base64 of either alphabet, padding optional; nil for any other byte.
    static func base64(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var held = 0
        for byte in text {
            let value: UInt32
            switch byte {
            case 65...90: value = UInt32(byte) - 65
            case 97...122: value = UInt32(byte) - 71
            case 48...57: value = UInt32(byte) + 4
            case 45, 43: value = 62
            case 95, 47: value = 63
            case 61: continue
            default: return nil
            }
            bits = bits &<< 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                out.append(UInt8(truncatingIfNeeded: bits &>> UInt32(held)))
            }
        }
        return out.isEmpty ? nil : out
    }
}
