import Domain

/// Gathers the aliases of a bulk write and stores them as sorted runs, so that memory stays bounded whatever the number of orders.
struct AliasRun {
    private var entries: [AliasIndex.Entry] = []
    private var run: Int64
    /// Entries left out because their alias belongs to more orders than ``Limits/ordersPerLookup``.
    private(set) var shared: Int64 = 0

    /// - Parameter last: the number of the last run that is there.
    init(after last: Int64 = 0) { run = last }

    mutating func append(_ hashes: ArraySlice<UInt64>, key: Int64, to database: Database) throws(StoreError) {
        for hash in hashes { entries.append(AliasIndex.Entry(hash: hash, key: key)) }
        if entries.count >= Limits.storeAliasRun { try flush(to: database) }
    }

    /// Writes what is gathered as one more run.
    mutating func flush(to database: Database) throws(StoreError) {
        guard !entries.isEmpty else { return }
        run += 1
        sort()
        dropShared()
        let insert = try database.prepare("INSERT INTO aliases VALUES (?1, ?2, ?3)")
        for page in AliasIndex.pages(entries[...], of: Limits.storeAliasPage) {
            insert.bind(1, run)
            insert.bind(2, OrderWriter.key(of: page[page.startIndex].hash))
            insert.bind(3, blob: AliasIndex.pack(page))
            try insert.run()
        }
        entries = []
    }

    /// Sorts by hash and key: dealt in place by the uppermost byte, then each of these parts by itself, so that a second array of all
    /// entries is never there.
    private mutating func sort() {
        entries.withUnsafeMutableBufferPointer { all in
            let ends = AliasRun.deal(all)
            for byte in 0..<256 {
                var part = UnsafeMutableBufferPointer(rebasing: all[ends[byte]..<ends[byte + 1]])
                part.sort { ($0.hash, $0.key) < ($1.hash, $1.key) }
            }
        }
    }

    /// Moves every entry to the part of its uppermost byte; where the parts begin, and the end of the last.
    private static func deal(_ all: UnsafeMutableBufferPointer<AliasIndex.Entry>) -> [Int] {
        var begins = [Int](repeating: 0, count: 257)
        for entry in all { begins[Int(entry.hash &>> 56) + 1] += 1 }
        for byte in 1...256 { begins[byte] += begins[byte - 1] }
        var next = begins
        for byte in 0..<256 {
            while next[byte] < begins[byte + 1] {
                let home = Int(all[next[byte]].hash &>> 56)
                if home != byte { all.swapAt(next[byte], next[home]) }
                next[home] += 1
            }
        }
        return begins
    }

    private mutating func dropShared() {
        var kept = 0
        var repeats = 0
        for index in entries.indices {
            repeats = index > 0 && entries[index].hash == entries[index - 1].hash ? repeats + 1 : 0
            if repeats >= Limits.ordersPerLookup {
                shared += 1
                continue
            }
            if kept != index { entries[kept] = entries[index] }
            kept += 1
        }
        entries.removeLast(entries.count - kept)
    }
}
