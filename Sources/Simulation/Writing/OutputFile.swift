#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One file being written: plain or gzip, through a block buffer.
final class OutputFile {
    private let descriptor: Int32
    private let path: String
    private var pending = Bytes(capacity: 1 << 17)
    private var compressor: Compressor?
    private(set) var lines = 0
    private(set) var bytes: UInt64 = 0
    private(set) var bytesOnDisk: UInt64 = 0

    init(_ path: String, gzipLevel: Int?) throws(SimulationError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SimulationError(.write, path, String(cString: strerror(errno))) }
        if let gzipLevel {
            compressor = Compressor(level: gzipLevel)
            guard compressor != nil else { throw SimulationError(.pack, path, "zlib could not start") }
        }
    }

    deinit { pending.free() }

    /// Appends whole lines.
    func append(_ text: UnsafeRawBufferPointer) throws(SimulationError) {
        // What is long enough for a write of its own is not copied once more.
        if compressor == nil, pending.count == 0, text.count >= 1 << 15 {
            count(text)
            return try write(text)
        }
        pending.raw(text)
        if pending.count >= 1 << 16 { try flush(finish: false) }
    }

    private func count(_ text: UnsafeRawBufferPointer) {
        bytes += UInt64(text.count)
        lines += OutputFile.lineFeeds(in: text)
    }

    /// How many line feeds there are: eight bytes at a time, since every byte of a world comes by here.
    static func lineFeeds(in text: UnsafeRawBufferPointer) -> Int {
        var found = 0
        var at = 0
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        while at &+ 8 <= text.count {
            // zero exactly where a line feed is
            let word = text.loadUnaligned(fromByteOffset: at, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
            found &+= (~(((word & low) &+ low) | word | low)).nonzeroBitCount
            at &+= 8
        }
        while at < text.count {
            if text[at] == 10 { found &+= 1 }
            at &+= 1
        }
        return found
    }

    /// Writes what is left and closes.
    func close() throws(SimulationError) {
        try flush(finish: true)
        guard systemClose(descriptor) == 0 else { throw SimulationError(.write, path, String(cString: strerror(errno))) }
    }

    private func flush(finish: Bool) throws(SimulationError) {
        count(pending.buffer)
        if compressor != nil {
            try compressor?.pack(pending.buffer, finish: finish) { (packed) throws(SimulationError) in try write(packed) }
        } else {
            try write(pending.buffer)
        }
        pending.clear()
    }

    private func write(_ part: UnsafeRawBufferPointer) throws(SimulationError) {
        guard let start = part.baseAddress else { return }
        var done = 0
        while done < part.count {
            let written = systemWrite(descriptor, start + done, part.count - done)
            guard written >= 0 || errno == EINTR else { throw SimulationError(.write, path, String(cString: strerror(errno))) }
            done += max(0, written)
        }
        bytesOnDisk += UInt64(part.count)
    }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int { write(descriptor, start, count) }
