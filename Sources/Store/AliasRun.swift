import Domain

/// Gathers the aliases of a bulk write and stores them as sorted runs, so that memory stays bounded whatever the number of orders.
struct AliasRun {
    private var entries: [AliasIndex.Entry] = []
    private var run: Int64
    /// Entries left out because their alias belongs to more orders than ``Limits/ordersPerLookup``.
    private(set) var shared: Int64 = 0

    /// - Parameter last: the number of the last run that is there.
    init(after last: Int64 = 0) { run = last }

    mutating func append(_ hashes: ArraySlice<UInt64>, key: Int64) {
        for hash in hashes { entries.append(AliasIndex.Entry(hash: hash, key: key)) }
    }

    /// Whether so much is gathered that it has to be written.
    var isFull: Bool { entries.count >= Limits.storeAliasRun }

    /// Writes what is gathered as one more run.
    mutating func flush(to writer: some AliasWriter) throws(StoreError) {
        guard !entries.isEmpty else { return }
        run += 1
        sort()
        dropShared()
        for page in AliasIndex.pages(entries[...], of: Limits.storeAliasPage) {
            try writer.write(run: run, first: OrderWriter.key(of: page[page.startIndex].hash), AliasIndex.pack(page))
        }
        entries.removeAll(keepingCapacity: true)
    }

    /// A stable byte-wise radix sort by hash: eight passes, whatever the input.
    private mutating func sort() {
        var other = entries
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            var places = [Int](repeating: 0, count: 257)
            for entry in entries { places[Int(entry.hash &>> shift & 0xFF) + 1] += 1 }
            for byte in 1...256 { places[byte] += places[byte - 1] }
            for entry in entries {
                let byte = Int(entry.hash &>> shift & 0xFF)
                other[places[byte]] = entry
                places[byte] += 1
            }
            swap(&entries, &other)
        }
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
