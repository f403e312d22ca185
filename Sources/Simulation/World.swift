import Domain

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A seeded world of payers, phones, wallets, servers and providers that writes its logs and keeps the truth beside them.
///
/// It shares no rule with the judge: what an order's truth is follows from what really happened to it (vocabulary §2, §4, §6 stated a
/// second time, scenario by scenario).
public struct World: Sendable {
    /// What it is like.
    public let options: SimulationOptions
    private let catalog: ScenarioCatalog?

    /// Makes a world; nothing is written yet.
    public init(_ options: SimulationOptions) { self.init(options, catalog: nil) }

    /// Makes a world in which only certain stories are told.
    init(_ options: SimulationOptions, catalog: ScenarioCatalog?) { (self.options, self.catalog) = (options, catalog) }

    /// Writes `logs/…`, `truth.ndjson` and `paychain.yaml` (the merchant's own ids and domains) into a folder, and with a
    /// ``CutPlan`` the damaged variant into `cut/logs/…`.
    ///
    /// Lines are told and written slice by slice of time, so that memory does not grow with the number of orders.
    ///
    /// - Parameter directory: made when it does not exist; a `logs` folder that is already there is left alone and refused.
    /// - Returns: what was written.
    /// - Throws: an option out of range, or a file that could not be written.
    public func write(to directory: String) throws(SimulationError) -> SimulationReport {
        try options.validated()
        let plan = Plan(options, catalog: catalog)
        let folder = directory + "/logs"
        try Folders.makeNew(folder)
        for source in plan.sources { try Folders.make(parentOf: folder + "/" + source.path) }
        try Folders.write(Array(Shop.configuration.utf8), to: directory + "/paychain.yaml")

        let threads = options.threads > 0 ? options.threads : Workers.cores
        let telling = (0..<threads).map { _ in Telling(plan) }
        let writing = plan.sources.indices.map { Writing(SourceWriter(plan, index: $0, folder: folder)) }
        for slice in 0..<plan.slices {
            let first = slice * plan.visitsPerSlice
            let last = min(plan.visits, first + plan.visitsPerSlice)
            let piece = 64
            try Workers.run(threads, pieces: (last - first + piece - 1) / piece) { (worker, number) throws(SimulationError) in
                let from = first + number * piece
                telling[worker].tell(from..<min(last, from + piece))
            }
            let lines = SliceLines(telling.compactMap { $0.take(slice) }, sources: plan.sources.count)
            try Workers.run(threads, pieces: plan.sources.count) { (_, number) throws(SimulationError) in
                let source = lines.largestFirst[number]
                try lines.withSorted(source) { (sorted, slabs) throws(SimulationError) in
                    try writing[source].writer.write(sorted, slabs: slabs, slice: slice)
                }
            }
        }
        try Workers.run(threads, pieces: writing.count) { (_, number) throws(SimulationError) in try writing[number].writer.finish() }
        var report = SimulationReport()
        report.orders = options.orders
        for (index, entry) in writing.enumerated() where index != plan.truth {
            report.files += entry.writer.report.files
            report.lines += entry.writer.report.lines
            report.bytes += entry.writer.report.bytes
            report.bytesOnDisk += entry.writer.report.bytesOnDisk
        }
        if let cut = options.cut {
            let files = writing.flatMap { $0.writer.files }.filter { $0.source != plan.truth }
            var cutter = LogCutter(cut, seed: options.seed)
            report.bytesCut = try cutter.write(files, from: folder, to: directory + "/cut/logs")
        }
        return report
    }
}

/// One thread's teller. Each piece of work uses only the teller of the thread that does it, so no two threads ever share one.
private final class Telling: @unchecked Sendable {
    private var teller: Teller
    private let batches: BatchSet

    init(_ plan: Plan) {
        batches = BatchSet(slices: plan.slices)
        teller = Teller(plan, batches)
    }

    deinit { teller.free() }

    func tell(_ visits: Range<Int>) { for visit in visits { teller.tell(visit: visit) } }
    func take(_ slice: Int) -> Batch? { batches.take(slice) }
}

/// One source's writer. In every slice exactly one piece of work uses it.
private final class Writing: @unchecked Sendable {
    let writer: SourceWriter
    init(_ writer: SourceWriter) { self.writer = writer }
}

/// The lines of one slice, by source. Every source is sorted by the one piece of work that writes it.
private final class SliceLines: @unchecked Sendable {
    private let batches: [Batch]
    private var bySource: [[Happening]]
    let largestFirst: [Int]

    init(_ batches: [Batch], sources: Int) {
        self.batches = batches
        bySource = Array(repeating: [], count: sources)
        for (number, batch) in batches.enumerated() {
            for line in batch.lines {
                let source = Int(line.source)
                var line = line
                line.source = UInt16(truncatingIfNeeded: number)
                bySource[source].append(line)
            }
        }
        let counts = bySource.map(\.count)
        largestFirst = counts.indices.sorted { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1 }
    }

    func withSorted(
        _ source: Int, _ body: (ArraySlice<Happening>, [UnsafeRawBufferPointer]) throws(SimulationError) -> Void
    ) throws(SimulationError) {
        // every source is another element of the array, and the array itself does not change any more
        let sorted = bySource[source].sorted(by: Happening.isBefore)
        try body(sorted[...], batches.map(\.slab.buffer))
    }
}
