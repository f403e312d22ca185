#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// What the walk asks the system, as values; paths are bytes with a final zero.
extension FolderWalk {
    /// Follows symbolic links; nil leaves `errno`.
    static func status(_ path: [CChar]) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// The names in a folder, sorted by their bytes; nil leaves `errno`.
    static func names(in path: [CChar]) -> [[CChar]]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [[CChar]] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { bytes(of: $0) }
            }
            if name != [46, 0], name != [46, 46, 0] { names.append(name) }
        }
        return names.sorted(by: precedes)
    }

    static func bytes(of text: UnsafePointer<CChar>) -> [CChar] {
        Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    }

    static func text(_ path: [CChar]) -> String { String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) }

    static func precedes(_ a: [CChar], _ b: [CChar]) -> Bool {
        a.lexicographicallyPrecedes(b) { UInt8(bitPattern: $0) < UInt8(bitPattern: $1) }
    }

    static func join(_ folder: [CChar], _ name: [CChar]) -> [CChar] {
        var path = Array(folder.dropLast())
        if path.last != 47 { path.append(47) }
        return path + name
    }

    /// Shells hand over `<(command)` under these names: already open, so that reading cannot wait for a writer that never comes.
    static func isOpenDescriptor(_ path: [CChar]) -> Bool {
        let path = text(path)
        return path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
    }

    static func kind(_ status: stat) -> String {
        switch status.st_mode & S_IFMT {
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "no regular file"
        }
    }

    /// An SQLite file, or one of the files that SQLite keeps beside it.
    static func isDatabase(head: [UInt8], path: [CChar]) -> Bool {
        if head.elementsEqual("SQLite format 3\0".utf8) { return true }
        if head.starts(with: [0x37, 0x7F, 0x06, 0x82]) || head.starts(with: [0x37, 0x7F, 0x06, 0x83]) { return true }
        for suffix in ["-shm", "-wal", "-journal"] where text(path).hasSuffix(suffix) {
            let owner = Array(path.dropLast(suffix.utf8.count + 1)) + [0]
            guard let descriptor = Descriptor.open(owner) else { continue }
            defer { Descriptor.close(descriptor) }
            var magic = [UInt8](repeating: 0, count: 16)
            let got = magic.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { Descriptor.read(descriptor, $0, bytes.count, at: 0) } ?? 0
            }
            if got == 16, magic.elementsEqual("SQLite format 3\0".utf8) { return true }
        }
        return false
    }
}
