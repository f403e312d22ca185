import Domain

/// The one index of all aliases: sorted pages of (hash of the alias, key of the order).
///
/// A row per alias would cost more than the orders themselves. The hash only finds candidates; the order's own verdict and chain say
/// whether it really has that alias, so a collision of hashes shows nothing wrong.
enum AliasIndex {
    /// One alias of one order.
    struct Entry: Comparable, Sendable {
        var hash: UInt64
        var key: Int64

        static func < (a: Entry, b: Entry) -> Bool { (a.hash, a.key) < (b.hash, b.key) }
    }

    /// The hash of an alias of whatever kind.
    static func hash(_ alias: String) -> UInt64 {
        alias.utf8.withContiguousStorageIfAvailable { StableHash.of(UnsafeRawBufferPointer($0)) } ?? StableHash.of(alias)
    }

    /// Packs sorted entries: hash and key, 8 bytes each, little endian.
    static func pack(_ entries: some Collection<Entry>) -> [UInt8] {
        var out = ByteWriter(capacity: entries.count * 16)
        for entry in entries {
            out.fixed(entry.hash)
            out.fixed(UInt64(bitPattern: entry.key))
        }
        return out.bytes
    }

    /// The entries of a page; a damaged one gives what can be read.
    static func unpack(_ bytes: UnsafeRawBufferPointer) -> [Entry] {
        (0..<(bytes.count / 16)).map { index in
            Entry(
                hash: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 16, as: UInt64.self)),
                key: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 16 + 8, as: Int64.self)))
        }
    }

    /// Keys of the orders that may have an alias, without repeats, at most ``Limits/ordersPerLookup``.
    static func keys(of alias: String, in store: Store) throws(StoreError) -> [Int64] {
        let hash = hash(alias)
        let nextRun = try store.kept("SELECT min(run) FROM aliases WHERE run > ?1")
        let page = try store.kept("SELECT entries FROM aliases WHERE run = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1")
        defer {
            nextRun.reset()
            page.reset()
        }
        var keys: [Int64] = []
        var seen: Set<Int64> = []
        var run: Int64 = -1
        while true {
            nextRun.reset()
            nextRun.bind(1, run)
            guard try nextRun.step(), let next = nextRun.optionalInteger(0) else { return keys }
            run = next
            page.reset()
            page.bind(1, run)
            page.bind(2, OrderWriter.key(of: hash))
            guard try page.step() else { continue }
            for entry in unpack(page.bytes(0)) where entry.hash == hash && seen.insert(entry.key).inserted {
                guard keys.count < Limits.ordersPerLookup else { return keys }
                keys.append(entry.key)
            }
        }
    }

    /// Adds the aliases of one order to run 0.
    static func insert(_ entries: [Entry], in database: Database) throws(StoreError) {
        let find = try database.prepare("SELECT first, entries FROM aliases WHERE run = 0 AND first <= ?1 ORDER BY first DESC LIMIT 1")
        let remove = try database.prepare("DELETE FROM aliases WHERE run = 0 AND first = ?1")
        let add = try database.prepare("INSERT OR REPLACE INTO aliases VALUES (0, ?1, ?2)")
        for entry in entries {
            find.reset()
            find.bind(1, OrderWriter.key(of: entry.hash))
            var page: [Entry] = []
            if try find.step() {
                page = unpack(find.bytes(1))
                remove.bind(1, find.integer(0))
            }
            find.reset()
            guard !page.contains(entry), page.count(where: { $0.hash == entry.hash }) < Limits.ordersPerLookup else { continue }
            if !page.isEmpty { try remove.run() }
            page.insert(entry, at: page.firstIndex { $0.hash > entry.hash } ?? page.count)
            for piece in pages(page[...], of: page.count > Limits.storeAliasPage ? page.count / 2 : page.count) {
                add.bind(1, OrderWriter.key(of: piece[piece.startIndex].hash))
                add.bind(2, blob: pack(piece))
                try add.run()
            }
        }
    }

    /// Cuts sorted entries into pages of `size`. Entries of one hash stay on one page.
    static func pages(_ entries: ArraySlice<Entry>, of size: Int) -> [ArraySlice<Entry>] {
        var pages: [ArraySlice<Entry>] = []
        var start = entries.startIndex
        while start < entries.endIndex {
            var end = min(start + max(size, 1), entries.endIndex)
            while end < entries.endIndex, entries[end].hash == entries[end - 1].hash { end += 1 }
            pages.append(entries[start..<end])
            start = end
        }
        return pages
    }
}
