import Domain

/// Reads the fields of one protobuf message from front to back (protobuf.dev, "Encoding"); every length and number is checked.
struct ProtobufReader {
    /// The value of a field.
    enum Value {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        case bytes(Range<Int>)
    }

    let bytes: [UInt8]
    private(set) var at: Int
    private let end: Int
    /// How many messages this one lies in.
    let depth: Int
    /// What it is, for errors.
    let name: String

    init(_ bytes: [UInt8], name: String) { (self.bytes, at, end, depth, self.name) = (bytes, 0, bytes.count, 0, name) }

    private init(_ outer: ProtobufReader, _ range: Range<Int>, _ name: String) {
        (bytes, at, end, depth, self.name) = (outer.bytes, range.lowerBound, range.upperBound, outer.depth + 1, name)
    }

    /// The message inside a field.
    func message(_ value: Value, _ name: String) throws(PushFault) -> ProtobufReader {
        guard case .bytes(let range) = value else { throw fault("\(name) is no message") }
        guard depth < Limits.jsonDepth else { throw fault("nested deeper than \(Limits.jsonDepth) messages") }
        return ProtobufReader(self, range, name)
    }

    /// The text in a field.
    func text(_ value: Value, _ name: String) throws(PushFault) -> ArraySlice<UInt8> {
        guard case .bytes(let range) = value else { throw fault("\(name) is no text") }
        return bytes[range]
    }

    /// The next field; nil at the end.
    mutating func next() throws(PushFault) -> (number: UInt64, value: Value)? {
        guard at < end else { return nil }
        let tag = try varint()
        guard tag >> 3 > 0 else { throw fault("field number 0") }
        switch tag & 7 {
        case 0: return (tag >> 3, .varint(try varint()))
        case 1: return (tag >> 3, .fixed64(try fixed(8)))
        case 2:
            let length = try varint()
            guard length <= UInt64(end - at) else { throw fault("a length of \(length) where \(end - at) bytes are left") }
            let range = at..<(at + Int(length))
            at = range.upperBound
            return (tag >> 3, .bytes(range))
        case 5: return (tag >> 3, .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
        default: throw fault("wire type \(tag & 7)")
        }
    }

    private mutating func fixed(_ count: Int) throws(PushFault) -> UInt64 {
        guard end - at >= count else { throw fault("cut number") }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[at + index]) << UInt64(index * 8) }
        at += count
        return value
    }

    private mutating func varint() throws(PushFault) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<10 {
            guard at < end else { throw fault("cut number") }
            let byte = bytes[at]
            at += 1
            guard index < 9 || byte <= 1 else { break }
            value |= UInt64(byte & 0x7F) << UInt64(index * 7)
            if byte < 0x80 { return value }
        }
        throw fault("a number of more than 64 bits")
    }

    func fault(_ reason: String) -> PushFault { PushFault(text: "protobuf: \(reason) in \(name) at byte \(at)") }
}
