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
    /// The rows of open orders.
    private(set) var open = EvidenceBatch()
    /// Their orders.
    private(set) var keys: Set<UInt64> = []
    /// All orders of a batch that was not settled.
    private(set) var judged: Set<UInt64> = []
    /// Bytes of open rows that are kept; beyond them none are.
    private let budget: Int

    /// - Parameters:
    ///   - isSettled: whether partitions are complete.
    ///   - all: whether unchanged orders are written as well.
    init(_ store: WatchStore, _ linked: LinkedRun, isSettled: Bool, all: Bool, budget: Int) {
        (self.store, sources, asOf) = (store, linked.table.sources, linked.context.asOf)
        (self.isSettled, self.all, self.budget) = (isSettled, all, budget)
    }

    /// Whether the open orders take more memory than they may: then they stay in the store alone.
    var isTooLarge: Bool { open.byteCount > budget }

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
        if !isSettled { judged.formUnion(piece.orders.hashes) }
        keys.formUnion(piece.keys)
        guard isSettled, !isTooLarge else { return }
        for row in piece.open.rows { piece.open.withAttributes(of: row) { open.append(row, attributes: $0.bytes) } }
    }

    /// Throws what went wrong.
    func check() throws(StoreError) {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
