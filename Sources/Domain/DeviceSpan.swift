/// What one collector file spans for one device that its lines name, in raw device time (vocabulary §5: client coverage is kept per device).
public struct DeviceSpan: Hashable, Sendable {
    /// The device session.
    public var device: DeviceKey
    /// The device id as logged.
    public var name: String
    /// ios or android, or empty when unknown.
    public var platform: String
    /// Index of the source in the run's source table.
    public var source: UInt32
    /// From its first to its last line there.
    public var span: Stretch

    /// Makes a span.
    public init(device: DeviceKey, name: String, platform: String, source: UInt32, span: Stretch) {
        (self.device, self.name, self.platform, self.source, self.span) = (device, name, platform, source, span)
    }
}
