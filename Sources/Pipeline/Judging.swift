import Domain
import Findings
import Store
import Synchronization
import Verdicts

/// The third stage: judges every order of a linked run, partition by partition, and hands them on in the order of their hashes.
struct Judging {
    let options: RunOptions
    let run: LinkedRun
    /// Makes the bytes of one order for standard output, on the worker's thread; nil makes none.
    let render: (@Sendable (Verdict, Chain, [SourceInfo]) -> [UInt8])?

    /// What all verdicts together say.
    struct Sums: Sendable {
        var summary = SummaryBuilder()
        var counts = OrderCounter()
        var findings = FindingsCollector()
        var duplicates = 0
        /// Orders of which lines may have been left out.
        var crowded: Set<OrderNumber> = []

        /// Notes whether lines of an order may have been left out.
        mutating func noteCrowded(_ chain: Chain) {
            if chain.events.withUnsafeBufferPointer(CrowdedOrder.isCrowded) { crowded.insert(chain.order) }
        }
    }

    /// The judged orders of one partition.
    struct Piece: Sendable {
        /// For the store.
        var batch = OrderBatch()
        /// For standard output.
        var rendered: [UInt8] = []
    }

    /// Judges everything.
    ///
    /// - Parameter deliver: gets partitions in order, never two at once.
    func judge(_ deliver: @escaping @Sendable (Piece) -> Void) -> Sums {
        let total = Mutex(Sums())
        let slices = run.slices(of: MemoryPlan(options.memory, workers: options.workers).slice)
        let queue = WorkQueue(count: slices.count)
        let unread = Mutex(slices.reduce(into: [Int](repeating: 0, count: PartitionStore.count)) { $0[$1.partition] += 1 })
        let delivery = OrderedDelivery<Piece>(ahead: options.workers, deliver)
        let done = Atomic<Int>(0)
        let heap = HeapWatch(memory: options.memory)
        let keeps = options.database != nil
        Workers.run(options.workers) { [self] _ in
            var walk = OrderWalk(run)
            var judge = Judge(run.context)
            var sums = Sums()
            var packer = OrderPacker()
            var size = OrderBatch.Size()
            while let next = queue.take() {
                // Slices are about as large as each other.
                var piece = Piece(batch: OrderBatch(expecting: size))
                walk.begin(slices[next])
                // Nobody looks at it again after the last of its slices.
                let partition = slices[next].partition
                let isLast = unread.withLock {
                    $0[partition] -= 1
                    return $0[partition] == 0
                }
                if isLast { run.forget(partition) }
                while let number = walk.nextOrder() {
                    sums.duplicates += walk.build(number)
                    guard !walk.chain.events.isEmpty else { continue }
                    walk.withChain { judge.judge(&$0) }
                    let amount = judge.verdict.countedAmount(in: walk.chain)
                    sums.summary.add(judge.verdict, walk.chain, amount: amount)
                    sums.counts.add(judge.verdict, deliveries: walk.chain.deliveries, amount: amount)
                    sums.findings.note(judge.verdict, walk.chain)
                    sums.noteCrowded(walk.chain)
                    if keeps { packer.pack(judge.verdict, walk.chain, into: &piece.batch) }
                    if let render { piece.rendered += render(judge.verdict, walk.chain, run.table.sources) }
                }
                size = piece.batch.size
                delivery.finish(next, piece)
                heap.look()
                let finished = done.add(1, ordering: .relaxed).newValue
                options.progress?(RunProgress(phase: .judging, done: UInt64(finished), total: UInt64(slices.count), lines: 0))
            }
            total.withLock {
                $0.summary.merge(sums.summary)
                $0.counts.merge(sums.counts)
                $0.findings.merge(sums.findings)
                $0.duplicates += sums.duplicates
                $0.crowded.formUnion(sums.crowded)
            }
        }
        return total.withLock { $0 }
    }
}
