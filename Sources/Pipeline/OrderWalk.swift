import Correlation
import Domain

/// One worker's way through a linked run: the rows of order after order, and their chains.
///
/// What is known of devices and of server logs is remembered from order to order, and memory is used again.
struct OrderWalk: ~Copyable {
    /// What is known of the run: copies of its own parts, since workers that read the same ones would count references to them against
    /// each other; and in an object, since a method of a part that lay here would be given a copy of the part for every call.
    private final class Known: Sendable {
        let stores: [PartitionStore]
        let late: PartitionStore
        let table: SourceTable
        let links: Links
        let order: SourceOrder
        let asOf: Instant
        let devices: DeviceFacts

        init(_ run: LinkedRun) {
            (stores, late, table, links, order) = (run.stores, run.late, run.table, run.links, run.order)
            (asOf, devices) = (run.context.asOf, run.devices)
        }
    }

    private let run: Known
    private var partition = PartitionRows()
    private var known = Links.Part()
    private var facts: DeviceFacts.Part
    /// The partition that is gone through.
    private var index = 0
    private var next = 0
    private let horizon: Instant
    private var builder: ChainBuilder
    private var witnesses: OrderWitnesses
    private var keys = Scratch<DeviceKey>(capacity: 8)
    /// Sessions that are the same for every order, by device.
    private var sessions: [DeviceKey: [DeviceSession]] = [:]
    /// Sessions that are remembered: beyond it all are forgotten.
    private static let remembered = 1 << 10
    /// The chain that was built last.
    private(set) var chain = Chain(order: OrderNumber(bytes: []))

    /// Makes a walk that knows what the run knows by now.
    init(_ run: LinkedRun) {
        self.run = Known(run)
        facts = run.devices.part(0)
        horizon = run.horizon
        builder = ChainBuilder(sources: run.order, asOf: run.horizon)
        witnesses = OrderWitnesses(run.witnesses)
    }

    /// The rows of the order that ``nextOrder()`` gave last.
    var rows: UnsafeBufferPointer<Evidence> { partition.rows }
    /// Their attributes.
    var arena: UnsafeRawBufferPointer { partition.arena }

    /// Goes to a partition.
    mutating func begin(_ index: Int) { begin(OrderSlice(partition: index)) }

    /// Goes to a slice of a partition.
    mutating func begin(_ slice: OrderSlice) {
        partition.removeAll()
        let table = run.table
        let crowded = CrowdedOrders(slice, in: run.stores, late: run.late, horizon: horizon) { table.index(of: $0) }
        if slice.count == 1, crowded == nil {
            let late = run.late.length(of: slice.partition)
            partition.reserve(run.stores.reduce(late) { $0 + $1.length(of: slice.partition) })
        }
        if let crowded {
            for store in run.stores {
                partition.add(slice, of: store) { key, row, attributes in
                    var row = row
                    row.source = table.index(of: row.source)
                    return crowded.keeps(key, row, attributes)
                }
            }
            partition.add(slice, of: run.late, isLate: true, keeping: crowded.keeps)
        } else {
            for store in run.stores { partition.add(slice, of: store) }
            partition.add(slice, of: run.late, isLate: true)
        }
        partition.group()
        known = run.links.part(slice.partition)
        facts = run.devices.part(slice.partition)
        (index, next) = (slice.partition, 0)
    }

    /// The next order of the partition, in the order of their hashes; nil at the end.
    mutating func nextOrder() -> OrderNumber? {
        while next < partition.groups.count {
            let key = partition.groups[next].key
            // Rows of an attempt's number were copied to the attempt's order.
            let run = run
            let isOrder = !run.links.hasAttempts || run.links.canonical(key) == key
            let number = partition.take(next) { row, isLate in
                if !isLate {
                    guard isOrder else { return false }
                    row.source = run.table.index(of: row.source)
                }
                row.device = run.order.device(row.device, source: row.source)
                return true
            }
            next += 1
            if let number = number ?? known.number(key) { return number }
        }
        return nil
    }

    /// Builds the chain of an order with what is known of its devices by now.
    ///
    /// - Parameter isForSurvey: true for a first look, which needs neither the numbers of deliveries nor what server logs cover, and knows
    ///   of no clock.
    /// - Returns: how many of its rows were duplicates.
    mutating func build(_ number: OrderNumber, isForSurvey: Bool = false) -> Int {
        // Before anything bounds their clocks a device that is known is as good as none.
        let devices = isForSurvey ? [] : deviceSessions()
        let duplicates = builder.build(
            number, rows: rows, arena: arena, devices: devices, isForSurvey: isForSurvey, into: &chain)
        guard !isForSurvey else { return duplicates }
        let coverage = serverCoverage()
        (chain.serverApp, chain.serverEdge) = (coverage.app, coverage.edge)
        return duplicates
    }

    /// Lends the chain to whoever takes it apart, and takes it back.
    mutating func withChain(_ body: (inout Chain) -> Void) { body(&chain) }

    /// What the server logs that can testify about the order span.
    mutating func serverCoverage() -> (app: WitnessCoverage, edge: WitnessCoverage) {
        witnesses.coverage(of: rows, arena: arena, otherwise: run.asOf)
    }

    /// The device sessions of the order.
    mutating func deviceSessions() -> [DeviceSession] {
        run.links.findDevices(of: rows, arena: arena, part: known, into: &keys)
        guard !keys.isEmpty else { return [] }
        if keys.count == 1 { return sessions(of: keys[0]) }
        var all: [DeviceSession] = []
        for place in keys.indices { all += sessions(of: keys[place]) }
        return all
    }

    /// Notes which devices the order that ``nextOrder()`` gave last has to do with.
    mutating func noteDevices(in notes: DeviceNotes) {
        run.links.findDevices(of: rows, arena: arena, part: known, into: &keys)
        for place in keys.indices { notes.ask(keys[place], for: index) }
        for row in rows where row.witness == .client && row.device != 0 && row.keys.mayHold(.process) {
            let process = ClockEstimator.process(Attributes(of: row, in: arena))
            if process != 0 { notes.ask(row.device, process: process, for: index) }
        }
    }

    /// The session of one device, alone in an array.
    private mutating func sessions(of key: DeviceKey) -> [DeviceSession] {
        if let known = sessions[key] { return known }
        let device = facts.device(key)
        let isContradictory = facts.clocks.isContradictory(key)
        var platform = device?.platform ?? ""
        let isFixed = !platform.isEmpty && !isContradictory
        if platform.isEmpty { platform = self.platform(of: key) }
        let session = DeviceSession(
            key: key, offset: facts.clocks.offset(of: key, processes: isContradictory ? processes(of: key) : []),
            coverage: device?.coverage ?? WitnessCoverage(), name: device?.name ?? "", platform: platform)
        guard isFixed else { return [session] }
        if sessions.count == OrderWalk.remembered { sessions.removeAll(keepingCapacity: true) }
        sessions[key] = [session]
        return [session]
    }

    /// What a device's own lines say of the processes that wrote them.
    private func processes(of device: DeviceKey) -> [UInt64] {
        var found: [UInt64] = []
        forEachClientLine(of: device) { attributes in
            let process = ClockEstimator.process(attributes)
            if !found.contains(process) { found.append(process) }
        }
        return found.sorted()
    }

    /// The platform that a device's own lines name.
    private func platform(of device: DeviceKey) -> String {
        var least: UnsafeRawBufferPointer?
        forEachClientLine(of: device) { attributes in
            guard let platform = attributes[.platform] else { return }
            if least.map({ platform.lexicographicallyPrecedes($0) }) ?? true { least = platform }
        }
        return least?.text ?? ""
    }

    private func forEachClientLine(of device: DeviceKey, _ body: (Attributes) -> Void) {
        for row in rows where row.device == device && row.witness == .client {
            body(Attributes(of: row, in: arena))
        }
    }
}
