import CSQLite
import Domain

/// The store of a run that goes on: one connection that writes, used by one thread at a time. Readers never wait for it.
///
/// Whatever belongs together is written inside ``transaction(_:)``: all of it is there after a crash, or nothing.
public final class WatchStore {
    /// The store, for whoever reads or writes beside: inside the transaction it sees what was written there.
    public let store: Store
    var database: Database { store.database }
    let path: String
    private let writer: OrderWriter
    /// Names of the orders written in this transaction that are not in the index yet.
    private var aliases: [AliasIndex.Entry] = []
    /// The latest change of a verdict before the transaction that is open, or was last.
    private var lastChange: Int64 = 0

    /// Opens a store, or makes one.
    ///
    /// - Parameter cache: bytes of pages to keep in memory at most.
    public init(path: String, cache: Int = Limits.storeCacheKiB << 10) throws(StoreError) {
        store = try Store.open(path: path, mode: .readWrite)
        self.path = path
        writer = try OrderWriter(store.database, replacing: true)
        // What a sender was told to be safe has to outlive the machine's power, not only this process.
        let kibibytes = min(Limits.storeCacheKiB, max(1 << 20, cache) >> 10)
        try store.database.execute("PRAGMA synchronous = FULL; PRAGMA cache_size = -\(kibibytes)")
    }

    /// Bounds the file, in pages; beyond it the disk counts as full.
    func bound(pages: Int) throws(StoreError) { try database.execute("PRAGMA max_page_count = \(pages)") }

    /// Runs `body` as one transaction: all of it happens or nothing.
    public func transaction<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        guard !database.hasMoved else { throw StoreError(.changedMeanwhile, path: path) }
        return try database.transaction { () throws(StoreError) in
            aliases.removeAll()
            lastChange = try database.integer("SELECT max(id) FROM changes") ?? 0
            let result = try body()
            try writeAliases()
            try database.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
            return result
        }
    }

    /// Writes inside a transaction what may turn out not to be wanted.
    ///
    /// - Parameter body: says whether what it wrote stays.
    public func attempt(_ body: () throws(StoreError) -> Bool) throws(StoreError) -> Bool {
        try database.execute("SAVEPOINT attempt")
        let isKept = try body()
        try database.execute(isKept ? "RELEASE attempt" : "ROLLBACK TO attempt; RELEASE attempt")
        return isKept
    }

    // MARK: Orders

    /// What is there of one order, and what became of it.
    public typealias Moved = (_ before: StoredOrder?, _ after: StoredOrder) -> VerdictChange?

    /// Writes those of some judged orders that changed.
    ///
    /// - Parameters:
    ///   - orders: the orders.
    ///   - hashes: where their hashes lie, when they are all there are: others that stand there go. Nil: some orders.
    ///   - all: whether unchanged ones are written again, so that every one speaks for the same moment.
    ///   - moved: says what to keep of a change; nil: nothing.
    ///   - gone: the same for an order that is none any more.
    public func apply(
        _ orders: WatchedOrders, hashes: ClosedRange<UInt64>?, all: Bool, moved: Moved, gone: (StoredOrder) -> VerdictChange?
    ) throws(StoreError) {
        guard hashes != nil || orders.count > 0 else { return }
        let select =
            "SELECT orders.key, number, digest, open, due FROM orders LEFT JOIN watch_orders ON watch_orders.key = orders.key WHERE orders.key"
        var known: [[UInt8]: Known] = [:]
        if let hashes {
            let found = try database.prepare(select + " BETWEEN ?1 AND ?2")
            found.bind(1, OrderWriter.key(of: hashes.lowerBound))
            found.bind(2, OrderWriter.key(of: hashes.upperBound))
            while try found.step() { known[Array(found.bytes(1))] = Known(found) }
        }
        let find = try store.kept(select + " = ?1")
        let note = try store.kept("INSERT OR REPLACE INTO watch_orders (key, digest, open, due) VALUES (?1, ?2, ?3, ?4)")
        for place in orders.batch.sortedPlaces() {
            let number = orders.number(place)
            var there = known.removeValue(forKey: number)
            if hashes == nil { there = try self.find(number, hash: orders.batch.rows[place].hash, find) }
            let digest = Int64(bitPattern: orders.digests[place])
            let isSame = there?.digest == digest
            let wait = orders.waits[place]
            if isSame, !all, there?.open == wait.code, there?.due == wait.due?.microseconds { continue }
            var key = there?.key ?? 0
            if !isSame || all {
                let before = isSame ? nil : try there.map { known throws(StoreError) in try stored(number, key: known.key) } ?? nil
                try orders.batch.withBytes { (bytes) throws(StoreError) in
                    if there == nil { key = try writer.key(of: orders.batch.rows[place], in: bytes).key }
                    _ = try writer.write(orders.batch.rows[place], key: key, from: bytes)
                }
                if !isSame { try keep(orders, place, key: key, before: before, moved) }
            }
            note.bind(1, key)
            note.bind(2, digest)
            note.bind(3, wait.code)
            note.bind(4, wait.due?.microseconds)
            try note.run()
        }
        for (number, there) in known.sorted(by: { $0.value.key < $1.value.key }) {
            // A number that stands behind another one with its hash may belong to what lies before.
            guard hashes?.contains(StableHash.of(number)) == true else { continue }
            if let before = try stored(number, key: there.key), let change = gone(before) { try add(change, key: there.key) }
            try database.execute(
                "DELETE FROM orders WHERE key = \(there.key); DELETE FROM proofs WHERE key = \(there.key); DELETE FROM watch_orders WHERE key = \(there.key)"
            )
        }
    }

    private struct Known {
        var key: Int64
        var digest: Int64?
        var open: Int64
        var due: Int64?

        init(_ row: Statement) {
            (key, digest, open, due) = (row.integer(0), row.optionalInteger(2), row.integer(3), row.optionalInteger(4))
        }
    }

    private func find(_ number: [UInt8], hash: UInt64, _ statement: Statement) throws(StoreError) -> Known? {
        var key = OrderWriter.key(of: hash)
        defer { statement.reset() }
        while true {
            statement.reset()
            statement.bind(1, key)
            guard try statement.step() else { return nil }
            if statement.bytes(1).elementsEqual(number) { return Known(statement) }
            key &+= 1
        }
    }

    private func stored(_ number: [UInt8], key: Int64) throws(StoreError) -> StoredOrder? {
        let statement = try store.kept("SELECT verdict, chain FROM proofs WHERE key = ?1")
        defer { statement.reset() }
        statement.bind(1, key)
        guard try statement.step() else { return nil }
        return try decode(statement.bytes(0), statement.bytes(1), OrderNumber(bytes: number))
    }

    private func decode(
        _ verdict: UnsafeRawBufferPointer, _ chain: UnsafeRawBufferPointer, _ order: OrderNumber
    ) throws(StoreError) -> StoredOrder {
        do throws(CodecError) {
            return StoredOrder(
                verdict: try VerdictCodec.decode(verdict, order: order), chain: try ChainCodec.decode(chain, order: order))
        } catch { throw store.damage(error, in: "order \(order)") }
    }

    /// Notes what changed about an order, and the names by which it was not known before.
    private func keep(
        _ orders: WatchedOrders, _ place: Int, key: Int64, before: StoredOrder?, _ moved: Moved
    ) throws(StoreError) {
        var old: Set<UInt64> = []
        if let before { before.verdict.forEachAlias(with: before.chain) { old.insert(AliasIndex.hash($0)) } }
        for hash in orders.batch.aliases(of: place) where !old.contains(hash) { aliases.append(AliasIndex.Entry(hash: hash, key: key)) }
        if aliases.count >= Limits.watchAliasRun {
            try writeAliases()
            aliases.removeAll()
        }
        let row = orders.batch.rows[place]
        var change: VerdictChange?
        try orders.batch.withBytes { (bytes) throws(StoreError) in
            let order = OrderNumber(bytes: Array(bytes.slice(row.number)))
            change = moved(before, try decode(bytes.slice(row.verdict), bytes.slice(row.chain), order))
        }
        if let change { try add(change, key: key) }
    }

    private func add(_ change: VerdictChange, key: Int64) throws(StoreError) {
        let insert = try store.kept("INSERT INTO changes (key, as_of, change) VALUES (?1, ?2, ?3)")
        insert.bind(1, key)
        insert.bind(2, change.asOf.microseconds)
        insert.bind(3, blob: VerdictChangeCodec.encode(change))
        try insert.run()
        let bound = try store.kept(
            "DELETE FROM changes WHERE key = ?1 AND id <= (SELECT id FROM changes WHERE key = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)")
        bound.bind(1, key)
        bound.bind(2, Int64(Limits.changesPerOrder))
        try bound.run()
    }

    /// A few go into the pages that are there, many into pages of their own.
    private func writeAliases() throws(StoreError) {
        guard aliases.count > Limits.watchAliases else { return try AliasIndex.insert(aliases, in: database) }
        var run = AliasRun(in: SpillPool())
        for entry in aliases { run.append(entry.hash, key: entry.key) }
        try run.write(to: database, run: 1 + (try database.integer("SELECT max(run) FROM aliases") ?? 0))
    }

    /// Gives every change of a verdict that the last transaction kept, in the order in which they came.
    public func newChanges(_ body: (VerdictChange) -> Void) throws(StoreError) {
        let statement = try database.prepare("SELECT change FROM changes WHERE id > ?1 ORDER BY id")
        statement.bind(1, lastChange)
        while try statement.step() {
            let change: VerdictChange
            do throws(CodecError) { change = try VerdictChangeCodec.decode(statement.bytes(0)) } catch {
                throw store.damage(error, in: "changes")
            }
            body(change)
        }
    }

    /// Orders that can still change without a new line.
    public func openOrders() throws(StoreError) -> Int {
        Int(try database.integer("SELECT count(*) FROM watch_orders WHERE open > 0") ?? 0)
    }

    // MARK: The run

    /// Replaces what is known of the run.
    public func write(
        context: RunContext, summary: Summary, sources: [SourceInfo], deviceSpans: some Sequence<DeviceSpan>
    ) throws(StoreError) {
        try RunRecord.write(context: context, summary: summary, sources: sources, deviceSpans: deviceSpans, to: database)
    }

    /// Forgets the rows that no order claims.
    public func removeLoose() throws(StoreError) { try database.execute("DELETE FROM loose") }

    /// Adds rows that no order claims.
    public func append(loose: EvidenceBatch) throws(StoreError) {
        try LooseBlocks.write(loose, through: try store.kept("INSERT INTO loose (rows) VALUES (?1)"))
    }
}

extension Store {
    /// How the verdict on an order moved, the oldest change first; empty where no run that goes on has seen it.
    public func changes(of number: OrderNumber) throws(StoreError) -> [VerdictChange] {
        let statement = try database.prepare("SELECT change FROM changes WHERE key BETWEEN ?1 AND ?2 ORDER BY id")
        let key = OrderWriter.key(of: number.stableHash)
        statement.bind(1, key)
        // Numbers with the same hash stand behind each other; there are hardly ever two.
        statement.bind(2, key &+ 8)
        var changes: [VerdictChange] = []
        while try statement.step() {
            do throws(CodecError) {
                let change = try VerdictChangeCodec.decode(statement.bytes(0))
                if change.order == number { changes.append(change) }
            } catch { throw damage(error, in: "the history of \(number)") }
        }
        return changes
    }
}
