import Domain

/// Makes what a log carried safe to print: control and bidi characters are shown, never sent to the terminal (contract.md).
public enum VisibleText {
    /// Whether a character could move the cursor, turn text around or hide itself.
    public static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: false
        case 0...0x1F, 0x7F...0x9F: true
        case 0xAD, 0x61C, 0x115F, 0x1160, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        case 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// The text with every dangerous character made visible: `␛` for the C0 controls, `\u{202E}` for the rest.
    ///
    /// - Parameter text: anything, printed or not.
    /// - Returns: the same text when nothing had to be shown.
    public static func make(_ text: String) -> String {
        var text = text
        let plain = text.withUTF8 { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
        guard !plain, text.unicodeScalars.contains(where: isDangerous) else { return text }
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0...0x1F: out.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: out.append("\u{2421}")
            default:
                if isDangerous(scalar) {
                    out.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
                } else {
                    out.append(scalar)
                }
            }
        }
        return String(out)
    }

    /// Bytes of a log as visible text; invalid UTF-8 becomes U+FFFD.
    public static func make(_ bytes: [UInt8]) -> String { make(String(decoding: bytes, as: UTF8.self)) }
}
