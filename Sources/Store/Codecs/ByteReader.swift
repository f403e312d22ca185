import Domain

/// Reads packed values and checks every one of them: bytes from a file may be anything.
package struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    package private(set) var position = 0
    private var lastInstant: Int64 = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    package var remaining: Int { bytes.count &- position }

    package func failure(_ reason: CodecError.Reason) -> CodecError { CodecError(reason, offset: position) }

    /// Reads the first byte and refuses versions other than `known`.
    package mutating func begin(version known: UInt8) throws(CodecError) { _ = try begin(versions: known...known) }

    /// The version, one of several that can be read.
    package mutating func begin(versions known: ClosedRange<UInt8>) throws(CodecError) -> UInt8 {
        let version = try byte()
        guard known.contains(version) else { throw CodecError(.version(version), offset: 0) }
        return version
    }

    /// Refuses bytes behind the last value.
    package func end() throws(CodecError) {
        guard remaining == 0 else { throw failure(.excess) }
    }

    package mutating func byte() throws(CodecError) -> UInt8 {
        guard position < bytes.count else { throw failure(.cut) }
        defer { position &+= 1 }
        return bytes[position]
    }

    package mutating func flag() throws(CodecError) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw failure(.value)
        }
    }

    @inline(__always) package mutating func varint() throws(CodecError) -> UInt64 {
        // Most values fit one byte.
        if position < bytes.count, bytes[position] < 0x80 {
            defer { position &+= 1 }
            return UInt64(bytes[position])
        }
        return try longVarint()
    }

    @inline(never) private mutating func longVarint() throws(CodecError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            guard shift < 63 || next <= 1 else { throw failure(.value) }
            value |= UInt64(next & 0x7F) &<< shift
            if next < 0x80 { return value }
            shift &+= 7
        }
    }

    /// A number of things that take at least `size` bytes each, so that no damaged count reserves memory.
    package mutating func count(of size: Int = 1) throws(CodecError) -> Int {
        let value = try varint()
        guard value <= UInt64(remaining / size) else { throw failure(.value) }
        return Int(value)
    }

    package mutating func signed() throws(CodecError) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
    }

    package mutating func integer() throws(CodecError) -> Int { Int(try signed()) }

    package mutating func unsigned32() throws(CodecError) -> UInt32 {
        guard let value = UInt32(exactly: try varint()) else { throw failure(.value) }
        return value
    }

    package mutating func fixed() throws(CodecError) -> UInt64 {
        guard remaining >= 8 else { throw failure(.cut) }
        defer { position &+= 8 }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    package mutating func double() throws(CodecError) -> Double { Double(bitPattern: try fixed()) }

    package mutating func slice() throws(CodecError) -> UnsafeRawBufferPointer {
        let length = try count()
        defer { position &+= length }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ length)])
    }

    package mutating func text() throws(CodecError) -> String { String(decoding: try slice(), as: UTF8.self) }

    package mutating func instant() throws(CodecError) -> Instant {
        lastInstant = lastInstant &+ (try signed())
        return Instant(microseconds: lastInstant)
    }

    mutating func word<W: StoredWord>(_: W.Type = W.self) throws(CodecError) -> W {
        guard let word = W(storedCode: try byte()) else { throw failure(.value) }
        return word
    }

    package mutating func texts() throws(CodecError) -> [String] { try list { (r) throws(CodecError) in try r.text() } }

    /// A count and that many values of at least one byte.
    package mutating func list<T>(_ read: (inout ByteReader) throws(CodecError) -> T) throws(CodecError) -> [T] {
        let number = try count()
        var values: [T] = []
        values.reserveCapacity(min(number, 4_096))
        for _ in 0..<number { values.append(try read(&self)) }
        return values
    }

    package mutating func stretch() throws(CodecError) -> Stretch { Stretch(from: try instant(), to: try instant()) }

    package mutating func gaps() throws(CodecError) -> [Gap] {
        try list { (r) throws(CodecError) in Gap(stretch: try r.stretch(), why: try r.text()) }
    }

    package mutating func coverage() throws(CodecError) -> WitnessCoverage {
        let stretches = try list { (r) throws(CodecError) in try r.stretch() }
        return WitnessCoverage(stretches: stretches, gaps: try gaps())
    }

    package mutating func money() throws(CodecError) -> Money {
        Money(units: try signed(), scale: try byte(), currency: try text())
    }

    /// The bits that say which values are there, lowest first.
    package mutating func presence(bits: Int) throws(CodecError) -> Presence {
        let mask = try varint()
        guard mask &>> UInt64(bits) == 0 else { throw failure(.value) }
        return Presence(mask: mask)
    }

    /// Which of a record's optional values are there, asked in the order in which they were written.
    package struct Presence {
        fileprivate var mask: UInt64

        /// Whether the next value is there.
        package mutating func next() -> Bool {
            defer { mask &>>= 1 }
            return mask & 1 != 0
        }
    }
}
