/// Walks over packed attributes without allocating: ``Attributes/makeIterator()`` costs an existential for every row.
public struct AttributeCursor {
    /// Behind the attribute found last.
    @usableFromInline var position: UnsafeRawPointer
    @usableFromInline let end: UnsafeRawPointer
    @usableFromInline let row: RowKeys
    @usableFromInline var found: UInt8 = 0
    @usableFromInline var length = 0

    /// Raw value of the key found last.
    @inlinable public var code: UInt8 { found }
    /// The value found last.
    @inlinable public var value: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: position - length, count: length) }

    /// Makes a cursor that stands before the first attribute.
    @inlinable @inline(__always) public init(_ attributes: Attributes) {
        row = attributes.keys
        // Any address will do for no bytes.
        position = attributes.bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
        end = position + attributes.bytes.count
    }

    /// Moves to the next attribute; false at the end and where the bytes are no attributes.
    @inlinable @inline(__always) public mutating func next() -> Bool {
        guard end - position >= 2 else { return false }
        found = position.load(as: UInt8.self)
        length = Int(position.load(fromByteOffset: 1, as: UInt8.self))
        position += 2
        if length >= 0x80 { (length, position) = AttributeCursor.longLength(length & 0x7F, position, end) }
        guard length <= end - position else {
            length = 0
            return false
        }
        position += length
        return true
    }

    /// The length that goes on at a place, and where it ends. By value: a cursor that is handed over would have to lie in memory.
    @usableFromInline @inline(never) static func longLength(
        _ first: Int, _ start: UnsafeRawPointer, _ end: UnsafeRawPointer
    ) -> (length: Int, position: UnsafeRawPointer) {
        var (length, position) = (first, start)
        var shift = 7
        while position < end, shift < 35 {
            let byte = position.load(as: UInt8.self)
            position += 1
            length |= Int(byte & 0x7F) &<< shift
            shift &+= 7
            if byte < 0x80 { break }
        }
        return (length, position)
    }
}
