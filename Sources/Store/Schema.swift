import Domain

/// The tables of a store, and how an earlier form becomes the present one.
enum Schema {
    /// Stands in the file's header: "PayC". Whatever does not carry it is not ours and is left alone.
    static let applicationID: Int64 = 0x5061_7943
    /// The present form, `PRAGMA user_version`.
    static let version = 5

    /// What a new store consists of. Secondary indexes come later, when the rows are there.
    static let tables =
        [
            // What is filtered, sorted and summed. Narrow, so that a scan over a million orders stays short.
            // key: the stable hash of the number, sign bit flipped so that signed order is unsigned order; the next free one where two collide.
            // breaks: bit n is StoredWord number n. time: created, else paid, else last evidence. Instants are microseconds since 1970, UTC.
            // marked: 1 marked paid, 0 due and provably not, NULL cannot be told.
            """
            CREATE TABLE orders (
                key INTEGER PRIMARY KEY, number TEXT NOT NULL, flow TEXT NOT NULL, outcome TEXT NOT NULL, experience TEXT, primary_break TEXT,
                breaks INTEGER NOT NULL, severity TEXT, amount_units INTEGER, amount_scale INTEGER, currency TEXT, created_at INTEGER,
                paid_at INTEGER, last_evidence_at INTEGER, time INTEGER, marked INTEGER, app_version TEXT, os_version TEXT, channel TEXT,
                return_via TEXT, platform TEXT, provider TEXT)
            """,
            // The whole verdict and the whole chain of an order, packed.
            "CREATE TABLE proofs (key INTEGER PRIMARY KEY, verdict BLOB NOT NULL, chain BLOB NOT NULL)",
            // Sorted pages of (hash of an alias, order key), 16 bytes an entry; run 0 takes single orders, each bulk write has its own runs.
            "CREATE TABLE aliases (run INTEGER, first INTEGER, entries BLOB NOT NULL, PRIMARY KEY (run, first)) WITHOUT ROWID",
            "CREATE TABLE sources (id INTEGER PRIMARY KEY, name TEXT NOT NULL, info BLOB NOT NULL)",
            // What collector files span for each device that their lines name.
            "CREATE TABLE devices (id INTEGER PRIMARY KEY, span BLOB NOT NULL)",
            "CREATE TABLE damage (id INTEGER PRIMARY KEY, source TEXT NOT NULL, place TEXT NOT NULL, reason TEXT NOT NULL, note INTEGER NOT NULL)",
            // Rows that no order claimed, in packed blocks: a later run may bind them.
            "CREATE TABLE loose (id INTEGER PRIMARY KEY, rows BLOB NOT NULL)",
            "CREATE TABLE run (id INTEGER PRIMARY KEY, context BLOB NOT NULL, summary BLOB NOT NULL)",
            // generation: grows with every change, so that two runs cannot overwrite each other unseen.
            "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
        ] + AlertTables.statements + RestartTable.statements

    /// Secondary indexes. A store of a time before one of them is read without it, only slower.
    static let indexes = [
        "CREATE INDEX orders_stuck ON orders (time) WHERE marked = 0",
        // Pages of the list of orders, and of those with a break, by time.
        "CREATE INDEX orders_time ON orders (time)",
        "CREATE INDEX orders_broken ON orders (time) WHERE breaks <> 0",
    ]

    /// Every step from one form to the next.
    static let migrations: [Migration] = [
        Migration(to: 2, why: "alert rules keep their state and their messages", statements: AlertTables.statements),
        WatchTables.migration,
        Migration(to: 4, why: "orders that nobody holds in memory are found when their time comes", statements: WatchTables.waking),
        RestartTable.migration,
    ]

    static func create(in database: Database) throws(StoreError) {
        for statement in tables + WatchTables.statements + WatchTables.waking { try database.execute(statement) }
        try database.execute("PRAGMA application_id = \(applicationID)")
        try database.execute("PRAGMA user_version = \(version)")
    }
}

/// One step from a form of the store to the next one.
struct Migration {
    /// The form it makes.
    var to: Int
    /// Why the form had to change.
    var why: String
    /// What it does.
    var statements: [String]

    /// Brings a store up to `version`, all steps in one transaction. Does nothing when it is there already.
    static func run(_ migrations: [Migration], on database: Database, to version: Int) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            // Asked inside the transaction: another process may have done it meanwhile.
            var current = Int(try database.integer("PRAGMA user_version") ?? 0)
            while current < version {
                guard let step = migrations.first(where: { $0.to == current + 1 }) else {
                    throw StoreError(.older(version: current), path: database.path)
                }
                for statement in step.statements { try database.execute(statement) }
                current = step.to
            }
            try database.execute("PRAGMA user_version = \(current)")
        }
    }
}
