import Domain
import Findings
import Store
import Synchronization
import Verdicts

/// One judged order on its way to the store or to standard output.
public struct JudgedOrder: Sendable {
    /// The verdict.
    public let verdict: Verdict
    /// The chain it rests on.
    public let chain: Chain
}

/// The third stage: judges every order of a linked run, partition by partition, and hands them on in the order of their hashes.
struct Judging {
    let options: RunOptions
    let run: LinkedRun

    /// What all verdicts together say.
    struct Sums: Sendable {
        var summary = SummaryBuilder()
        var findings = FindingsCollector()
        var duplicates = 0
        var orders = 0
    }

    /// Judges everything.
    ///
    /// - Parameter deliver: gets the judged orders of one partition at a time, partitions in order, never two at once.
    func judge(_ deliver: @escaping @Sendable ([JudgedOrder]) -> Void) -> Sums {
        let total = Mutex(Sums())
        let queue = WorkQueue(count: PartitionStore.count)
        let delivery = OrderedDelivery<[JudgedOrder]>(deliver)
        let done = Atomic<Int>(0)
        Workers.run(options.workers) { _ in
            var scratch = PartitionRows()
            var sums = Sums()
            while let partition = queue.take() {
                var judged: [JudgedOrder] = []
                run.forEachOrder(of: partition, scratch: &scratch) { number, rows, arena in
                    let (chain, duplicates) = run.chain(number, rows, arena)
                    sums.duplicates += duplicates
                    guard !chain.events.isEmpty else { return }
                    let verdict = Judge.judge(chain, in: run.context)
                    sums.summary.add(verdict)
                    sums.findings.add(verdict, chain)
                    sums.orders += 1
                    judged.append(JudgedOrder(verdict: verdict, chain: chain))
                }
                delivery.finish(partition, judged)
                let partitions = done.add(1, ordering: .relaxed).newValue
                options.progress?(
                    RunProgress(phase: .judging, done: UInt64(partitions), total: UInt64(PartitionStore.count), lines: 0))
            }
            total.withLock {
                $0.summary.merge(sums.summary)
                $0.findings.merge(sums.findings)
                $0.duplicates += sums.duplicates
                $0.orders += sums.orders
            }
        }
        return total.withLock { $0 }
    }
}
