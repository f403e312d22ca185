import Domain

/// Walks over whole orders, verdict and chain, in the order of their keys: no column is unpacked that the proof tells anyway.
public final class ProofCursor {
    private let store: Store
    private let statement: Statement

    init(_ store: Store, _ filter: OrderFilter) throws(StoreError) {
        self.store = store
        let (condition, values) = filter.condition
        let sql = "SELECT number, verdict, chain FROM orders JOIN proofs ON proofs.key = orders.key WHERE \(condition) ORDER BY orders.key"
        statement = try store.database.prepare(sql)
        statement.bind(values)
    }

    /// The next order, or nil at the end.
    public func next() throws(StoreError) -> (verdict: Verdict, chain: Chain)? {
        guard try statement.step() else { return nil }
        let number = OrderNumber(bytes: Array(statement.bytes(0)))
        do throws(CodecError) {
            return (
                try VerdictCodec.decode(statement.bytes(1), order: number), try ChainCodec.decode(statement.bytes(2), order: number)
            )
        } catch {
            throw store.damage(error, in: "order \(number)")
        }
    }
}

extension Store {
    /// The orders that a filter lets through, whole; the filter's limit does not count.
    public func proofs(_ filter: OrderFilter = OrderFilter()) throws(StoreError) -> ProofCursor { try ProofCursor(self, filter) }
}
