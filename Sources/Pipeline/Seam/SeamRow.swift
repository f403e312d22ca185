import Domain

/// One line between two stages: columns separated by TAB, so that any engine's sort gives the same sequence (architecture.md, the seam).
///
/// Columns are typed and of fixed width; `LC_ALL=C sort` orders lines as the judge wants them. Payloads are hexadecimal.
enum SeamRow {
    /// The first column of lines that are not evidence.
    enum Mark {
        /// The run's context: sorts before every bucket.
        static let context = "!"
        /// One source, in extracted rows.
        static let source = "source"
        /// A line that could not be understood: place and reason.
        static let error = "error"
        /// The last line: how many rows of evidence stand before it.
        static let trailer = "~"
    }

    /// 16 hexadecimal digits.
    static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// 20 decimal digits, with the sign bit flipped so that earlier instants sort first.
    static func column(_ instant: Instant) -> String {
        decimal(UInt64(bitPattern: instant.microseconds) ^ (1 << 63), width: 20)
    }

    /// A decimal of fixed width.
    static func decimal(_ value: UInt64, width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends bytes as hexadecimal.
    static func append(hex bytes: [UInt8], to out: inout [UInt8]) {
        for byte in bytes {
            out.append(digits[Int(byte >> 4)])
            out.append(digits[Int(byte & 15)])
        }
    }

    /// Reads hexadecimal; nil when it is none.
    static func bytes(hex text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        func value(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 48...57: byte - 48
            case 97...102: byte - 87
            default: nil
            }
        }
        var out: [UInt8] = []
        out.reserveCapacity(text.count / 2)
        var index = text.startIndex
        while index < text.endIndex {
            guard let high = value(text[index]), let low = value(text[index + 1]) else { return nil }
            out.append(high << 4 | low)
            index += 2
        }
        return out
    }

    /// Columns of a line.
    static func columns(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        line.split(separator: 9, omittingEmptySubsequences: false)
    }
}

/// Why a stage ended before its end: a non-zero exit that means "run me again".
public struct SeamError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let description: String
}
