#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// What the system has reported since the last time it was asked.
struct FileNews {
    /// Paths of files that were written to.
    var written: Set<[CChar]> = []
    /// Paths of files that were closed after writing.
    var closed: Set<[CChar]> = []
    /// Names have come, gone or moved.
    var hasMoved = false
    /// Reports were dropped: everything has to be looked at.
    var isIncomplete = false
}

/// A pipe that wakes a waiting thread, from any thread or signal handler.
final class WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        Descriptor.close(readEnd)
        Descriptor.close(writeEnd)
    }

    func wake() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Takes everything out; whether something was in it.
    func clear() -> Bool {
        var room = [UInt8](repeating: 0, count: 64)
        var hasAny = false
        while read(readEnd, &room, room.count) > 0 { hasAny = true }
        return hasAny
    }
}

extension FileNotices {
    /// The names under which the file `name` of a folder may be known: as a walk joins them, and alone for the working folder.
    static func paths(of name: [CChar], in folder: [CChar]) -> [[CChar]] {
        let joined = FolderWalk.join(folder, name)
        return folder == [46, 0] ? [joined, name] : [joined]
    }

    /// The folder in which a path lies.
    static func parent(of path: [CChar]) -> [CChar] {
        guard let slash = path.lastIndex(of: 47) else { return [46, 0] }
        return slash == 0 ? [47, 0] : Array(path[..<slash]) + [0]
    }
}
