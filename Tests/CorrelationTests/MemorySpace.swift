import Domain

/// A ``SpillSpace`` that keeps bytes in an array.
final class MemorySpace: SpillSpace, @unchecked Sendable {
    private(set) var bytes: [UInt8] = []
    /// Bytes beyond which it is full.
    var room = Int.max

    func write(_ piece: UnsafeRawBufferPointer) -> Int? {
        guard piece.count <= room - bytes.count else { return nil }
        defer { bytes.append(contentsOf: piece) }
        return bytes.count
    }

    func read(_ place: Int, into piece: UnsafeMutableRawBufferPointer) -> Int {
        bytes.withUnsafeBytes { piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<(place + piece.count)])) }
        return piece.count
    }
}
