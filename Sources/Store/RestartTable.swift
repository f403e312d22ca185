import Domain

/// The table of places from which packed files can be read again: one row a place, known by what the file is, not by its name.
enum RestartTable {
    static let statements = [
        // content: the content id of the file's stream; size: its bytes on disk; start: offset in the stream; bits: where in the file.
        """
        CREATE TABLE restarts (
            content INTEGER NOT NULL, size INTEGER NOT NULL, start INTEGER NOT NULL, bits INTEGER NOT NULL, window BLOB NOT NULL,
            PRIMARY KEY (content, size, start))
        """
    ]

    static let migration = Migration(to: 5, why: "original lines are read out of large packed files", statements: statements)

    static func write(_ files: some Sequence<RestartPoints>, to database: Database) throws(StoreError) {
        let row = try database.prepare("INSERT OR REPLACE INTO restarts VALUES (?1, ?2, ?3, ?4, ?5)")
        for file in files {
            for point in file.points {
                row.bind(1, Int64(bitPattern: file.contentID))
                row.bind(2, Int64(bitPattern: file.size))
                row.bind(3, Int64(bitPattern: point.offset))
                row.bind(4, Int64(bitPattern: point.bits))
                row.bind(5, blob: point.window)
                try row.run()
            }
        }
    }

    /// Takes those of sources that the new store has as well.
    static func copy(of sources: [SourceInfo], from old: Database, to new: Database) throws(StoreError) {
        guard try old.integer("SELECT count(*) FROM sqlite_master WHERE name = 'restarts'") == 1 else { return }
        let rows = try old.prepare("SELECT size, start, bits, window FROM restarts WHERE content = ?1")
        let row = try new.prepare("INSERT OR IGNORE INTO restarts VALUES (?1, ?2, ?3, ?4, ?5)")
        for content in Set(sources.map(\.contentID)).sorted() {
            rows.bind(1, Int64(bitPattern: content))
            while try rows.step() {
                row.bind(1, Int64(bitPattern: content))
                row.bind(2, rows.integer(0))
                row.bind(3, rows.integer(1))
                row.bind(4, rows.integer(2))
                row.bind(5, blob: Array(rows.bytes(3)))
                try row.run()
            }
            rows.reset()
        }
    }
}

extension Store {
    /// The last place before each of some offsets of a packed file from which it can be inflated, by the file's length on disk.
    public func restarts(of contentID: UInt64, before offsets: [UInt64]) throws(StoreError) -> [UInt64: [RestartPoint?]] {
        let sizes = try kept("SELECT DISTINCT size FROM restarts WHERE content = ?1")
        sizes.bind(1, Int64(bitPattern: contentID))
        var known: [Int64] = []
        while try sizes.step() { known.append(sizes.integer(0)) }
        sizes.reset()
        let place = try kept(
            "SELECT start, bits, window FROM restarts WHERE content = ?1 AND size = ?2 AND start <= ?3 ORDER BY start DESC LIMIT 1")
        var found: [UInt64: [RestartPoint?]] = [:]
        for size in known {
            for offset in offsets {
                place.bind(1, Int64(bitPattern: contentID))
                place.bind(2, size)
                place.bind(3, Int64(clamping: offset))
                let isThere = try place.step()
                let point =
                    isThere
                    ? RestartPoint(
                        offset: UInt64(bitPattern: place.integer(0)), bits: UInt64(bitPattern: place.integer(1)),
                        window: Array(place.bytes(2))) : nil
                found[UInt64(bitPattern: size), default: []].append(point)
                place.reset()
            }
        }
        return found
    }
}
