import Domain
import Findings
import Store
import Synchronization
import Verdicts

/// Judges the orders of a linked run, says which stay at hand and when the others are looked at again, and hands them to the store
/// slice by slice.
struct WatchJudging {
    let run: LinkedRun
    let workers: Int
    /// How long after its last evidence an order may still get lines that come late.
    let lateness: TimeSpan
    /// Bytes of rows that may stay at hand.
    let budget: Int
    /// What a settling or a tick may take.
    let memory: Int

    /// The judged orders of one slice.
    struct Piece: Sendable {
        var slice: OrderSlice
        var orders = WatchedOrders()
        /// The rows of those at hand; their source is a place in the run's table.
        var atHand = EvidenceBatch()
        /// The hashes of those at hand.
        var keys: [UInt64] = []
        /// The other orders of devices that may go on.
        var devices: [(device: DeviceKey, order: ActiveEvidence.DeviceOrder)] = []
    }

    /// What the verdicts say together.
    struct Sums: Sendable {
        /// Of orders that stay at hand.
        var atHand = Judging.Sums()
        /// Of all others.
        var others = Judging.Sums()
        /// Both.
        var all: Judging.Sums {
            var all = others
            all.add(atHand)
            return all
        }
    }

    /// Judges everything.
    ///
    /// - Parameters:
    ///   - counted: orders whose findings count elsewhere.
    ///   - deliver: gets slices in order, never two at once.
    func judge(counted: Set<UInt64> = [], _ deliver: @escaping @Sendable (Piece) -> Void) -> Sums {
        let total = Mutex(Sums())
        let slices = run.slices(of: MemoryPlan(memory, workers: workers).slice)
        let queue = WorkQueue(count: slices.count)
        let unread = Mutex(slices.reduce(into: [Int](repeating: 0, count: PartitionStore.count)) { $0[$1.partition] += 1 })
        let delivery = OrderedDelivery<Piece>(ahead: Limits.watchSlicesAhead, deliver)
        let used = Atomic<Int>(0)
        Workers.run(workers) { [self] _ in
            var walk = OrderWalk(run)
            var judge = Judge(run.context)
            var sums = Sums()
            while let next = queue.take() {
                let slice = slices[next]
                var piece = Piece(slice: slice)
                walk.begin(slice)
                // Nobody looks at it again after the last of its slices.
                let isLast = unread.withLock {
                    $0[slice.partition] -= 1
                    return $0[slice.partition] == 0
                }
                if isLast { run.forget(slice.partition) }
                while let number = walk.nextOrder() {
                    let duplicates = walk.build(number)
                    sums.others.duplicates += duplicates
                    guard !walk.chain.events.isEmpty else { continue }
                    walk.withChain { judge.judge(&$0) }
                    let hash = number.stableHash
                    let isCounted = counted.contains(hash)
                    let size = walk.rows.reduce(0) { $0 + MemoryLayout<Evidence>.stride + Int($1.attributesLength) }
                    if isAtHand(judge.verdict), used.add(size, ordering: .relaxed).newValue <= budget {
                        sums.atHand.add(judge.verdict, walk.chain, withFindings: !isCounted)
                        WatchJudging.keep(walk.rows, walk.arena, in: &piece.atHand)
                        piece.keys.append(hash)
                    } else {
                        sums.others.add(judge.verdict, walk.chain, withFindings: !isCounted)
                        noteDevices(of: walk.rows, hash, in: &piece)
                    }
                    piece.orders.append(judge.verdict, walk.chain, wait: wait(judge.verdict, walk.chain))
                }
                delivery.finish(next, piece)
            }
            total.withLock {
                $0.atHand.add(sums.atHand)
                $0.others.add(sums.others)
            }
        }
        return total.withLock { $0 }
    }

    /// Whether lines of an order are likely to come at any moment.
    private func isAtHand(_ verdict: Verdict) -> Bool {
        verdict.lastEvidenceAt.map { run.context.asOf - $0 < Limits.watchAtHand } ?? false
    }

    /// Whether and when an order can change without a line of its own: a deadline is ahead, or lines of its time may still come.
    private func wait(_ verdict: Verdict, _ chain: Chain) -> OrderWait {
        let asOf = run.context.asOf
        let dues = verdict.steps.compactMap { $0.state == .notDue ? $0.due : nil }.filter { $0 > asOf }
        let isLate = verdict.lastEvidenceAt.map { asOf - $0 >= lateness } ?? false
        guard !isLate || verdict.steps.contains(where: { $0.state == .notDue }) else { return OrderWait(isOpen: false) }
        var due = dues.min()
        // Breaks have deadlines of their own that no step names.
        let isWell = verdict.breaks.isEmpty && verdict.steps.allSatisfy { $0.state == .seen || $0.state == .skipped }
        let looks = isWell ? WatchJudging.fewLooks : WatchJudging.looks
        if let last = verdict.lastEvidenceAt, let look = looks.first(where: { last + $0 > asOf }) {
            due = min(due ?? last + look, last + look)
        }
        return OrderWait(
            isOpen: true, isHeld: isHeld(verdict, chain),
            due: due ?? verdict.lastEvidenceAt.map { max($0 + lateness, asOf + .hours(1)) } ?? asOf + .hours(1))
    }

    /// How long after its last line an order is looked at again.
    private static let looks: [TimeSpan] =
        [1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90].map { .minutes($0) } + [2, 3, 4, 6, 8, 12, 18, 24].map { .hours($0) }

    /// The same for one that went well: nothing is expected of it.
    private static let fewLooks: [TimeSpan] = [.minutes(10), .hours(1)]

    /// Whether a step was not observed because the server logs that could show it do not go that far.
    private func isHeld(_ verdict: Verdict, _ chain: Chain) -> Bool {
        let witnesses = [chain.serverApp, chain.serverEdge].compactMap { $0 }
        return verdict.steps.contains { step in
            guard step.state == .unobserved, let due = step.due else { return false }
            return witnesses.contains { witness in
                if witness.gaps.contains(where: { $0.stretch.to == .distantFuture && $0.stretch.from <= due }) { return true }
                return witness.stretches.last.map { $0.to < due } ?? false
            }
        }
    }

    /// A device's lines without a number go to the order before them.
    private func noteDevices(of rows: UnsafeBufferPointer<Evidence>, _ hash: UInt64, in piece: inout Piece) {
        let reach = Limits.windowReach + Limits.windowReach
        var last: ActiveEvidence.DeviceOrder?
        var device: DeviceKey = 0
        for row in rows where row.witness == .client && row.device != 0 && run.context.asOf - row.at < reach {
            if row.device != device, let last { piece.devices.append((device, last)) }
            if row.device != device { last = nil }
            device = row.device
            last = ActiveEvidence.DeviceOrder(hash: hash, at: max(last?.at ?? row.at, row.at))
        }
        if let last { piece.devices.append((device, last)) }
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
        crowded.formUnion(other.crowded)
    }

    /// Counts one order.
    mutating func add(_ verdict: Verdict, _ chain: Chain, withFindings: Bool = true) {
        let amount = verdict.countedAmount(in: chain)
        summary.add(verdict, chain, amount: amount)
        counts.add(verdict, deliveries: chain.deliveries, amount: amount)
        if withFindings { findings.note(verdict, chain) }
        noteCrowded(chain)
    }
}
