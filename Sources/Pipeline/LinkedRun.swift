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
    /// Evidence later than this is not known.
    let horizon: Instant

    init(
        table: SourceTable, order: SourceOrder, stores: [PartitionStore], late: PartitionStore, links: Links, coverage: RunCoverage,
        context: RunContext, horizon: Instant
    ) {
        (self.table, self.order, self.stores, self.late, self.links) = (table, order, stores, late, links)
        (self.coverage, self.context, self.horizon) = (coverage, context, horizon)
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
    /// - Parameter numbersDeliveries: false for the survey, which does not look at them.
    func chain(
        _ number: OrderNumber, _ rows: [Evidence], _ arena: [UInt8], numbersDeliveries: Bool = true
    ) -> (chain: Chain, duplicates: Int) {
        ChainBuilder.build(
            order: number, rows: rows, arena: arena, devices: devices(of: rows, arena: arena), sources: order, asOf: horizon,
            numbersDeliveries: numbersDeliveries)
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
