import Domain

/// Memory for unescaped values: chunks that never move, handed out from the front and reused as a whole.
///
/// Bounded: what does not fit is not decoded, and the caller keeps the raw bytes.
@usableFromInline
struct ByteArena: ~Copyable {
    private var chunks: [UnsafeMutableRawBufferPointer] = []
    private var chunk = 0
    private var used = 0
    private var total = 0
    private let bound: Int

    init(bound: Int = 4 * Limits.recordLength) { self.bound = bound }

    deinit {
        for chunk in chunks { chunk.deallocate() }
    }

    /// Gives all memory back for reuse; earlier slices are void.
    mutating func removeAll() {
        (chunk, used, total) = (0, 0, 0)
    }

    /// Room for `count` bytes, or nil beyond the bound. Give back what was not needed with ``trim(_:to:)``.
    mutating func take(_ count: Int) -> UnsafeMutableRawBufferPointer? {
        guard count >= 0, count <= bound &- total else { return nil }
        while chunk < chunks.count {
            let current = chunks[chunk]
            if count <= current.count &- used, let base = current.baseAddress {
                let room = UnsafeMutableRawBufferPointer(start: base + used, count: count)
                used &+= count
                total &+= count
                return room
            }
            chunk &+= 1
            used = 0
        }
        let made = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 64 << 10), alignment: 64)
        chunks.append(made)
        chunk = chunks.count - 1
        used = count
        total &+= count
        return UnsafeMutableRawBufferPointer(rebasing: made[0..<count])
    }

    /// Shortens the piece taken last.
    mutating func trim(_ piece: UnsafeMutableRawBufferPointer, to count: Int) -> UnsafeRawBufferPointer {
        let spare = piece.count &- count
        used &-= spare
        total &-= spare
        return UnsafeRawBufferPointer(start: piece.baseAddress, count: count)
    }

    /// A copy of the bytes, or nil beyond the bound.
    mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let room = take(bytes.count) else { return nil }
        room.copyMemory(from: bytes)
        return UnsafeRawBufferPointer(room)
    }
}
