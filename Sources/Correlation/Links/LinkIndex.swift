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
/// come to one worker in their own order (else make the index with `rowsInSourceOrder: false`, as for rows replayed from a store: then
/// neither their order nor how often each comes makes a difference).
/// `observe` allocates nothing but the growth of its tables; they leave memory when they outgrow their pool.
public struct LinkIndex: Sendable {
    /// What this one noted, and then what those did that were merged into it.
    private(set) var spools: [LinkSpools]
    private let own: LinkSpools
    /// Sources whose bytes may be wrong, by the numbers that rows had when they were observed.
    private(set) var doubtfulSources: Set<UInt32> = []
    /// Rows of a source may come between those of others: a tie that another source said counts for another.
    private let mixesSources: Bool
    private var presence: DevicePresence
    private var recent = RecentNames()
    /// Apart from the others, which are many more and would drive them out.
    private var recentNumbers = RecentNames()

    /// Makes an empty index.
    ///
    /// - Parameters:
    ///   - rowsInSourceOrder: whether the rows of each source come in their own order; false costs memory for each client row.
    ///   - pool: what its tables may hold in memory.
    public init(rowsInSourceOrder: Bool = true, pool: SpillPool = SpillPool()) {
        mixesSources = !rowsInSourceOrder
        own = LinkSpools(in: pool, rowsInSourceOrder: rowsInSourceOrder)
        spools = [own]
        presence = DevicePresence(compresses: rowsInSourceOrder)
    }

    /// Notes what a row ties together and says where it goes.
    public mutating func observe(_ row: Evidence, _ attributes: Attributes) -> Placement {
        var number = UnsafeRawBufferPointer(start: nil, count: 0)
        var attempt = UnsafeRawBufferPointer(start: nil, count: 0)
        var session: UInt64 = 0
        var firstSession: UInt64 = 0
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
                if code == AttributeKey.session.rawValue {
                    session = alias
                    if firstSession == 0 { firstSession = alias }
                }
                found.append(alias, isTrade: code == AttributeKey.tradeNumber.rawValue)
            }
        }
        if isExport { return .loose }
        if session != 0, row.witness == .client, row.device != 0, recent.isNew(StableHash.mixed(session, row.device)) {
            own.sessions.append(Edge(from: session, to: row.device), to: own.sessions.part(of: session))
        }
        if number.isEmpty { (number, attempt) = (attempt, UnsafeRawBufferPointer(start: nil, count: 0)) }
        guard !number.isEmpty else { return .loose }
        let order = StableHash.of(number)
        let creates = row.event == .orderCreated
        if recentNumbers.isNew(order) || creates {
            own.note(number: order, number, creates ? .namesOrder : [])
        }
        if !attempt.isEmpty { noteAttempt(attempt, number, order, row.source) }
        if product != 0, recent.isNew(StableHash.mixed(product ^ UInt64(row.witness.rawValue), order)) {
            own.products.append(Edge(from: order, to: product), to: 0)
            if row.witness == .client { own.appProducts.append(Edge(from: order, to: product), to: 0) }
        }
        for i in 0..<found.count {
            let alias = found.names[i]
            guard isNew(StableHash.mixed(alias, order), row.source) else { continue }
            let spool = found.trades & (1 &<< UInt8(i)) != 0 ? own.trades : own.aliases
            spool.append(ToldEdge(from: alias, to: order, source: row.source), to: spool.part(of: alias))
        }
        if found.count == 8, firstSession != 0 {
            own.crowded.append(Edge(from: firstSession, to: order), to: own.crowded.part(of: firstSession))
        }
        if row.witness == .client { presence.note(row, order: order, in: own.runs) }
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

    /// Whether a tie is worth keeping: the same one said just now is not, unless another source says it whose word may count for more.
    @inline(__always) private mutating func isNew(_ tie: UInt64, _ source: UInt32) -> Bool {
        recent.isNew(mixesSources ? StableHash.mixed(tie, UInt64(source)) : tie)
    }

    private mutating func noteAttempt(
        _ attempt: UnsafeRawBufferPointer, _ number: UnsafeRawBufferPointer, _ order: UInt64, _ source: UInt32
    ) {
        let name = StableHash.of(attempt)
        guard name != order, isNew(StableHash.mixed(name, order), source) else { return }
        own.note(number: order, number, .namesOrder)
        own.note(number: name, attempt, .namesAttempt)
        own.attempts.append(ToldEdge(from: name, to: order, source: source), to: 0)
    }

    /// These sources turned out to hold bytes that may be wrong: what they alone tie together counts only where no sound source says
    /// anything of the same identifier.
    ///
    /// - Parameter sources: the sources' numbers, as their rows have them.
    public mutating func distrust(_ sources: Set<UInt32>) {
        guard !sources.isEmpty else { return }
        doubtfulSources.formUnion(sources)
        // A sound source that says the same is heard again.
        recent = RecentNames()
    }

    /// Adds what another worker saw; the order of merging does not matter.
    public mutating func merge(_ other: LinkIndex) {
        var other = other
        other.finish()
        spools += other.spools
        doubtfulSources.formUnion(other.doubtfulSources)
    }

    /// Nothing more is observed.
    mutating func finish() { presence.flush(to: own.runs) }
}
