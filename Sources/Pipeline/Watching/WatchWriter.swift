import Domain
import Store
import Synchronization

/// Writes judged partitions into the open transaction on whichever thread delivers them, one at a time; the first failure is kept.
final class WatchWriter: @unchecked Sendable {
    private let store: WatchStore
    private let sources: [SourceInfo]
    private let asOf: Instant
    private let isSettled: Bool
    private let all: Bool
    private let failure = Mutex<StoreError?>(nil)
    /// How verdicts moved.
    private(set) var changes: [VerdictChange] = []
    /// The rows of orders that stay at hand.
    private(set) var atHand = EvidenceBatch()
    /// Those orders.
    private(set) var keys: Set<UInt64> = []
    /// The latest other order of each device that may go on.
    private(set) var devices: [DeviceKey: ActiveEvidence.DeviceOrder] = [:]

    /// - Parameters:
    ///   - isSettled: whether partitions are complete.
    ///   - all: whether unchanged orders are written as well.
    init(_ store: WatchStore, _ linked: LinkedRun, isSettled: Bool, all: Bool) {
        (self.store, sources, asOf) = (store, linked.table.sources, linked.context.asOf)
        (self.isSettled, self.all) = (isSettled, all)
    }

    /// Writes one partition.
    func write(_ piece: WatchJudging.Piece) {
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(StoreError) {
            try store.apply(
                piece.orders, partition: isSettled ? piece.partition : nil, all: all,
                moved: { before, after in
                    let change = ChangeCause.change(before, after, sources: sources, isSettled: isSettled)
                    if let change { changes.append(change) }
                    return change
                },
                gone: { before in
                    let change = ChangeCause.end(before, asOf: asOf)
                    changes.append(change)
                    return change
                })
        } catch { failure.withLock { $0 = error } }
        keys.formUnion(piece.keys)
        for row in piece.atHand.rows { piece.atHand.withAttributes(of: row) { atHand.append(row, attributes: $0.bytes) } }
        for (device, order) in piece.devices { devices.note(device, order) }
    }

    /// Throws what went wrong.
    func check() throws(StoreError) {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

extension [DeviceKey: ActiveEvidence.DeviceOrder] {
    /// Notes an order of a device; the latest stays.
    mutating func note(_ device: DeviceKey, _ order: ActiveEvidence.DeviceOrder) {
        if let known = self[device], (known.at, known.hash) >= (order.at, order.hash) { return }
        self[device] = order
    }
}
