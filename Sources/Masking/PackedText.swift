/// Texts that stand packed in others (base64 of either alphabet, RFC 4648), and keys, which look alike: long runs of letters and digits.
///
/// Senders pack what they pass through (`passback_params`, `attach`, a document of a store) and a person in it is as plain as elsewhere.
enum PackedText {
    /// Shorter runs hold nobody: twelve bytes of text take sixteen signs.
    static let least = 16
    /// What a private key in PEM or DER begins with, packed: PKCS #8 and PKCS #1 of the usual lengths, SEC 1.
    private static let keyBeginnings: [StaticString] = ["MIIE", "MIIC", "MIIJ", "MIIB", "MIGH", "MIGT", "MHcC", "MHQC"]
    /// What secrets of services begin with: Stripe, AWS, Alibaba Cloud, Tencent Cloud, GitHub, Slack, Google (each maker's documentation).
    private static let secretBeginnings: [StaticString] = [
        "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "AKIA", "ASIA", "LTAI", "AKID", "ghp_", "gho_", "ghs_", "github_pat_",
        "xoxb-", "xoxp-", "AIza",
    ]

    /// What a packed text or a key may begin behind, inside a run: a path, a prefix.
    private static func isBorder(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    static func isSign(_ byte: UInt8) -> Bool {
        PersonalForm.isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-")
    }

    /// Follows the runs of a value byte by byte, for the quick look.
    struct Scan {
        private var start = 0
        private var hasCapital = false
        private var hasSmall = false
        private var hasDigit = false

        /// Notes the byte at `index`; true when it ends a run that may be packed text or a key.
        @inline(__always)
        mutating func mayEnd(before byte: UInt8, at index: Int, in value: UnsafeRawBufferPointer) -> Bool {
            if byte &- 65 < 26 {
                hasCapital = true
                return false
            }
            if byte &- 97 < 26 {
                hasSmall = true
                return false
            }
            if byte &- 48 < 10 {
                hasDigit = true
                return false
            }
            if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") { return false }
            defer { if byte != UInt8(ascii: "/") { (start, hasCapital, hasSmall, hasDigit) = (index &+ 1, false, false, false) } }
            guard index &- start >= PackedText.least, hasCapital else { return false }
            let run = UnsafeRawBufferPointer(rebasing: value[start..<index])
            return PackedText.mayHide(run, isMixed: hasSmall)
        }
    }

    /// Whether a run may hide something: cheap, and never false where it does.
    private static func mayHide(_ run: UnsafeRawBufferPointer, isMixed: Bool) -> Bool {
        var piece = run[...]
        while piece.count >= least {
            if isMixed, looksPacked(UnsafeRawBufferPointer(rebasing: piece)) { return true }
            if isSecret(piece) { return true }
            guard let border = piece.firstIndex(where: isBorder) else { return false }
            piece = piece[(border + 1)...]
        }
        return false
    }

    /// Whether twelve signs unpack to nine bytes that text may begin with: characters of UTF-8, no control characters.
    static func looksPacked(_ signs: UnsafeRawBufferPointer) -> Bool {
        guard signs.count >= 12 else { return false }
        // How many bytes of a character are still to come.
        var open = 0
        for index in stride(from: 0, to: 12, by: 4) {
            var bits: UInt32 = 0
            for place in index..<(index + 4) {
                guard let value = value(of: signs[place]) else { return false }
                bits = bits << 6 | UInt32(value)
            }
            for place in 0..<3 {
                let byte = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place))
                if open > 0 {
                    guard byte & 0xC0 == 0x80 else { return false }
                    open -= 1
                    continue
                }
                switch byte {
                case 32..<127, 9, 10, 13: break
                case 0xC2...0xDF: open = 1
                case 0xE0...0xEF: open = 2
                case 0xF0...0xF4: open = 3
                default: return false
                }
            }
        }
        return true
    }

    /// The six bits of a sign of either alphabet.
    @inline(__always)
    private static func value(of sign: UInt8) -> UInt8? {
        switch sign {
        case 65...90: sign - 65
        case 97...122: sign - 71
        case 48...57: sign + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    static func isSecret(_ run: some Collection<UInt8>) -> Bool {
        secretBeginnings.contains { starts(run, with: $0) } || run.count >= 64 && keyBeginnings.contains { starts(run, with: $0) }
    }

    private static func starts(_ run: some Collection<UInt8>, with text: StaticString) -> Bool {
        run.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The bytes behind signs of either alphabet; nil where they are no such thing.
    static func unpack(_ run: some Collection<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(run.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in run {
            guard let value = value(of: byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return out
    }

    /// The text that a run unpacks to; nil where it is none. A run that was cut has text all the same, but for its last character.
    static func text(of run: ArraySlice<UInt8>) -> [UInt8]? {
        guard run.count >= least, run.withUnsafeBytes(looksPacked), var bytes = unpack(run) else { return nil }
        for _ in 0..<3 where !isText(bytes) && !bytes.isEmpty { bytes.removeLast() }
        return bytes.count >= 9 && isText(bytes) ? bytes : nil
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 || $0 == 10 || $0 == 13 } && String(validating: bytes, as: UTF8.self) != nil
    }

    /// Packed texts that hold something personal, and keys.
    ///
    /// - Parameter depth: how many layers of packing are opened.
    static func find(in text: [UInt8], depth: Int) -> [PersonalForm.Found] {
        var found: [PersonalForm.Found] = []
        var index = 0
        while index < text.count {
            guard isSign(text[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < text.count, isSign(text[index]) { index += 1 }
            found += look(start..<index, in: text, depth: depth)
        }
        return found
    }

    /// A run may begin behind a path or a prefix: what does not unpack as a whole is looked at from every border on.
    private static func look(_ run: Range<Int>, in text: [UInt8], depth: Int) -> [PersonalForm.Found] {
        var found: [PersonalForm.Found] = []
        var start = run.lowerBound
        while run.upperBound - start >= least {
            let piece = text[start..<run.upperBound]
            let segment = piece.prefix { $0 != UInt8(ascii: "/") }
            if isSecret(piece) {
                // A key in PEM has slashes; those of services have none.
                let end = segment.count >= 64 || piece.count < 64 ? segment.endIndex : piece.endIndex
                found.append(PersonalForm.Found(range: start..<max(end, segment.endIndex), label: "secret"))
                return found + look(max(end, segment.endIndex)..<run.upperBound, in: text, depth: depth)
            }
            for candidate in [piece, segment] where depth > 0 {
                guard let inner = PackedText.text(of: candidate), PersonalText.holds(inner, depth: depth - 1) else { continue }
                found.append(PersonalForm.Found(range: candidate.startIndex..<candidate.endIndex, label: "packed"))
                return found + look(candidate.endIndex..<run.upperBound, in: text, depth: depth)
            }
            guard let border = piece.firstIndex(where: isBorder) else { break }
            start = border + 1
        }
        return found
    }
}
