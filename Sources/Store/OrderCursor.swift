import Domain

/// The columns of one order: enough for a list, without unpacking anything.
public struct OrderRow: Hashable, Sendable {
    /// The order.
    public var order: OrderNumber
    /// The flow it was judged by.
    public var flow: Flow
    /// The money.
    public var outcome: Outcome
    /// The payer; nil for orders never paid.
    public var experience: Experience?
    /// The break to act on.
    public var primaryBreak: BreakCode?
    /// All fired breaks, by rank.
    public var breaks: [BreakCode]
    /// How bad the primary break is.
    public var severity: Severity?
    /// The order's amount.
    public var amount: Money?
    /// When it was created.
    public var createdAt: Instant?
    /// When it was first paid.
    public var paidAt: Instant?
    /// The latest raw stamp of its evidence.
    public var lastEvidenceAt: Instant?
    /// See ``Verdict/isMarkedPaid``.
    public var isMarkedPaid: Bool?
    /// Segments.
    public var segments: Segments
}

/// Walks over the orders of a filter, by time and then by number; orders without any time come last.
public final class OrderCursor {
    private let store: Store
    private let statement: Statement
    private let withProofs: Bool

    init(_ store: Store, _ filter: OrderFilter, withProofs: Bool) throws(StoreError) {
        self.store = store
        let (condition, values) = filter.condition
        var sql = OrderCursor.columns
        sql += withProofs ? ", verdict, chain FROM orders JOIN proofs ON proofs.key = orders.key" : " FROM orders"
        sql += " WHERE \(condition) ORDER BY " + (filter.isUnsorted ? "orders.key" : "time IS NULL, time, number")
        if filter.limit != nil { sql += " LIMIT ?" }
        statement = try store.database.prepare(sql)
        statement.bind(values)
        if let limit = filter.limit { statement.bind(Int32(values.count + 1), Int64(max(limit, 0))) }
        self.withProofs = withProofs
    }

    /// Walks from a place on, over the orders that have a time or over those that have none; columns only.
    init(
        _ store: Store, _ filter: OrderFilter, dated: Bool, after: OrderPlace?, newestFirst: Bool, limit: Int
    ) throws(StoreError) {
        self.store = store
        withProofs = false
        var (condition, values) = filter.condition
        condition += dated ? " AND time IS NOT NULL" : " AND time IS NULL"
        // Tells SQLite that the index of broken orders fits.
        if !filter.breaks.isEmpty { condition += " AND breaks <> 0" }
        let (sign, direction) = newestFirst ? ("<", "DESC") : (">", "ASC")
        if let after {
            condition += dated ? " AND (time, key) \(sign) (?, ?)" : " AND key \(sign) ?"
            if let time = after.time { values.append(.integer(time.microseconds)) }
            values.append(.integer(after.key))
        }
        let order = dated ? "time \(direction), key \(direction)" : "key \(direction)"
        statement = try store.database.prepare(
            "\(OrderCursor.columns), key, time FROM orders WHERE \(condition) ORDER BY \(order) LIMIT \(max(limit, 0))")
        statement.bind(values)
    }

    private static let columns = """
        SELECT number, flow, outcome, experience, primary_break, breaks, severity, amount_units, amount_scale, currency, created_at,
            paid_at, last_evidence_at, marked, app_version, os_version, channel, return_via, platform, provider
        """

    /// Where the order stands that a walk from a place on gave last.
    var place: OrderPlace {
        OrderPlace(time: statement.optionalInteger(21).map(Instant.init(microseconds:)), key: statement.integer(20))
    }

    /// The next order, or nil at the end.
    public func next() throws(StoreError) -> OrderRow? {
        guard try statement.step() else { return nil }
        guard let flow = Flow(rawValue: statement.text(1)), let outcome = Outcome(rawValue: statement.text(2)) else {
            throw StoreError(.damaged, path: store.path, detail: "order \(statement.text(0)): unknown word")
        }
        let mask = statement.integer(5)
        var segments = Segments()
        segments.appVersion = statement.optionalText(14)
        segments.osVersion = statement.optionalText(15)
        segments.channel = statement.optionalText(16)
        segments.returnVia = statement.optionalText(17)
        segments.platform = statement.optionalText(18)
        segments.provider = statement.optionalText(19)
        return OrderRow(
            order: OrderNumber(bytes: Array(statement.bytes(0))), flow: flow, outcome: outcome,
            experience: statement.optionalText(3).flatMap(Experience.init(rawValue:)),
            primaryBreak: statement.optionalText(4).flatMap(BreakCode.init(rawValue:)),
            breaks: mask == 0 ? [] : BreakCode.allCases.filter { $0.storedBit & mask != 0 },
            severity: statement.optionalText(6).flatMap(Severity.init(rawValue:)), amount: money(),
            createdAt: statement.optionalInteger(10).map(Instant.init(microseconds:)),
            paidAt: statement.optionalInteger(11).map(Instant.init(microseconds:)),
            lastEvidenceAt: statement.optionalInteger(12).map(Instant.init(microseconds:)),
            isMarkedPaid: statement.optionalInteger(13).map { $0 != 0 }, segments: segments)
    }

    /// The verdict of the order that ``next()`` gave last; nil when the cursor walks over columns only.
    public func verdict() throws(StoreError) -> Verdict? {
        guard withProofs else { return nil }
        let number = OrderNumber(bytes: Array(statement.bytes(0)))
        do throws(CodecError) { return try VerdictCodec.decode(statement.bytes(20), order: number) } catch {
            throw store.damage(error, in: "order \(number)")
        }
    }

    /// The chain of the order that ``next()`` gave last; nil when the cursor walks over columns only.
    public func chain() throws(StoreError) -> Chain? {
        guard withProofs else { return nil }
        let number = OrderNumber(bytes: Array(statement.bytes(0)))
        do throws(CodecError) { return try ChainCodec.decode(statement.bytes(21), order: number) } catch {
            throw store.damage(error, in: "order \(number)")
        }
    }

    private func money() -> Money? {
        guard let units = statement.optionalInteger(7) else { return nil }
        return Money(units: units, scale: UInt8(truncatingIfNeeded: statement.integer(8)), currency: statement.text(9))
    }
}

extension Store {
    /// The orders that a filter lets through.
    ///
    /// - Parameter withProofs: whether the cursor can also give verdicts and chains; columns alone are faster.
    public func orders(_ filter: OrderFilter = OrderFilter(), withProofs: Bool = false) throws(StoreError) -> OrderCursor {
        try OrderCursor(self, filter, withProofs: withProofs)
    }

    /// From the first to the last creation, else payment, of an order; nil when no order has either.
    public func timeSpan() throws(StoreError) -> Stretch? {
        let statement = try database.prepare(
            "SELECT min(coalesce(created_at, paid_at)), max(coalesce(created_at, paid_at)) FROM orders")
        guard try statement.step(), let first = statement.optionalInteger(0), let last = statement.optionalInteger(1) else { return nil }
        return Stretch(from: Instant(microseconds: first), to: Instant(microseconds: last))
    }

    /// How many orders a filter lets through, its limit aside.
    public func count(_ filter: OrderFilter = OrderFilter()) throws(StoreError) -> Int {
        let (condition, values) = filter.condition
        let statement = try database.prepare("SELECT count(*) FROM orders WHERE \(condition)")
        statement.bind(values)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }
}

extension Statement {
    func bind(_ values: [OrderFilter.Value]) {
        for (index, value) in values.enumerated() {
            switch value {
            case .integer(let integer): bind(Int32(index + 1), integer)
            case .text(let text): bind(Int32(index + 1), text)
            }
        }
    }
}
