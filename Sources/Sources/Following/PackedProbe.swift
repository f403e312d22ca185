import Domain

/// Whether what is packed is complete: looked at without handing anything out.
enum PackedProbe {
    /// Where the last whole member at or behind `from` ends, checksums and lengths right; `from` itself when none does.
    static func verifiedEnd(of descriptor: Int32, from: UInt64, inflater: InflaterChoice) -> UInt64 {
        let copy = Descriptor.duplicate(descriptor)
        guard copy >= 0 else { return from }
        let input = ByteInput(.file(copy))
        defer { input.close() }
        var engine = Inflater(inflater, canReadAgain: true)
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: GzipStream.step, alignment: Limits.bufferAlignment)
        defer { scratch.deallocate() }
        var end = from
        input.seek(to: from)
        while skipZeros(input), case .parsed = GzipHeader.parse(input) {
            engine.reset()
            guard member(input, &engine, scratch) else { break }
            end = input.position
        }
        return end
    }

    private static func skipZeros(_ input: ByteInput) -> Bool {
        while input.ensure(1), input.window[0] == 0 {
            input.consume(input.window.firstIndex { $0 != 0 } ?? input.window.count)
        }
        return input.ensure(1)
    }

    private static func member(_ input: ByteInput, _ engine: inout Inflater, _ scratch: UnsafeMutableRawBufferPointer) -> Bool {
        var sum: UInt32 = 0
        var length: UInt64 = 0
        while true {
            let (written, step) = engine.run(input, scratch)
            sum = engine.checksum(sum, UnsafeRawBufferPointer(rebasing: scratch[..<written]))
            length += UInt64(written)
            switch step {
            case .full: continue
            case .inputEnded, .damaged: return false
            case .finished: break
            }
            guard input.ensure(8) else { return false }
            let trailer = input.window
            let isRight =
                UInt32(littleEndian: trailer.loadUnaligned(fromByteOffset: 0, as: UInt32.self)) == sum
                && UInt32(littleEndian: trailer.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) == UInt32(truncatingIfNeeded: length)
            input.consume(8)
            return isRight
        }
    }

    /// Whether a zip has its directory and can be opened.
    static func isWholeZip(_ path: [CChar]) -> Bool { ZipArchive(path: path).entries().error == nil }
}
