import Domain

/// What one source told beside its rows; complete after ``SourceExtractor/finish(losses:into:)``.
public struct ExtractionReport: Sendable {
    /// The parts of the source. The first bears the source's name, and rows name it; a mixed stream has one more for each service that
    /// gave evidence, and then the first spans nothing itself.
    public var sources: [SourceInfo] = []
    /// What collector files span for each explicit device id, in raw device time.
    public var deviceSpans: [DeviceSpan] = []
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
