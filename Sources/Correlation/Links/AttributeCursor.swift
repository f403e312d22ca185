import Domain

/// Walks over packed attributes without allocating: ``Attributes/makeIterator()`` costs an existential for every row.
struct AttributeCursor {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    /// Raw value of the key found last.
    private(set) var code: UInt8 = 0
    /// The value found last.
    private(set) var value = UnsafeRawBufferPointer(start: nil, count: 0)

    @inline(__always) init(_ attributes: Attributes) { bytes = attributes.bytes }

    /// Moves to the next attribute; false at the end and where the bytes are no attributes.
    @inline(__always) mutating func next() -> Bool {
        guard position &+ 2 <= bytes.count else { return false }
        code = bytes[position]
        var length = Int(bytes[position &+ 1])
        position &+= 2
        if length >= 0x80 {
            length &= 0x7F
            var shift = 7
            while position < bytes.count, shift < 35 {
                let byte = bytes[position]
                position &+= 1
                length |= Int(byte & 0x7F) &<< shift
                shift &+= 7
                if byte < 0x80 { break }
            }
        }
        guard length <= bytes.count &- position else { return false }
        value = UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ length)])
        position &+= length
        return true
    }
}
