import Domain

/// Writes one source of the world: its files one after the other, each line in the source's own order.
final class SourceWriter {
    private let plan: Plan
    private let source: Source
    private let folder: String
    private var form: LineForm
    private var file: OutputFile?
    /// Number of the segment that is open: of a rotated file its number, of a dated one its day.
    private var segment = Int64.min
    private var noise: Random
    private var written = 0
    private var bill = BillTotals()
    private var zips: [(csv: String, zip: String, day: Int64, totals: BillTotals)] = []
    private var path = ""
    /// What the writer's clock shows at the line to come.
    private var shown: Int64 = 0
    private(set) var report = SimulationReport()
    /// The files as they lie in the folder, for the cutter.
    private(set) var files: [(path: String, source: Int)] = []
    private let index: Int

    init(_ plan: Plan, index: Int, folder: String) {
        (self.plan, self.index, self.folder) = (plan, index, folder)
        source = plan.sources[index]
        form = LineForm(source, seed: plan.options.seed)
        noise = Random(plan.options.seed, 12, UInt64(index))
    }

    deinit { form.free() }

    private var isServer: Bool { source.kind == .application || source.kind == .edge }

    /// Writes the lines of one slice of time, which are sorted, and noise between them.
    ///
    /// - Parameter slabs: the batches' bytes; a line's `source` field says which one.
    func write(_ lines: ArraySlice<Happening>, slabs: [UnsafeRawBufferPointer], slice: Int) throws(SimulationError) {
        let times = isServer ? noiseTimes(slice: slice, signals: lines.count) : []
        var next = 0
        for line in lines {
            while next < times.count, times[next] < line.time {
                try noise(at: times[next])
                next += 1
            }
            shown = line.stamp
            try enter(line.time)
            let start = Int(line.offset)
            form.append(line, UnsafeRawBufferPointer(rebasing: slabs[Int(line.source)][start..<(start + Int(line.length))]))
            if source.kind.isBill { bill.add(line.value) }
            written += 1
            if form.out.count >= 1 << 15 { try drain() }
        }
        while next < times.count {
            try noise(at: times[next])
            next += 1
        }
        try drain()
    }

    private func noise(at time: Int64) throws(SimulationError) {
        try enter(time)
        form.appendNoise(at: time)
        written += 1
        if form.out.count >= 1 << 15 { try drain() }
    }

    /// When this source says something about nothing: in proportion to its signals, and at both ends of the world.
    private func noiseTimes(slice: Int, signals: Int) -> [Int64] {
        let share = plan.options.noiseShare
        let count = Int(Double(signals) * share / (1 - share))
        let from = slice == 0 ? plan.start : plan.slot(slice * plan.visitsPerSlice)
        let to = min(plan.end, plan.sliceEnd(slice))
        var times: [Int64] = []
        times.reserveCapacity(count + 2)
        if slice == 0 { times.append(plan.start + 500_000 + Int64(index) * 1_000) }
        if to > from { for _ in 0..<count { times.append(noise.between(from, to - 1)) } }
        if slice == plan.slices - 1 { times.append(plan.end - 900_000 + Int64(index) * 1_000) }
        times.sort()
        return times
    }

    private func drain() throws(SimulationError) {
        guard form.out.count > 0, let file else { return }
        try file.append(form.out.buffer)
        form.clear()
    }

    // MARK: files

    /// Opens the file that a moment belongs to.
    private func enter(_ time: Int64) throws(SimulationError) {
        let wanted: Int64
        switch source.naming {
        case .single: wanted = 0
        case .numbered:
            let rotations = Int64(plan.options.rotations)
            wanted = max(0, min(rotations - 1, (time - plan.start) * rotations / (plan.end - plan.start)))
        case .dated, .bill: wanted = Calendar.dayNumber(time + Calendar.shanghai)
        }
        guard wanted != segment else { return }
        // Rotation by the clock leaves an empty file where nothing was written; a file that is not there is a file that was lost.
        while case .numbered = source.naming, segment >= 0, segment < wanted - 1 {
            try leave()
            segment += 1
            try openSegment()
        }
        try leave()
        segment = wanted
        try openSegment()
    }

    private func openSegment() throws(SimulationError) {
        let compression = plan.options.compression
        var name = source.path
        var packs = compression == .all
        switch source.naming {
        case .single:
            // a logger that writes no dates has the day in its file's name
            if source.format == .swiftyBeaver, let dot = name.lastIndex(of: ".") {
                let day = Calendar.dayNumber(shown + Calendar.shanghai)
                name.insert(contentsOf: "-\(SourceWriter.date(day, separator: "-"))", at: dot)
            }
        case .numbered:
            let age = Int64(plan.options.rotations) - 1 - segment
            if age > 0 { name += ".\(age)" }
            packs = packs || (compression == .rotated && age >= 2)
        case .dated:
            let day = SourceWriter.date(segment, separator: "-")
            if let dot = name.lastIndex(of: ".") { name.insert(contentsOf: ".\(day)", at: dot) }
            packs = packs || (compression == .rotated && segment < Calendar.dayNumber(plan.end + Calendar.shanghai))
        case .bill:
            try openBill()
            return
        }
        if source.kind == .truth { packs = false }
        if packs { name += ".gz" }
        path = name
        file = try OutputFile(folder + "/" + name, gzipLevel: packs ? plan.options.level : nil)
        written = 0
        form.head()
    }

    private func openBill() throws(SimulationError) {
        bill = BillTotals()
        if source.kind == .alipayFunds || source.kind == .wechatFunds {
            let day = SourceWriter.date(segment, separator: "-")
            let isAlipay = source.kind == .alipayFunds
            path = isAlipay ? "\(source.path)-\(day).csv" : "\(source.path)-fundflow-\(day).csv.gz"
            file = try OutputFile(folder + "/" + path, gzipLevel: isAlipay ? nil : plan.options.level)
            if isAlipay { FundBills.alipayHead().withUnsafeBytes { form.out.raw($0) } } else { form.out.string(FundBills.wechatHead) }
            return
        }
        if source.kind == .wechatBill {
            path = "\(source.path)-tradebill-\(SourceWriter.date(segment, separator: "-")).csv.gz"
            file = try OutputFile(folder + "/" + path, gzipLevel: plan.options.level)
            form.out.string(WechatBill.head)
        } else {
            let stem = "\(String(describing: Shop.alipayAccount))_\(SourceWriter.date(segment, separator: ""))"
            path = "provider/\(stem).csv.zip"
            let csv = folder + "/provider/\(stem).csv.part"
            zips.append((csv, folder + "/" + path, segment, BillTotals()))
            file = try OutputFile(csv, gzipLevel: nil)
            AlipayBill.head(day: segment).withUnsafeBytes { form.out.raw($0) }
        }
    }

    /// Ends the open file.
    private func leave() throws(SimulationError) {
        guard let file else { return }
        form.tail(count: written)
        if source.kind == .wechatBill { form.out.string(WechatBill.tail(bill)) }
        if source.kind == .wechatFunds { form.out.string(FundBills.wechatTail(bill)) }
        if source.kind == .alipayFunds { FundBills.alipayTail(bill).withUnsafeBytes { form.out.raw($0) } }
        if source.kind == .alipayBill {
            let text = AlipayBill.tail(bill, day: segment)
            text.withUnsafeBytes { form.out.raw($0) }
            zips[zips.count - 1].totals = bill
        }
        try drain()
        try file.close()
        report.lines += file.lines
        report.bytes += file.bytes
        if source.kind == .alipayBill, let last = zips.last {
            report.bytesOnDisk += try AlipayBill.pack(csv: last.csv, to: last.zip, day: last.day, totals: last.totals)
        } else {
            report.bytesOnDisk += file.bytesOnDisk
        }
        report.files += 1
        files.append((path, index))
        self.file = nil
    }

    /// Writes what is left. Days of a bill without any row get an empty one: a bill of a day without trades is a statement too.
    func finish() throws(SimulationError) {
        if source.naming == .bill {
            let first = Calendar.dayNumber(plan.start + Calendar.shanghai)
            var days: [Int64] = []
            for day in first...max(first, Calendar.dayNumber(plan.end + Calendar.shanghai)) {
                if plan.hasBill(day * 86_400_000_000 - Calendar.shanghai + 1) { days.append(day) }
            }
            for day in days where day > segment {
                try leave()
                segment = day
                try openSegment()
            }
        }
        try leave()
    }

    /// `2026-11-02` of a day number.
    static func date(_ day: Int64, separator: String) -> String {
        let civil = CivilTime(Instant(microseconds: day * 86_400_000_000))
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(civil.year)\(separator)\(two(civil.month))\(separator)\(two(civil.day))"
    }
}

/// The sums at the foot of a bill, in hundredths.
struct BillTotals {
    private(set) var payments = 0
    private(set) var refunds = 0
    private(set) var paid: Int64 = 0
    private(set) var refunded: Int64 = 0

    mutating func add(_ amount: Int64) {
        if amount < 0 {
            refunds += 1
            refunded += -amount
        } else {
            payments += 1
            paid += amount
        }
    }
}
