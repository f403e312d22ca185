import Configuration
import Domain
import Findings
import Recognition
import Sources
import Store
import Synchronization

/// One batch run: read, link, judge, keep (architecture.md, the way of the data).
public enum Run {
    /// Analyzes paths.
    ///
    /// - Parameters:
    ///   - options: what is asked for.
    ///   - render: makes the bytes of one order for standard output, on any worker's thread; nil makes none. The sources are those that
    ///     ``Evidence/source`` names.
    ///   - emit: gets those bytes, partition after partition, in the order of the orders' hashes, never two calls at once.
    /// - Returns: the summary of the run.
    /// - Throws: ``RunError`` when nothing could be read or the store could not be written.
    public static func analyze(
        _ options: RunOptions, render: (@Sendable (Verdict, Chain, [SourceInfo]) -> [UInt8])? = nil,
        emit: (@Sendable ([UInt8]) -> Void)? = nil
    ) throws(RunError) -> Summary {
        Heap.keepFreedMemory()
        let lock = try takeTurn(options)
        defer { withExtendedLifetime(lock) {} }
        let start = ContinuousClock.now
        let builder = try openStore(options)
        let (linked, workers, problems) = try link(options)
        let kept = builder.map(KeptStore.init)
        let sums = Judging(options: options, run: linked, render: render).judge { piece in
            if !piece.rendered.isEmpty { emit?(piece.rendered) }
            kept?.write(piece.batch)
        }
        var summary = RunSummary(linked: linked, workers: workers, problems: problems, sums: sums, settings: options.settings).summary
        let elapsed = (ContinuousClock.now - start).components
        summary.elapsedSeconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
        try kept?.commit(linked, summary, restarts: workers.lazy.flatMap(\.restarts))
        return summary
    }

    /// Reads and links without judging.
    static func link(_ options: RunOptions) throws(RunError) -> (linked: LinkedRun, workers: [Extraction.Worker], problems: [Damage]) {
        let found = SourceDiscovery.expand(options.paths)
        guard found.readable else { throw .nothingReadable(found.problems) }
        let extraction = Extraction(options: options)
        var workers = extraction.run(found.files)
        let reads = workers.flatMap(\.reads)
        let problems = found.problems + workers.flatMap(\.problems)
        // Files were found, and not one could be opened.
        if !found.files.isEmpty, reads.allSatisfy({ $0.bytesRead == 0 && $0.damage.contains { !$0.isNote } }),
            !reads.isEmpty || !problems.isEmpty
        {
            throw .nothingReadable(problems + reads.flatMap(\.damage))
        }
        var stored: StoredRun?
        if let database = options.database {
            do {
                if let replayed = try StoredRun.replay(
                    path: database, from: extraction.nextNumber, memory: MemoryPlan(options.memory, workers: 1))
                {
                    stored = replayed.run
                    workers.append(replayed.worker)
                }
            } catch { throw .store(error) }
        }
        return (Linking(options: options).link(workers, stored: stored), workers, found.problems)
    }

    /// Waits while another run is at work on the same store: this one then builds upon what that one keeps.
    private static func takeTurn(_ options: RunOptions) throws(RunError) -> StoreLock? {
        guard let database = options.database else { return nil }
        do throws(StoreError) {
            return try StoreLock.take(database) { options.progress?(RunProgress(phase: .waiting, done: 0, total: 0, lines: 0)) }
        } catch { throw .store(error) }
    }

    private static func openStore(_ options: RunOptions) throws(RunError) -> StoreBuilder? {
        guard let database = options.database else { return nil }
        let pool = SpillPool(space: SpillFile(), budget: MemoryPlan(options.memory, workers: options.workers).aliases)
        do { return try StoreBuilder(path: database, pool: pool) } catch { throw .store(error) }
    }
}

/// The store that a run fills: written on whichever thread delivers, one at a time; the first failure is kept and ends the run.
private final class KeptStore: @unchecked Sendable {
    private let builder: StoreBuilder
    private let failure = Mutex<StoreError?>(nil)

    init(_ builder: StoreBuilder) { self.builder = builder }

    /// Writes a partition's orders; after a failure nothing more is written.
    func write(_ batch: OrderBatch) {
        guard batch.count > 0, failure.withLock({ $0 == nil }) else { return }
        do { try builder.write(batch) } catch { failure.withLock { $0 = error } }
    }

    func commit(_ linked: LinkedRun, _ summary: Summary, restarts: some Sequence<RestartPoints>) throws(RunError) {
        if let error = failure.withLock({ $0 }) { throw .store(error) }
        do {
            try linked.unbound.forEachBatch(of: Limits.storeLooseBlock) { (batch) throws(StoreError) in try builder.writeLoose(batch) }
            try builder.commit(
                context: linked.context, summary: summary, sources: linked.table.sources, deviceSpans: linked.spans, restarts: restarts)
        } catch { throw .store(error) }
    }
}
