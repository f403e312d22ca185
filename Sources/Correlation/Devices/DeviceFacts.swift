import Domain

/// What is known of the devices that orders have to do with: it comes to an order's turn with its partition.
///
/// Nothing is looked up in a table of all devices: notes and spans are dealt by device, answered part by part, and the answers are dealt by
/// who asked.
public final class DeviceFacts: @unchecked Sendable {
    /// What is known of the devices of the orders of one part.
    public struct Part: Sendable {
        /// Their clocks.
        public fileprivate(set) var clocks = ClockTable()
        private var places = NameTable<Int>()
        private var bytes: [UInt8] = []
        private let reasons: [String]

        fileprivate init(_ reasons: [String]) { self.reasons = reasons }

        fileprivate mutating func append(_ piece: UnsafeRawBufferPointer) {
            let start = bytes.count
            bytes.append(contentsOf: piece)
            PackedDevice.forEach(in: piece) { places[$0] = start + $1 }
        }

        /// What the logs of a device span; nil when none tells.
        public func device(_ key: DeviceKey) -> RunCoverage.Device? {
            guard let place = places[key] else { return nil }
            return bytes.withUnsafeBytes { PackedDevice.read(at: place, in: $0, reasons) }
        }
    }

    private let notes: [DeviceNotes]
    private let known: ClockTable
    /// ``ClockBound``, by the part of the orders.
    private let clocks: Spool
    /// ``PackedDevice``, by the part of the orders.
    private let coverage: Spool
    private var reasons = Reasons()
    /// The latest moment that a device's log surely reached, by its clock: see ``CoverageBuilder/asOf(sources:devices:providerDays:)``.
    public private(set) var latest: Instant?

    private static let orderBits = LinkSpools.orderBits

    /// Nothing is known of any device.
    public convenience init() { self.init([], known: ClockTable(), spans: DeviceSpans(), sources: [], in: SpillPool()) }

    /// Answers what was asked.
    ///
    /// - Parameters:
    ///   - notes: what each worker noted.
    ///   - known: what is known of clocks by orders that none of them saw.
    ///   - spans: what files span for each device, gathered.
    ///   - sources: the run's sources, linked by ``RotationChains``.
    ///   - pool: what it may hold in memory.
    public init(_ notes: [DeviceNotes], known: ClockTable, spans: DeviceSpans, sources: [SourceInfo], in pool: SpillPool) {
        (self.notes, self.known) = (notes, known)
        clocks = Spool(bits: DeviceFacts.orderBits, in: pool)
        coverage = Spool(bits: DeviceFacts.orderBits, in: pool)
        for each in notes { each.flush() }
        guard !sources.isEmpty else { return }
        let builder = DeviceCoverage(sources)
        for part in 0..<DeviceSpans.count { answer(part, builder.devices(of: spans.spans(in: part), part: part)) }
    }

    private func answer(_ part: Int, _ devices: [DeviceKey: RunCoverage.Device]) {
        var table = ClockTable()
        for each in notes { each.bounds.forEach(ClockBound.self, in: part) { table.add($0) } }
        func clock(of device: DeviceKey) -> ClockOffset? {
            guard let seen = table.whole(device) else { return known.whole(device) }
            return known.whole(device).map { ClockEstimator.intersect($0, seen) } ?? seen
        }
        for (key, device) in devices {
            guard let end = CoverageBuilder.end(of: device, clock: clock(of: key) ?? .unknown) else { continue }
            latest = max(latest ?? end, end)
        }
        for each in notes {
            each.asks.forEach(DeviceNotes.Ask.self, in: part) { ask in
                let whole = clock(of: ask.device)
                guard ask.process == 0 else {
                    // The processes of a device count only where its pairs contradict each other.
                    guard whole?.isConsistent == false else { return }
                    let offset = ClockEstimator.intersect(
                        table.offset(of: ask.device, process: ask.process), known.offset(of: ask.device, process: ask.process))
                    return clocks.append(ClockBound(device: ask.device, process: ask.process, offset: offset), to: ask.part)
                }
                if let whole { clocks.append(ClockBound(device: ask.device, process: 0, offset: whole), to: ask.part) }
                if let device = devices[ask.device] { PackedDevice.append(device, ask.device, to: coverage, ask.part, &reasons) }
            }
        }
    }

    /// What is known of the devices of the orders whose hash begins with these eight bits.
    public func part(_ index: Int) -> Part {
        var part = Part(reasons.all)
        clocks.forEach(ClockBound.self, in: index) { part.clocks.add($0) }
        coverage.forEachPiece(of: index) { part.append($0) }
        return part
    }

    /// What all orders say of device clocks, in one table: for a run that goes on.
    public func allClocks() -> ClockTable {
        var table = known
        for each in notes {
            for part in 0..<DeviceSpans.count { each.bounds.forEach(ClockBound.self, in: part) { table.add($0) } }
        }
        return table
    }
}
