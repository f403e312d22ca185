import CSQLite
import Domain

/// The result of analyses in one SQLite file: one row an order with its verdict and packed chain, aliases, sources, the run, loose rows.
///
/// One connection, used by one thread at a time. Reading works while another process writes. A whole new store is made by
/// ``StoreBuilder``; this type reads, and changes a few orders at a time.
public final class Store {
    /// How a store is opened.
    public enum Mode: Sendable {
        /// For look-ups: nothing is created or changed.
        case readOnly
        /// For changes of single orders: made when missing, WAL.
        case readWrite
    }

    /// The path as given.
    public let path: String
    let database: Database

    /// Statements of look-ups that come by the thousand; whoever uses one resets it.
    private var kept: [String: Statement] = [:]

    init(path: String, database: Database) { (self.path, self.database) = (path, database) }

    /// A statement that is prepared once.
    func kept(_ sql: String) throws(StoreError) -> Statement {
        if let known = kept[sql] { return known }
        let statement = try database.prepare(sql)
        kept[sql] = statement
        return statement
    }

    /// Opens a store.
    ///
    /// An older form is brought up to date in one transaction. A file that is not ours is refused and left untouched.
    ///
    /// - Throws: ``StoreError`` with exit code 4's meaning: missing (read-only), not a store, newer, locked, not writable, damaged.
    public static func open(path: String, mode: Mode) throws(StoreError) -> Store {
        try open(path: path, mode: mode, version: Schema.version, migrations: Schema.migrations)
    }

    static func open(path: String, mode: Mode, version: Int, migrations: [Migration]) throws(StoreError) -> Store {
        let found = try StoreFile.inspect(path)
        if case .store(let there) = found {
            guard there <= version else { throw StoreError(.newer(version: there), path: path) }
            if there < version { try migrate(path, from: there, to: version, migrations) }
        }
        switch mode {
        case .readOnly:
            guard case .store = found else { throw StoreError(.missing, path: path) }
            return Store(path: path, database: try StoreFile.openReadOnly(path))
        case .readWrite:
            return Store(path: path, database: try openForWriting(path, creating: found == .missing || found == .empty))
        }
    }

    private static func migrate(_ path: String, from version: Int, to wanted: Int, _ migrations: [Migration]) throws(StoreError) {
        do {
            let database = try Database(path: path, file: StoreFile.address(of: path), flags: SQLITE_OPEN_READWRITE)
            try Migration.run(migrations, on: database, to: wanted)
        } catch {
            if error.problem == .notWritable { throw StoreError(.older(version: version), path: path, detail: error.detail) }
            throw error
        }
    }

    private static func openForWriting(_ path: String, creating: Bool) throws(StoreError) -> Database {
        let flags = SQLITE_OPEN_READWRITE | (creating ? SQLITE_OPEN_CREATE : 0)
        let database: Database
        do { database = try Database(path: path, file: StoreFile.address(of: path), flags: flags) } catch {
            throw error.problem == .unreadable ? StoreError(.notWritable, path: path, detail: error.detail) : error
        }
        guard sqlite3_db_readonly(database.handle, "main") == 0 else { throw StoreError(.notWritable, path: path) }
        if creating { try database.execute("PRAGMA page_size = \(Limits.storePageLength)") }
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        if creating {
            try database.transaction { () throws(StoreError) in
                // Two processes may have found the path free at once.
                guard try database.integer("PRAGMA application_id") == 0 else { return }
                try Schema.create(in: database)
                for index in Schema.indexes { try database.execute(index) }
                try database.execute("INSERT INTO meta VALUES ('generation', 1)")
            }
        }
        // A replacement may have taken the path between our look and the first lock: then this is the old file, which nobody reads.
        guard !database.hasMoved else { throw StoreError(.changedMeanwhile, path: path) }
        return database
    }

    /// Damage in a blob, with the order it belongs to.
    func damage(_ error: CodecError, in what: String) -> StoreError {
        StoreError(.damaged, path: path, detail: "\(what): \(error.detail)")
    }
}
