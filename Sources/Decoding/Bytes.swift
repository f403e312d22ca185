import CScan
import Domain

/// Bytes of a record; valid until the next record is decoded.
public typealias Bytes = UnsafeRawBufferPointer

extension UnsafeRawBufferPointer {
    /// No bytes at all.
    @inlinable public static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    /// The bytes in `[from, to)`; both ends are clamped, so that no arithmetic on hostile input can trap.
    @inlinable @inline(__always) public func slice(_ from: Int, _ to: Int) -> UnsafeRawBufferPointer {
        let start = Swift.max(0, Swift.min(from, count))
        let end = Swift.max(start, Swift.min(to, count))
        guard let base = baseAddress else { return .none }
        return UnsafeRawBufferPointer(start: base + start, count: end &- start)
    }

    /// The bytes from `from` to the end.
    @inlinable @inline(__always) public func from(_ from: Int) -> UnsafeRawBufferPointer { slice(from, count) }

    /// The byte at `index`, or 0 outside.
    @inlinable @inline(__always) public func at(_ index: Int) -> UInt8 {
        index >= 0 && index < count ? self[index] : 0
    }

    /// Offset of the first `byte` at or behind `from`, or nil.
    @inlinable public func first(_ byte: UInt8, from: Int = 0) -> Int? {
        guard let base = baseAddress, from >= 0, from < count else { return nil }
        let found = cscan_byte(base + from, count &- from, byte)
        return found < count &- from ? from &+ found : nil
    }

    /// Offset of the first byte that is `a` or `b` at or behind `from`, or nil.
    @inlinable public func first(_ a: UInt8, or b: UInt8, from: Int = 0) -> Int? {
        guard let base = baseAddress, from >= 0, from < count else { return nil }
        let found = cscan_either(base + from, count &- from, a, b)
        return found < count &- from ? from &+ found : nil
    }

    /// Offset of the first place that holds the ASCII `text`, or nil.
    @inlinable public func find(_ text: StaticString, from: Int = 0) -> Int? {
        guard let base = baseAddress, from >= 0, from <= count else { return nil }
        let found = cscan_find(base + from, count &- from, text.utf8Start, text.utf8CodeUnitCount)
        return found < count &- from ? from &+ found : nil
    }

    /// Offset of the first place that holds `bytes`, or nil.
    @inlinable public func find(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = baseAddress, let other = bytes.baseAddress else { return bytes.count == 0 ? 0 : nil }
        let found = cscan_find(base, count, other, bytes.count)
        return found < count ? found : nil
    }

    /// Offset of the first place at or behind `from` that holds the ASCII `text` in any case, or nil; `text` is lower case.
    @inlinable public func findAnyCase(_ text: StaticString, from: Int = 0) -> Int? {
        guard let base = baseAddress, from >= 0, from <= count else { return nil }
        let found = cscan_find_any_case(base + from, count &- from, text.utf8Start, text.utf8CodeUnitCount)
        return found < count &- from ? from &+ found : nil
    }

    /// Where the word that begins at `from` ends: at a blank, tab, line end or NUL, or at the end.
    @inlinable @inline(__always) public func wordEnd(from: Int = 0) -> Int {
        guard let base = baseAddress, from >= 0, from < count else { return Swift.max(from, count) }
        return cscan_word_end(base, count, from)
    }

    /// Whether the ASCII `text` stands at `index`.
    @inlinable @inline(__always) public func has(_ text: StaticString, at index: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, length <= count, index <= count &- length else { return false }
        guard let base = baseAddress else { return true }
        return UnsafeRawBufferPointer.areEqual(base + index, text.utf8Start, length)
    }

    /// Whether the bytes are the lower-case ASCII `text`, in any case.
    @inlinable public func equalsAnyCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for i in 0..<count where self[i].lowered != other[i] { return false }
        return true
    }

    /// Whether both hold the same bytes.
    @inlinable public func same(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let base = baseAddress, let there = other.baseAddress else { return true }
        return UnsafeRawBufferPointer.areEqual(base, there, count)
    }

    /// Whether the same `length` bytes stand at both places: eight at a time, the last eight overlapping those before them.
    @inlinable @inline(__always)
    static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ length: Int) -> Bool {
        if length >= 8 {
            var i = 0
            while i < length {
                let place = Swift.min(i, length &- 8)
                if a.loadUnaligned(fromByteOffset: place, as: UInt64.self) != b.loadUnaligned(fromByteOffset: place, as: UInt64.self) {
                    return false
                }
                i &+= 8
            }
            return true
        }
        if length >= 4 {
            return a.loadUnaligned(as: UInt32.self) == b.loadUnaligned(as: UInt32.self)
                && a.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
                    == b.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
        }
        var i = 0
        while i < length {
            if a.load(fromByteOffset: i, as: UInt8.self) != b.load(fromByteOffset: i, as: UInt8.self) { return false }
            i &+= 1
        }
        return true
    }

    /// Without blanks, tabs, carriage returns, line feeds and NULs at both ends.
    @inlinable public var trimmed: UnsafeRawBufferPointer {
        if count > 0, self[0] > 32, self[count &- 1] > 32 { return self }
        var start = 0
        var end = count
        while start < end, self[start].isBlank { start &+= 1 }
        while end > start, self[end &- 1].isBlank { end &-= 1 }
        return slice(start, end)
    }

    /// Whether `range` of these bytes is bordered by bytes that cannot belong to an identifier: one number may be the beginning of
    /// another, or stand inside a trade number (facts.md §10).
    @inlinable public func isToken(_ from: Int, _ to: Int) -> Bool {
        !at(from &- 1).isIdentifier && !at(to).isIdentifier
    }
}

extension UInt8 {
    /// `0`…`9`.
    @inlinable public var isDigit: Bool { self &- 48 <= 9 }
    /// An ASCII letter.
    @inlinable public var isLetter: Bool { (self | 32) &- 97 <= 25 }
    /// A letter, a digit, `_` or `-`: what identifiers are made of.
    @inlinable public var isIdentifier: Bool { isDigit || isLetter || self == 95 || self == 45 }
    /// Blank, tab, line feed, carriage return or NUL.
    @inlinable public var isBlank: Bool { self == 32 || (self >= 9 && self <= 13) || self == 0 }
    /// The lower-case letter; other bytes as they are.
    @inlinable public var lowered: UInt8 { self &- 65 <= 25 ? self | 32 : self }
    /// The value of a hexadecimal digit, or 255.
    @inlinable public var hexValue: UInt8 {
        if isDigit { return self &- 48 }
        let letter = (self | 32) &- 97
        return letter <= 5 ? letter &+ 10 : 255
    }
}
