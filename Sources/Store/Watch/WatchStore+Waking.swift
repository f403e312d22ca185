import Domain

// Orders that lie in the store alone, when their time comes.
extension WatchStore {
    /// Gives orders that should be looked at again by now, the longest due first.
    ///
    /// - Returns: how many are due, `limit` at most.
    public func due(until: Instant, limit: Int, _ body: (StoredOrder) -> Void) throws(StoreError) -> Int {
        let keys = try database.prepare("SELECT key FROM watch_orders WHERE open > 0 AND due <= ?1 ORDER BY due LIMIT ?2")
        keys.bind(1, until.microseconds)
        keys.bind(2, Int64(limit))
        return try give(keys, body).count
    }

    /// Gives orders that wait for a server log that had fallen silent.
    ///
    /// - Parameter key: the walk goes on behind it; moved on, and nil when the walk is over.
    public func held(after key: inout Int64?, limit: Int, _ body: (StoredOrder) -> Void) throws(StoreError) {
        guard let start = key else { return }
        let keys = try database.prepare("SELECT key FROM watch_orders WHERE open = 2 AND key > ?1 ORDER BY key LIMIT ?2")
        keys.bind(1, start)
        keys.bind(2, Int64(limit))
        let found = try give(keys, body)
        key = found.count < limit ? nil : found.last
    }

    /// - Returns: the keys.
    private func give(_ keys: Statement, _ body: (StoredOrder) -> Void) throws(StoreError) -> [Int64] {
        var all: [Int64] = []
        while try keys.step() { all.append(keys.integer(0)) }
        for key in all { if let order = try store.order(key: key) { body(order) } }
        return all
    }
}
