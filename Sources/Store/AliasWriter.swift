import Domain

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes the pages of sorted runs of aliases.
protocol AliasWriter {
    func write(run: Int64, first: Int64, _ entries: [UInt8]) throws(StoreError)
}

/// Writes them to their table.
struct AliasTable: AliasWriter {
    private let insert: Statement

    init(_ database: Database) throws(StoreError) { insert = try database.prepare("INSERT INTO aliases VALUES (?1, ?2, ?3)") }

    func write(run: Int64, first: Int64, _ entries: [UInt8]) throws(StoreError) {
        insert.bind(1, run)
        insert.bind(2, first)
        insert.bind(3, blob: entries)
        try insert.run()
    }
}

/// Keeps them on the disk while no database can take them, in a file that vanishes with the process whatever happens.
final class AliasSpool: AliasWriter {
    private let file: Int32
    private let path: String
    private static let headerLength = 24

    /// - Parameters:
    ///   - file: where it may lie; nothing else bears this name.
    ///   - path: what messages name.
    init(file: String, path: String) throws(StoreError) {
        self.path = path
        self.file = open(file, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard self.file >= 0 else { throw StoreError(.notWritable, path: path, detail: StoreFile.systemMessage()) }
        unlink(file)
    }

    deinit { close(file) }

    func write(run: Int64, first: Int64, _ entries: [UInt8]) throws(StoreError) {
        let header = [run, first, Int64(entries.count)]
        let bytes = header.withUnsafeBytes { Array($0) } + entries
        var written = 0
        while written < bytes.count {
            let n = bytes.withUnsafeBytes { $0.baseAddress.map { systemWrite(file, $0 + written, bytes.count - written) } ?? 0 }
            if n < 0, errno == EINTR { continue }
            guard n > 0 else {
                let code = errno
                throw StoreError(code == ENOSPC || code == EDQUOT ? .full : .failed, path: path, detail: StoreFile.systemMessage(code))
            }
            written += n
        }
    }

    /// Gives everything to another writer, in the order in which it came.
    func empty(into writer: some AliasWriter) throws(StoreError) {
        var offset = 0
        while true {
            let header = try read(AliasSpool.headerLength, at: offset)
            guard header.count == AliasSpool.headerLength else { return }
            let (run, first, length) = header.withUnsafeBytes {
                (
                    $0.loadUnaligned(as: Int64.self), $0.loadUnaligned(fromByteOffset: 8, as: Int64.self),
                    $0.loadUnaligned(fromByteOffset: 16, as: Int64.self)
                )
            }
            offset += AliasSpool.headerLength
            let entries = try read(Int(length), at: offset)
            guard entries.count == Int(length) else {
                throw StoreError(.failed, path: path, detail: "a temporary file could not be read back")
            }
            offset += entries.count
            try writer.write(run: run, first: first, entries)
        }
    }

    private func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let n = bytes.withUnsafeMutableBytes { $0.baseAddress.map { pread(file, $0 + done, count - done, off_t(offset + done)) } ?? 0 }
            if n < 0, errno == EINTR { continue }
            guard n >= 0 else { throw StoreError(.failed, path: path, detail: StoreFile.systemMessage()) }
            if n == 0 { break }
            done += n
        }
        return Array(bytes[..<done])
    }
}

/// The system's call, which a method of the same name would hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(file, bytes, count) }
