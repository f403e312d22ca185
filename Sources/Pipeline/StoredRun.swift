import Correlation
import Domain
import Recognition
import Store

/// What an earlier run left in the store beside its evidence.
struct StoredRun: Sendable {
    /// What its orders were judged by.
    var context: RunContext

    /// Replays the evidence of a store as one more worker, so that old and new evidence are linked and judged together and re-ingesting
    /// changes nothing.
    ///
    /// - Parameters:
    ///   - path: the store's path.
    ///   - number: the first source number that is free.
    ///   - memory: how much the worker may keep in memory.
    /// - Returns: nil when there is no store yet.
    static func replay(path: String, from number: UInt32, memory: MemoryPlan) throws(StoreError) -> (
        run: StoredRun, worker: Extraction.Worker
    )? {
        let store: Store
        do { store = try Store.open(path: path, mode: .readOnly) } catch {
            if error.problem == .missing { return nil }
            throw error
        }
        guard let record = try store.run() else { return nil }
        let worker = Extraction.Worker(memory: memory, rowsInSourceOrder: false)
        try store.allEvidence { (evidence) throws(StoreError) in
            evidence.arena.withUnsafeBytes { arena in
                for row in evidence.rows {
                    var row = row
                    row.source += number
                    row.binding = .direct
                    worker.place(row, arena: arena)
                }
            }
        }
        for (index, source) in try store.sources().enumerated() {
            var source = source
            // What was missing then may have been read now.
            source.gaps.removeAll { $0.why == RotationChains.missingRotation }
            if let last = worker.reads.last, isPart(source, of: last) {
                worker.addPart(source)
                continue
            }
            var report = ExtractionReport()
            report.sources = [source]
            worker.add(
                SourceRead(
                    number: number + UInt32(index), name: source.name, contentID: source.contentID, report: report, isStored: true))
        }
        try store.forEachDeviceSpan { span in
            var span = span
            span.source += number
            worker.deviceSpans.append(span)
        }
        worker.distrustDamaged()
        return (StoredRun(context: record.context), worker)
    }

    /// Whether a source is a further part of the one before it: another witness, session or service of one stream. Rows name the first.
    static func isPart(_ source: SourceInfo, of read: SourceRead) -> Bool {
        source.contentID == read.contentID && (source.name == read.name || source.name.hasSuffix(" @ \(read.name)"))
    }
}
