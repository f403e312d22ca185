import Configuration
import Correlation
import Domain
import Recognition
import Sources
import Store
import Verdicts

/// The stages of a run as filters on standard input and output, so that another engine can carry the rows (architecture.md, the seam).
///
/// `extract PATH… | sort | link | judge` gives the same verdicts as `analyze`, in any number of buckets and whatever carried the lines:
/// every row has an identity, so that lines that come twice change nothing, and each stage checks the count in the trailer of the one before.
public enum Stages {
    /// Writes the evidence of paths as rows.
    ///
    /// - Parameters:
    ///   - options: paths and settings; no store is opened.
    ///   - out: gets whole lines.
    public static func extract(_ options: RunOptions, to out: ([UInt8]) -> Void) throws(RunError) {
        let found = SourceDiscovery.expand(options.paths)
        guard found.readable else { throw .nothingReadable(found.problems) }
        let workers = Extraction(options: options).run(found.files)
        let reads = workers.flatMap(\.reads)
        var keys = [UInt64](repeating: 0, count: Int(reads.map(\.number).max() ?? 0) + 1)
        for read in reads { keys[Int(read.number)] = StableHash.of(read.name, seed: read.contentID) }
        var rows: UInt64 = 0
        var lines: [UInt8] = []
        func put(_ key: UInt64?, _ row: Evidence, _ attributes: UnsafeRawBufferPointer) {
            let source = keys[Int(row.source)]
            let column = key.map(SeamRow.hex) ?? "~loose"
            lines += Array("\(column)\t\(sortColumns(row, source: source))\t".utf8)
            SeamRow.append(hex: SeamCodec.encode(row, attributes: attributes, source: source), to: &lines)
            lines.append(10)
            rows += 1
            if lines.count > Limits.blockLength {
                out(lines)
                lines.removeAll(keepingCapacity: true)
            }
        }
        for worker in workers {
            for partition in 0..<PartitionStore.count {
                worker.partitions.forEachPart(of: partition) { part in
                    PartitionStore.forEachRow(in: part) { key, row, attributes in put(key, row, attributes) }
                }
            }
            for part in 0..<LooseSet.count { worker.loose.forEach(in: part) { put(nil, $0, $1) } }
        }
        var spans: [UInt32: [DeviceSpan]] = [:]
        for worker in workers { for span in worker.deviceSpans { spans[span.source, default: []].append(span) } }
        for var read in reads {
            read.report.deviceSpans = spans[read.number] ?? []
            lines += Array("\(SeamRow.Mark.source)\t\(SeamRow.hex(keys[Int(read.number)]))\t".utf8)
            SeamRow.append(hex: SeamCodec.encode(read), to: &lines)
            lines.append(10)
        }
        lines += Trailer.line(rows: rows, of: reads.reduce(0) { $0 &+ keys[Int($1.number)] })
        out(lines)
    }

    /// The columns that give evidence its total order: instant, causal rank, source, offset.
    private static func sortColumns(_ row: Evidence, source: UInt64) -> String {
        "\(SeamRow.column(row.at))\t\(SeamRow.decimal(UInt64(row.event.causalRank), width: 3))\t\(SeamRow.hex(source))\t"
            + SeamRow.decimal(row.offset, width: 20)
    }

    /// Reads extracted rows in any order and writes rows that know their order, with the context that judging needs.
    ///
    /// - Parameters:
    ///   - next: gives the next line without its end, nil at the end.
    ///   - options: settings and as-of; its paths are not read.
    ///   - out: gets whole lines.
    /// - Returns: how many lines could not be understood; they are passed on as error rows.
    public static func link(
        _ next: () -> ArraySlice<UInt8>?, options: RunOptions, to out: ([UInt8]) -> Void
    ) throws(SeamError) -> Int {
        let worker = Extraction.Worker(memory: MemoryPlan(options.memory, workers: 1), rowsInSourceOrder: false)
        var numbers: [UInt64: UInt32] = [:]
        var told: Set<UInt32> = []
        func number(_ key: UInt64) -> UInt32 {
            if let known = numbers[key] { return known }
            numbers[key] = UInt32(numbers.count)
            return UInt32(numbers.count - 1)
        }
        var counted = Trailer()
        var errors: [UInt8] = []
        while let line = next() {
            let columns = SeamRow.columns(line)
            if counted.take(columns) { continue }
            if columns.first?.elementsEqual(SeamRow.Mark.source.utf8) == true, columns.count == 3,
                let key = UInt64(String(decoding: columns[1], as: UTF8.self), radix: 16), let bytes = SeamRow.bytes(hex: columns[2]),
                let read = try? SeamCodec.source(bytes, number: number(key))
            {
                if told.insert(read.number).inserted { worker.add(read) }
                continue
            }
            if columns.count == 6, let bytes = SeamRow.bytes(hex: columns[5]), let item = try? SeamCodec.evidence(bytes) {
                var row = item.row
                row.source = number(item.source)
                row.attributesLength = UInt32(item.attributes.count)
                item.attributes.withUnsafeBytes { worker.place(row, arena: $0) }
                counted.rows += 1
                continue
            }
            counted.note(line, into: &errors)
        }
        try counted.check()
        if let number = numbers.values.filter({ !told.contains($0) }).min() {
            throw SeamError(description: "a row names a source that no source row tells of (source \(number)): is the input whole?")
        }
        worker.distrustDamaged()
        let run = Linking(options: options).link([worker], stored: nil)
        write(run, errors: errors, to: out)
        return counted.errors
    }

    private static func write(_ run: LinkedRun, errors: [UInt8], to out: ([UInt8]) -> Void) {
        var lines = Array("\(SeamRow.Mark.context)\t".utf8)
        SeamRow.append(hex: SeamCodec.encode(run.context, run.table.sources, horizon: run.horizon), to: &lines)
        lines.append(10)
        out(lines + errors)
        var rows: UInt64 = 0
        var walk = OrderWalk(run)
        for partition in 0..<PartitionStore.count {
            lines.removeAll(keepingCapacity: true)
            walk.begin(partition)
            while let number = walk.nextOrder() {
                let key = number.stableHash
                let head = "\(SeamRow.decimal(UInt64(number.bucket), width: 4))\t\(SeamRow.hex(key))\t"
                lines += Array("\(head)!\t".utf8)
                SeamRow.append(hex: number.bytes, to: &lines)
                lines.append(9)
                let (app, edge) = walk.serverCoverage()
                SeamRow.append(hex: SeamCodec.encode(walk.deviceSessions(), app: app, edge: edge), to: &lines)
                lines.append(10)
                for row in walk.rows {
                    let start = Int(row.attributesStart)
                    let attributes = UnsafeRawBufferPointer(rebasing: walk.arena[start..<(start + Int(row.attributesLength))])
                    lines += Array("\(head)\(sortColumns(row, source: UInt64(row.source)))\t".utf8)
                    SeamRow.append(hex: SeamCodec.encode(row, attributes: attributes, source: UInt64(row.source)), to: &lines)
                    lines.append(10)
                    rows += 1
                }
            }
            if !lines.isEmpty { out(lines) }
        }
        out(Trailer.line(rows: rows, of: 0))
    }

    /// Judges linked rows in any order.
    ///
    /// - Parameters:
    ///   - next: gives the next line without its end, nil at the end.
    ///   - bucket: judge only the orders whose bucket leaves this remainder; the trailer is then not checked against what was judged.
    ///   - body: gets each verdict with its chain and the sources, in the order of the orders' hashes.
    /// - Returns: how many lines could not be understood, and how many orders were judged.
    public static func judge(
        _ next: () -> ArraySlice<UInt8>?, bucket: (remainder: Int, of: Int)?, _ body: (Verdict, Chain, [SourceInfo]) -> Void
    ) throws(SeamError) -> (errors: Int, orders: Int) {
        var known: (context: RunContext, sources: [SourceInfo], horizon: Instant)?
        var orders: [UInt64: (number: OrderNumber, devices: [DeviceSession], app: WitnessCoverage, edge: WitnessCoverage)] = [:]
        let rows = PartitionStore(budget: Limits.memory)
        var counted = Trailer()
        var errors: [UInt8] = []
        while let line = next() {
            let columns = SeamRow.columns(line)
            if counted.take(columns) { continue }
            if columns.count == 2, columns[0].elementsEqual(SeamRow.Mark.context.utf8), let bytes = SeamRow.bytes(hex: columns[1]),
                let context = try? SeamCodec.context(bytes)
            {
                known = context
                continue
            }
            guard columns.count == 5 || columns.count == 7, let place = Int(String(decoding: columns[0], as: UTF8.self)),
                let key = UInt64(String(decoding: columns[1], as: UTF8.self), radix: 16)
            else {
                counted.note(line, into: &errors)
                continue
            }
            let isOurs = bucket.map { place % $0.of == $0.remainder } ?? true
            if columns.count == 5, let number = SeamRow.bytes(hex: columns[3]), let bytes = SeamRow.bytes(hex: columns[4]),
                let known = try? SeamCodec.witnesses(bytes)
            {
                if isOurs { orders[key] = (OrderNumber(bytes: number), known.devices, known.app, known.edge) }
            } else if columns.count == 7, let bytes = SeamRow.bytes(hex: columns[6]), let item = try? SeamCodec.evidence(bytes) {
                counted.rows += 1
                var row = item.row
                row.source = UInt32(truncatingIfNeeded: item.source)
                if isOurs { item.attributes.withUnsafeBytes { rows.append(key: key, row: row, attributes: $0) } }
            } else {
                counted.note(line, into: &errors)
            }
        }
        try counted.check()
        guard var known else { throw SeamError(description: "no context row: is the input the output of `stage link`?") }
        let order = RotationChains.link(&known.sources)
        var judged = 0
        var scratch = PartitionRows()
        var builder = ChainBuilder(sources: order, asOf: known.horizon)
        var judge = Judge(known.context)
        var chain = Chain(order: OrderNumber(bytes: []))
        for partition in 0..<PartitionStore.count {
            scratch.removeAll()
            scratch.add(partition, of: rows)
            scratch.group()
            for group in scratch.groups.indices {
                guard let witnesses = orders[scratch.groups[group].key] else { continue }
                _ = scratch.take(group) { _, _ in true }
                _ = builder.build(
                    witnesses.number, rows: scratch.rows, arena: scratch.arena, devices: witnesses.devices, into: &chain)
                (chain.serverApp, chain.serverEdge) = (witnesses.app, witnesses.edge)
                guard !chain.events.isEmpty else { continue }
                judge.judge(&chain)
                body(judge.verdict, chain, known.sources)
                judged += 1
            }
        }
        return (counted.errors, judged)
    }
}

/// Counts rows against the trailers of the stage before; lines that mean nothing become error rows.
private struct Trailer {
    var rows: UInt64 = 0
    var errors = 0
    /// What each trailer promises, by what it stands for: a carrier may bring the same one twice.
    private var promised: [UInt64: UInt64] = [:]

    /// The last line of a stage's output.
    ///
    /// - Parameters:
    ///   - rows: how many rows of evidence stand before it.
    ///   - identity: what tells this output from those of others beside it.
    static func line(rows: UInt64, of identity: UInt64) -> [UInt8] {
        Array("\(SeamRow.Mark.trailer)\t\(rows)\t\(SeamRow.hex(identity))\n".utf8)
    }

    /// Takes a trailer or an error row of the stage before.
    mutating func take(_ columns: [ArraySlice<UInt8>]) -> Bool {
        guard let first = columns.first else { return false }
        if first.elementsEqual(SeamRow.Mark.error.utf8) { return true }
        guard columns.count == 3, first.elementsEqual(SeamRow.Mark.trailer.utf8),
            let count = UInt64(String(decoding: columns[1], as: UTF8.self)),
            let identity = UInt64(String(decoding: columns[2], as: UTF8.self), radix: 16)
        else { return false }
        promised[identity] = max(promised[identity] ?? 0, count)
        return true
    }

    mutating func note(_ line: ArraySlice<UInt8>, into errors: inout [UInt8]) {
        self.errors += 1
        errors += Array("\(SeamRow.Mark.error)\tnot a row of this stage's input: \(line.count) bytes\n".utf8)
    }

    /// More rows than promised are repeats, which identity takes care of; fewer, or no trailer, means that the input was cut.
    func check() throws(SeamError) {
        guard !promised.isEmpty else { throw SeamError(description: "no trailer: the input was cut") }
        let wanted = promised.values.reduce(UInt64(0)) { $0.addingReportingOverflow($1).partialValue }
        guard rows >= wanted else {
            throw SeamError(description: "the trailer counts \(wanted) rows, \(rows) came: the input was cut")
        }
    }
}
