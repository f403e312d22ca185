import Domain
import Store

/// What a batch between two settlings is judged from: the rows of open orders, of orders that new lines touch, and the new lines.
struct ActiveEvidence {
    /// Rows of the open orders as of the last settling; their source is a stream's id.
    var rows = EvidenceBatch()
    /// Those orders, and the closed ones that were touched since.
    var orders: Set<UInt64> = []
    /// Rows that no order claimed and that are recent enough to find one.
    var loose = EvidenceBatch()
    /// Rows that came since.
    var recent = EvidenceBatch()
    /// Where streams stand among the run's sources: rows in the store name them so.
    var places: [UInt32: UInt32] = [:]
    /// Closed orders that were touched since: they count among the closed ones until the next settling.
    var reopened: Set<UInt64> = []
    /// The open orders take too much memory: nothing is judged between two settlings.
    var isTooLarge = false

    /// Adds rows to a worker.
    static func place(_ batch: EvidenceBatch, in worker: Extraction.Worker, unless leftOut: (Evidence) -> Bool = { _ in false }) {
        batch.arena.withUnsafeBytes { arena in
            for row in batch.rows where !leftOut(row) {
                var row = row
                row.binding = .direct
                worker.place(row, arena: arena)
            }
        }
    }

    /// Loads what the store has of the orders that rows name and that are not at hand.
    ///
    /// - Parameter stream: the stream that stands at a place among the run's sources.
    mutating func reopen(_ batch: EvidenceBatch, from store: Store, stream: (UInt32) -> UInt32?) throws(StoreError) {
        var seen: Set<UInt64> = []
        for row in batch.rows {
            var texts: [(text: String, isNumber: Bool)] = []
            batch.withAttributes(of: row) { attributes in
                if let number = attributes[.orderNumber] ?? attributes[.attemptNumber] {
                    guard !orders.contains(StableHash.of(number)), seen.insert(StableHash.of(number)).inserted else { return }
                    texts.append((number.text, true))
                    return
                }
                for (key, value) in attributes where key.isIdentifier && seen.insert(StableHash.of(value)).inserted {
                    texts.append((value.text, false))
                }
            }
            for (text, isNumber) in texts {
                var found: [StoredOrder] = []
                if isNumber, let order = try store.order(OrderNumber(text)) { found = [order] }
                if found.isEmpty {
                    found = try store.orders(withAlias: text)
                    guard found.count <= Limits.ordersPerAlias else { continue }
                }
                for order in found { take(order, stream) }
            }
        }
    }

    private mutating func take(_ order: StoredOrder, _ stream: (UInt32) -> UInt32?) {
        let key = order.verdict.order.stableHash
        guard orders.insert(key).inserted else { return }
        reopened.insert(key)
        for event in order.chain.events {
            guard let id = stream(event.source) else { continue }
            var row = event
            row.source = id
            order.chain.withAttributes(of: event) { rows.append(row, attributes: $0.bytes) }
        }
    }
}
