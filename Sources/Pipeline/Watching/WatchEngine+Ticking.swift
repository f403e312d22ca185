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
        let ids = inverse(active.places)
        let stream = { (place: UInt32) -> UInt32? in ids[place].flatMap { reread.contains($0) ? nil : $0 } }
        var asked = ActiveEvidence.Asked()
        let recent = active.recent
        try active.reopen(recent, from: store.store, &asked, stream: stream) { $0 }
        try forEachFresh { (rows, own) throws(StoreError) in
            try active.reopen(rows, from: store.store, &asked, stream: stream, as: own)
        }
        try wake(&active, stream)
        let (worker, linked) = try linkAll(&active, stream)
        // Rows in the store name sources by their place: where one has moved, all of them are written anew.
        guard active.places.allSatisfy({ linked.table.index(of: $0.key) == $0.value }) else { return }
        if options.run.asOf == nil { linked.context.asOf = max(linked.context.asOf, active.asOf) }
        linked.context.unboundNotifies = notifies(of: active, and: linked)
        active.forgetTaken()
        let writer = WatchWriter(store, linked, isSettled: false, all: false)
        let sums = judging(linked, memory: tickOptions.memory).judge(counted: active.counted) { writer.write($0) }
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

    /// As for a settling: what is more goes to a temporary file for a moment, however much a batch has to take in.
    private var tickOptions: RunOptions {
        var options = options.run
        options.memory = min(options.memory, Limits.watchSettling)
        return options
    }

    /// Links what is at hand and what turns out to belong to it.
    private func linkAll(
        _ active: inout ActiveEvidence, _ stream: (UInt32) -> UInt32?
    ) throws(StoreError) -> (worker: Extraction.Worker, linked: LinkedRun) {
        for _ in 0..<Limits.aliasRounds {
            // What was linked goes before it is linked again: it is as much as everything that is at hand.
            let linking = link(active)
            guard try reach(&active, linking.linked, stream) else { return linking }
        }
        return link(active)
    }

    private func link(_ active: ActiveEvidence) -> (worker: Extraction.Worker, linked: LinkedRun) {
        let worker = Extraction.Worker(memory: MemoryPlan(tickOptions.memory, workers: 1), rowsInSourceOrder: false)
        for batch in [active.rows, active.taken, active.loose, active.recent] { ActiveEvidence.place(batch, in: worker) { $0 } }
        forEachFresh { ActiveEvidence.place($0, in: worker, as: $1) }
        for stream in ordered { worker.add(stream.asRead) }
        var linking = Linking(options: tickOptions)
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
        // One after the other: what they are in memory is ten times what they are as rows.
        let due = try store.due(until: options.run.asOf ?? ends.values.max() ?? active.asOf, limit: wakes) { active.take($0, stream) }
        var after = active.heldAfter
        try store.held(after: &after, limit: wakes) { active.take($0, stream) }
        active.heldAfter = after
        active.hasMore = due == wakes || after != nil
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
        var all = UnboundNotifies()
        for var known in active.notifies where known.isInferred || known.first < oldest {
            if !known.isInferred { known.last = min(known.last, oldest) }
            all.add(known)
        }
        for notify in linked.context.unboundNotifies { all.add(notify) }
        return all.sorted
    }

    /// Gives the rows of this batch where they lie: what streams have in mind, and what they would read again; and how a row of them is
    /// called among those of all streams.
    private func forEachFresh<Failure: Error>(
        _ body: (_ rows: EvidenceBatch, _ own: (Evidence) -> Evidence) throws(Failure) -> Void
    ) throws(Failure) {
        for stream in ordered where !stream.isStored {
            let devices = stream.renamedDevices
            let own = { (row: Evidence) in WatchEngine.row(row, of: stream, devices) }
            if !stream.rows.rows.isEmpty { try body(stream.rows, own) }
            if stream.isUnjudged, !stream.provisional.rows.isEmpty { try body(stream.provisional, own) }
        }
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
        (next.rows, next.taken, next.loose, next.recent) = (EvidenceBatch(), EvidenceBatch(), EvidenceBatch(), EvidenceBatch())
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
        linked.unbound.forEach { row, attributes, _ in
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
