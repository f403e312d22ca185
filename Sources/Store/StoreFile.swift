import CSQLite
import Domain

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What lies at a store's path, found out without changing it.
enum StoreFile: Equatable {
    case missing
    /// A file of no bytes, or a database in which nothing was made yet: nothing is lost by writing into it.
    case empty
    case store(version: Int)

    /// Looks at a path; throws for anything that is neither ours nor free.
    ///
    /// The header is read through SQLite alone: closing a descriptor of our own would drop the locks that this process holds on the file.
    static func inspect(_ path: String) throws(StoreError) -> StoreFile {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return .missing }
            throw StoreError(.unreadable, path: path, detail: systemMessage())
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw StoreError(.notAStore, path: path, detail: "not a regular file") }
        if status.st_size == 0 { return .empty }
        do {
            let database = try openReadOnly(path)
            return .store(version: Int(try database.integer("PRAGMA user_version") ?? 0))
        } catch {
            if error.problem == .missing { return .empty }
            throw error
        }
    }

    /// Opens one of our stores for reading, also where nothing can be written beside it (read-only media).
    static func openReadOnly(_ path: String) throws(StoreError) -> Database {
        do {
            let database = try Database(path: path, file: address(of: path), flags: SQLITE_OPEN_READONLY)
            try checkApplication(of: database)
            return database
        } catch {
            // A store in WAL mode wants a -shm file. Without that and without a pending log the file is complete as it lies.
            guard error.problem == .unreadable || error.problem == .notWritable, length(of: path + "-wal") == 0 else { throw error }
            let database = try Database(
                path: path, file: "file:\(escaped(path))?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
            try checkApplication(of: database)
            return database
        }
    }

    private static func checkApplication(of database: Database) throws(StoreError) {
        let id: Int64?
        do { id = try database.integer("PRAGMA application_id") } catch {
            // "file is not a database": text, an archive, anything; damage inside a database has another code.
            if sqlite3_errcode(database.handle) & 0xFF == SQLITE_NOTADB { throw StoreError(.notAStore, path: database.path) }
            throw error
        }
        guard id != Schema.applicationID else { return }
        // A process that was killed while it made a store leaves a database with nothing in it.
        let tables = try database.integer("SELECT count(*) FROM sqlite_master")
        let isBlank = id == 0 && tables == 0
        throw StoreError(isBlank ? .missing : .notAStore, path: database.path)
    }

    /// A path as SQLite takes it: one that begins with `file:` is no address but a name.
    static func address(of path: String) -> String { path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path }

    /// A path inside a `file:` address.
    static func escaped(_ path: String) -> String {
        var out = path.hasPrefix("/") ? "" : "./"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default: out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return out
    }

    /// The length of a file; 0 when there is none.
    static func length(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// What the system says about its last failure.
    static func systemMessage(_ code: Int32 = errno) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
