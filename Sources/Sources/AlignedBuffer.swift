import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Page-aligned memory with bytes waiting in its middle: appended behind, consumed in front.
final class AlignedBuffer {
    private(set) var memory: UnsafeMutableRawBufferPointer
    private(set) var start = 0
    private(set) var end = 0

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: Limits.bufferAlignment)
    }

    deinit { memory.deallocate() }

    var count: Int { end &- start }
    var isEmpty: Bool { start == end }
    /// The waiting bytes; valid until the next append.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

    func consume(_ count: Int) {
        start &+= min(count, end &- start)
        if start == end { (start, end) = (0, 0) }
    }

    /// Makes room for `room` bytes behind the waiting ones and returns it; ``commit(_:)`` tells how many were written.
    func reserve(_ room: Int) -> UnsafeMutableRawBufferPointer {
        if memory.count &- end < room {
            let waiting = end &- start
            if memory.count &- waiting >= room {
                if let base = memory.baseAddress { memmove(base, base + start, waiting) }
            } else {
                let larger = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: max(memory.count * 2, waiting + room), alignment: Limits.bufferAlignment)
                larger.copyMemory(from: bytes)
                memory.deallocate()
                memory = larger
            }
            (start, end) = (0, waiting)
        }
        return UnsafeMutableRawBufferPointer(rebasing: memory[end..<(end &+ room)])
    }

    func commit(_ count: Int) { end &+= count }

    /// Gives memory back that holds nothing.
    func trim() {
        guard isEmpty, memory.count > 0 else { return }
        memory.deallocate()
        memory = .allocate(byteCount: 0, alignment: Limits.bufferAlignment)
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 0 else { return }
        reserve(bytes.count).copyMemory(from: bytes)
        commit(bytes.count)
    }
}
