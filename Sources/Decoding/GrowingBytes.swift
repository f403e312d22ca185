import Domain

/// A byte buffer that grows and keeps its memory.
struct GrowingBytes: ~Copyable {
    private var storage: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int = 0) {
        storage = .allocate(byteCount: max(capacity, 4_096), alignment: Limits.bufferAlignment)
    }

    deinit { storage.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage.baseAddress, count: count) }
    var mutableBytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: storage.baseAddress, count: count) }

    mutating func removeAll() { count = 0 }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        if bytes.count > storage.count &- count {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(storage.count * 2, count + bytes.count), alignment: Limits.bufferAlignment)
            if count > 0 { larger.copyMemory(from: self.bytes) }
            storage.deallocate()
            storage = larger
        }
        if let base = storage.baseAddress, let source = bytes.baseAddress {
            (base + count).copyMemory(from: source, byteCount: bytes.count)
        }
        count &+= bytes.count
    }

    mutating func append(byte: UInt8) {
        withUnsafeBytes(of: byte) { append($0) }
    }

    /// Drops the first `length` bytes.
    mutating func drop(_ length: Int) {
        guard length > 0, let base = storage.baseAddress else { return }
        let rest = count &- length
        if rest > 0 { base.copyMemory(from: base + length, byteCount: rest) }
        count = max(0, rest)
    }
}
