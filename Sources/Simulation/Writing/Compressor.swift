import CZlib

/// Packs a stream as one gzip member. The header carries no time and no name, so equal input gives equal bytes.
struct Compressor: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>
    private let chunk: UnsafeMutableRawBufferPointer

    init?(level: Int) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        chunk = .allocate(byteCount: 1 << 16, alignment: 4_096)
        guard paychain_deflate_init2(stream, Int32(level), 15 + 16) == Z_OK else {
            stream.deallocate()
            chunk.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        chunk.deallocate()
    }

    /// Packs bytes and gives what comes out to `take`; `finish` writes the trailer.
    mutating func pack(
        _ bytes: UnsafeRawBufferPointer, finish: Bool, _ take: (UnsafeRawBufferPointer) throws(SimulationError) -> Void
    ) throws(SimulationError) {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(truncatingIfNeeded: bytes.count)
        while true {
            stream.pointee.next_out = chunk.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(chunk.count)
            let status = deflate(stream, finish ? Z_FINISH : Z_NO_FLUSH)
            let made = chunk.count - Int(stream.pointee.avail_out)
            if made > 0 { try take(UnsafeRawBufferPointer(rebasing: chunk[0..<made])) }
            if status == Z_STREAM_END { return }
            if status != Z_OK && status != Z_BUF_ERROR { throw SimulationError(.pack, "gzip", "deflate failed with \(status)") }
            if !finish && stream.pointee.avail_in == 0 && made < chunk.count { return }
        }
    }
}
