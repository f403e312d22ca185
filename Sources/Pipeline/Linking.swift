import Configuration
import Correlation
import Domain
import Recognition
import Synchronization

/// The second stage: finds the order of every row, bounds device clocks, fixes coverage and as-of.
struct Linking {
    let options: RunOptions
    /// See ``SourceTable/init(_:keeping:)``.
    var places: [UInt32: UInt32] = [:]
    /// What is known of device clocks by orders that are not at hand.
    var clocks = ClockTable()

    /// Links what the workers gathered, and what an earlier run left in the store.
    func link(_ workers: [Extraction.Worker], stored: StoredRun?) -> LinkedRun {
        var table = SourceTable(workers.flatMap(\.reads), keeping: places)
        var order = SourceOrder()
        let spans = table.deviceSpans
        table.link { order = RotationChains.link(&$0, deviceSpans: spans) }
        var index = workers.first.map { $0.takeIndex() } ?? LinkIndex()
        for worker in workers.dropFirst() { index.merge(worker.takeIndex()) }
        let plan = MemoryPlan(options.memory, workers: options.workers)
        let spill = SpillFile()
        let pool = SpillPool(space: spill, budget: plan.linking)
        var duplicates = 0
        let loose = LooseSet.gather(workers.map(\.loose), in: pool, number: { table.index(of: $0) }, duplicates: &duplicates)
        let late = PartitionStore(budget: plan.late)
        let (links, left) = index.resolve(loose: loose, order: order, in: pool, source: { table.index(of: $0) }) {
            append($0, $1, order: $2, binding: $3, to: late)
        }
        forwardAttempts(of: workers, table: table, links: links, to: late)
        let coverage = CoverageBuilder.build(sources: table.sources, deviceSpans: table.deviceSpans)
        let run = LinkedRun(
            table: table, order: order, stores: workers.map(\.partitions), late: late, links: links, spill: spill, coverage: coverage,
            context: context(workers, coverage: coverage, stored: stored), horizon: options.asOf ?? .distantFuture)
        run.looseDuplicates = duplicates
        let waiting = left.waiting
        let schedule = survey(run, waiting: waiting)
        for item in schedule.bound {
            let row = waiting.rows[item.row]
            waiting.withAttributes(of: row) { append(row, $0.bytes, order: item.order, binding: item.binding, to: late) }
        }
        run.probes = schedule.probes.count
        run.unbound =
            schedule.unbound.map { unbound(waiting, row: $0.row, why: $0.why) }
            + left.reasons.indices.map { unbound(left.unbound, row: $0, why: left.reasons[$0]) }
        run.unbound.sort { ($0.row.source, $0.row.offset, $0.row.event.rawValue) < ($1.row.source, $1.row.offset, $1.row.event.rawValue) }
        let inferred = schedule.bound.filter { $0.binding == .alias }.compactMap { notify(waiting, row: $0.row, isInferred: true) }
        run.context.unboundNotifies = (run.unbound.compactMap(notify) + inferred).sorted {
            ($0.at, $0.path, $0.provider, $0.isInferred ? 1 : 0) < ($1.at, $1.path, $1.provider, $1.isInferred ? 1 : 0)
        }
        let days = run.context.providerDays.mapValues(\.stretches)
        run.context.asOf =
            options.asOf
            ?? CoverageBuilder.asOf(sources: table.sources, coverage: coverage, clocks: run.clocks, providerDays: days)
            ?? .undated
        return run
    }

    /// A request without an order that may be the notify that some order seems to lack.
    private func notify(_ unbound: LinkedRun.UnboundRow) -> RunContext.UnboundNotify? {
        unbound.attributes.withUnsafeBytes {
            notify(unbound.row, Attributes($0), isInferred: unbound.why == Links.Unbound.sharedRequest)
        }
    }

    private func notify(_ batch: EvidenceBatch, row index: Int, isInferred: Bool) -> RunContext.UnboundNotify? {
        batch.withAttributes(of: batch.rows[index]) { notify(batch.rows[index], $0, isInferred: isInferred) }
    }

    private func notify(_ row: Evidence, _ attributes: Attributes, isInferred: Bool) -> RunContext.UnboundNotify? {
        guard row.event == .notifyReceived, attributes[.probe] == nil, attributes[.tool] == nil else { return nil }
        guard attributes[.agent]?.equals("tool") != true else { return nil }
        return RunContext.UnboundNotify(
            at: row.at, path: attributes[.path]?.text ?? "", provider: attributes[.provider]?.text ?? "", isInferred: isInferred)
    }

    private func append(
        _ row: Evidence, _ attributes: UnsafeRawBufferPointer, order: UInt64, binding: Binding, to store: PartitionStore
    ) {
        var row = row
        row.binding = binding
        store.append(key: order, row: row, attributes: attributes)
    }

    private func unbound(_ batch: EvidenceBatch, row index: Int, why: String) -> LinkedRun.UnboundRow {
        batch.withAttributes(of: batch.rows[index]) {
            LinkedRun.UnboundRow(row: batch.rows[index], attributes: Array($0.bytes), why: why)
        }
    }

    /// Copies rows that name only an attempt to the order of the attempt; where they lay they are skipped (``LinkedRun``).
    private func forwardAttempts(of workers: [Extraction.Worker], table: SourceTable, links: Links, to late: PartitionStore) {
        guard links.hasAttempts else { return }
        for worker in workers {
            for partition in 0..<PartitionStore.count {
                worker.partitions.forEachPart(of: partition) { part in
                    PartitionStore.forEachRow(in: part) { key, row, attributes in
                        let canonical = links.canonical(key)
                        guard canonical != key else { return }
                        var row = row
                        row.source = table.index(of: row.source)
                        late.append(key: canonical, row: row, attributes: attributes)
                    }
                }
            }
        }
    }

    /// Looks at every chain once, side by side: what they say of device clocks, and which refused notify POSTs they claim.
    private func survey(_ run: LinkedRun, waiting: EvidenceBatch) -> ScheduleBinder.Outcome {
        let empty = ScheduleBinder(waiting: waiting, edge: run.coverage.serverEdge)
        let gathered = Mutex((clocks: clocks, binder: empty, witnesses: run.witnesses))
        let queue = WorkQueue(count: PartitionStore.count)
        let isWaiting = !waiting.rows.isEmpty
        // Without a device's rows a chain bounds no clock, and it claims a waiting notify only by a delivery or a proof of payment.
        @Sendable func isWaitedFor(_ event: EventKind) -> Bool { isWaiting && ScheduleBinder.isConcerned(event) }
        Workers.run(options.workers) { _ in
            var walk = OrderWalk(run)
            var pairs = ClockPairs()
            var clocks = ClockTable()
            var binder = empty
            var witnesses = run.witnesses
            while let partition = queue.take() {
                walk.begin(partition)
                while let number = walk.nextOrder() {
                    witnesses.note(endpointsOf: walk.rows, arena: walk.arena)
                    guard walk.rows.contains(where: { $0.witness == .client || isWaitedFor($0.event) }) else { continue }
                    _ = walk.build(number, isForSurvey: true)
                    pairs.find(in: walk.chain, arena: walk.arena)
                    clocks.add(pairs)
                    if isWaiting { binder.note(walk.chain, arena: walk.arena) }
                }
            }
            gathered.withLock {
                $0.clocks.merge(clocks)
                $0.binder.merge(binder)
                $0.witnesses.merge(witnesses)
            }
        }
        for row in waiting.rows where row.witness == .serverEdge {
            waiting.withAttributes(of: row) { attributes in
                if let path = attributes[.path] { run.witnesses.note(endpoint: path, source: row.source) }
            }
        }
        return gathered.withLock {
            run.clocks = $0.clocks
            run.witnesses.merge($0.witnesses)
            return $0.binder.bind()
        }
    }

    /// What every order is judged by, but for as-of.
    private func context(_ workers: [Extraction.Worker], coverage: RunCoverage, stored: StoredRun?) -> RunContext {
        var context = RunContext(asOf: options.asOf ?? .distantPast)
        let settings = options.settings
        (context.serverApp, context.serverEdge) = (coverage.serverApp, coverage.serverEdge)
        context.appSchemes = Set(settings.urlSchemes)
        context.merchant = settings.merchant
        context.returnDomains = settings.returnDomains
        context.deadlines = settings.deadlines
        var days: [String: Set<Stretch>] = [:]
        if let stored {
            context.clientEventsShown = stored.context.clientEventsShown
            context.serverEventsShown = stored.context.serverEventsShown
            context.appSchemes.formUnion(stored.context.appSchemes)
            for (provider, coverage) in stored.context.providerDays { days[provider, default: []].formUnion(coverage.stretches) }
        }
        for read in workers.flatMap(\.reads) {
            context.clientEventsShown.formUnion(read.report.clientEventsShown)
            context.serverEventsShown.formUnion(read.report.serverEventsShown)
            context.appSchemes.formUnion(read.report.appSchemes)
            for day in read.report.providerDays { days[day.provider, default: []].insert(day.stretch) }
        }
        for (provider, stretches) in days {
            let known = stretches.filter { $0.to <= (options.asOf ?? .distantFuture) }
            context.providerDays[provider] = WitnessCoverage(stretches: known.sorted { ($0.from, $0.to) < ($1.from, $1.to) })
        }
        return context
    }
}
