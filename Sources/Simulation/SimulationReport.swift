/// What a world wrote.
public struct SimulationReport: Sendable, Hashable {
    /// Orders told.
    public var orders = 0
    /// Log files, bills included.
    public var files = 0
    /// Lines in them.
    public var lines = 0
    /// Bytes before packing.
    public var bytes: UInt64 = 0
    /// Bytes as they lie on disk.
    public var bytesOnDisk: UInt64 = 0
    /// Bytes on disk of the `cut` variant, 0 without one.
    public var bytesCut: UInt64 = 0

    /// Makes an empty report.
    public init() {}
}
