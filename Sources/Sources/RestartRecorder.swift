import CZlib
import Domain

/// Notes restart points while a gzip file is inflated.
final class RestartRecorder {
    /// Bytes of the file between two points.
    private let spacing: UInt64
    private var due: UInt64
    private(set) var points: [RestartPoint] = []
    /// Bytes handed out before the present read, and points that were known then.
    private var base: UInt64 = 0
    private var settled = 0

    init(spacing: UInt64) { (self.spacing, due) = (max(1, spacing), max(1, spacing)) }

    /// Whether the next block shall become a point: `position` in the file, and bytes of the member in the present read.
    func isDue(at position: UInt64, behind written: Int) -> Bool { position >= due && written >= RestartPoint.windowLength }

    /// Notes a block that begins at a bit of the file, behind these bytes of the present read.
    func note(bits: UInt64, behind read: UnsafeRawBufferPointer) {
        due = bits / 8 + spacing
        let window = UnsafeRawBufferPointer(rebasing: read.suffix(RestartPoint.windowLength))
        guard let packed = RestartWindow.pack(window) else { return }
        points.append(RestartPoint(offset: base + UInt64(read.count), bits: bits, window: packed))
    }

    /// What was noted in the present read stands for nothing: its bytes were no text.
    func takeBack() { points.removeLast(points.count - settled) }

    /// The present read hands out fewer bytes from a place on than were inflated.
    func shift(by count: Int, from place: Int) {
        for index in settled..<points.count where points[index].offset > base + UInt64(place) { points[index].offset -= UInt64(count) }
    }

    /// The present read has ended.
    func finish(_ count: Int) {
        base += UInt64(count)
        settled = points.count
    }
}

/// The window of a restart point, packed.
enum RestartWindow {
    static func pack(_ window: UnsafeRawBufferPointer) -> [UInt8]? {
        var packed = [UInt8](repeating: 0, count: Int(compressBound(UInt(window.count))))
        var length = UInt(packed.count)
        let source = window.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard compress2(&packed, &length, source, UInt(window.count), 1) == Z_OK else { return nil }
        return Array(packed[..<Int(length)])
    }

    static func unpack(_ packed: [UInt8]) -> [UInt8]? {
        var window = [UInt8](repeating: 0, count: RestartPoint.windowLength)
        var length = UInt(window.count)
        guard uncompress(&window, &length, packed, UInt(packed.count)) == Z_OK, length == UInt(window.count) else { return nil }
        return window
    }
}
