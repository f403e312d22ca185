import Domain

/// Replaces personal values by tokens: `buyer_id~k3f9x2m7q1bd`. The same value gives the same token as long as the key is the same, so that the
/// same buyer can be followed; without the key nobody can tell whose it is.
///
/// Order numbers, trade numbers and notification ids are nobody's and stay.
public struct Masker: Sendable {
    private let hash: KeyedHash

    /// Makes a masker.
    public init(key: MaskKey) { hash = KeyedHash(key) }

    /// The token of a value.
    ///
    /// - Parameters:
    ///   - label: what kind of value it was.
    ///   - value: its bytes; case and a country code make no difference.
    public func token(_ label: String, _ value: some Collection<UInt8>) -> [UInt8] {
        var normal = value.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        if label == "phone" {
            normal.removeAll { !PersonalForm.isDigit($0) }
            if normal.count == 13, normal.starts(with: Array("86".utf8)) { normal.removeFirst(2) }
        }
        var bits = hash(normal).0
        var out = Array(label.utf8)
        out.append(UInt8(ascii: "~"))
        for _ in 0..<12 {
            out.append(Masker.alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return out
    }

    /// 32 letters and digits that nobody confuses, and of which none makes a number or a word of hexadecimal.
    private static let alphabet = Array("bcdfghjkmnpqrstvwxyz23456789aeou".utf8)

    /// The text with every personal value in it replaced; nil when there is none.
    ///
    /// - Parameters:
    ///   - text: any bytes, encoded however often.
    ///   - keeping: values that stay although their form is personal: the numbers of the order.
    public func masked(_ text: UnsafeRawBufferPointer, keeping: Set<[UInt8]> = []) -> [UInt8]? {
        let decoded = DecodedText(text)
        var found = PersonalText.find(in: decoded.bytes)
        if !keeping.isEmpty { found.removeAll { keeping.contains(Array(decoded.bytes[$0.range])) } }
        guard !found.isEmpty else { return nil }
        found.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
        var out: [UInt8] = []
        var position = 0
        var behind = 0
        for one in found where one.range.lowerBound >= behind && !one.range.isEmpty {
            let from = decoded.spans[one.range.lowerBound].start
            let to = decoded.spans[one.range.upperBound - 1].end
            guard from >= position else { continue }
            out += text[position..<from]
            out += token(one.label, decoded.bytes[one.range])
            position = to
            behind = one.range.upperBound
        }
        out += text[position...]
        return out
    }

    /// The same for a text.
    public func masked(_ text: String) -> String { String(decoding: masked(Array(text.utf8)), as: UTF8.self) }

    /// The same for bytes in an array; the bytes themselves where nothing is to be masked.
    public func masked(_ text: [UInt8], keeping: Set<[UInt8]> = []) -> [UInt8] {
        text.withUnsafeBytes { masked($0, keeping: keeping) } ?? text
    }
}
