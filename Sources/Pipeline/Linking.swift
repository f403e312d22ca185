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
        let plan = MemoryPlan(options.memory, workers: options.workers)
        let spill = SpillFile()
        let pool = SpillPool(space: spill, budget: plan.linking)
        let spans = DeviceSpans.gather(workers.map(\.deviceSpans), in: pool) { table.listed($0) }
        var order = SourceOrder()
        table.link { order = RotationChains.link(&$0, deviceSpans: spans) }
        var index = workers.first.map { $0.takeIndex() } ?? LinkIndex()
        for worker in workers.dropFirst() { index.merge(worker.takeIndex()) }
        relieve(workers.map(\.partitions))
        var duplicates = 0
        let loose = LooseSet.gather(workers.map(\.loose), in: pool, number: { table.index(of: $0) }, duplicates: &duplicates)
        let late = PartitionStore(budget: plan.late)
        let (links, left) = index.resolve(loose: loose, order: order, in: pool, source: { table.index(of: $0) }) {
            append($0, $1, order: $2, binding: $3, to: late)
        }
        forwardAttempts(of: workers, table: table, links: links, to: late)
        let coverage = CoverageBuilder.build(sources: table.sources)
        let run = LinkedRun(
            table: table, order: order, spans: spans, stores: workers.map(\.partitions), late: late, links: links, coverage: coverage,
            context: context(workers, coverage: coverage, stored: stored), horizon: options.asOf ?? .distantFuture)
        run.spills = [spill]
        run.looseDuplicates = duplicates
        relieve(run.stores + [late])
        let seen = survey(run, left)
        var notifies = UnboundNotifies(in: pool)
        run.unbound = left.unbound
        func settle(_ row: Evidence, _ attributes: Attributes, _ fate: PostFates.Fate) {
            switch fate {
            case .bound(let order, let binding):
                append(row, attributes.bytes, order: order, binding: binding, to: late)
                links.forEachDevice(of: row, attributes) { seen.notes[0].ask($0, for: PartitionStore.partition(of: order)) }
                if binding == .alias { notifies.note(row, attributes, isInferred: true) }
            case .unbound(let why): run.unbound.append(row, attributes: attributes.bytes, tie: row.identity >> 16, note: why)
            case .probe: run.probes += 1
            }
        }
        let schedule = seen.schedule
        for item in schedule.bound { left.waiting.withRow(item.row) { settle($0, $1, .bound(item.order, item.binding)) } }
        for item in schedule.unbound { left.waiting.withRow(item.row) { settle($0, $1, .unbound(item.why)) } }
        run.probes = schedule.probes.count
        schedule.posts.forEach { row, attributes, fate in
            if let path = attributes[.path] { run.witnesses.note(endpoint: path, source: row.source) }
            settle(row, attributes, fate)
        }
        run.unbound.forEach { row, attributes, why in
            notifies.note(row, attributes, isInferred: why == Links.Unbound.sharedRequest)
        }
        run.context.unboundNotifies = notifies.sorted
        run.devices = DeviceFacts(seen.notes, known: clocks, spans: spans, sources: table.sources, in: pool)
        relieve(run.stores + [late])
        let days = run.context.providerDays.mapValues(\.stretches)
        run.context.asOf =
            options.asOf
            ?? CoverageBuilder.asOf(sources: table.sources, devices: run.devices.latest, providerDays: days)
            ?? .undated
        return run
    }

    /// Makes room for the next step: what is free goes back to the system, and evidence leaves memory where the process still takes more
    /// than it may.
    private func relieve(_ stores: [PartitionStore]) {
        let room = options.memory + Limits.memoryOfProgram - options.memory / 4
        guard Heap.resident > room else { return }
        Heap.giveBack()
        guard Heap.resident > room else { return }
        for store in stores { store.spillAll() }
        Heap.giveBack()
    }

    private func append(
        _ row: Evidence, _ attributes: UnsafeRawBufferPointer, order: UInt64, binding: Binding, to store: PartitionStore
    ) {
        var row = row
        row.binding = binding
        store.append(key: order, row: row, attributes: attributes)
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

    /// Looks at every chain once, side by side: what they say of devices, and which refused notify POSTs they claim.
    private func survey(_ run: LinkedRun, _ left: LooseEnds) -> (notes: [DeviceNotes], schedule: ScheduleOutcome) {
        let empty = ScheduleBinder(left, edge: run.coverage.serverEdge)
        let gathered = Mutex((binder: empty, witnesses: run.witnesses))
        let plan = MemoryPlan(options.memory, workers: options.workers)
        let pools = (0..<max(1, options.workers)).map { _ in
            run.spills.append(SpillFile())
            return SpillPool(space: run.spills.last, budget: plan.devices)
        }
        let notes = pools.map { DeviceNotes(in: $0) }
        let slices = run.slices(of: plan.slice)
        let queue = WorkQueue(count: slices.count)
        let heap = HeapWatch(memory: options.memory)
        let isWaiting = !left.posts.isEmpty
        // Without a device's rows a chain bounds no clock, and it claims a waiting notify only by a delivery or a proof of payment.
        @Sendable func isWaitedFor(_ event: EventKind) -> Bool { isWaiting && ScheduleBinder.isConcerned(event) }
        Workers.run(options.workers) { worker in
            var walk = OrderWalk(run)
            var pairs = ClockPairs()
            let notes = notes[worker]
            var binder = empty.copy(in: pools[worker])
            var witnesses = run.witnesses
            while let next = queue.take() {
                walk.begin(slices[next])
                while let number = walk.nextOrder() {
                    witnesses.note(requestsOf: walk.rows, arena: walk.arena)
                    walk.noteDevices(in: notes)
                    guard walk.rows.contains(where: { $0.witness == .client || isWaitedFor($0.event) }) else { continue }
                    _ = walk.build(number, isForSurvey: true)
                    pairs.find(in: walk.chain, arena: walk.arena)
                    notes.add(pairs)
                    if isWaiting { binder.note(walk.chain, arena: walk.arena) }
                }
                heap.look()
            }
            gathered.withLock {
                $0.binder.merge(binder)
                $0.witnesses.merge(witnesses)
            }
        }
        left.waiting.forEach { _, row, attributes in
            guard row.witness == .serverEdge, let path = attributes[.path] else { return }
            run.witnesses.note(endpoint: path, source: row.source)
        }
        let binder = gathered.withLock { found in
            run.witnesses.merge(found.witnesses)
            return found.binder
        }
        return (notes, binder.bind())
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
