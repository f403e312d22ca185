import Domain

/// Writes JSON as bytes, in the order in which it is told (RFC 8259).
///
/// It does not check the nesting: who writes keys inside arrays gets what they wrote. Control and bidi characters are escaped,
/// so that machine output shown on a terminal cannot move its cursor or turn its text around; invalid UTF-8 becomes U+FFFD.
public struct JSONWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Makes an empty writer.
    public init(capacity: Int = 1_024) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Forgets what was written and keeps the memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Takes out what was written, in the middle of a document: what follows goes on with it.
    public mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

    /// The text written so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Begins an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Ends an object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Begins an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Ends an array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Ends a line of NDJSON.
    public mutating func newline() {
        bytes.append(10)
        needsComma = false
    }

    /// Writes a key known at compile time; it holds nothing to escape.
    public mutating func key(_ name: StaticString) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
        needsComma = false
    }

    /// Writes a key made at run time.
    public mutating func key(_ name: String) {
        comma()
        quoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string, or null.
    public mutating func string(_ value: String?) {
        guard let value else { return null() }
        comma()
        quoted(value)
        needsComma = true
    }

    /// Writes bytes of a log as a string, or null.
    public mutating func string(_ value: [UInt8]?) { string(value.map { String(decoding: $0, as: UTF8.self) }) }

    /// Writes an integer.
    public mutating func integer(_ value: some BinaryInteger) {
        comma()
        bytes.append(contentsOf: String(value).utf8)
        needsComma = true
    }

    /// Writes an integer, or null.
    public mutating func integer(_ value: Int?) {
        guard let value else { return null() }
        comma()
        bytes.append(contentsOf: String(value).utf8)
        needsComma = true
    }

    /// Writes a number with at most three decimals; what is no number becomes null.
    public mutating func number(_ value: Double?) {
        guard let value, value.isFinite, value.magnitude < 1e15 else { return null() }
        comma()
        let thousandths = Int64((value * 1_000).rounded())
        if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
        let whole = thousandths.magnitude / 1_000
        var rest = thousandths.magnitude % 1_000
        bytes.append(contentsOf: String(whole).utf8)
        bytes.append(UInt8(ascii: "."))
        var digit: UInt64 = 100
        repeat {
            bytes.append(48 + UInt8(rest / digit))
            rest %= digit
            digit /= 10
        } while rest > 0 && digit > 0
        needsComma = true
    }

    /// Writes a number that is made already.
    mutating func raw(_ number: String) {
        comma()
        bytes.append(contentsOf: number.utf8)
        needsComma = true
    }

    /// Writes true or false.
    public mutating func bool(_ value: Bool) {
        comma()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
        needsComma = true
    }

    /// Writes null.
    public mutating func null() {
        comma()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    /// Writes an instant as RFC 3339 in UTC with milliseconds; an absent or open one is null.
    public mutating func instant(_ value: Instant?) {
        guard let value, value != .distantPast, value != .distantFuture else { return null() }
        string(value.rfc3339)
    }

    /// Writes the moment that a run speaks for; null where no line of its logs had a stamp.
    public mutating func asOf(_ value: Instant) { instant(value.isUndated ? nil : value) }

    private mutating func open(_ byte: UInt8) {
        comma()
        bytes.append(byte)
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func quoted(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        var value = value
        let plain = value.withUTF8 { text -> Bool in
            for byte in text where byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { return false }
            bytes.append(contentsOf: text)
            return true
        }
        if !plain {
            for scalar in value.unicodeScalars { append(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x22, 0x5C: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(scalar.value)])
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        default:
            guard VisibleText.isDangerous(scalar) else {
                bytes.append(contentsOf: String(scalar).utf8)
                return
            }
            for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
                bytes.append(contentsOf: "\\u".utf8)
                for shift: UInt16 in [12, 8, 4, 0] { bytes.append(JSONWriter.hexadecimal[Int(unit >> shift & 15)]) }
            }
        }
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)
}
