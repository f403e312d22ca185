import Domain

/// Appends packed values to bytes: the counterpart of ``ByteReader``.
struct ByteWriter {
    var bytes: [UInt8]
    /// The instant written last: instants of one blob lie close together, so each is written as the distance from the one before.
    private var lastInstant: Int64 = 0

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Begins a new blob behind what is there.
    mutating func begin(version: UInt8) {
        lastInstant = 0
        bytes.append(version)
    }

    mutating func byte(_ value: UInt8) { bytes.append(value) }
    mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value &>>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    mutating func count(_ value: Int) { varint(UInt64(bitPattern: Int64(value))) }
    mutating func signed(_ value: Int64) { varint(UInt64(bitPattern: (value &<< 1) ^ (value &>> 63))) }
    mutating func integer(_ value: Int) { signed(Int64(value)) }

    mutating func fixed(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func double(_ value: Double) { fixed(value.bitPattern) }

    mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            count(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    mutating func data(_ value: [UInt8]) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    mutating func instant(_ value: Instant) {
        signed(value.microseconds &- lastInstant)
        lastInstant = value.microseconds
    }

    mutating func word<W: StoredWord>(_ value: W) { bytes.append(value.storedCode) }

    mutating func texts(_ values: [String]) {
        count(values.count)
        for value in values { text(value) }
    }

    mutating func stretch(_ value: Stretch) {
        instant(value.from)
        instant(value.to)
    }

    mutating func gaps(_ values: [Gap]) {
        count(values.count)
        for value in values {
            stretch(value.stretch)
            text(value.why)
        }
    }

    mutating func coverage(_ value: WitnessCoverage) {
        count(value.stretches.count)
        for one in value.stretches { stretch(one) }
        gaps(value.gaps)
    }

    mutating func money(_ value: Money) {
        signed(value.units)
        byte(value.scale)
        text(value.currency)
    }

    /// One bit for each value that is there, in the order of the arguments; the values follow in the same order.
    mutating func presence(_ isThere: Bool...) {
        var mask: UInt64 = 0
        for (bit, there) in isThere.enumerated() where there { mask |= 1 &<< UInt64(bit) }
        varint(mask)
    }
}
