/// All evidence for one order in causal order, with what the judge needs to know of its devices (vocabulary §1).
///
/// Made by `Correlation`; a verdict is a pure function of a chain and a ``RunContext``.
public struct Chain: Sendable {
    /// The order.
    public var order: OrderNumber
    /// Evidence in causal order, duplicates removed.
    public var events: [Evidence]
    /// The attribute bytes of `events`.
    public var arena: [UInt8]
    /// Device sessions the order is bound to; the first is the one of its checkout.
    public var devices: [DeviceSession]
    /// The notify ledger: every delivery, with the four facts about it.
    public var deliveries: [Delivery]
    /// Attempts by number or channel, in the order in which they began.
    public var attempts: [Attempt]

    /// What the application logs that can testify about this order span; nil: the run's.
    public var serverApp: WitnessCoverage?
    /// What the access logs that can testify about this order span; nil: the run's.
    public var serverEdge: WitnessCoverage?

    /// Makes a chain of an order without anything in it.
    public init(order: OrderNumber) {
        self.order = order
        (events, arena, devices, deliveries, attempts) = ([], [], [], [], [])
    }

    /// Gives the attributes of one event to a closure; they are valid inside it only.
    @inlinable public func withAttributes<R>(of event: Evidence, _ body: (Attributes) throws -> R) rethrows -> R {
        try arena.withUnsafeBytes { all in
            let end = Int(event.attributesStart) + Int(event.attributesLength)
            return try body(end <= all.count ? Attributes(of: event, in: all) : .none)
        }
    }

    /// The text of one attribute, or nil. Allocates for values over 15 bytes: not for the hot path.
    public func text(_ key: AttributeKey, of event: Evidence) -> String? {
        withAttributes(of: event) { $0[key]?.text }
    }

    /// Whether an attribute is exactly this ASCII text.
    @inlinable public func has(_ key: AttributeKey, _ value: StaticString, in event: Evidence) -> Bool {
        withAttributes(of: event) { $0[key]?.equals(value) ?? false }
    }

    /// Whether an attribute is there.
    @inlinable public func has(_ key: AttributeKey, in event: Evidence) -> Bool {
        withAttributes(of: event) { $0[key] != nil }
    }

    /// The decimal integer of one attribute.
    @inlinable public func integer(_ key: AttributeKey, of event: Evidence) -> Int64? {
        withAttributes(of: event) { $0[key]?.integer }
    }

    /// The instant of one attribute (`paidAt`, `sentAt`, …).
    @inlinable public func instant(_ key: AttributeKey, of event: Evidence) -> Instant? {
        integer(key, of: event).map(Instant.init(microseconds:))
    }

    /// The amount of one event, with its currency.
    public func money(of event: Evidence, key: AttributeKey = .amount) -> Money? {
        withAttributes(of: event) { attributes in
            attributes[key].flatMap { Money(decimal: $0, currency: attributes[.currency]?.text ?? "") }
        }
    }

    /// The device session of an event, when it has one.
    public func device(of event: Evidence) -> DeviceSession? {
        event.device == 0 ? nil : devices.first { $0.key == event.device }
    }

    /// The true moments the event can have happened at: for a device stamp by its clock's interval.
    public func range(of event: Evidence) -> ClockRange {
        guard event.witness == .client else {
            return ClockRange(earliest: event.at, latest: event.at + event.resolution.width)
        }
        guard let device = device(of: event), device.offset.isConsistent else {
            return ClockRange(earliest: .distantPast, latest: .distantFuture)
        }
        return device.offset.range(of: event.at, resolution: event.resolution)
    }
}

/// One try at paying an order (vocabulary §1).
public struct Attempt: Hashable, Sendable {
    /// Its own number (`out_trade_no`), when it has one; else the order's.
    public var number: String
    /// alipay, wechat, apple, …; empty when unknown.
    public var provider: String
    /// The flow of its channel.
    public var flow: Flow
    /// Provider trade numbers seen with it.
    public var tradeNumbers: [String]
    /// When it began (raw stamp).
    public var startedAt: Instant?
    /// When it was paid, by a proof.
    public var paidAt: Instant?

    /// Makes an attempt.
    public init(number: String, provider: String = "", flow: Flow = .unknown, tradeNumbers: [String] = []) {
        (self.number, self.provider, self.flow, self.tradeNumbers) = (number, provider, flow, tradeNumbers)
    }
}

/// One delivery of one notify: what was sent, what our edge answered, what the handler did (vocabulary §1, notify ledger).
public struct Delivery: Hashable, Sendable {
    /// The notification's id (`notify_id`, `id`, `notificationUUID`), or nil.
    public var notifyID: String?
    /// alipay, wechat, apple, …; empty when unknown.
    public var provider: String
    /// Number of the attempt at paying it speaks of (index into ``Chain/attempts``), if known.
    public var attempt: Int?
    /// When it began: the received line, else the edge stamp minus its duration.
    public var at: Instant
    /// How fine `at` is.
    public var resolution: Resolution
    /// The canonical state word it reports; nil when unreadable (encrypted, only an edge line).
    public var status: String?
    /// Estimated number of this delivery in the provider's schedule, from 1; nil when it cannot be told.
    public var number: Int?
    /// Indices into ``Chain/events``.
    public var received: [Int]
    /// `notify.verified` of this delivery.
    public var verified: Int?
    /// `notify.answered` of this delivery by the application.
    public var answered: Int?
    /// The edge line of this delivery.
    public var edge: Int?
    /// `handler.failed` of this delivery.
    public var failed: Int?
    /// The provider's own record of it.
    public var sent: Int?
    /// HTTP status: the edge's, else the application's.
    public var httpStatus: Int?
    /// Body bytes: the edge's, else the application's.
    public var bytes: Int?
    /// Body as the application logged it.
    public var body: String?
    /// How long the answer took.
    public var duration: TimeSpan?
    /// Whether verification passed; nil when no line says.
    public var ok: Bool?
    /// The reason word of a refusal.
    public var reason: String?
    /// How it came to the order.
    public var binding: Binding

    /// Makes an empty delivery at a moment.
    public init(at: Instant, resolution: Resolution, provider: String = "", binding: Binding = .direct) {
        (self.at, self.resolution, self.provider, self.binding) = (at, resolution, provider, binding)
        received = []
    }
}
