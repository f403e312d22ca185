import Domain

/// What one chain says of one device's clock.
public struct ClockBound: Hashable, Sendable {
    /// The device session.
    public var device: DeviceKey
    /// Hash of the client's process id; 0 when lines name none.
    public var process: UInt64
    /// The offset interval.
    public var offset: ClockOffset
}

/// Bounds device clocks by causal pairs (vocabulary §8, Time).
public enum ClockEstimator {
    /// What the pairs of one chain say, by device and process.
    public static func bounds(in chain: Chain) -> [ClockBound] { [] }

    /// Both are true: the intersection. Contradicting intervals give one that is not consistent.
    public static func intersect(_ a: ClockOffset, _ b: ClockOffset) -> ClockOffset { a }
}
