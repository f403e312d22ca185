import Domain

/// Appends packed values to bytes: the counterpart of ``ByteReader``.
package struct ByteWriter: ~Copyable {
    private var out: Scratch<UInt8>
    /// The instant written last: instants of one blob lie close together, so each is written as the distance from the one before.
    private var lastInstant: Int64 = 0

    package init(capacity: Int = 256) { out = Scratch(capacity: capacity) }

    /// Forgets what was written and keeps the memory.
    mutating func removeAll() { out.removeAll() }

    /// What was written, as an array of its own.
    package var bytes: [UInt8] { Array(out.bytes) }
    /// What was written; valid until the next write.
    var written: UnsafeRawBufferPointer { out.bytes }
    /// How many bytes were written.
    var count: Int { out.count }

    /// Appends bytes as they are.
    @inline(__always) mutating func append(_ bytes: UnsafeRawBufferPointer) { out.append(bytes: bytes) }

    /// Begins a new blob behind what is there.
    package mutating func begin(version: UInt8) {
        lastInstant = 0
        out.append(version)
    }

    @inline(__always) package mutating func byte(_ value: UInt8) { out.append(value) }
    package mutating func flag(_ value: Bool) { out.append(value ? 1 : 0) }

    @inline(__always) package mutating func varint(_ value: UInt64) {
        if value < 0x80 { out.append(UInt8(truncatingIfNeeded: value)) } else { longVarint(value) }
    }

    private mutating func longVarint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            out.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value &>>= 7
        }
        out.append(UInt8(truncatingIfNeeded: value))
    }

    package mutating func count(_ value: Int) { varint(UInt64(bitPattern: Int64(value))) }
    package mutating func signed(_ value: Int64) { varint(UInt64(bitPattern: (value &<< 1) ^ (value &>> 63))) }
    package mutating func integer(_ value: Int) { signed(Int64(value)) }

    package mutating func fixed(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { out.append(bytes: $0) }
    }

    package mutating func double(_ value: Double) { fixed(value.bitPattern) }

    package mutating func text(_ value: String) {
        count(value.utf8.count)
        let isDone: Void? = value.utf8.withContiguousStorageIfAvailable { out.append(bytes: UnsafeRawBufferPointer($0)) }
        if isDone == nil { for byte in value.utf8 { out.append(byte) } }
    }

    package mutating func data(_ value: [UInt8]) {
        count(value.count)
        value.withUnsafeBytes { out.append(bytes: $0) }
    }

    package mutating func instant(_ value: Instant) {
        signed(value.microseconds &- lastInstant)
        lastInstant = value.microseconds
    }

    mutating func word<W: StoredWord>(_ value: W) { out.append(value.storedCode) }

    package mutating func texts(_ values: [String]) {
        count(values.count)
        for value in values { text(value) }
    }

    package mutating func stretch(_ value: Stretch) {
        instant(value.from)
        instant(value.to)
    }

    package mutating func gaps(_ values: [Gap]) {
        count(values.count)
        for value in values {
            stretch(value.stretch)
            text(value.why)
        }
    }

    package mutating func coverage(_ value: WitnessCoverage) {
        count(value.stretches.count)
        for one in value.stretches { stretch(one) }
        gaps(value.gaps)
    }

    package mutating func money(_ value: Money) {
        signed(value.units)
        byte(value.scale)
        text(value.currency)
    }

    /// One bit for each value that is there, in the order of the arguments; the values follow in the same order.
    package mutating func presence(
        _ a: Bool, _ b: Bool = false, _ c: Bool = false, _ d: Bool = false, _ e: Bool = false, _ f: Bool = false
    ) {
        varint(ByteWriter.mask(a, b, c, d, e, f))
    }

    /// The bits of ``presence(_:_:_:_:_:_:)``, for values of which there are more: an array of them would be allocated each time.
    package static func mask(_ a: Bool, _ b: Bool, _ c: Bool, _ d: Bool, _ e: Bool, _ f: Bool) -> UInt64 {
        (a ? 1 : 0) | (b ? 2 : 0) | (c ? 4 : 0) | (d ? 8 : 0) | (e ? 16 : 0) | (f ? 32 : 0)
    }

    /// Appends what a closure writes into at most `maximum` bytes; it returns how many it wrote.
    @inline(__always) mutating func piece(_ maximum: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        let start = out.count
        let room = out.append(room: maximum)
        guard let base = room.baseAddress else { return }
        out.removeLast(to: start + write(base.assumingMemoryBound(to: UInt8.self)))
    }

    /// The distance of an instant from the one before, as ``instant(_:)`` writes it.
    @inline(__always) mutating func distance(to value: Instant) -> Int64 {
        defer { lastInstant = value.microseconds }
        return value.microseconds &- lastInstant
    }
}

/// Writes packed values one behind the other to memory that has room for them.
struct BytePen {
    private let base: UnsafeMutablePointer<UInt8>
    /// Bytes written so far.
    private(set) var count = 0

    @inline(__always) init(_ base: UnsafeMutablePointer<UInt8>) { self.base = base }

    @inline(__always) mutating func byte(_ value: UInt8) {
        base[count] = value
        count &+= 1
    }

    /// At most ten bytes.
    @inline(__always) mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            byte(UInt8(truncatingIfNeeded: value) | 0x80)
            value &>>= 7
        }
        byte(UInt8(truncatingIfNeeded: value))
    }

    @inline(__always) mutating func signed(_ value: Int64) { varint(UInt64(bitPattern: (value &<< 1) ^ (value &>> 63))) }

    @inline(__always) mutating func fixed(_ value: UInt64) {
        UnsafeMutableRawPointer(base + count).storeBytes(of: value.littleEndian, as: UInt64.self)
        count &+= 8
    }
}
