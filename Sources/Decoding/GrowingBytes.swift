import Domain

/// A byte buffer that grows and keeps its memory.
///
/// What is kept lies in front of an aligned place, so that the next block is copied to one: copies into odd places run several times
/// slower on some machines (``Limits/bufferAlignment``).
struct GrowingBytes: ~Copyable {
    private var storage: UnsafeMutableRawBufferPointer
    private var origin = 0
    private(set) var count = 0

    init(capacity: Int = 0) {
        storage = .allocate(byteCount: max(capacity, GrowingBytes.least), alignment: Limits.bufferAlignment)
    }

    deinit { storage.deallocate() }

    @inline(__always)
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(mutableBytes) }
    @inline(__always)
    var mutableBytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: storage.baseAddress.map { $0 + origin }, count: count)
    }

    mutating func removeAll() { (origin, count) = (0, 0) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        if bytes.count > storage.count &- origin &- count { grow(to: count + bytes.count) }
        if let base = storage.baseAddress, let source = bytes.baseAddress {
            (base + origin + count).copyMemory(from: source, byteCount: bytes.count)
        }
        count &+= bytes.count
    }

    /// Room for `length` more bytes behind those that are there; ``extend(by:)`` takes what was written into it.
    mutating func room(for length: Int) -> UnsafeMutableRawBufferPointer {
        if length > storage.count &- origin &- count { grow(to: count + length) }
        return UnsafeMutableRawBufferPointer(start: storage.baseAddress.map { $0 + origin + count }, count: length)
    }

    /// The first `length` bytes of the room belong to the buffer now.
    mutating func extend(by length: Int) { count &+= max(0, min(length, storage.count &- origin &- count)) }

    mutating func append(byte: UInt8) {
        withUnsafeBytes(of: byte) { append($0) }
    }

    /// Drops the first `length` bytes.
    mutating func drop(_ length: Int) {
        guard length > 0 else { return }
        let rest = max(0, count &- length)
        let place = GrowingBytes.place(for: rest)
        if rest > 0, place &+ rest > storage.count { grow(to: count) }
        if rest > 0, let base = storage.baseAddress { (base + place).copyMemory(from: base + origin + length, byteCount: rest) }
        (origin, count) = (place, rest)
    }

    /// Where to put `count` bytes so that they end at an aligned place.
    private static func place(for count: Int) -> Int {
        (Limits.bufferAlignment &- count % Limits.bufferAlignment) % Limits.bufferAlignment
    }

    private mutating func grow(to wanted: Int) {
        let place = GrowingBytes.place(for: count)
        // Behind a block there is room for the line that it cuts, so that the next block finds its place.
        let slack = wanted >= GrowingBytes.slack ? GrowingBytes.slack : Limits.bufferAlignment
        move(to: place, of: max(storage.count * 2, place + wanted + slack))
    }

    /// Gives memory back that a source which rests does not need: many are followed at a time.
    mutating func trim() {
        let place = GrowingBytes.place(for: count)
        guard storage.count > GrowingBytes.least * 2, (place + count) * 4 < storage.count else { return }
        move(to: place, of: max(GrowingBytes.least, place + count))
    }

    private static let slack = 64 << 10
    private static let least = 4_096

    private mutating func move(to place: Int, of byteCount: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: Limits.bufferAlignment)
        if count > 0, let base = larger.baseAddress {
            (base + place).copyMemory(from: self.bytes.baseAddress ?? UnsafeRawPointer(base), byteCount: count)
        }
        storage.deallocate()
        (storage, origin) = (larger, place)
    }
}
