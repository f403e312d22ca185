import Domain

// Orders that lie in the store alone, when their time comes.
extension WatchStore {
    /// Orders that should be looked at again by now, the longest due first.
    public func due(until: Instant, limit: Int) throws(StoreError) -> [StoredOrder] {
        let keys = try database.prepare("SELECT key FROM watch_orders WHERE open > 0 AND due <= ?1 ORDER BY due LIMIT ?2")
        keys.bind(1, until.microseconds)
        keys.bind(2, Int64(limit))
        return try orders(keys).map(\.order)
    }

    /// Orders that wait for a server log that had fallen silent.
    ///
    /// - Parameter key: the walk goes on behind it; moved on, and nil when the walk is over.
    public func held(after key: inout Int64?, limit: Int) throws(StoreError) -> [StoredOrder] {
        guard let start = key else { return [] }
        let keys = try database.prepare("SELECT key FROM watch_orders WHERE open = 2 AND key > ?1 ORDER BY key LIMIT ?2")
        keys.bind(1, start)
        keys.bind(2, Int64(limit))
        let found = try orders(keys)
        key = found.count < limit ? nil : found.last?.key
        return found.map(\.order)
    }

    private func orders(_ keys: Statement) throws(StoreError) -> [(key: Int64, order: StoredOrder)] {
        var all: [Int64] = []
        while try keys.step() { all.append(keys.integer(0)) }
        var found: [(key: Int64, order: StoredOrder)] = []
        for key in all { if let order = try store.order(key: key) { found.append((key, order)) } }
        return found
    }
}
