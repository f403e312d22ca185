import Domain

/// Appends packed values to bytes: the counterpart of ``ByteReader``.
package struct ByteWriter {
    package var bytes: [UInt8]
    /// The instant written last: instants of one blob lie close together, so each is written as the distance from the one before.
    private var lastInstant: Int64 = 0

    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Begins a new blob behind what is there.
    package mutating func begin(version: UInt8) {
        lastInstant = 0
        bytes.append(version)
    }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }
    package mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

    package mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value &>>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    package mutating func count(_ value: Int) { varint(UInt64(bitPattern: Int64(value))) }
    package mutating func signed(_ value: Int64) { varint(UInt64(bitPattern: (value &<< 1) ^ (value &>> 63))) }
    package mutating func integer(_ value: Int) { signed(Int64(value)) }

    package mutating func fixed(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func double(_ value: Double) { fixed(value.bitPattern) }

    package mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            count(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    package mutating func data(_ value: [UInt8]) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    package mutating func instant(_ value: Instant) {
        signed(value.microseconds &- lastInstant)
        lastInstant = value.microseconds
    }

    mutating func word<W: StoredWord>(_ value: W) { bytes.append(value.storedCode) }

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
    package mutating func presence(_ isThere: Bool...) {
        var mask: UInt64 = 0
        for (bit, there) in isThere.enumerated() where there { mask |= 1 &<< UInt64(bit) }
        varint(mask)
    }
}
