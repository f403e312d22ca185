import Domain

extension Store {
    /// Inserts or replaces a few orders in one transaction (streaming); a whole run goes through ``StoreBuilder``.
    public func upsert(_ batch: OrderBatch) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            let writer = try OrderWriter(database, replacing: true)
            for place in batch.sortedPlaces() {
                let row = batch.rows[place]
                var key: Int64 = 0
                try batch.withBytes { (bytes) throws(StoreError) in
                    key = try writer.key(of: row, in: bytes).key
                    _ = try writer.write(row, key: key, from: bytes)
                }
                try AliasIndex.insert(batch.aliases(of: place).map { AliasIndex.Entry(hash: $0, key: key) }, in: database)
            }
            try advance()
        }
    }

    /// Replaces what is known of the run, and adds rows that no order claims.
    public func update(
        context: RunContext, summary: Summary, sources: [SourceInfo], deviceSpans: some Sequence<DeviceSpan> = [DeviceSpan](),
        loose: EvidenceBatch? = nil
    ) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            try RunRecord.write(context: context, summary: summary, sources: sources, deviceSpans: deviceSpans, to: database)
            if let loose { try LooseBlocks.write(loose, through: try database.prepare("INSERT INTO loose (rows) VALUES (?1)")) }
            try advance()
        }
    }

    private func advance() throws(StoreError) {
        try database.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
    }
}
