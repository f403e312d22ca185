import Correlation
import Domain
import Recognition
import Store

// What evidence says: everything together, or what a batch can have changed.
extension WatchEngine {
    /// Gaps that a batch run found between rotations: what was missing then may have been read now.
    static var missingRotation: String { RotationChains.missingRotation }

    /// Judges all evidence together, as a batch run over everything read so far.
    func settle(isFinal: Bool) throws(StoreError) -> [VerdictChange] {
        let worker = Extraction.Worker(memory: MemoryPlan(options.run.memory, workers: 1))
        // What a batch run left in the store comes order by order.
        let replayed = Extraction.Worker(memory: MemoryPlan(options.run.memory / 4, workers: 1), rowsInSourceOrder: false)
        for stream in ordered { try place(stream, in: stream.isStored ? replayed : worker) }
        worker.problems = feed.problems
        let workers = [worker, replayed]
        let linked = Linking(options: options.run).link(workers, stored: nil)
        let writer = WatchWriter(store, linked, isSettled: true, all: isFinal, budget: options.run.memory)
        let sums = WatchJudging(run: linked, workers: options.run.workers, lateness: options.lateness).judge { writer.write($0) }
        try writer.check()
        var summary = RunSummary(
            linked: linked, workers: workers, problems: [], sums: sums.all, settings: options.run.settings
        ).summary
        summary.elapsedSeconds = elapsedSeconds
        try writeRun(linked, summary, isSettled: true)
        settled = Settled(summary: summary, closed: sums.closed, asOf: linked.context.asOf, clocks: linked.clocks)
        keepActive(writer, linked)
        note(summary, linked)
        status.openOrders = writer.keys.count
        return writer.changes
    }

    private func place(_ stream: WatchedStream, in worker: Extraction.Worker) throws(StoreError) {
        let devices = stream.renamedDevices
        try store.rows(of: stream.id) { (batch) throws(StoreError) in
            batch.arena.withUnsafeBytes { arena in
                for row in batch.rows { worker.place(WatchEngine.row(row, of: stream, devices), arena: arena) }
            }
        }
        if stream.facts.distrust != nil { worker.index.distrust([stream.id]) }
        worker.reads.append(stream.asRead)
    }

    static func row(_ row: Evidence, of stream: WatchedStream, _ devices: [DeviceKey: DeviceKey]) -> Evidence {
        var row = row
        row.source = stream.id
        row.binding = .direct
        if row.witness == .client, !devices.isEmpty { row.device = devices[row.device] ?? row.device }
        return row
    }

    private func writeRun(_ linked: LinkedRun, _ summary: Summary, isSettled: Bool) throws(StoreError) {
        var loose: EvidenceBatch?
        if isSettled { loose = linked.unbound.batch(0..<linked.unbound.count) }
        try store.write(
            context: linked.context, summary: summary, sources: linked.table.sources, deviceSpans: linked.table.deviceSpans, loose: loose)
        try store.set("settled", [isSettled ? 1 : 0])
    }

    /// Keeps what the next ticks need. Only what is committed may stay: a failed transaction is settled anew.
    private func keepActive(_ writer: WatchWriter, _ linked: LinkedRun) {
        var active = ActiveEvidence()
        for stream in ordered { active.places[stream.id] = linked.table.index(of: stream.id) }
        let ids = inverse(active.places)
        let short = Set(ordered.filter { !$0.isClosed && !$0.provisional.rows.isEmpty }.map(\.id))
        active.isTooLarge = writer.isTooLarge
        func keep(_ row: Evidence, _ attributes: UnsafeRawBufferPointer, in batch: inout EvidenceBatch) {
            guard let id = ids[row.source], !short.contains(id) else { return }
            var row = row
            row.source = id
            batch.append(row, attributes: attributes)
        }
        if !active.isTooLarge {
            for row in writer.open.rows { writer.open.withAttributes(of: row) { keep(row, $0.bytes, in: &active.rows) } }
            active.orders = writer.keys
            let oldest = linked.context.asOf - options.lateness
            linked.unbound.forEach { _, row, attributes in
                if row.at >= oldest { keep(row, attributes.bytes, in: &active.loose) }
            }
        }
        self.active = active
    }

    private func inverse(_ places: [UInt32: UInt32]) -> [UInt32: UInt32] {
        var ids: [UInt32: UInt32] = [:]
        for (id, place) in places { ids[place] = min(ids[place] ?? id, id) }
        return ids
    }

    /// Judges what a batch can have changed: open orders, orders that new lines touch, new orders.
    ///
    /// - Returns: nil when only a settling can tell.
    func tick() throws(StoreError) -> [VerdictChange]? {
        guard let settled, !active.isTooLarge else { return nil }
        var active = active
        let fresh = gatherFresh()
        let ids = inverse(active.places)
        try active.reopen(fresh, from: store.store) { ids[$0] }
        let worker = Extraction.Worker(memory: MemoryPlan(options.run.memory, workers: 1), rowsInSourceOrder: false)
        for batch in [active.rows, active.loose, active.recent, fresh] { ActiveEvidence.place(batch, in: worker) }
        worker.reads = ordered.map(\.asRead)
        var linking = Linking(options: options.run)
        (linking.places, linking.clocks) = (active.places, settled.clocks)
        let linked = linking.link([worker], stored: nil)
        // Rows in the store name sources by their place: where one has moved, all of them are written anew.
        guard active.places.allSatisfy({ linked.table.index(of: $0.key) == $0.value }) else { return nil }
        if options.run.asOf == nil { linked.context.asOf = max(linked.context.asOf, settled.asOf) }
        let writer = WatchWriter(store, linked, isSettled: false, all: false, budget: 0)
        defer { withExtendedLifetime(writer) {} }
        let judging = WatchJudging(run: linked, workers: options.run.workers, lateness: options.lateness)
        let sums = judging.judge(skips: active.reopened) { writer.write($0) }
        try writer.check()
        var both = sums.all
        both.add(settled.closed)
        var summary = RunSummary(
            linked: linked, workers: [worker], problems: feed.problems, sums: both, settings: options.run.settings
        ).summary
        summary.inputs.evidence = streams.values.reduce(0) { $0 + $1.rowCount }
        summary.inputs.duplicates = settled.summary.inputs.duplicates
        (summary.inputs.unbound, summary.unboundItems) = (settled.summary.inputs.unbound, settled.summary.unboundItems)
        summary.elapsedSeconds = elapsedSeconds
        try writeRun(linked, summary, isSettled: false)
        note(summary, linked)
        status.openOrders = writer.keys.count
        // Whatever was judged now is at hand from now on.
        active.orders.formUnion(writer.judged)
        for stream in ordered where active.places[stream.id] == nil { active.places[stream.id] = linked.table.index(of: stream.id) }
        ticked = active
        return writer.changes
    }

    /// The rows of this batch: what streams have in mind, and what they would read again.
    private func gatherFresh() -> EvidenceBatch {
        var fresh = EvidenceBatch()
        for stream in ordered where !stream.isStored {
            let devices = stream.renamedDevices
            for batch in [stream.rows, stream.provisional] {
                for row in batch.rows {
                    batch.withAttributes(of: row) { fresh.append(WatchEngine.row(row, of: stream, devices), attributes: $0.bytes) }
                }
            }
        }
        return fresh
    }

    /// Moves the rows of a committed batch to those that the next tick begins from.
    func keepRecent(after mode: Mode) {
        if mode == .tick, let ticked { active = ticked }
        ticked = nil
        guard !active.isTooLarge, settled != nil else { return }
        for stream in ordered where stream.isChanged && !stream.isStored {
            let isClosing = stream.isEnded && !stream.isClosed
            // A settling has the rows of the batch already; only those of a short stream were left out, to be read again.
            let isSettled = mode == .settling || mode == .final
            let devices = stream.renamedDevices
            for batch in [isSettled ? EvidenceBatch() : stream.rows, isClosing ? stream.provisional : EvidenceBatch()] {
                for row in batch.rows {
                    batch.withAttributes(of: row) {
                        active.recent.append(WatchEngine.row(row, of: stream, devices), attributes: $0.bytes)
                    }
                }
            }
        }
        if active.recent.byteCount + active.rows.byteCount > options.run.memory { active = ActiveEvidence(isTooLarge: true) }
    }

    private func note(_ summary: Summary, _ linked: LinkedRun) {
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
