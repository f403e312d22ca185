import Domain

/// Restart points of the files of a run until they are stored: their windows, some 8 KB each, leave memory.
final class RestartShelf: Sequence, @unchecked Sendable {
    /// A window: where it lies in the space, or the bytes themselves where the space has no room.
    private enum Window {
        case spilled(place: Int, length: Int)
        case held([UInt8])
    }

    private struct File {
        var contentID: UInt64
        var size: UInt64
        var points: [(offset: UInt64, bits: UInt64, window: Window)]
    }

    private let space: any SpillSpace
    private var files: [File] = []

    /// - Parameter space: takes the windows.
    init(in space: any SpillSpace) { self.space = space }

    /// Adds the points of a file.
    func append(_ restarts: RestartPoints) {
        let points = restarts.points.map { point in
            let place = point.window.withUnsafeBytes { space.write($0) }
            let window = place.map { Window.spilled(place: $0, length: point.window.count) } ?? .held(point.window)
            return (offset: point.offset, bits: point.bits, window: window)
        }
        files.append(File(contentID: restarts.contentID, size: restarts.size, points: points))
    }

    /// Gives file after file; a window that cannot be read back goes with its point.
    func makeIterator() -> AnyIterator<RestartPoints> {
        var next = 0
        return AnyIterator {
            guard next < self.files.count else { return nil }
            defer { next += 1 }
            let file = self.files[next]
            let points = file.points.compactMap { point in
                self.bytes(of: point.window).map { RestartPoint(offset: point.offset, bits: point.bits, window: $0) }
            }
            return RestartPoints(contentID: file.contentID, size: file.size, points: points)
        }
    }

    private func bytes(of window: Window) -> [UInt8]? {
        switch window {
        case .held(let bytes): return bytes
        case .spilled(let place, let length):
            var bytes = [UInt8](repeating: 0, count: length)
            return bytes.withUnsafeMutableBytes { space.read(place, into: $0) } == length ? bytes : nil
        }
    }
}
