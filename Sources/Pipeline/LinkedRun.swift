import Correlation
import Domain

/// A run whose rows all know their order: what judging, and the seam's `stage link`, start from.
///
/// Immutable once ``Linking`` is done; then any number of threads may read different partitions.
final class LinkedRun: @unchecked Sendable {
    /// The run's sources; rows name them by index.
    let table: SourceTable
    /// How sources follow each other.
    let order: SourceOrder
    /// What every order is judged by.
    var context: RunContext
    /// Loose rows that stayed without an order, by source and offset.
    var unbound: [UnboundRow] = []
    /// Edge lines that are a provider's probes.
    var probes = 0
    /// Loose rows that were read more than once.
    var looseDuplicates = 0

    /// A row without an order.
    struct UnboundRow: Sendable {
        var row: Evidence
        var attributes: [UInt8]
        var why: String
    }

    let stores: [PartitionStore]
    /// Rows that found their order while linking; their source numbers are final.
    let late: PartitionStore
    let links: Links
    let coverage: RunCoverage
    var clocks = ClockTable()
    var witnesses: ServerWitnesses
    /// Evidence later than this is not known.
    let horizon: Instant

    init(
        table: SourceTable, order: SourceOrder, stores: [PartitionStore], late: PartitionStore, links: Links, coverage: RunCoverage,
        context: RunContext, horizon: Instant
    ) {
        (self.table, self.order, self.stores, self.late, self.links) = (table, order, stores, late, links)
        (self.coverage, self.context, self.horizon) = (coverage, context, horizon)
        witnesses = ServerWitnesses(sources: table.sources)
    }

    /// Gives every order of a partition to `body`, in the order of their hashes: its number, rows and arena.
    func forEachOrder(
        of partition: Int, scratch: inout PartitionRows, _ body: (_ number: OrderNumber, _ rows: [Evidence], _ arena: [UInt8]) -> Void
    ) {
        scratch.removeAll()
        for store in stores {
            scratch.add(partition, of: store) { key, row in
                guard links.canonical(key) == key else { return false }
                row.source = table.index(of: row.source)
                row.device = links.device(of: row)
                return true
            }
        }
        scratch.add(partition, of: late) { _, row in
            row.device = links.device(of: row)
            return true
        }
        scratch.group()
        for group in scratch.groups {
            guard let number = scratch.take(group) ?? links.number(group.key) else { continue }
            body(number, scratch.own, scratch.ownArena)
        }
    }

    /// The chain of an order, built with what is known of its devices by now.
    ///
    /// - Parameter isForSurvey: true for a first look, which needs neither the numbers of deliveries nor what server logs cover.
    func chain(
        _ number: OrderNumber, _ rows: [Evidence], _ arena: [UInt8], isForSurvey: Bool = false
    ) -> (chain: Chain, duplicates: Int) {
        var built = ChainBuilder.build(
            order: number, rows: rows, arena: arena, devices: devices(of: rows, arena: arena), sources: order, asOf: horizon,
            clocksAreKnown: !isForSurvey, numbersDeliveries: !isForSurvey)
        guard !isForSurvey else { return built }
        let coverage = serverCoverage(of: rows, arena: arena)
        (built.chain.serverApp, built.chain.serverEdge) = (coverage.app, coverage.edge)
        return built
    }

    /// What the server logs that can testify about an order span.
    func serverCoverage(of rows: [Evidence], arena: [UInt8]) -> (app: WitnessCoverage, edge: WitnessCoverage) {
        var sources: [UInt32] = []
        var period = Stretch(from: .distantFuture, to: .distantPast)
        var endpoint: UInt64 = 0
        var isAsked = false
        arena.withUnsafeBytes { all in
            for row in rows {
                if row.witness != .client { period = Stretch(from: min(period.from, row.at), to: max(period.to, row.at)) }
                guard row.witness == .serverApp || row.witness == .serverEdge else { continue }
                if !sources.contains(row.source) { sources.append(row.source) }
                if row.witness == .serverApp {
                    isAsked = isAsked || row.event == .queryReceived || row.event == .returnServed
                }
                guard row.event == .orderCreated, endpoint == 0 else { continue }
                let start = Int(row.attributesStart)
                let attributes = Attributes(UnsafeRawBufferPointer(rebasing: all[start..<(start + Int(row.attributesLength))]))
                if let path = attributes[.notifyPath] { endpoint = StableHash.of(path) }
            }
        }
        if period.from > period.to { period = Stretch(from: context.asOf, to: context.asOf) }
        period.to = period.to + .minutes(10)
        return (
            witnesses.coverage(of: .serverApp, sources: sources, isAsked: isAsked, endpoint: 0, period: period),
            witnesses.coverage(of: .serverEdge, sources: sources, isAsked: isAsked, endpoint: endpoint, period: period)
        )
    }

    /// The device sessions of an order.
    func devices(of rows: [Evidence], arena: [UInt8]) -> [DeviceSession] {
        let keys = links.devices(of: rows, arena: arena)
        guard !keys.isEmpty else { return [] }
        return keys.map { key in
            let device = coverage.devices[key]
            var platform = device?.platform ?? ""
            if platform.isEmpty { platform = self.platform(of: key, rows: rows, arena: arena) }
            let processes = clocks.isContradictory(key) ? self.processes(of: key, rows: rows, arena: arena) : []
            return DeviceSession(
                key: key, offset: clocks.offset(of: key, processes: processes), coverage: device?.coverage ?? WitnessCoverage(),
                name: device?.name ?? "", platform: platform)
        }
    }

    /// What a device's own lines say of the processes that wrote them.
    private func processes(of device: DeviceKey, rows: [Evidence], arena: [UInt8]) -> [UInt64] {
        var found: [UInt64] = []
        forEachClientLine(of: device, rows: rows, arena: arena) { attributes in
            let process = ClockEstimator.process(attributes)
            if !found.contains(process) { found.append(process) }
        }
        return found.sorted()
    }

    /// The platform that a device's own lines name.
    private func platform(of device: DeviceKey, rows: [Evidence], arena: [UInt8]) -> String {
        var least: String?
        forEachClientLine(of: device, rows: rows, arena: arena) { attributes in
            guard let platform = attributes[.platform]?.text else { return }
            least = min(least ?? platform, platform)
        }
        return least ?? ""
    }

    private func forEachClientLine(of device: DeviceKey, rows: [Evidence], arena: [UInt8], _ body: (Attributes) -> Void) {
        arena.withUnsafeBytes { all in
            for row in rows where row.device == device && row.witness == .client {
                let start = Int(row.attributesStart)
                body(Attributes(UnsafeRawBufferPointer(rebasing: all[start..<(start + Int(row.attributesLength))])))
            }
        }
    }
}
