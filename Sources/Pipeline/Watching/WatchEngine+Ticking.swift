import Correlation
import Domain
import Recognition
import Store

// What a batch can have changed: orders at hand, orders that new lines touch, orders whose time has come.
extension WatchEngine {
    /// Judges what a batch can have changed.
    ///
    /// Where only a settling can tell, it leaves ``ticked`` nil.
    func tick() throws(StoreError) {
        guard let settled, !active.isTooLarge else { return }
        var active = active
        let reread = Set(streams.values.lazy.filter(\.isReread).map(\.id))
        active.drop(reread)
        let fresh = gatherFresh()
        let ids = inverse(active.places)
        let stream = { (place: UInt32) -> UInt32? in ids[place].flatMap { reread.contains($0) ? nil : $0 } }
        let recent = active.recent
        for batch in [recent, fresh] { try active.reopen(batch, from: store.store, stream: stream) }
        try wake(&active, stream)
        var (worker, linked) = link(active, fresh)
        for _ in 0..<Limits.aliasRounds {
            guard try reach(&active, linked, stream) else { break }
            (worker, linked) = link(active, fresh)
        }
        // Rows in the store name sources by their place: where one has moved, all of them are written anew.
        guard active.places.allSatisfy({ linked.table.index(of: $0.key) == $0.value }) else { return }
        if options.run.asOf == nil { linked.context.asOf = max(linked.context.asOf, active.asOf) }
        linked.context.unboundNotifies = notifies(of: active, and: linked)
        active.forgetTaken()
        let writer = WatchWriter(store, linked, isSettled: false, all: false)
        let sums = judging(linked, memory: options.run.memory).judge(counted: active.counted) { writer.write($0) }
        try writer.check()
        active.others.add(sums.others)
        var both = active.others
        both.add(sums.atHand)
        var summary = RunSummary(
            linked: linked, workers: [worker], problems: feed.problems, sums: both, settings: options.run.settings
        ).summary
        summary.inputs.evidence = streams.values.reduce(0) { $0 + $1.rowCount }
        summary.inputs.duplicates = settled.summary.inputs.duplicates
        (summary.inputs.unbound, summary.unboundItems) = (settled.summary.inputs.unbound, settled.summary.unboundItems)
        summary.elapsedSeconds = elapsedSeconds
        try writeRun(linked, summary, isSettled: false)
        note(summary, linked)
        status.openOrders = try store.openOrders()
        status.ticks += 1
        ticked = atHand(after: writer, linked, from: active)
    }

    private func link(_ active: ActiveEvidence, _ fresh: EvidenceBatch) -> (worker: Extraction.Worker, linked: LinkedRun) {
        let worker = Extraction.Worker(memory: MemoryPlan(options.run.memory, workers: 1), rowsInSourceOrder: false)
        for batch in [active.rows, active.loose, active.recent, fresh] { ActiveEvidence.place(batch, in: worker) }
        for stream in ordered { worker.add(stream.asRead) }
        var linking = Linking(options: options.run)
        (linking.places, linking.clocks) = (active.places, active.clocks)
        return (worker, linking.link([worker], stored: nil))
    }

    /// Takes orders from the store that turned out to get rows; an order is judged with all its rows or not at all.
    ///
    /// - Returns: whether there were any.
    private func reach(_ active: inout ActiveEvidence, _ linked: LinkedRun, _ stream: (UInt32) -> UInt32?) throws(StoreError) -> Bool {
        let known = active.orders.count
        var walk = OrderWalk(linked)
        for partition in 0..<PartitionStore.count {
            walk.begin(partition)
            while let number = walk.nextOrder() {
                guard !active.orders.contains(number.stableHash) else { continue }
                if let order = try store.store.order(number) { active.take(order, stream) }
            }
        }
        return active.orders.count > known
    }

    /// Takes orders from the store whose time has come: a deadline, a look after a while, or a log that goes on and may show what was missed.
    private func wake(_ active: inout ActiveEvidence, _ stream: (UInt32) -> UInt32?) throws(StoreError) {
        let ends = serverEnds
        let goesOn = ends.contains { id, end in
            guard let known = active.ends[id] else { return true }
            return end > known && known < active.asOf - .minutes(1)
        }
        if goesOn { active.heldAfter = .min }
        active.ends = ends
        let due = try store.due(until: options.run.asOf ?? ends.values.max() ?? active.asOf, limit: wakes)
        let held = try store.held(after: &active.heldAfter, limit: wakes)
        for order in due { active.take(order, stream) }
        for order in held { active.take(order, stream) }
        active.hasMore = due.count == wakes || active.heldAfter != nil
    }

    /// Orders that a tick takes from the store because their time has come: as many as memory is for.
    private var wakes: Int { min(Limits.watchWakes, max(50, options.run.memory / Limits.watchWakeLength)) }

    /// How far each stream of a server goes.
    var serverEnds: [UInt32: Instant] {
        var ends: [UInt32: Instant] = [:]
        for stream in streams.values {
            for source in stream.report.sources where source.witness == .serverApp && source.evidence > 0 || source.witness == .serverEdge {
                if let end = source.span?.to { ends[stream.id] = max(ends[stream.id] ?? end, end) }
            }
        }
        return ends
    }

    /// Notifies without an order: those of this batch, and those of before whose lines are not at hand any more.
    private func notifies(of active: ActiveEvidence, and linked: LinkedRun) -> [RunContext.UnboundNotify] {
        let oldest = active.asOf - Limits.watchLoose
        let known = active.notifies.filter { $0.isInferred || $0.at < oldest }
        let all = (known + linked.context.unboundNotifies).sorted {
            ($0.at, $0.path, $0.provider, $0.isInferred ? 1 : 0) < ($1.at, $1.path, $1.provider, $1.isInferred ? 1 : 0)
        }
        return all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    }

    /// The rows of this batch: what streams have in mind, and what they would read again.
    private func gatherFresh() -> EvidenceBatch {
        var fresh = EvidenceBatch()
        for stream in ordered where !stream.isStored {
            WatchEngine.append(stream.rows, of: stream, to: &fresh)
            if stream.isUnjudged { WatchEngine.append(stream.provisional, of: stream, to: &fresh) }
        }
        return fresh
    }

    private static func append(_ rows: EvidenceBatch, of stream: WatchedStream, to batch: inout EvidenceBatch) {
        guard !rows.rows.isEmpty else { return }
        let devices = stream.renamedDevices
        for row in rows.rows {
            rows.withAttributes(of: row) { batch.append(WatchEngine.row(row, of: stream, devices), attributes: $0.bytes) }
        }
    }

    /// What the next ticks begin from.
    ///
    /// - Parameter active: what this batch began from.
    func atHand(after writer: WatchWriter, _ linked: LinkedRun, from active: ActiveEvidence) -> ActiveEvidence {
        var next = active
        (next.rows, next.loose, next.recent) = (EvidenceBatch(), EvidenceBatch(), EvidenceBatch())
        next.places = [:]
        // One that has said nothing yet has no place: it would move all others once it does.
        for stream in ordered where !stream.report.sources.isEmpty { next.places[stream.id] = linked.table.index(of: stream.id) }
        let ids = inverse(next.places)
        func keep(_ row: Evidence, _ attributes: UnsafeRawBufferPointer, in batch: inout EvidenceBatch) {
            guard let id = ids[row.source] else { return }
            var row = row
            row.source = id
            batch.append(row, attributes: attributes)
        }
        for row in writer.atHand.rows { writer.atHand.withAttributes(of: row) { keep(row, $0.bytes, in: &next.rows) } }
        next.orders = writer.keys
        next.counted.formIntersection(writer.keys)
        let asOf = linked.context.asOf
        linked.unbound.forEach { _, row, attributes in
            guard row.at >= asOf - Limits.watchLoose, next.loose.byteCount < options.run.memory / 4 else { return }
            keep(row, attributes.bytes, in: &next.loose)
        }
        for (device, order) in writer.devices { next.devices.note(device, order) }
        let reach = Limits.windowReach + Limits.windowReach
        next.devices = next.devices.filter { $0.value.at >= asOf - reach && $0.value.at <= asOf + reach }
        (next.clocks, next.asOf, next.notifies) = (linked.devices.allClocks(), asOf, linked.context.unboundNotifies)
        return next
    }

    private func inverse(_ places: [UInt32: UInt32]) -> [UInt32: UInt32] {
        var ids: [UInt32: UInt32] = [:]
        for (id, place) in places { ids[place] = min(ids[place] ?? id, id) }
        return ids
    }

    /// Once a batch is committed: what was judged is at hand or in the store, and what was only kept waits for the next tick.
    func keepRecent(after mode: Mode) {
        if mode == .settling || mode == .final || ticked != nil {
            if let ticked { active = ticked }
            ticked = nil
            for stream in streams.values { (stream.isReread, stream.isUnjudged) = (false, false) }
            return
        }
        guard !active.isTooLarge, settled != nil else { return }
        for stream in ordered where stream.isChanged && !stream.isStored {
            WatchEngine.append(stream.rows, of: stream, to: &active.recent)
            // Where it ends they are not read again.
            if stream.isEnded, !stream.isClosed, stream.isUnjudged {
                WatchEngine.append(stream.provisional, of: stream, to: &active.recent)
            }
        }
        if active.recent.byteCount > options.run.memory {
            active = ActiveEvidence()
            active.isTooLarge = true
        }
    }
}
