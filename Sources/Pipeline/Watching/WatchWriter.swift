import Domain
import Store
import Synchronization

/// Writes judged orders into the open transaction on whichever thread delivers them, one at a time; the first failure is kept.
final class WatchWriter: @unchecked Sendable {
    private let store: WatchStore
    private let sources: [SourceInfo]
    private let asOf: Instant
    private let isSettled: Bool
    private let all: Bool
    private let failure = Mutex<StoreError?>(nil)
    /// The rows of orders that stay at hand.
    private(set) var atHand = EvidenceBatch()
    /// Those orders.
    private(set) var keys: Set<UInt64> = []
    /// The latest other order of each device that may go on.
    private(set) var devices: [DeviceKey: ActiveEvidence.DeviceOrder] = [:]

    /// - Parameters:
    ///   - isSettled: whether slices are complete.
    ///   - all: whether unchanged orders are written as well.
    init(_ store: WatchStore, _ linked: LinkedRun, isSettled: Bool, all: Bool) {
        (self.store, sources, asOf) = (store, linked.table.sources, linked.context.asOf)
        (self.isSettled, self.all) = (isSettled, all)
    }

    /// Writes one slice.
    func write(_ piece: WatchJudging.Piece) {
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(StoreError) {
            try store.apply(
                piece.orders, hashes: isSettled ? piece.slice.hashes : nil, all: all,
                moved: { before, after in ChangeCause.change(before, after, sources: sources, isSettled: isSettled) },
                gone: { before in ChangeCause.end(before, asOf: asOf) })
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
