import Domain

/// The tables of a run that goes on: what `paychain watch` needs to go on after it was stopped at any moment.
///
/// Everything stands in the store itself, so that what was read, what was judged and what was told change in one transaction.
enum WatchTables {
    static let statements = [
        // One row a stream; what is known of it, packed by the pipeline.
        "CREATE TABLE watch_streams (id INTEGER PRIMARY KEY, state BLOB NOT NULL)",
        // The rows of a stream as they were read, in blocks: id = stream << 32 | number of the block. Blocks from 1 << 31 on hold what
        // would have to be read again if more came: the evidence of a short beginning, or of a last line that is not complete.
        "CREATE TABLE watch_rows (id INTEGER PRIMARY KEY, rows BLOB NOT NULL)",
        // Bytes that were pushed and cannot be asked for again: id = stream << 32 | number.
        "CREATE TABLE watch_pushed (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
        // Named values: where files were read up to, and whether everything was judged together.
        "CREATE TABLE watch_state (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
        // digest: of the verdict without its as-of and of the chain, to see what changed. open: 1 while the order can still change by itself.
        "CREATE TABLE watch_orders (key INTEGER PRIMARY KEY, digest INTEGER NOT NULL, open INTEGER NOT NULL)",
        // How verdicts moved; key: the stable hash of the number, as in orders.
        "CREATE TABLE changes (id INTEGER PRIMARY KEY, key INTEGER NOT NULL, as_of INTEGER NOT NULL, change BLOB NOT NULL)",
        "CREATE INDEX changes_order ON changes (key, id)",
    ]

    // due: when the order should be looked at again though no line of it comes, in microseconds. open is 2 while what it waits for could
    // only be shown by a server log that has fallen silent.
    static let waking = [
        "ALTER TABLE watch_orders ADD COLUMN due INTEGER",
        "CREATE INDEX watch_due ON watch_orders (due) WHERE open > 0",
        "CREATE INDEX watch_held ON watch_orders (key) WHERE open = 2",
    ]

    static let migration = Migration(
        to: 3, why: "a run that goes on keeps streams, their evidence and the history of verdicts in the store", statements: statements)
}
