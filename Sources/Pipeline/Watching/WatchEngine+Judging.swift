import Correlation
import Domain
import Recognition
import Store

// What evidence says: everything together, or what a batch can have changed.
extension WatchEngine {
    /// Gaps that a batch run found between rotations: what was missing then may have been read now.
    static var missingRotation: String { RotationChains.missingRotation }

    /// Judges all evidence together, as a batch run over everything read so far.
    func settle(isFinal: Bool) throws(StoreError) {
        var options = options.run
        // What is more goes to a temporary file and comes back partition by partition.
        options.memory = min(options.memory, Limits.watchSettling)
        let worker = Extraction.Worker(memory: MemoryPlan(options.memory, workers: 1))
        // What a batch run left in the store comes order by order.
        let replayed = Extraction.Worker(memory: MemoryPlan(options.memory / 4, workers: 1), rowsInSourceOrder: false)
        for stream in ordered { try place(stream, in: stream.isStored ? replayed : worker) }
        worker.problems = feed.problems
        let workers = [worker, replayed]
        let linked = Linking(options: options).link(workers, stored: nil)
        let writer = WatchWriter(store, linked, isSettled: true, all: isFinal)
        let sums = judging(linked, memory: options.memory).judge { writer.write($0) }
        try writer.check()
        var summary = RunSummary(linked: linked, workers: workers, problems: [], sums: sums.all, settings: options.settings).summary
        summary.elapsedSeconds = elapsedSeconds
        try writeRun(linked, summary, isSettled: true)
        settled = Settled(summary: summary)
        // Only what is committed may stay: a failed transaction is settled anew.
        var active = ActiveEvidence()
        (active.others, active.ends) = (sums.others, serverEnds)
        self.active = atHand(after: writer, linked, from: active)
        note(summary, linked)
        status.openOrders = try store.openOrders()
    }

    func judging(_ run: LinkedRun, memory: Int) -> WatchJudging {
        WatchJudging(
            run: run, workers: options.run.workers, lateness: options.lateness, budget: options.run.memory / 4, memory: memory)
    }

    private func place(_ stream: WatchedStream, in worker: Extraction.Worker) throws(StoreError) {
        let devices = stream.renamedDevices
        try store.rows(of: stream.id) { (batch) throws(StoreError) in
            batch.arena.withUnsafeBytes { arena in
                for row in batch.rows { worker.place(WatchEngine.row(row, of: stream, devices), arena: arena) }
            }
        }
        if stream.facts.distrust != nil { worker.index.distrust([stream.id]) }
        worker.add(stream.asRead)
    }

    static func row(_ row: Evidence, of stream: WatchedStream, _ devices: [DeviceKey: DeviceKey]) -> Evidence {
        var row = row
        row.source = stream.id
        row.binding = .direct
        if row.witness == .client, !devices.isEmpty { row.device = devices[row.device] ?? row.device }
        return row
    }

    func writeRun(_ linked: LinkedRun, _ summary: Summary, isSettled: Bool) throws(StoreError) {
        try store.write(
            context: linked.context, summary: summary, sources: linked.table.sources, deviceSpans: linked.spans)
        if isSettled {
            try store.removeLoose()
            try linked.unbound.forEachBatch(of: Limits.storeLooseBlock) { (batch) throws(StoreError) in try store.append(loose: batch) }
        }
        try store.set("settled", [isSettled ? 1 : 0])
    }

    func note(_ summary: Summary, _ linked: LinkedRun) {
        (status.asOf, status.summary, status.orders) = (summary.asOf, summary, summary.orders)
        status.evidence = summary.inputs.evidence
        status.lines = summary.inputs.lines
        status.breaks = summary.breaks.reduce(0) { $0 + $1.primary }
        status.streams = streams.count
        var sources: [UInt64: WatchStatus.Source] = [:]
        for source in linked.table.sources where source.span != nil && source.evidence > 0 {
            let known = sources[source.chain]
            if let known, let until = known.until, let end = source.span?.to, until >= end { continue }
            sources[source.chain] = WatchStatus.Source(name: source.name, until: source.span?.to, witness: source.witness)
        }
        status.sources = sources.values.sorted { ($0.until ?? .distantPast, $0.name) < ($1.until ?? .distantPast, $1.name) }
    }
}
