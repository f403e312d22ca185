/// A set of attribute keys: tells with one test whether a key is one of those that somebody asks for.
public struct AttributeKeys: Sendable {
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0

    /// Makes the set of some keys; kept in a constant, not made for every row.
    public init(_ keys: AttributeKey...) { self.init(keys) }

    /// Makes the set of some keys.
    public init(_ keys: [AttributeKey]) {
        for key in keys {
            if key.rawValue < 64 { low |= 1 &<< UInt64(key.rawValue) } else { high |= 1 &<< UInt64(key.rawValue & 63) }
        }
    }

    /// Whether the key with this raw value is in the set.
    @inlinable @inline(__always) public func contains(code: UInt8) -> Bool {
        (code < 64 ? low : high) &>> UInt64(code & 63) & 1 != 0 && code < 128
    }
}

extension AttributeCursor {
    /// Moves to the next attribute whose key is in a set; false at the end and where the bytes are no attributes.
    @inlinable @inline(__always) public mutating func next(among keys: AttributeKeys) -> Bool {
        while next() { if keys.contains(code: code) { return true } }
        return false
    }
}
