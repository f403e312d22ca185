import Domain

extension LinkIndex {
    /// Binds loose rows, after every row of the run was observed.
    ///
    /// - Parameters:
    ///   - loose: every row whose placement was `.loose`, gathered.
    ///   - order: how sources follow each other.
    ///   - number: the number of a source that `order` counts by, of the number that rows had when they were observed.
    ///   - pool: what the work may hold in memory.
    ///   - bind: gets each row that found its order.
    /// - Complexity: sorting of the loose rows' identifiers, and one pass over what `observe` kept.
    public consuming func resolve(
        loose: LooseSet, order: SourceOrder, in pool: SpillPool = SpillPool(), source number: @escaping (UInt32) -> UInt32 = { $0 },
        bind: (_ row: Evidence, _ attributes: UnsafeRawBufferPointer, _ order: UInt64, _ binding: Binding) -> Void
    ) -> (links: Links, left: LooseEnds) {
        finish()
        var resolver = LinkResolver(self, loose: loose, order: order, number: number, in: pool)
        resolver.findRoots()
        resolver.readLoose()
        resolver.bindCandidates()
        resolver.tieNames()
        resolver.bindAliases()
        resolver.bindMasks()
        resolver.bindWindows()
        let left = resolver.deal(bind)
        resolver.links.findSessions()
        return (resolver.links, left)
    }
}

/// Loose rows without an order.
public struct LooseEnds: Sendable {
    /// Application notify lines without an order, for ``ScheduleBinder``, by source and offset; and access lines of probes and tools.
    public let waiting: RowShelf
    /// Access lines of notify POSTs without a number: an application's delivery, or a provider's retry schedule, may say whose they are.
    public let posts: WaitingPosts
    /// Rows that stay without an order, each with a note why; their ties leave room for as many rows before them.
    public let unbound: SortedRows

    init(in pool: SpillPool) { (waiting, posts, unbound) = (RowShelf(in: pool), WaitingPosts(in: pool), SortedRows(in: pool)) }

    /// The least tie of ``unbound``.
    static let firstTie: UInt64 = 1 << 48

    /// Adds a row that waits.
    func wait(_ row: Evidence, _ attributes: Attributes) {
        if row.witness == .serverEdge, !DeliveryLedger.isNoDelivery(attributes) {
            posts.append(row, attributes)
        } else {
            waiting.append(row, attributes: attributes.bytes, tie: row.identity)
        }
    }

    /// Has to be called once all are there.
    func finish() {
        waiting.sort()
        posts.finish()
    }
}
