import Domain

/// What causal pairs say of every device's clock; filled chain by chain, in any order and on any number of workers.
public struct ClockTable: Sendable {
    /// A device while one process of the app ran.
    private struct Epoch: Sendable {
        var device: DeviceKey
        var process: UInt64
        var offset: ClockOffset
    }

    private var whole = NameTable<ClockOffset>()
    /// By the names of device and process together.
    private var epochs = NameTable<Epoch>()

    /// Makes an empty table.
    public init() {}

    /// Adds what one chain says.
    public mutating func add(_ bounds: [ClockBound]) {
        for bound in bounds { add(bound.offset, bound.device, bound.process) }
    }

    /// Adds what the pairs of one chain say.
    public mutating func add(_ pairs: borrowing ClockPairs) {
        for bound in pairs.bounds.elements { add(bound.offset, bound.device, bound.process) }
    }

    /// Adds what another worker found.
    public mutating func merge(_ other: ClockTable) {
        other.epochs.forEach { add($0.offset, $0.device, $0.process) }
    }

    private mutating func add(_ offset: ClockOffset, _ device: DeviceKey, _ process: UInt64) {
        whole[device] = ClockEstimator.intersect(whole[device] ?? .unknown, offset)
        let name = StableHash.mixed(device, process)
        let known = epochs[name]?.offset ?? .unknown
        epochs[name] = Epoch(device: device, process: process, offset: ClockEstimator.intersect(known, offset))
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
            known = ClockEstimator.intersect(known, epochs[StableHash.mixed(device, process)]?.offset ?? .unknown)
        }
        guard known.isConsistent, !processes.isEmpty, !processes.contains(0) else { return all }
        return known
    }
}
