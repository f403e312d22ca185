import Domain

/// A place in the list of orders: the order after which a page begins.
public struct OrderPlace: Hashable, Sendable {
    /// The order's time; nil where it has none.
    public var time: Instant?
    /// The order's key in the store.
    public var key: Int64

    /// Makes a place.
    public init(time: Instant?, key: Int64) { (self.time, self.key) = (time, key) }
}

/// One page of a list.
public struct OrderListPage: Sendable {
    /// The orders.
    public var rows: [OrderRow] = []
    /// Where the next page begins; nil on the last one.
    public var next: OrderPlace?
}

extension Store {
    /// Orders of a filter from a place on, by time and then by key; orders without a time come last. The filter's limit does not count.
    ///
    /// It walks along an index from the place on and reads no more than the page needs, however many orders there are.
    ///
    /// - Parameters:
    ///   - filter: which orders.
    ///   - after: the place that ended the page before; nil for the first page.
    ///   - newestFirst: from the latest on; else from the earliest.
    ///   - count: how many orders at most.
    public func page(
        _ filter: OrderFilter, after: OrderPlace? = nil, newestFirst: Bool = true, count: Int
    ) throws(StoreError) -> OrderListPage {
        var page = OrderListPage()
        var last: OrderPlace?
        // Two walks, since an index cannot be entered behind "no time".
        for dated in [true, false] {
            if dated, let after, after.time == nil { continue }
            let begin = after.flatMap { ($0.time != nil) == dated ? $0 : nil }
            let cursor = try OrderCursor(
                self, filter, dated: dated, after: begin, newestFirst: newestFirst, limit: count + 1 - page.rows.count)
            while let row = try cursor.next() {
                // One more than asked for tells that there is a next page.
                guard page.rows.count < count else {
                    page.next = last
                    return page
                }
                page.rows.append(row)
                last = cursor.place
            }
        }
        return page
    }

    /// How many orders a filter lets through, up to a bound: counting stops there.
    public func count(_ filter: OrderFilter, upTo bound: Int) throws(StoreError) -> Int {
        let (condition, values) = filter.condition
        let statement = try database.prepare("SELECT count(*) FROM (SELECT 1 FROM orders WHERE \(condition) LIMIT \(max(bound, 0)))")
        statement.bind(values)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// A number that grows with every change of the store.
    public func generation() throws(StoreError) -> Int64 {
        try database.integer("SELECT value FROM meta WHERE key = 'generation'") ?? 0
    }

    /// Whether a writer keeps a log beside the store (WAL): then a connection that stays open, even an idle one, keeps a new analysis from
    /// taking the store's place.
    public var hasLog: Bool { (try? database.text("PRAGMA journal_mode")) == "wal" }

    /// Everything `body` reads is of one state of the store, whoever writes meanwhile.
    public func reading<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        try database.execute("BEGIN")
        do {
            let result = try body()
            try database.execute("COMMIT")
            return result
        } catch {
            try? database.execute("ROLLBACK")
            throw error
        }
    }
}
