import Correlation
import Domain
import Store

/// What a batch between two settlings is judged from: the rows of orders that are at hand, of orders that new lines touch or whose time has
/// come, and the new lines. Every other order lies in the store alone.
struct ActiveEvidence {
    /// The latest order of a device.
    struct DeviceOrder {
        var hash: UInt64
        var at: Instant
    }

    /// Rows of the orders at hand; their source is a stream's id.
    var rows = EvidenceBatch()
    /// Rows of orders that were taken from the store for this batch: apart, so that those at hand need not be copied.
    var taken = EvidenceBatch()
    /// The orders of both.
    var orders: Set<UInt64> = []
    /// Rows that no order claimed and that are recent enough to find one.
    var loose = EvidenceBatch()
    /// Rows that were kept and not judged yet.
    var recent = EvidenceBatch()
    /// Where streams stand among the run's sources: rows in the store name them so.
    var places: [UInt32: UInt32] = [:]
    /// What the orders say together that are not at hand.
    var others = Judging.Sums()
    /// Orders at hand whose lines count among the findings of the others.
    var counted: Set<UInt64> = []
    /// The order that a device's next line without a number may belong to.
    var devices: [DeviceKey: DeviceOrder] = [:]
    /// What all orders say of device clocks.
    var clocks = ClockTable()
    /// Notifies without an order, those that are no longer at hand included.
    var notifies: [RunContext.UnboundNotify] = []
    /// The moment that the last batch spoke for.
    var asOf = Instant.distantPast
    /// How far the server logs went then.
    var ends: [UInt32: Instant] = [:]
    /// Where the walk over orders stands that wait for a log which goes on again; nil: none is wanted.
    var heldAfter: Int64?
    /// More orders are due than one batch takes.
    var hasMore = false
    /// Too much was read that could not be judged: only a settling can.
    var isTooLarge = false

    /// What the orders counted that were taken from the store for this batch.
    private var takenSums = Judging.Sums()

    /// What the store was asked for in a batch.
    struct Asked {
        fileprivate var names: Set<UInt64> = []
        fileprivate var numbers: Set<UInt64> = []
    }

    /// Adds rows to a worker.
    ///
    /// - Parameter own: how a row is called among those of all streams.
    static func place(_ batch: EvidenceBatch, in worker: Extraction.Worker, as own: (Evidence) -> Evidence) {
        batch.arena.withUnsafeBytes { arena in
            for row in batch.rows {
                var row = own(row)
                row.binding = .direct
                worker.place(row, arena: arena)
            }
        }
    }

    /// Leaves out the rows of streams that give all their rows anew.
    mutating func drop(_ streams: Set<UInt32>) {
        guard !streams.isEmpty else { return }
        (rows, loose) = (rows.without(streams), loose.without(streams))
    }

    /// Takes orders from the store that rows name and that are not at hand.
    ///
    /// - Parameters:
    ///   - asked: what it was asked for in this batch before.
    ///   - stream: the stream that stands at a place among the run's sources; nil: its rows come anew, or it is gone.
    ///   - own: how a row is called among those of all streams.
    mutating func reopen(
        _ batch: EvidenceBatch, from store: Store, _ asked: inout Asked, stream: (UInt32) -> UInt32?, as own: (Evidence) -> Evidence
    ) throws(StoreError) {
        for row in batch.rows {
            let row = own(row)
            var texts: [(text: String, isNumber: Bool)] = []
            batch.withAttributes(of: row) { attributes in
                if let number = attributes[.orderNumber] ?? attributes[.attemptNumber] {
                    guard !orders.contains(StableHash.of(number)), asked.numbers.insert(StableHash.of(number)).inserted else { return }
                    texts.append((number.text, true))
                }
                for (key, value) in attributes where key.isIdentifier { texts.append((value.text, false)) }
            }
            for (text, isNumber) in texts {
                var found: [StoredOrder] = []
                if isNumber, let order = try store.order(OrderNumber(text)) { found = [order] }
                if found.isEmpty {
                    guard asked.names.insert(StableHash.of(text)).inserted else { continue }
                    found = try store.orders(withAlias: text)
                    guard found.count <= Limits.ordersPerAlias else { continue }
                }
                for order in found { take(order, stream) }
                // Whatever else the line names, it is the order's. A number that nobody knows may be tied to one by the rest.
                if isNumber, !found.isEmpty { break }
            }
            if row.witness == .client, let last = devices[row.device], !orders.contains(last.hash),
                let order = try store.order(hash: last.hash)
            {
                take(order, stream)
            }
        }
    }

    /// Takes an order from the store.
    mutating func take(_ order: StoredOrder, _ stream: (UInt32) -> UInt32?) {
        let key = order.verdict.order.stableHash
        guard orders.insert(key).inserted else { return }
        counted.insert(key)
        takenSums.add(order.verdict, order.chain, withFindings: false)
        for event in order.chain.events {
            guard let id = stream(event.source) else { continue }
            var row = event
            row.source = id
            order.chain.withAttributes(of: event) { taken.append(row, attributes: $0.bytes) }
        }
    }

    /// What is at hand counts for itself.
    mutating func forgetTaken() {
        others.summary.subtract(takenSums.summary)
        others.counts.subtract(takenSums.counts)
        takenSums = Judging.Sums()
    }
}

extension EvidenceBatch {
    /// The rows of all other streams.
    fileprivate func without(_ streams: Set<UInt32>) -> EvidenceBatch {
        guard rows.contains(where: { streams.contains($0.source) }) else { return self }
        var left = EvidenceBatch()
        for row in rows where !streams.contains(row.source) { withAttributes(of: row) { left.append(row, attributes: $0.bytes) } }
        return left
    }
}
