#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Folders and small files.
enum Folders {
    /// Makes a folder with its parents.
    static func make(_ path: String) throws(SimulationError) {
        var done = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            done += "/" + part
            guard mkdir(done, 0o755) == 0 || errno == EEXIST else {
                throw SimulationError(.write, done, String(cString: strerror(errno)))
            }
        }
    }

    /// Makes a folder that must not be there yet: old logs beside new ones would belie the truth.
    static func makeNew(_ path: String) throws(SimulationError) {
        guard access(path, F_OK) != 0 else {
            throw SimulationError(.write, path, "is already there; remove it or name another folder")
        }
        try make(path)
    }

    /// Makes the folder that a file lies in.
    static func make(parentOf path: String) throws(SimulationError) {
        guard let slash = path.lastIndex(of: "/") else { return }
        try make(String(path[..<slash]))
    }

    /// The size of a file.
    static func size(_ path: String) throws(SimulationError) -> Int {
        var info = stat()
        guard stat(path, &info) == 0 else { throw SimulationError(.write, path, String(cString: strerror(errno))) }
        return Int(info.st_size)
    }

    /// Reads a whole file.
    static func read(_ path: String) throws(SimulationError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SimulationError(.write, path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw SimulationError(.write, path, String(cString: strerror(errno))) }
        let size = Int(info.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = systemRead(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
                if got <= 0 { break }
                count += got
            }
        }
        return bytes
    }

    /// Writes a whole file.
    static func write(_ bytes: [UInt8], to path: String) throws(SimulationError) {
        let file = try OutputFile(path, gzipLevel: nil)
        var part = Bytes()
        defer { part.free() }
        var offset = 0
        while offset < bytes.count {
            let end = min(bytes.count, offset + 1 << 16)
            bytes.withUnsafeBytes { part.raw(UnsafeRawBufferPointer(rebasing: $0[offset..<end])) }
            try file.append(part.buffer)
            part.clear()
            offset = end
        }
        try file.close()
    }
}

private func systemRead(_ descriptor: Int32, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int { read(descriptor, start, count) }
