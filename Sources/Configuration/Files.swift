#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Small files, read whole.
enum Files {
    /// At most `limit` bytes of a file; nil when it cannot be read (`errno` says why).
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer {
            let code = errno
            close(descriptor)
            errno = code
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = systemRead(descriptor, &chunk, wanted)
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// What the system says about its last failure.
    static func systemMessage() -> String { strerror(errno).map { String(cString: $0) } ?? "error \(errno)" }
}

/// The system's call, which a method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(descriptor, buffer, count) }
