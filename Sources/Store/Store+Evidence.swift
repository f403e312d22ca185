import Domain

/// Stored rows on their way back into a run.
public struct StoredEvidence: Sendable {
    /// The order they belong to; nil for rows that no order claimed.
    public var order: OrderNumber?
    /// The rows; their `source` is a place in ``Store/sources()``.
    public var rows: [Evidence]
    /// The attribute bytes of `rows`.
    public var arena: [UInt8]
    /// Device sessions of the order.
    public var devices: [DeviceSession]
}

extension Store {
    /// Gives every stored row to `body`: order by order in the order of ``OrderNumber/stableHash``, then the loose ones.
    ///
    /// A later run replays them beside its new evidence; what is there twice falls to the identity of evidence.
    public func allEvidence(_ body: (StoredEvidence) throws(StoreError) -> Void) throws(StoreError) {
        let chains = try database.prepare(
            "SELECT number, chain FROM orders JOIN proofs ON proofs.key = orders.key ORDER BY orders.key")
        while try chains.step() {
            let number = OrderNumber(bytes: Array(chains.bytes(0)))
            let chain: Chain
            do throws(CodecError) { chain = try ChainCodec.decode(chains.bytes(1), order: number) } catch {
                throw damage(error, in: "order \(number)")
            }
            try body(StoredEvidence(order: number, rows: chain.events, arena: chain.arena, devices: chain.devices))
        }
        let loose = try database.prepare("SELECT id, rows FROM loose ORDER BY id")
        while try loose.step() {
            let batch: EvidenceBatch
            do throws(CodecError) { batch = try LooseBlocks.decode(loose.bytes(1)) } catch {
                throw damage(error, in: "loose rows \(loose.integer(0))")
            }
            try body(StoredEvidence(order: nil, rows: batch.rows, arena: batch.arena, devices: []))
        }
    }
}
