import Domain
import Findings
import Store
import Synchronization
import Verdicts

/// Judges the orders of a linked run, tells open ones from closed ones, and hands them to the store partition by partition.
struct WatchJudging {
    let run: LinkedRun
    let workers: Int
    /// How long after its last evidence an order may still get lines that come late.
    let lateness: TimeSpan

    /// The judged orders of one partition.
    struct Piece: Sendable {
        var partition: Int
        var orders = WatchedOrders()
        /// The rows of the open ones; their source is a place in the run's table.
        var open = EvidenceBatch()
        /// The hashes of the open ones.
        var keys: [UInt64] = []
    }

    /// What the verdicts say together.
    struct Sums: Sendable {
        var open = Judging.Sums()
        var closed = Judging.Sums()
        /// Both.
        var all: Judging.Sums {
            var all = closed
            all.add(open)
            return all
        }
    }

    /// Judges everything.
    ///
    /// - Parameters:
    ///   - skips: orders that count in sums elsewhere.
    ///   - deliver: gets partitions in order, never two at once.
    func judge(skips: Set<UInt64> = [], _ deliver: @escaping @Sendable (Piece) -> Void) -> Sums {
        let total = Mutex(Sums())
        let queue = WorkQueue(count: PartitionStore.count)
        let delivery = OrderedDelivery<Piece>(deliver)
        Workers.run(workers) { [self] _ in
            var walk = OrderWalk(run)
            var judge = Judge(run.context)
            var sums = Sums()
            while let partition = queue.take() {
                var piece = Piece(partition: partition)
                walk.begin(partition)
                while let number = walk.nextOrder() {
                    let duplicates = walk.build(number)
                    guard !walk.chain.events.isEmpty else {
                        sums.closed.duplicates += duplicates
                        continue
                    }
                    walk.withChain { judge.judge(&$0) }
                    let isOpen = isOpen(judge.verdict)
                    if isOpen {
                        sums.open.duplicates += duplicates
                        if !skips.contains(number.stableHash) { sums.open.add(judge.verdict, walk.chain) }
                        WatchJudging.keep(walk.rows, walk.arena, in: &piece.open)
                        piece.keys.append(number.stableHash)
                    } else {
                        sums.closed.duplicates += duplicates
                        if !skips.contains(number.stableHash) { sums.closed.add(judge.verdict, walk.chain) }
                    }
                    piece.orders.append(judge.verdict, walk.chain, isOpen: isOpen)
                }
                delivery.finish(partition, piece)
            }
            total.withLock {
                $0.open.add(sums.open)
                $0.closed.add(sums.closed)
            }
        }
        return total.withLock { $0 }
    }

    /// Whether an order can still change without a line of its own: a deadline is ahead, or lines of its time may still come.
    private func isOpen(_ verdict: Verdict) -> Bool {
        if verdict.steps.contains(where: { $0.state == .notDue }) { return true }
        guard let last = verdict.lastEvidenceAt else { return true }
        return run.context.asOf - last < lateness
    }

    private static func keep(_ rows: UnsafeBufferPointer<Evidence>, _ arena: UnsafeRawBufferPointer, in batch: inout EvidenceBatch) {
        for row in rows {
            let start = Int(row.attributesStart)
            batch.append(row, attributes: UnsafeRawBufferPointer(rebasing: arena[start..<(start + Int(row.attributesLength))]))
        }
    }
}

extension Judging.Sums {
    /// Adds other sums.
    mutating func add(_ other: Judging.Sums) {
        summary.merge(other.summary)
        counts.merge(other.counts)
        findings.merge(other.findings)
        duplicates += other.duplicates
    }

    /// Counts one order.
    mutating func add(_ verdict: Verdict, _ chain: Chain) {
        let amount = verdict.countedAmount(in: chain)
        summary.add(verdict, chain, amount: amount)
        counts.add(verdict, deliveries: chain.deliveries, amount: amount)
        findings.note(verdict, chain)
    }
}
