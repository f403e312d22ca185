import Domain

/// What causal pairs say of every device's clock; filled chain by chain, in any order and on any number of workers.
public struct ClockTable: Sendable {
    /// A device while one process of the app ran.
    private struct Epoch: Sendable {
        var device: DeviceKey
        var process: UInt64
        var offset: ClockOffset
    }

    // A run may know a device for every order: nearly all have one process, and lie here, 32 bytes a place.
    private var devices: [DeviceKey] = []
    private var processes: [UInt64] = []
    private var offsets: [ClockOffset] = []
    private var count = 0
    /// Devices of several processes: what all their pairs say.
    private var several = NameTable<ClockOffset>()
    /// Their further processes, by the names of device and process together.
    private var epochs = NameTable<Epoch>()

    /// Makes an empty table.
    public init() {}

    /// Adds what one chain says.
    public mutating func add(_ bounds: [ClockBound]) {
        for bound in bounds { add(bound.offset, bound.device, bound.process) }
    }

    /// Adds one bound.
    mutating func add(_ bound: ClockBound) { add(bound.offset, bound.device, bound.process) }

    /// How many pairs of device and process it knows.
    var size: Int { count + epochs.count }

    /// Gives what it knows of every device and process, in no particular order.
    func forEach(_ body: (ClockBound) -> Void) {
        for place in devices.indices where devices[place] != 0 {
            body(ClockBound(device: devices[place], process: processes[place], offset: offsets[place]))
        }
        epochs.forEach { body(ClockBound(device: $0.device, process: $0.process, offset: $0.offset)) }
    }

    private mutating func add(_ offset: ClockOffset, _ device: DeviceKey, _ process: UInt64) {
        guard device != 0 else { return }
        if (count + 1) * 5 > devices.count * 4 { grow() }
        let place = place(of: device)
        if devices[place] == 0 {
            (devices[place], processes[place], offsets[place]) = (device, process, offset)
            count += 1
            return
        }
        if let known = several[device] {
            several[device] = ClockEstimator.intersect(known, offset)
        } else if processes[place] != process {
            several[device] = ClockEstimator.intersect(offsets[place], offset)
        }
        if processes[place] == process {
            offsets[place] = ClockEstimator.intersect(offsets[place], offset)
        } else {
            let name = StableHash.mixed(device, process)
            let known = epochs[name]?.offset ?? .unknown
            epochs[name] = Epoch(device: device, process: process, offset: ClockEstimator.intersect(known, offset))
        }
    }

    /// Where a device lies, or could.
    private func place(of device: DeviceKey) -> Int {
        var place = Int(StableHash.mixed(device, 0).multipliedFullWidth(by: UInt64(devices.count)).high)
        while devices[place] != 0, devices[place] != device { place = place + 1 == devices.count ? 0 : place + 1 }
        return place
    }

    /// By two fifths only: the old places and the new ones lie in memory at once.
    private mutating func grow() {
        let (oldDevices, oldProcesses, oldOffsets) = (devices, processes, offsets)
        let size = max(16, devices.count * 7 / 5)
        devices = [DeviceKey](repeating: 0, count: size)
        processes = [UInt64](repeating: 0, count: size)
        offsets = [ClockOffset](repeating: .unknown, count: size)
        for old in oldDevices.indices where oldDevices[old] != 0 {
            let place = place(of: oldDevices[old])
            (devices[place], processes[place], offsets[place]) = (oldDevices[old], oldProcesses[old], oldOffsets[old])
        }
    }

    /// What all pairs of a device say; nil when there are none.
    func whole(_ device: DeviceKey) -> ClockOffset? {
        guard !devices.isEmpty, device != 0 else { return nil }
        let place = place(of: device)
        return devices[place] == 0 ? nil : several[device] ?? offsets[place]
    }

    /// What the pairs of a device say of the time while one process ran.
    func offset(of device: DeviceKey, process: UInt64) -> ClockOffset {
        guard !devices.isEmpty, device != 0 else { return .unknown }
        let place = place(of: device)
        if processes[place] == process { return offsets[place] }
        return epochs[StableHash.mixed(device, process)]?.offset ?? .unknown
    }

    /// Whether the pairs of a device contradict each other: only then do the processes of an order count.
    public func isContradictory(_ device: DeviceKey) -> Bool { whole(device)?.isConsistent == false }

    /// What is known of a device's clock while the given processes ran.
    ///
    /// All pairs of a device agree as long as nobody sets its clock. When they do not, a restart of the app may separate two settings: then
    /// only the pairs of the given processes count. When these contradict each other too, nothing is known.
    ///
    /// - Parameters:
    ///   - device: the device session.
    ///   - processes: hashes of process ids, as ``ClockEstimator/processes(in:of:)`` gives them; empty: the whole session.
    public func offset(of device: DeviceKey, processes: [UInt64] = []) -> ClockOffset {
        guard let all = whole(device) else { return .unknown }
        if all.isConsistent { return all }
        var known = ClockOffset.unknown
        for process in processes where process != 0 {
            known = ClockEstimator.intersect(known, offset(of: device, process: process))
        }
        guard known.isConsistent, !processes.isEmpty, !processes.contains(0) else { return all }
        return known
    }
}
