import Domain

/// What causal pairs say of every device's clock; filled chain by chain, in any order and on any number of workers.
public struct ClockTable: Sendable {
    /// Makes an empty table.
    public init() {}
    /// Adds what one chain says.
    public mutating func add(_ bounds: [ClockBound]) {}
    /// Adds what another worker found.
    public mutating func merge(_ other: ClockTable) {}
    /// What is known of a device's clock while the given processes ran (hashes of their ids; empty: the whole session).
    public func offset(of device: DeviceKey, processes: [UInt64] = []) -> ClockOffset { .unknown }
}
