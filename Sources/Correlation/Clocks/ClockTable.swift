import Domain

/// What causal pairs say of every device's clock; filled chain by chain, in any order and on any number of workers.
public struct ClockTable: Sendable {
    private struct Epoch: Hashable, Sendable {
        var device: DeviceKey
        var process: UInt64
    }

    private var whole: [DeviceKey: ClockOffset] = [:]
    private var epochs: [Epoch: ClockOffset] = [:]

    /// Makes an empty table.
    public init() {}

    /// Adds what one chain says.
    public mutating func add(_ bounds: [ClockBound]) {
        for bound in bounds { add(bound.offset, bound.device, bound.process) }
    }

    /// Adds what another worker found.
    public mutating func merge(_ other: ClockTable) {
        for (key, offset) in other.epochs { add(offset, key.device, key.process) }
    }

    private mutating func add(_ offset: ClockOffset, _ device: DeviceKey, _ process: UInt64) {
        ClockTable.narrow(&whole[device, default: .unknown], offset)
        ClockTable.narrow(&epochs[Epoch(device: device, process: process), default: .unknown], offset)
    }

    private static func narrow(_ known: inout ClockOffset, _ offset: ClockOffset) {
        known = ClockEstimator.intersect(known, offset)
    }

    /// Whether the pairs of a device contradict each other: only then do the processes of an order count.
    public func isContradictory(_ device: DeviceKey) -> Bool { whole[device]?.isConsistent == false }

    /// What is known of a device's clock while the given processes ran.
    ///
    /// All pairs of a device agree as long as nobody sets its clock. When they do not, a restart of the app may separate two settings: then
    /// only the pairs of the given processes count. When these contradict each other too, nothing is known.
    ///
    /// - Parameters:
    ///   - device: the device session.
    ///   - processes: hashes of process ids, as ``ClockEstimator/processes(in:of:)`` gives them; empty: the whole session.
    public func offset(of device: DeviceKey, processes: [UInt64] = []) -> ClockOffset {
        guard let all = whole[device] else { return .unknown }
        if all.isConsistent { return all }
        var known = ClockOffset.unknown
        for process in processes where process != 0 {
            known = ClockEstimator.intersect(known, epochs[Epoch(device: device, process: process)] ?? .unknown)
        }
        guard known.isConsistent, !processes.isEmpty, !processes.contains(0) else { return all }
        return known
    }
}
