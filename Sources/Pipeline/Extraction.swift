import Correlation
import Domain
import Masking
import Recognition
import Sources
import Synchronization

/// The first stage: reads sources side by side and deals their evidence into partitions.
///
/// Two kinds of sources come last: access logs, because the paths of notify and return pages are learnt from the orders in the other
/// logs (client-and-server-lines.md, access logs), and logs without a year, which is learnt from the others too (facts.md §8).
final class Extraction: Sendable {
    /// What one worker gathers. Owned by one thread at a time.
    final class Worker: @unchecked Sendable {
        let partitions: PartitionStore
        var index: LinkIndex
        /// Rows that name no order, until they are linked.
        let loose: LooseSet
        /// How many rows named none.
        private(set) var looseRows = 0
        private let spill = SpillFile()
        /// What was read: without what it spans for each device, which lies in ``deviceSpans``.
        private(set) var reads: [SourceRead] = []
        /// What sources span for each device, by their numbers.
        let deviceSpans: DeviceSpans
        /// Places from which packed files can be read again.
        let restarts: RestartShelf
        var deferred: [DiscoveredFile] = []
        var problems: [Damage] = []
        var endpoints = Endpoints()
        private var batch = EvidenceBatch()
        private let masker: Masker
        private var mask: EvidenceMask
        private let block: UnsafeMutableRawBufferPointer
        /// What its extractors share.
        private var room: ExtractionRoom?
        /// Bytes of a source's first block.
        private static let firstLength = 256 << 10

        /// - Parameters:
        ///   - memory: how much the worker may keep in memory.
        ///   - rowsInSourceOrder: false for rows that do not come in the order of their sources.
        ///   - maskKey: the key of the tokens of personal values.
        init(memory: MemoryPlan, rowsInSourceOrder: Bool = true, maskKey: MaskKey = .ofThisProcess) {
            masker = Masker(key: maskKey)
            mask = EvidenceMask(masker)
            let links = SpillPool(space: spill, budget: memory.links)
            index = LinkIndex(rowsInSourceOrder: rowsInSourceOrder, pool: links)
            deviceSpans = DeviceSpans(in: links)
            restarts = RestartShelf(in: spill)
            loose = LooseSet(in: SpillPool(space: spill, budget: memory.loose))
            partitions = PartitionStore(budget: memory.evidence)
            block = .allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        }

        deinit { block.deallocate() }

        /// What the reader of a result has to know of what left memory.
        var notes: [String] { spill.notes }

        /// Gives away what the worker knows of links: nothing is kept twice.
        func takeIndex() -> LinkIndex {
            let taken = index
            index = LinkIndex()
            return taken
        }

        /// Adds what was read of a source.
        func add(_ read: SourceRead) {
            for var span in read.report.deviceSpans {
                span.source = read.number
                deviceSpans.append(span)
            }
            reads.append(read)
            reads[reads.count - 1].report.deviceSpans = []
        }

        /// Adds a further part of the source that was added last.
        func addPart(_ source: SourceInfo) { reads[reads.count - 1].report.sources.append(source) }

        /// Distrusts what sources with wrong bytes tie together, by what is known of the sources: for rows that came in any order.
        func distrustDamaged() {
            let damaged = reads.filter { read in
                read.report.sources.contains { $0.gaps.contains { SourceReader.meansWrongBytes($0.why) } }
            }
            index.distrust(Set(damaged.map(\.number)))
        }

        /// Reads one source to its end.
        ///
        /// - Parameters:
        ///   - size: bytes of its file.
        ///   - canWait: stop at once when it turns out to be a source that has to come last.
        ///   - tick: called after every block.
        /// - Returns: false when it was put off.
        func read(
            _ reader: SourceReader, size: UInt64, number: UInt32, plan: ExtractionPlan, canWait: Bool, tick: (SourceReader) -> Void
        ) -> Bool {
            let shared = room ?? ExtractionRoom(plan)
            room = shared
            var extractor = SourceExtractor(name: reader.name, sourceIndex: number, plan: plan, room: shared)
            var isFirst = true
            while true {
                if extractor.readsInPlace {
                    guard extractor.consume(upTo: Limits.blockLength, into: &batch, from: { reader.read(into: $0) }) > 0 else { break }
                } else {
                    // A source that turns out to come last is read twice so far: little, then.
                    let count = reader.read(into: isFirst ? UnsafeMutableRawBufferPointer(rebasing: block[..<Worker.firstLength]) : block)
                    guard count > 0 else { break }
                    let bytes = UnsafeRawBufferPointer(rebasing: block[..<count])
                    if isFirst, canWait, SourceExtractor.looksLikeAccessLog(head: bytes) || SourceExtractor.looksUndated(head: bytes) {
                        reader.close()
                        return false
                    }
                    isFirst = false
                    extractor.consume(bytes, into: &batch)
                }
                deal(reader)
                tick(reader)
            }
            extractor.finish(
                losses: reader.losses.map { (utf8Offset: $0.utf8Offset, reason: $0.reason, untilEnd: $0.untilEnd) }, into: &batch)
            deal(reader)
            tick(reader)
            var report = extractor.report
            if let reason = reader.distrust {
                index.distrust([number])
                for index in report.sources.indices {
                    // Wrong bytes may have spoilt its last stamps too: the gap ends where its rotation chain goes on.
                    let from = report.sources[index].span?.from ?? .distantPast
                    report.sources[index].gaps.append(Gap(stretch: Stretch(from: from, to: .distantFuture), why: reason))
                }
            }
            mask(&report)
            if !reader.restartPoints.isEmpty {
                restarts.append(RestartPoints(contentID: reader.contentID, size: size, points: reader.restartPoints))
            }
            self.endpoints.merge(report.endpoints)
            add(
                SourceRead(
                    number: number, name: reader.name, contentID: reader.contentID, report: report,
                    damage: reader.damage + report.damage, bytesRead: reader.bytesRead, bytesDecompressed: reader.bytesDecompressed))
            return true
        }

        /// Deals the rows of the batch into partitions; rows without a number wait among the loose ones.
        private func deal(_ reader: SourceReader) {
            // Here evidence enters: what is personal goes no further.
            mask.apply(&batch)
            looseRows += Worker.deal(batch, of: reader, to: partitions, loose, &index)
            batch.removeAll()
        }

        /// All of a batch at once: what belongs to the worker is accessed once, not for every row.
        private static func deal(
            _ batch: EvidenceBatch, of reader: SourceReader, to partitions: PartitionStore, _ loose: LooseSet, _ index: inout LinkIndex
        ) -> Int {
            var looseRows = 0
            let isOriginal = reader.hasOriginalOffsets
            batch.arena.withUnsafeBytes { arena in
                for row in batch.rows {
                    var row = row
                    if !isOriginal { row.offset = reader.originalOffset(row.offset) }
                    looseRows += place(row, arena: arena, in: partitions, loose, &index)
                }
            }
            return looseRows
        }

        /// A source's own account names devices as they are logged.
        private func mask(_ report: inout ExtractionReport) {
            for place in report.deviceSpans.indices {
                report.deviceSpans[place].name = masker.masked(report.deviceSpans[place].name)
            }
        }

        /// Puts one row where it belongs.
        func place(_ row: Evidence, arena: UnsafeRawBufferPointer) {
            looseRows += Worker.place(row, arena: arena, in: partitions, loose, &index)
        }

        @inline(__always)
        private static func place(
            _ row: Evidence, arena: UnsafeRawBufferPointer, in partitions: PartitionStore, _ loose: LooseSet, _ index: inout LinkIndex
        ) -> Int {
            let start = Int(row.attributesStart)
            let attributes = UnsafeRawBufferPointer(rebasing: arena[start..<(start &+ Int(row.attributesLength))])
            switch index.observe(row, Attributes(attributes, keys: row.keys)) {
            case .order(let key):
                partitions.append(key: key, row: row, attributes: attributes)
                return 0
            case .loose:
                loose.append(row, attributes: attributes)
                return 1
            }
        }
    }

    private let options: RunOptions
    private let sourceNumber = Atomic<UInt32>(0)
    private let bytesDone = Atomic<UInt64>(0)
    private let linesDone = Atomic<UInt64>(0)

    /// The first source number that no source of this run has.
    var nextNumber: UInt32 { sourceNumber.load(ordering: .relaxed) }

    private let heap: HeapWatch

    init(options: RunOptions) {
        self.options = options
        heap = HeapWatch(memory: options.memory)
    }

    /// Reads all files; the result does not depend on how workers share them.
    ///
    /// - Parameter files: what discovery found.
    /// - Returns: one worker's gatherings for each worker.
    func run(_ files: [DiscoveredFile]) -> [Worker] {
        let total = files.reduce(UInt64(0)) { $0 + $1.size }
        let workers = (0..<max(1, options.workers)).map { _ in
            Worker(memory: MemoryPlan(options.memory, workers: options.workers), maskKey: options.maskKey)
        }
        let settings = RecognitionSettings(options.settings, reference: WallClock.now)
        pass(files, workers: workers, settings: settings, endpoints: nil, total: total)
        var endpoints = Endpoints()
        for worker in workers { endpoints.merge(worker.endpoints) }
        let latest = workers.flatMap(\.reads).flatMap(\.report.sources).compactMap { $0.span?.to }.max()
        let informed = RecognitionSettings(options.settings, reference: latest ?? settings.reference)
        pass(workers.flatMap(\.deferred), workers: workers, settings: informed, endpoints: endpoints, total: total)
        return workers
    }

    /// One pass over files, the largest first; without endpoints, sources that have to come last are put off.
    private func pass(_ files: [DiscoveredFile], workers: [Worker], settings: RecognitionSettings, endpoints: Endpoints?, total: UInt64) {
        guard !files.isEmpty else { return }
        let plan = ExtractionPlan(settings: settings, endpoints: endpoints ?? Endpoints())
        let files = files.sorted { ($1.size, $0.path) < ($0.size, $1.path) }
        let queue = WorkQueue(count: files.count)
        Workers.run(min(workers.count, files.count)) { [self] index in
            let worker = workers[index]
            while let next = queue.take() {
                read(files[next], worker: worker, plan: plan, isFirst: endpoints == nil, total: total)
            }
        }
    }

    private func read(_ file: DiscoveredFile, worker: Worker, plan: ExtractionPlan, isFirst: Bool, total: UInt64) {
        let opened = SourceReader.open(file)
        worker.problems += opened.problems
        // Nobody reads lines again that no store knows of. However much is read, as many places are kept.
        let places = min(Limits.restartPoints, options.memory / Limits.memoryOfRestartPoint)
        let spacing = options.database == nil ? nil : max(Limits.restartSpacing, total / UInt64(max(1, places)))
        let canWait = isFirst && opened.readers.count == 1 && !file.isStandardInput && !file.isStream
        for reader in opened.readers {
            let number = sourceNumber.add(1, ordering: .relaxed).oldValue
            var reported: UInt64 = 0
            if let spacing { reader.restartSpacing = spacing }
            let isRead = worker.read(reader, size: file.size, number: number, plan: plan, canWait: canWait) { reader in
                let done = bytesDone.add(reader.bytesRead - min(reported, reader.bytesRead), ordering: .relaxed).newValue
                reported = reader.bytesRead
                heap.look()
                options.progress?(
                    RunProgress(phase: .reading, done: done, total: total, lines: linesDone.load(ordering: .relaxed)))
            }
            if !isRead { worker.deferred.append(file) }
            if isRead, let lines = worker.reads.last?.report.lines { linesDone.add(lines, ordering: .relaxed) }
        }
    }
}
