#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Lines of a file descriptor, one after the other, without their ends.
struct LineInput {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line; nil at the end. The last line needs no line feed.
    mutating func next() -> ArraySlice<UInt8>? {
        var searched = position
        while true {
            if let end = buffer[searched...].firstIndex(of: 10) {
                defer { position = end + 1 }
                return buffer[position..<end]
            }
            if isAtEnd {
                guard position < buffer.count else { return nil }
                defer { position = buffer.count }
                return buffer[position...]
            }
            buffer.removeFirst(position)
            position = 0
            searched = buffer.count
            fill()
        }
    }

    private mutating func fill() {
        let room = 1 << 20
        let old = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: room))
        let count = buffer.withUnsafeMutableBytes { bytes -> Int in
            while true {
                let n = read(descriptor, bytes.baseAddress.map { $0 + old }, room)
                if n >= 0 || errno != EINTR { return max(0, n) }
            }
        }
        buffer.removeLast(room - count)
        isAtEnd = count == 0
    }
}
