import Domain

// What was read: streams, their rows, and bytes that cannot be read again.
extension WatchStore {
    /// Blocks from here on are replaced by the next reading of the stream.
    static let provisionalBlock: Int64 = 1 << 31

    private static func block(_ stream: UInt32, _ number: Int64) -> Int64 { Int64(stream) &<< 32 | number }

    /// Every stream and what is known of it, by id.
    public func streams() throws(StoreError) -> [(id: UInt32, state: [UInt8])] {
        let statement = try database.prepare("SELECT id, state FROM watch_streams ORDER BY id")
        var all: [(id: UInt32, state: [UInt8])] = []
        while try statement.step() { all.append((UInt32(truncatingIfNeeded: statement.integer(0)), Array(statement.bytes(1)))) }
        return all
    }

    /// Keeps what is known of a stream.
    public func save(stream: UInt32, state: [UInt8]) throws(StoreError) {
        let statement = try database.prepare("INSERT OR REPLACE INTO watch_streams VALUES (?1, ?2)")
        statement.bind(1, Int64(stream))
        statement.bind(2, blob: state)
        try statement.run()
    }

    /// Forgets a stream; its rows go apart.
    public func remove(stream: UInt32) throws(StoreError) {
        try database.execute("DELETE FROM watch_streams WHERE id = \(stream)")
    }

    /// Adds rows of a stream.
    ///
    /// - Parameters:
    ///   - next: the number of the next block; counted on.
    ///   - isProvisional: whether they give way when the stream is read on.
    public func append(_ rows: EvidenceBatch, stream: UInt32, next: inout UInt32, isProvisional: Bool) throws(StoreError) {
        let insert = try database.prepare("INSERT INTO watch_rows VALUES (?1, ?2)")
        var start = 0
        var provisional = WatchStore.provisionalBlock
        while start < rows.rows.count {
            let end = min(start + Limits.watchBlock, rows.rows.count)
            var block = EvidenceBatch()
            for row in rows.rows[start..<end] { rows.withAttributes(of: row) { block.append(row, attributes: $0.bytes) } }
            insert.bind(1, WatchStore.block(stream, isProvisional ? provisional : Int64(next)))
            insert.bind(2, blob: LooseBlocks.encode(block))
            try insert.run()
            if isProvisional { provisional += 1 } else { next += 1 }
            start = end
        }
    }

    /// Takes rows of a stream away.
    public func removeRows(stream: UInt32, onlyProvisional: Bool) throws(StoreError) {
        let statement = try database.prepare("DELETE FROM watch_rows WHERE id BETWEEN ?1 AND ?2")
        statement.bind(1, WatchStore.block(stream, onlyProvisional ? WatchStore.provisionalBlock : 0))
        statement.bind(2, WatchStore.block(stream, 1 << 32 - 1))
        try statement.run()
    }

    /// Gives all rows of a stream, in the order in which they were read.
    public func rows(of stream: UInt32, _ body: (EvidenceBatch) throws(StoreError) -> Void) throws(StoreError) {
        let statement = try database.prepare("SELECT rows FROM watch_rows WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
        statement.bind(1, WatchStore.block(stream, 0))
        statement.bind(2, WatchStore.block(stream, 1 << 32 - 1))
        while try statement.step() {
            let batch: EvidenceBatch
            do throws(CodecError) { batch = try LooseBlocks.decode(statement.bytes(0)) } catch {
                throw store.damage(error, in: "rows of stream \(stream)")
            }
            try body(batch)
        }
    }

    /// Keeps bytes that were pushed.
    public func append(pushed bytes: [UInt8], stream: UInt32, number: UInt32) throws(StoreError) {
        let insert = try database.prepare("INSERT INTO watch_pushed VALUES (?1, ?2)")
        insert.bind(1, WatchStore.block(stream, Int64(number)))
        insert.bind(2, blob: bytes)
        try insert.run()
    }

    /// Gives the bytes that were pushed to a stream, in their order.
    public func pushed(to stream: UInt32, _ body: (UnsafeRawBufferPointer) -> Void) throws(StoreError) {
        let statement = try database.prepare("SELECT bytes FROM watch_pushed WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
        statement.bind(1, WatchStore.block(stream, 0))
        statement.bind(2, WatchStore.block(stream, 1 << 32 - 1))
        while try statement.step() { body(statement.bytes(0)) }
    }

    /// Forgets the bytes of a stream that is complete.
    public func removePushed(to stream: UInt32) throws(StoreError) {
        let statement = try database.prepare("DELETE FROM watch_pushed WHERE id BETWEEN ?1 AND ?2")
        statement.bind(1, WatchStore.block(stream, 0))
        statement.bind(2, WatchStore.block(stream, 1 << 32 - 1))
        try statement.run()
    }

    /// A named value; nil where there is none.
    public func value(_ name: String) throws(StoreError) -> [UInt8]? {
        let statement = try database.prepare("SELECT value FROM watch_state WHERE name = ?1")
        statement.bind(1, name)
        return try statement.step() ? Array(statement.bytes(0)) : nil
    }

    /// Keeps a named value.
    public func set(_ name: String, _ value: [UInt8]) throws(StoreError) {
        let statement = try database.prepare("INSERT OR REPLACE INTO watch_state VALUES (?1, ?2)")
        statement.bind(1, name)
        statement.bind(2, blob: value)
        try statement.run()
    }
}
