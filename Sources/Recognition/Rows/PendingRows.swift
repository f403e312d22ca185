import Decoding
import Domain

/// The rows of one record on their way into the batch: their attributes are packed into memory that is used again for every record.
///
/// Bounded: an attribute or a row beyond the bounds is left out; one line has at most ``capacity`` facts.
struct PendingRows {
    /// Rows of one record at most.
    static let capacity = 8
    /// Attribute bytes of one record at most: every value is cut to its own bound far below it.
    static let byteCount = 64 << 10

    /// One fact of the record.
    struct Row {
        var event: EventKind
        var witness: Witness
        /// The fact's own time, when it is not the record's.
        var at: Instant?
        var resolution: Resolution?
        var device: DeviceKey
        var start: Int
        var end: Int
    }

    private let memory: UnsafeMutableRawBufferPointer
    private let rows: UnsafeMutablePointer<Row>
    private(set) var count = 0
    private var used = 0
    /// Which attributes the row begun last has, one bit a key.
    private var seen = (UInt64(0), UInt64(0))

    /// Makes an empty list over memory that its owner frees.
    init(memory: UnsafeMutableRawBufferPointer, rows: UnsafeMutablePointer<Row>) {
        (self.memory, self.rows) = (memory, rows)
    }

    /// Forgets the rows.
    mutating func reset() { (count, used) = (0, 0) }

    /// Begins a row; the attributes that follow are its own. False when there is no room: then nothing may follow.
    mutating func begin(_ event: EventKind, _ witness: Witness) -> Bool {
        guard count < PendingRows.capacity else { return false }
        (rows + count).initialize(
            to: Row(event: event, witness: witness, at: nil, resolution: nil, device: 0, start: used, end: used))
        count &+= 1
        seen = (0, 0)
        return true
    }

    /// The row begun last.
    var last: UnsafeMutablePointer<Row>? { count > 0 ? rows + (count &- 1) : nil }

    /// Says who testifies in one row.
    mutating func setWitness(_ witness: Witness, at index: Int) {
        if index < count { rows[index].witness = witness }
    }

    /// Adds the platform to one row that names none; only the last row can grow.
    mutating func settlePlatform(_ index: Int, _ platform: StaticString?) {
        guard index == count &- 1, let platform, !has(.platform) else { return }
        put(.platform, platform)
    }

    /// One row.
    subscript(index: Int) -> Row { rows[index] }

    /// The packed attributes of one row.
    func attributes(of row: Row) -> Bytes { Bytes(UnsafeRawBufferPointer(memory)).slice(row.start, row.end) }

    /// Adds an attribute to the row begun last.
    mutating func put(_ key: AttributeKey, _ value: Bytes) {
        guard let room = open(key, value.count) else { return }
        if let base = value.baseAddress { room.copyMemory(from: base, byteCount: value.count) }
        close(value.count)
    }

    /// Adds an attribute in lower case.
    mutating func putLowered(_ key: AttributeKey, _ value: Bytes) {
        guard let room = open(key, value.count) else { return }
        for i in 0..<value.count { room.storeBytes(of: value[i].lowered, toByteOffset: i, as: UInt8.self) }
        close(value.count)
    }

    /// Adds an attribute in upper case.
    mutating func putUppered(_ key: AttributeKey, _ value: Bytes) {
        guard let room = open(key, value.count) else { return }
        for i in 0..<value.count {
            let byte = value[i]
            room.storeBytes(of: byte &- 97 < 26 ? byte & 0xDF : byte, toByteOffset: i, as: UInt8.self)
        }
        close(value.count)
    }

    /// Adds an attribute from text of ours.
    mutating func put(_ key: AttributeKey, _ value: StaticString) { put(key, value.bytes) }

    /// Adds a decimal number.
    mutating func put(_ key: AttributeKey, number: Int64) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { buffer in
            var value = number.magnitude
            var i = buffer.count
            repeat {
                i &-= 1
                buffer[i] = UInt8(48 + value % 10)
                value /= 10
            } while value > 0 && i > 1
            if number < 0 {
                i &-= 1
                buffer[i] = 45
            }
            put(key, Bytes(UnsafeRawBufferPointer(rebasing: buffer[i...])))
        }
    }

    /// Adds an instant as microseconds since 1970.
    mutating func put(_ key: AttributeKey, _ instant: Instant) { put(key, number: instant.microseconds) }

    /// Adds an amount given in hundredths (fen) as a decimal of the main unit: `6800` → `68.00`.
    mutating func put(_ key: AttributeKey, hundredths: Int64) { put(key, units: hundredths, decimals: 2) }

    /// Adds an amount given in thousandths, as three-decimal currencies have them: `500` → `0.500`.
    mutating func put(_ key: AttributeKey, thousandths: Int64) { put(key, units: thousandths, decimals: 3) }

    private mutating func put(_ key: AttributeKey, units: Int64, decimals: Int) {
        var text: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &text) { buffer in
            var value = units.magnitude
            var i = buffer.count
            var digits = 0
            repeat {
                i &-= 1
                buffer[i] = UInt8(48 + value % 10)
                value /= 10
                digits &+= 1
                if digits == decimals {
                    i &-= 1
                    buffer[i] = 46
                }
            } while (value > 0 || digits <= decimals) && i > 1
            if units < 0 {
                i &-= 1
                buffer[i] = 45
            }
            put(key, Bytes(UnsafeRawBufferPointer(rebasing: buffer[i...])))
        }
    }

    /// Whether the row begun last has an attribute already.
    func has(_ key: AttributeKey) -> Bool {
        guard count > 0 else { return false }
        let bit = key.rawValue
        return (bit < 64 ? seen.0 : seen.1) & (1 &<< UInt64(bit & 63)) != 0
    }

    private mutating func open(_ key: AttributeKey, _ length: Int) -> UnsafeMutableRawPointer? {
        guard count > 0, length < 1 << 14, used &+ length &+ 4 <= memory.count, let base = memory.baseAddress else { return nil }
        memory[used] = key.rawValue
        used &+= 1
        let bit = key.rawValue
        if bit < 64 { seen.0 |= 1 &<< UInt64(bit & 63) } else { seen.1 |= 1 &<< UInt64(bit & 63) }
        if length >= 0x80 {
            memory[used] = UInt8(truncatingIfNeeded: length) | 0x80
            memory[used &+ 1] = UInt8(truncatingIfNeeded: length &>> 7)
            used &+= 2
        } else {
            memory[used] = UInt8(truncatingIfNeeded: length)
            used &+= 1
        }
        return base + used
    }

    private mutating func close(_ length: Int) {
        used &+= length
        rows[count &- 1].end = used
    }
}
