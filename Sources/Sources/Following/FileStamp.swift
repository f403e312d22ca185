import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Which file it is, whatever its name.
struct FileIdentity: Hashable {
    var device: UInt64
    var node: UInt64
}

/// What the system says of a file without reading it.
struct FileStamp: Equatable {
    var identity: FileIdentity
    var size: UInt64
    /// Nanoseconds since 1970.
    var modified: Int64
    var changed: Int64
    var links: UInt64
    var isRegular: Bool

    init(_ status: stat) {
        identity = FileIdentity(device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
        size = UInt64(clamping: status.st_size)
        #if canImport(Glibc)
            let (m, c) = (status.st_mtim, status.st_ctim)
        #else
            let (m, c) = (status.st_mtimespec, status.st_ctimespec)
        #endif
        modified = Int64(m.tv_sec) &* 1_000_000_000 &+ Int64(m.tv_nsec)
        changed = Int64(c.tv_sec) &* 1_000_000_000 &+ Int64(c.tv_nsec)
        links = UInt64(truncatingIfNeeded: status.st_nlink)
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether nothing was written between the two.
    func isSame(_ other: FileStamp) -> Bool {
        (identity, size, modified, changed) == (other.identity, other.size, other.modified, other.changed)
    }

    /// Of an open file.
    static func of(_ descriptor: Int32) -> FileStamp? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    }

    /// Of a path, through symbolic links.
    static func of(_ path: [CChar]) -> FileStamp? { FolderWalk.status(path).map { FileStamp($0) } }
}

extension TimeSpan {
    /// Whole milliseconds.
    var inMilliseconds: Int64 { microseconds / 1_000 }
}
