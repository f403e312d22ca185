/// A set of attribute keys: tells with one test whether a key is one of those that somebody asks for.
public struct AttributeKeys: Sendable {
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0
    /// The same as a row knows its keys.
    public private(set) var row = RowKeys()

    /// Makes the set of some keys; kept in a constant, not made for every row.
    public init(_ keys: AttributeKey...) { self.init(keys) }

    /// Makes the set of some keys.
    public init(_ keys: [AttributeKey]) {
        for key in keys {
            if key.rawValue < 64 { low |= 1 &<< UInt64(key.rawValue) } else { high |= 1 &<< UInt64(key.rawValue & 63) }
            row.bits |= RowKeys.bit(key.rawValue)
        }
    }

    /// Whether the key with this raw value is in the set.
    @inlinable @inline(__always) public func contains(code: UInt8) -> Bool {
        (code < 64 ? low : high) &>> UInt64(code & 63) & 1 != 0 && code < 128
    }
}

/// Which keys a row has, a bit for each: most questions to a row are answered without walking over its attributes.
///
/// Keys that hardly ever stand in one row share a bit, so a row may have a key or not where its bit is set; it has none whose bit is not.
public struct RowKeys: Sendable, Hashable {
    /// 0: nobody has looked yet.
    public var bits: UInt64 = 0

    /// Says nothing of a row.
    @inlinable public init() {}

    /// The bit of a key, by its raw value: 1–14 and 30–52 and 60–86 follow each other, 100–124 share bits with those that stand in no row
    /// with them as a rule.
    @inlinable @inline(__always) public static func bit(_ code: UInt8) -> UInt64 {
        let place = code < 30 ? code : code < 60 ? code &- 15 : code < 100 ? code &- 22 : code &- 87
        return 1 &<< UInt64(place & 63)
    }

    /// Notes a key of the row.
    @inlinable @inline(__always) public mutating func insert(_ code: UInt8) { bits |= RowKeys.bit(code) }

    /// Whether the row may have a key.
    @inlinable @inline(__always) public func mayHold(_ key: AttributeKey) -> Bool { bits & RowKeys.bit(key.rawValue) != 0 || bits == 0 }

    /// Whether the row may have one of some keys.
    @inlinable @inline(__always) public func mayHold(_ keys: AttributeKeys) -> Bool { bits & keys.row.bits != 0 || bits == 0 }
}

extension AttributeCursor {
    /// Moves to the next attribute whose key is in a set; false at the end and where the bytes are no attributes.
    @inlinable @inline(__always) public mutating func next(among keys: AttributeKeys) -> Bool {
        guard row.mayHold(keys) else { return false }
        while next() { if keys.contains(code: code) { return true } }
        return false
    }
}
