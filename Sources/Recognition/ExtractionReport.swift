import Domain

/// What one source told beside its rows; complete after ``SourceExtractor/finish(losses:into:)``.
public struct ExtractionReport: Sendable {
    /// The parts of the source. The first bears the source's name, and rows name it; a mixed stream has one more for each service that
    /// gave evidence, and then the first spans nothing itself.
    public var sources: [SourceInfo] = []
    /// What collector files span for each explicit device id, in raw device time.
    public var deviceSpans: [DeviceSpan] = []
    /// Device sessions of lines that name no device.
    public var sessions: [Session] = []
    /// Paths learnt from created orders.
    public var endpoints = Endpoints()
    /// Schemes that a return into the app came by.
    public var appSchemes: Set<String> = []
    /// Client event kinds shown, by platform.
    public var clientEventsShown: Set<RunContext.ShownEvent> = []
    /// Server event kinds shown.
    public var serverEventsShown: Set<EventKind> = []
    /// Days that a complete bill or export covers, by provider word.
    public var providerDays: [ProviderDay] = []
    /// Lines read.
    public var lines: UInt64 = 0
    /// Records that gave no evidence.
    public var noise: UInt64 = 0
    /// Deliberate false signatures of the provider (vocabulary §7).
    public var probes: UInt64 = 0
    /// Stamps more than 400 days from the median of their part.
    public var implausible: UInt64 = 0
    /// Notes for people: a zone default used, records without a time.
    public var notes: [String] = []
    /// Damaged places, with their line.
    public var damage: [Damage] = []

    /// A device session that stands for one process of one source: its key changes with the source's name.
    public struct Session: Hashable, Sendable {
        /// Its key, made of the name under which the source was read.
        public var device: DeviceKey
        /// The process, as its lines name it.
        public var process: [UInt8]

        /// Makes a session.
        public init(device: DeviceKey, process: [UInt8]) { (self.device, self.process) = (device, process) }

        /// The key of a process in a source of this name.
        public static func key(process: [UInt8], source name: String) -> DeviceKey {
            process.withUnsafeBytes { StableHash.of($0, seed: StableHash.of(name)) }
        }
    }

    /// Makes an empty report.
    public init() {}
}

/// A stretch that a complete bill or export covers.
public struct ProviderDay: Hashable, Sendable {
    /// `alipay`, `wechat`, `apple`.
    public var provider: String
    /// What it covers.
    public var stretch: Stretch

    /// Makes a day.
    public init(provider: String, stretch: Stretch) {
        (self.provider, self.stretch) = (provider, stretch)
    }
}
