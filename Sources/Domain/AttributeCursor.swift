/// Walks over packed attributes without allocating: ``Attributes/makeIterator()`` costs an existential for every row.
public struct AttributeCursor {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    @usableFromInline var position = 0
    @usableFromInline var found: UInt8 = 0
    @usableFromInline var length = 0

    /// Raw value of the key found last.
    @inlinable public var code: UInt8 { found }
    /// The value found last.
    @inlinable public var value: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes.baseAddress.map { $0 + (position &- length) }, count: length)
    }

    /// Makes a cursor that stands before the first attribute.
    @inlinable @inline(__always) public init(_ attributes: Attributes) { bytes = attributes.bytes }

    /// Moves to the next attribute; false at the end and where the bytes are no attributes.
    @inlinable @inline(__always) public mutating func next() -> Bool {
        guard position &+ 2 <= bytes.count else { return false }
        found = bytes[position]
        length = Int(bytes[position &+ 1])
        position &+= 2
        if length >= 0x80 { readLongLength() }
        guard length <= bytes.count &- position else {
            length = 0
            return false
        }
        position &+= length
        return true
    }

    @usableFromInline mutating func readLongLength() {
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
}
