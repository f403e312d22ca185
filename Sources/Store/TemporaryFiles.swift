import Domain
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Names and cleaning of the files under which new stores grow: `paychain.db.<process>-<number>.tmp` beside the store.
enum TemporaryFiles {
    private static let counter = Atomic<Int>(0)

    /// A name that no other builder uses.
    static func next(beside path: String) -> String {
        "\(path).\(getpid())-\(counter.add(1, ordering: .relaxed).newValue).tmp"
    }

    /// Removes what a process left behind that no longer lives.
    static func removeAbandoned(besides path: String) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[...$0]) } ?? "./"
        let prefix = (slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path) + "."
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) { String(cString: $0) }
            }
            guard name.hasPrefix(prefix), name.hasSuffix(".tmp"), name.utf8.count > prefix.utf8.count + 4 else { continue }
            let parts = name.dropFirst(prefix.count).dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let process = pid_t(parts[0]), Int(parts[1]) != nil, process > 0 else { continue }
            if kill(process, 0) != 0, errno == ESRCH { unlink(folder + name) }
        }
    }

    /// Waits until a file is on the disk.
    static func synchronize(_ file: String, for path: String) throws(StoreError) {
        let descriptor = open(file, O_RDONLY)
        guard descriptor >= 0 else { throw StoreError(.failed, path: path, detail: StoreFile.systemMessage()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            let code = errno
            throw StoreError(code == ENOSPC || code == EDQUOT ? .full : .failed, path: path, detail: StoreFile.systemMessage(code))
        }
    }
}
