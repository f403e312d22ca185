import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Finds the files behind the paths of a command line. Opens files only to see whether they can be read and what they are.
public enum SourceDiscovery {
    /// The files behind `paths`: files, folders with everything below them, globs, and `-` for standard input.
    ///
    /// The order is that of `paths`, inside a folder that of the names' bytes. A file that is reached twice is listed once.
    ///
    /// - Returns: the files; what could not be read or was left out on purpose (a note); and whether any path at all could be read.
    public static func expand(_ paths: [String]) -> (files: [DiscoveredFile], problems: [Damage], readable: Bool) {
        var walk = FolderWalk()
        for path in paths { walk.add(path.utf8CString.map { $0 }) }
        return (walk.files, walk.problems, walk.readable)
    }
}

/// One walk over paths and folders: what was seen so far.
struct FolderWalk {
    /// Names a file or folder whatever path leads to it.
    private struct Identity: Hashable {
        let device: UInt64
        let node: UInt64

        init(_ status: stat) {
            (device, node) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
        }
    }

    private(set) var files: [DiscoveredFile] = []
    private(set) var problems: [Damage] = []
    private(set) var readable = false
    /// The folders that were gone through.
    private(set) var folders: [[CChar]] = []
    private var seen: [Identity: String] = [:]
    private var hasStandardInput = false

    /// Adds a path that was named: anything wrong with it is a problem, not a note.
    mutating func add(_ path: [CChar]) {
        if path == [45, 0] { return addStandardInput() }
        guard let status = Self.status(path) else {
            let code = errno
            let reason = Descriptor.lastError
            if code == ENOENT, path.contains(where: { $0 == 42 || $0 == 63 || $0 == 91 }) {
                return addMatches(path)
            }
            return report(path, "cannot be read: \(reason)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: addFolder(path, status)
        case S_IFREG: addFile(path, status)
        default:
            if Self.isOpenDescriptor(path) {
                readable = true
                files.append(DiscoveredFile(raw: path, size: 0, isStream: true))
            } else {
                report(path, "is \(Self.kind(status)), not a file: pipe it into paychain and name - instead")
            }
        }
    }

    /// One regular file, or nil.
    mutating func file(_ path: [CChar]) -> DiscoveredFile? {
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        addFile(path, status)
        return files.last
    }

    private mutating func addStandardInput() {
        readable = true
        guard !hasStandardInput else { return }
        hasStandardInput = true
        files.append(DiscoveredFile(raw: [45, 0], size: 0, isStream: true))
    }

    private mutating func addMatches(_ pattern: [CChar]) {
        var result = glob_t()
        defer { globfree(&result) }
        guard glob(pattern, GLOB_NOSORT, nil, &result) == 0, let list = result.gl_pathv else {
            return report(pattern, "no file matches this pattern")
        }
        var matches: [[CChar]] = []
        for index in 0..<Int(result.gl_pathc) {
            if let match = list[index] { matches.append(Self.bytes(of: match)) }
        }
        matches.sort(by: Self.precedes)
        for match in matches { add(match) }
    }

    private mutating func addFolder(_ path: [CChar], _ status: stat) {
        // A stack of what is left to visit instead of recursion: folders may lie deeper than a thread's stack allows.
        var waiting = listing(path, status)
        while let next = waiting.popLast() {
            guard let status = Self.status(next) else {
                report(next, "cannot be read: \(Descriptor.lastError)")
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: waiting += listing(next, status)
            case S_IFREG: addFile(next, status)
            default: report(next, "is \(Self.kind(status)): skipped", note: true)
            }
        }
    }

    /// The paths of what is visible in a folder that was not visited before, the last one first.
    private mutating func listing(_ path: [CChar], _ status: stat) -> [[CChar]] {
        if let first = seen[Identity(status)] {
            report(path, "is the folder \(first) again: read once", note: true)
            return []
        }
        seen[Identity(status)] = Self.text(path)
        guard let names = Self.names(in: path) else {
            report(path, "cannot be read: \(Descriptor.lastError)")
            return []
        }
        readable = true
        folders.append(path)
        let hidden = names.count { $0.first == 46 }
        if hidden > 0 { report(path, "\(hidden) hidden \(hidden == 1 ? "entry" : "entries") skipped", note: true) }
        return names.reversed().filter { $0.first != 46 }.map { Self.join(path, $0) }
    }

    private mutating func addFile(_ path: [CChar], _ status: stat) {
        guard let descriptor = Descriptor.open(path) else {
            return report(path, "cannot be read: \(Descriptor.lastError)")
        }
        defer { Descriptor.close(descriptor) }
        readable = true
        if let first = seen[Identity(status)] {
            return report(path, "is the file \(first) again: read once", note: true)
        }
        seen[Identity(status)] = Self.text(path)
        var head = [UInt8](repeating: 0, count: 16)
        let got = head.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { Descriptor.read(descriptor, $0, bytes.count, at: 0) } ?? 0
        }
        guard got >= 0 else { return report(path, "cannot be read: \(Descriptor.lastError)") }
        if Self.isDatabase(head: head, path: path) {
            return report(path, "is a database, not a log: skipped", note: true)
        }
        files.append(DiscoveredFile(raw: path, size: UInt64(clamping: status.st_size), isStream: false))
    }

    private mutating func report(_ path: [CChar], _ reason: String, note: Bool = false) {
        problems.append(Damage(source: Self.text(path), at: "", reason: reason, isNote: note))
    }
}
