import CSQLite
import Domain

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Makes a whole new store beside the old one and puts it in its place at the end.
///
/// Everything is written to a temporary file in the same folder without journal or syncs, then renamed over the path in one step: a crash
/// never leaves half a store, and whoever reads the old one goes on reading it. A builder that is dropped without ``commit(context:summary:sources:deviceSpans:restarts:)``
/// leaves everything as it was. Used by one thread at a time.
///
/// Make it before the run: it finds out at once whether the store can be written, and remembers the old one's state, so that two runs
/// that began from the same store do not overwrite each other. Close readers of the old store in this process before the commit.
public final class StoreBuilder {
    /// The path as given.
    public let path: String
    private let target: String
    private let temporary: String
    private let generation: Int64?
    private var connection: Connection?
    private var isComplete = false
    private var aliases: AliasRun

    /// The growing store; closed as a whole before it takes its place, so that no lock goes with it.
    private struct Connection {
        var database: Database
        var orders: OrderWriter
        var loose: Statement
    }

    /// Begins a store that will replace what lies at `path`, or take the free place.
    ///
    /// - Parameter pool: where aliases are gathered until the end.
    public convenience init(path: String, pool: SpillPool = SpillPool()) throws(StoreError) {
        try self.init(path: path, pool: pool, maximumPages: nil)
    }

    /// - Parameter maximumPages: a bound on the file, in pages; beyond it the disk counts as full.
    init(path: String, pool: SpillPool = SpillPool(), maximumPages: Int?) throws(StoreError) {
        self.path = path
        aliases = AliasRun(in: pool)
        target = StoreBuilder.resolved(path)
        switch try StoreFile.inspect(path) {
        case .missing, .empty: generation = nil
        case .store(let version) where version > Schema.version: throw StoreError(.newer(version: version), path: path)
        case .store:
            guard access(target, W_OK) == 0 else {
                throw StoreError(.notWritable, path: path, detail: StoreFile.systemMessage())
            }
            generation = try StoreBuilder.generation(of: try StoreFile.openReadOnly(path))
        }
        TemporaryFiles.removeAbandoned(besides: target)
        temporary = TemporaryFiles.next(beside: target)
        unlink(temporary)
        do {
            let database = try Database(
                path: path, file: StoreFile.address(of: temporary), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            try database.execute(
                """
                PRAGMA page_size = \(Limits.storePageLength); PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -\(Limits.storeCacheKiB)
                """)
            if let maximumPages { try database.execute("PRAGMA max_page_count = \(maximumPages)") }
            try Schema.create(in: database)
            try database.execute("BEGIN EXCLUSIVE")
            connection = Connection(
                database: database, orders: try OrderWriter(database, replacing: false),
                loose: try database.prepare("INSERT INTO loose (rows) VALUES (?1)"))
        } catch {
            unlink(temporary)
            throw error.problem == .unreadable ? StoreError(.notWritable, path: path, detail: error.detail) : error
        }
    }

    deinit {
        guard !isComplete else { return }
        connection = nil
        unlink(temporary)
    }

    /// Writes a batch of orders. Fastest when batches come in the order of ``OrderNumber/stableHash``; within a batch any order will do.
    public func write(_ batch: OrderBatch) throws(StoreError) {
        let connection = try open()
        let places = batch.sortedPlaces()
        try batch.withBytes { (bytes) throws(StoreError) in
            for place in places {
                var key = OrderWriter.key(of: batch.rows[place].hash)
                if !(try connection.orders.write(batch.rows[place], key: key, from: bytes)) {
                    let (free, isThere) = try connection.orders.key(of: batch.rows[place], in: bytes)
                    key = free
                    guard !isThere, try connection.orders.write(batch.rows[place], key: key, from: bytes) else {
                        throw StoreError(.failed, path: path, detail: "an order was written twice")
                    }
                }
                for hash in batch.aliases(of: place) { aliases.append(hash, key: key) }
            }
        }
    }

    /// Keeps rows that no order claimed.
    public func writeLoose(_ batch: EvidenceBatch) throws(StoreError) {
        try LooseBlocks.write(batch, through: try open().loose)
    }

    /// Completes the store and puts it in its place.
    public func commit(
        context: RunContext, summary: Summary, sources: [SourceInfo], deviceSpans: some Sequence<DeviceSpan> = [DeviceSpan](),
        restarts: some Sequence<RestartPoints> = [RestartPoints]()
    ) throws(StoreError) {
        let database = try open().database
        try RestartTable.write(restarts, to: database)
        try complete(database, context, summary, sources, deviceSpans)
        connection = nil
        try putInPlace()
        isComplete = true
    }

    private func complete(
        _ database: Database, _ context: RunContext, _ summary: Summary, _ sources: [SourceInfo], _ deviceSpans: some Sequence<DeviceSpan>
    ) throws(StoreError) {
        try aliases.write(to: database, run: 1)
        try RunRecord.write(context: context, summary: summary, sources: sources, deviceSpans: deviceSpans, to: database)
        let meta = try database.prepare("INSERT INTO meta VALUES (?1, ?2)")
        for (name, value) in [("generation", (generation ?? 0) + 1), ("shared_aliases", aliases.shared)] {
            meta.bind(1, name)
            meta.bind(2, value)
            try meta.run()
        }
        if generation != nil {
            let old = try StoreFile.openReadOnly(path)
            try AlertTables.copy(from: old, to: database)
            try RestartTable.copy(of: sources, from: old, to: database)
        }
        for index in Schema.indexes { try database.execute(index) }
        try database.execute("COMMIT")
    }

    private func open() throws(StoreError) -> Connection {
        guard let connection else { throw StoreError(.failed, path: path, detail: "this store is complete already") }
        return connection
    }

    /// Renames over the path while nobody can write to what lies there.
    private func putInPlace() throws(StoreError) {
        guard let generation else {
            guard [.missing, .empty].contains(try StoreFile.inspect(path)) else { throw StoreError(.changedMeanwhile, path: path) }
            return try rename()
        }
        // The old store may hold the only copy of evidence whose logs are gone: the new one has to be on the disk before it goes.
        try TemporaryFiles.synchronize(temporary, for: path)
        let old = try Database(path: path, file: StoreFile.address(of: path), flags: SQLITE_OPEN_READWRITE)
        // Ends WAL mode and with it the -wal file, which would otherwise be taken for the new store's; refused while a writer is there.
        // SQLite does not wait for readers here, who come and go while pages are served.
        var left = Limits.storeBusyMilliseconds
        while try old.text("PRAGMA journal_mode = DELETE") != "delete" {
            guard left > 0 else { throw StoreError(.locked, path: path) }
            usleep(10_000)
            left -= 10
        }
        try old.execute("BEGIN EXCLUSIVE")
        guard try StoreBuilder.generation(of: old) == generation, !old.hasMoved else {
            throw StoreError(.changedMeanwhile, path: path)
        }
        try rename()
    }

    private func rename() throws(StoreError) {
        var status = stat()
        if stat(target, &status) == 0 { chmod(temporary, status.st_mode & 0o7777) }
        guard systemRename(temporary, target) == 0 else {
            throw StoreError(.notWritable, path: path, detail: StoreFile.systemMessage())
        }
    }

    private static func generation(of database: Database) throws(StoreError) -> Int64 {
        try database.integer("SELECT value FROM meta WHERE key = 'generation'") ?? 0
    }

    /// Where the path really leads: a link stays a link to the new store.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

/// The system's call, which a method of the same name would hide.
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
