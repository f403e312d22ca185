import Domain

/// Gathers the aliases of a bulk write and stores them as one sorted run; however many there are, few lie in memory.
struct AliasRun {
    private let entries: SortedSpool<AliasIndex.Entry>
    private var count = 0
    /// Entries left out because their alias belongs to more orders than ``Limits/ordersPerLookup``.
    private(set) var shared: Int64 = 0

    init(in pool: SpillPool) { entries = SortedSpool(in: pool) }

    mutating func append(_ hash: UInt64, key: Int64) {
        count += 1
        entries.append(AliasIndex.Entry(hash: hash, key: key))
    }

    /// Writes what is gathered as a run.
    mutating func write(to database: Database, run: Int64) throws(StoreError) {
        let insert = try database.prepare("INSERT INTO aliases VALUES (?1, ?2, ?3)")
        func write(_ page: [AliasIndex.Entry]) throws(StoreError) {
            guard let first = page.first else { return }
            insert.bind(1, run)
            insert.bind(2, OrderWriter.key(of: first.hash))
            insert.bind(3, blob: AliasIndex.pack(page))
            try insert.run()
        }
        var reader = SortedSpool.reader(of: [entries])
        var page: [AliasIndex.Entry] = []
        var (left, repeats, last) = (count, 0, UInt64?.none)
        while let entry = reader.next() {
            left -= 1
            repeats = entry.hash == last ? repeats + 1 : 0
            // Entries of one hash stay on one page.
            if page.count >= Limits.storeAliasPage, entry.hash != last {
                try write(page)
                page.removeAll(keepingCapacity: true)
            }
            last = entry.hash
            if repeats < Limits.ordersPerLookup { page.append(entry) } else { shared += 1 }
        }
        try write(page)
        guard left == 0 else { throw StoreError(.failed, path: database.path, detail: "a temporary file could not be read back") }
    }
}
