import Domain

/// Where a row goes before links are resolved.
public enum Placement: Hashable, Sendable {
    /// To the order or attempt number with this stable hash; ``Links/canonical(_:)`` says later which order that is.
    case order(UInt64)
    /// To the loose rows: it names no order.
    case loose
}

/// What binds rows to orders: numbers and their roles, aliases, sessions, and who was active on which device (vocabulary §8).
///
/// One index a worker. Every row of the run is observed once, on any worker and in any interleaving of sources; the rows of one source
/// come to one worker in their own order (else make the index with `rowsInSourceOrder: false`, as for rows replayed from a store).
/// `observe` allocates nothing but the growth of its tables.
public struct LinkIndex: Sendable {
    var numbers = NumberTable()
    /// alias → number named in the same line
    var aliases: [Edge] = []
    /// Those that other workers saw: as long as orders are many, so they are kept where they lie.
    var otherAliases: [[Edge]] = []
    /// provider trade number → number: they also tell a payment number from the order's
    var trades: [Edge] = []
    /// attempt number → order number
    var attempts: [Edge] = []
    /// order → App Store product that a line names with it; the second list has what the app itself names
    var products: [Edge] = []
    var appProducts: [Edge] = []
    /// session → device that a client line names with it
    var sessions: [Edge] = []
    /// What sources tie together whose bytes may be wrong.
    var doubtful = DoubtfulTies()
    /// Sources whose bytes may be wrong.
    var doubtfulSources: Set<UInt32> = []
    var presence: DevicePresence
    private var recent = RecentNames()
    /// Apart from the others, which are many more and would drive them out.
    private var recentNumbers = RecentNames()

    /// Makes an empty index.
    ///
    /// - Parameter rowsInSourceOrder: whether the rows of each source come in their own order; false costs memory for each client row.
    public init(rowsInSourceOrder: Bool = true) {
        presence = DevicePresence(compresses: rowsInSourceOrder)
    }

    /// Notes what a row ties together and says where it goes.
    public mutating func observe(_ row: Evidence, _ attributes: Attributes) -> Placement {
        var number = UnsafeRawBufferPointer(start: nil, count: 0)
        var attempt = UnsafeRawBufferPointer(start: nil, count: 0)
        var session: UInt64 = 0
        var product: UInt64 = 0
        var isExport = false
        var found = AliasList()
        let keys = LinkIndex.keys
        var cursor = AttributeCursor(attributes)
        while cursor.next(among: keys) {
            let code = cursor.code
            if code >= AttributeKey.amount.rawValue {
                isExport = isExport || code == AttributeKey.payerExport.rawValue
                if code == AttributeKey.productID.rawValue { product = StableHash.of(cursor.value) }
            } else if code == AttributeKey.orderNumber.rawValue {
                if number.isEmpty, AliasKey.names(cursor.value) { number = cursor.value }
            } else if code == AttributeKey.attemptNumber.rawValue {
                if attempt.isEmpty, AliasKey.names(cursor.value) { attempt = cursor.value }
            } else if AliasKey.names(cursor.value) {
                let alias = AliasKey.hash(code, cursor.value)
                if code == AttributeKey.session.rawValue { session = alias }
                found.append(alias, isTrade: code == AttributeKey.tradeNumber.rawValue)
            }
        }
        if isExport { return .loose }
        if session != 0, row.witness == .client, row.device != 0, recent.isNew(StableHash.mixed(session, row.device)) {
            sessions.append(Edge(from: session, to: row.device))
        }
        if number.isEmpty { (number, attempt) = (attempt, UnsafeRawBufferPointer(start: nil, count: 0)) }
        guard !number.isEmpty else { return .loose }
        let order = StableHash.of(number)
        let creates = row.event == .orderCreated
        if recentNumbers.isNew(order) || creates { numbers.note(order, number, creates ? .namesOrder : []) }
        if !attempt.isEmpty { noteAttempt(attempt, number, order) }
        if product != 0, recent.isNew(StableHash.mixed(product ^ UInt64(row.witness.rawValue), order)) {
            products.append(Edge(from: order, to: product))
            if row.witness == .client { appProducts.append(Edge(from: order, to: product)) }
        }
        for i in 0..<found.count {
            let alias = found.names[i]
            guard recent.isNew(StableHash.mixed(alias, order)) else { continue }
            if found.trades & (1 &<< UInt8(i)) != 0 {
                trades.append(Edge(from: alias, to: order))
            } else {
                aliases.append(Edge(from: alias, to: order))
            }
        }
        if row.witness == .client { presence.note(row, order: order) }
        return .order(order)
    }

    /// What ties rows together: numbers, what joins rows by itself (``AliasKey/strength(_:)``), and whose rows are not to be joined.
    private static let keys = AttributeKeys(
        .orderNumber, .attemptNumber, .tradeNumber, .notifyID, .session, .prepayID, .requestID, .transactionID, .originalTransactionID,
        .appAccountToken, .webOrderLineItemID, .productID, .payerExport)

    /// The identifiers of one row; a line has a handful, more than eight are left out.
    private struct AliasList {
        var names = InlineArray<8, UInt64>(repeating: 0)
        var count = 0
        var trades: UInt8 = 0

        @inline(__always) mutating func append(_ alias: UInt64, isTrade: Bool) {
            guard count < 8 else { return }
            names[count] = alias
            if isTrade { trades |= 1 &<< UInt8(count) }
            count &+= 1
        }
    }

    private mutating func noteAttempt(_ attempt: UnsafeRawBufferPointer, _ number: UnsafeRawBufferPointer, _ order: UInt64) {
        let name = StableHash.of(attempt)
        guard name != order, recent.isNew(StableHash.mixed(name, order)) else { return }
        numbers.note(order, number, .namesOrder)
        numbers.note(name, attempt, .namesAttempt)
        attempts.append(Edge(from: name, to: order))
    }

    /// How much was tied together so far; for ``distrust(since:)``.
    public var mark: LinkMark { LinkMark(aliases: aliases.count, trades: trades.count, attempts: attempts.count) }

    /// The source that was observed since then turned out to hold bytes that may be wrong: what it alone ties together counts only where
    /// no sound source says anything of the same identifier.
    ///
    /// - Parameter source: the source's number, as its rows have it.
    public mutating func distrust(since mark: LinkMark, source: UInt32) {
        doubtfulSources.insert(source)
        DoubtfulTies.move(&aliases, since: mark.aliases, to: &doubtful.aliases)
        DoubtfulTies.move(&trades, since: mark.trades, to: &doubtful.trades)
        DoubtfulTies.move(&attempts, since: mark.attempts, to: &doubtful.attempts)
        // A sound source that says the same is heard again.
        recent = RecentNames()
    }

    /// Adds what another worker saw; the order of merging does not matter.
    public mutating func merge(_ other: LinkIndex) {
        numbers.merge(other.numbers)
        otherAliases.append(other.aliases)
        otherAliases += other.otherAliases
        trades.append(contentsOf: other.trades)
        attempts.append(contentsOf: other.attempts)
        doubtful.merge(other.doubtful)
        doubtfulSources.formUnion(other.doubtfulSources)
        products.append(contentsOf: other.products)
        appProducts.append(contentsOf: other.appProducts)
        sessions.append(contentsOf: other.sessions)
        presence.merge(other.presence)
    }

    /// Gives the sources of what was observed the numbers that ``SourceOrder`` counts by. Once, after everything is merged.
    public mutating func renumberSources(_ number: (UInt32) -> UInt32) {
        presence.renumberSources(number)
        doubtfulSources = Set(doubtfulSources.map(number))
    }
}
