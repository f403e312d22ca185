import CSQLite
import Domain

/// One SQLite connection. Used by one thread at a time.
final class Database {
    let handle: OpaquePointer
    /// The path as the user gave it, for messages.
    let path: String

    /// - Parameters:
    ///   - path: what messages name.
    ///   - file: what SQLite opens: a path, or a `file:` address.
    ///   - flags: `SQLITE_OPEN_…`.
    init(path: String, file: String, flags: Int32) throws(StoreError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(file, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let error = StoreError(code: code, path: path, detail: opened.map { String(cString: sqlite3_errmsg($0)) } ?? "")
            sqlite3_close_v2(opened)
            throw error
        }
        (handle, self.path) = (opened, path)
        sqlite3_busy_timeout(opened, Limits.storeBusyMilliseconds)
    }

    deinit { sqlite3_close_v2(handle) }

    func error(_ code: Int32) -> StoreError {
        StoreError(code: code, path: path, detail: String(cString: sqlite3_errmsg(handle)))
    }

    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    func prepare(_ sql: String) throws(StoreError) -> Statement { try Statement(self, sql) }

    /// The first column of the first row as an integer; nil without a row.
    func integer(_ sql: String) throws(StoreError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The first column of the first row as text; nil without a row.
    func text(_ sql: String) throws(StoreError) -> String? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(0) : nil
    }

    /// Runs `body` as one transaction: all of it happens or nothing.
    func transaction<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// Whether the file this connection has open no longer lies at its path.
    var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }
}

extension StoreError {
    /// SQLite's result codes in our terms.
    init(code: Int32, path: String, detail: String) {
        let problem: Problem =
            switch code & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED: .locked
            case SQLITE_FULL: .full
            case SQLITE_READONLY, SQLITE_PERM: .notWritable
            case SQLITE_CANTOPEN, SQLITE_AUTH: .unreadable
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged
            default: .failed
            }
        self.init(problem, path: path, detail: detail)
    }
}
