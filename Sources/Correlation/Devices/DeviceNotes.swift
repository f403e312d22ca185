import Domain

/// What one worker's first look at the chains of a run says of devices: what bounds their clocks, and which orders have to do with them.
/// Dealt by device, so that it can leave memory.
public final class DeviceNotes: @unchecked Sendable {
    /// The orders of a part have to do with a device; of its processes with this one, if it is not 0.
    struct Ask {
        var device: DeviceKey
        var process: UInt64
        var part: Int
    }

    /// What chains say of clocks: ``ClockBound``.
    let bounds: Spool
    let asks: Spool
    private var clocks = ClockTable()
    private var recent = RecentNames()
    /// Devices and processes whose bounds are kept together before they are dealt.
    private static let openClocks = 1 << 12

    /// Makes an empty one.
    public init(in pool: SpillPool = SpillPool()) {
        (bounds, asks) = (Spool(bits: DeviceSpans.bits, in: pool), Spool(bits: DeviceSpans.bits, in: pool))
    }

    /// Adds what the pairs of one chain say.
    public func add(_ pairs: borrowing ClockPairs) {
        for bound in pairs.bounds.elements { add(bound) }
    }

    func add(_ bound: ClockBound) {
        clocks.add(bound)
        if clocks.size > DeviceNotes.openClocks { flush() }
    }

    /// Orders of a part have to do with a device.
    ///
    /// - Parameters:
    ///   - process: of the app that wrote their lines, as ``ClockEstimator/process(_:)`` names it; 0: whichever.
    ///   - part: the upper eight bits of the orders' hashes.
    public func ask(_ device: DeviceKey, process: UInt64 = 0, for part: Int) {
        guard device != 0, recent.isNew(StableHash.mixed(StableHash.mixed(device, process), UInt64(part))) else { return }
        asks.append(Ask(device: device, process: process, part: part), to: asks.part(of: DeviceSpans.name(device)))
    }

    /// Deals what is still kept together.
    func flush() {
        clocks.forEach { bounds.append($0, to: bounds.part(of: DeviceSpans.name($0.device))) }
        clocks = ClockTable()
    }
}
