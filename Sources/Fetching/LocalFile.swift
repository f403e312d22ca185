#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A small file, read as it is.
public enum LocalFile {
    /// What was read.
    public struct Content: Sendable {
        /// At most as many bytes as were asked for.
        public var bytes: [UInt8]
        /// The whole size where it is known: of a regular file; else what was read.
        public var size: Int
    }

    /// Why a file cannot be read.
    public struct Failure: Error, Sendable {
        /// The system's words.
        public var reason: String
    }

    /// Reads the beginning of a file; `-` is standard input.
    public static func read(_ path: String, maximum: Int) throws(Failure) -> Content {
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure(reason: message()) }
        defer { if path != "-" { close(descriptor) } }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(reason: message()) }
        if status.st_mode & S_IFMT == S_IFDIR { throw Failure(reason: String(cString: strerror(EISDIR))) }
        // Opening a pipe without a writer must not wait for ever; once open, reading may.
        if path != "-" { _ = fcntl(descriptor, F_SETFL, 0) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < maximum {
            let count = systemRead(descriptor, &chunk, min(chunk.count, maximum - bytes.count))
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure(reason: message())
            }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        return Content(bytes: bytes, size: isRegular ? max(bytes.count, Int(status.st_size)) : bytes.count)
    }

    private static func message() -> String { String(cString: strerror(errno)) }
}

/// The system's call, which a method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(descriptor, buffer, count) }

extension LocalFile {
    /// Writes a file anew.
    public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure(reason: message()) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure(reason: message())
            }
            rest = rest.dropFirst(count)
        }
    }
}

/// The system's call, which a method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int { write(descriptor, bytes.baseAddress, bytes.count) }
