import Domain

/// One stored order with everything about it.
public struct StoredOrder: Sendable {
    /// What was judged.
    public var verdict: Verdict
    /// What it was judged from.
    public var chain: Chain

    /// Gives the devices other names: one without an id of its own bears the name of its file.
    public mutating func renameDevices(_ name: (String) -> String) {
        for index in chain.devices.indices { chain.devices[index].name = name(chain.devices[index].name) }
    }
}

extension Store {
    /// The order with exactly this number (case-sensitive); nil when there is none.
    public func order(_ number: OrderNumber) throws(StoreError) -> StoredOrder? {
        try order(number, hash: number.stableHash)
    }

    func order(_ number: OrderNumber, hash: UInt64) throws(StoreError) -> StoredOrder? {
        let statement = try kept(Store.selectProof)
        defer { statement.reset() }
        var key = OrderWriter.key(of: hash)
        while true {
            statement.reset()
            statement.bind(1, key)
            guard try statement.step() else { return nil }
            if statement.bytes(0).elementsEqual(number.bytes) { return try decode(statement) }
            // Another number with the same hash: the one asked for may stand right behind it.
            key &+= 1
        }
    }

    /// The order of a stable hash; where several share it, the first.
    public func order(hash: UInt64) throws(StoreError) -> StoredOrder? { try order(key: OrderWriter.key(of: hash)) }

    func order(key: Int64) throws(StoreError) -> StoredOrder? {
        let statement = try kept(Store.selectProof)
        defer { statement.reset() }
        statement.bind(1, key)
        return try statement.step() ? try decode(statement) : nil
    }

    /// The orders that carry this text as an alias of any kind (trade number, transaction id, session, attempt, …), sorted by number.
    ///
    /// Aliases that are kept in lower case (`appAccountToken`) are found in any case.
    public func orders(withAlias alias: String) throws(StoreError) -> [StoredOrder] {
        let spellings = [alias, alias.lowercased()]
        var keys = try AliasIndex.keys(of: alias, in: self)
        if spellings[1] != alias { keys += try AliasIndex.keys(of: spellings[1], in: self) }
        guard !keys.isEmpty else { return [] }
        let statement = try kept(Store.selectProof)
        defer { statement.reset() }
        var orders: [StoredOrder] = []
        for (place, key) in keys.enumerated() where !keys[..<place].contains(key) {
            statement.reset()
            statement.bind(1, key)
            guard try statement.step() else { continue }
            let order = try decode(statement)
            var isReal = false
            order.verdict.forEachAlias(with: order.chain) { isReal = isReal || spellings.contains($0) }
            if isReal { orders.append(order) }
        }
        return orders.sorted { $0.verdict.order < $1.verdict.order }
    }

    private static let selectProof =
        "SELECT number, verdict, chain FROM orders JOIN proofs ON proofs.key = orders.key WHERE orders.key = ?1"

    private func decode(_ statement: Statement) throws(StoreError) -> StoredOrder {
        let number = OrderNumber(bytes: Array(statement.bytes(0)))
        do throws(CodecError) {
            return StoredOrder(
                verdict: try VerdictCodec.decode(statement.bytes(1), order: number),
                chain: try ChainCodec.decode(statement.bytes(2), order: number))
        } catch { throw damage(error, in: "order \(number)") }
    }

    /// Order numbers that somebody may have meant: the same in another case or with blanks, then those that begin with it.
    ///
    /// Walks over all orders: for a look-up that found nothing.
    public func numbers(like text: String, limit: Int = 5) throws(StoreError) -> [OrderNumber] {
        let wanted = Store.folded(text)
        guard !wanted.isEmpty else { return [] }
        let statement = try database.prepare("SELECT number FROM orders")
        var same: [OrderNumber] = []
        var longer: [OrderNumber] = []
        while try statement.step() {
            let number = OrderNumber(bytes: Array(statement.bytes(0)))
            let folded = Store.folded(number.description)
            if folded == wanted {
                same.append(number)
            } else if wanted.count >= 4, folded.starts(with: wanted), longer.count < Limits.ordersPerLookup {
                longer.append(number)
            }
        }
        return Array((same.sorted() + longer.sorted()).prefix(limit))
    }

    /// Letters in lower case, without blanks.
    private static func folded(_ text: String) -> [UInt8] {
        text.lowercased().unicodeScalars.filter { !$0.properties.isWhitespace }.flatMap { Array(String($0).utf8) }
    }
}
