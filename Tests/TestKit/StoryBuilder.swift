import Domain

/// Builds one order's chain and its run from a readable list of events, without any decoder or correlation in between.
///
/// Times are `HH:mm:ss[.fraction]` of 2026-11-02 in UTC, `+2d` before them for later days. Deliveries are grouped simply: a received
/// line begins one, and the verified, answered and failed lines after it belong to it.
public struct StoryBuilder {
    /// The run, to be adjusted freely.
    public var run: RunContext
    /// Attempts of the order, in their order.
    public var attempts: [Attempt] = []
    /// Device sessions by name, the first one is the checkout's.
    public private(set) var devices: [DeviceSession] = []
    /// The order's number.
    public var number: String
    private var events: [Entry] = []
    private var provider = ""

    private struct Entry {
        var evidence: Evidence
        var attributes: [UInt8]
        var values: [AttributeKey: String]
    }

    /// Begins a story; as-of is 12:00:00.
    public init(number: String = "ORDER-1") {
        self.number = number
        run = RunContext(asOf: StoryTime.at("12:00:00"))
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - time: its raw stamp.
    ///   - event: what happened.
    ///   - values: its attributes; instants are given as times of the story.
    ///   - witness: which kind of source wrote it; by default the event's natural one.
    ///   - device: the device session that wrote it.
    ///   - binding: how it came to the order.
    public mutating func at(
        _ time: String, _ event: EventKind, _ values: KeyValuePairs<AttributeKey, String> = [:], witness: Witness? = nil,
        device: String? = nil, binding: Binding = .direct
    ) {
        add(StoryTime.at(time), event, values.map { ($0.key, $0.value) }, witness: witness, device: device, binding: binding)
    }

    /// Adds an event at an instant.
    public mutating func add(
        _ at: Instant, _ event: EventKind, _ values: [(AttributeKey, String)] = [], witness: Witness? = nil, device: String? = nil,
        binding: Binding = .direct
    ) {
        let natural: Witness =
            switch event.layer {
            case .client: .client
            case .server: .serverApp
            case .provider: .provider
            }
        let witness = witness ?? natural
        var arena: [UInt8] = []
        var kept: [AttributeKey: String] = [:]
        for (key, value) in values {
            let value = key.holdsInstant ? StoryTime.value(value) : value
            AttributeWriter.append(key, value, to: &arena)
            kept[key] = kept[key] ?? value
        }
        var key: DeviceKey = 0
        if witness == .client { key = session(device ?? "phone").key }
        let place = UInt64(events.count)
        // Servers and devices stamp milliseconds; access logs and providers whole seconds.
        let resolution: Resolution = witness == .serverEdge || witness == .provider ? .second : .millisecond
        let evidence = Evidence(
            event: event, at: at, resolution: resolution, witness: witness, source: UInt32(witness.rawValue), line: UInt32(place + 1),
            offset: place * 100, identity: StableHash.of("\(place)"), device: key, binding: binding)
        events.append(Entry(evidence: evidence, attributes: arena, values: kept))
        if event == .orderCreated, let flow = kept[.flow] { provider = StoryBuilder.provider(ofFlow: flow) }
        show(event, platform: witness == .client ? session(device ?? "phone").platform : "")
    }

    /// Says that the run's logs show a kind of event for some order.
    public mutating func show(_ event: EventKind, platform: String = "ios") {
        if event.layer == .client {
            run.clientEventsShown.insert(RunContext.ShownEvent(platform: platform, event: event))
        } else {
            run.serverEventsShown.insert(event)
        }
    }

    /// The device session of a name, made when it is new: its clock is right within 200 ms and its logs cover nothing.
    @discardableResult
    public mutating func session(_ name: String) -> DeviceSession {
        if let known = devices.first(where: { $0.name == name }) { return known }
        let made = DeviceSession(
            key: StableHash.of(name) | 1, offset: ClockOffset(low: .milliseconds(-200), high: .milliseconds(200)),
            coverage: WitnessCoverage(), name: name, platform: "ios")
        devices.append(made)
        return made
    }

    /// Changes a device session.
    public mutating func change(_ name: String, _ body: (inout DeviceSession) -> Void) {
        session(name)
        if let index = devices.firstIndex(where: { $0.name == name }) { body(&devices[index]) }
    }

    /// Adds coverage to `app`, `edge`, or a device by name (in its raw time).
    public mutating func cover(_ witness: String, _ from: Instant, _ to: Instant) {
        let stretch = Stretch(from: from, to: to)
        switch witness {
        case "app": run.serverApp.stretches.append(stretch)
        case "edge": run.serverEdge.stretches.append(stretch)
        default: change(witness) { $0.coverage.stretches.append(stretch) }
        }
    }

    /// Adds a gap to `app`, `edge`, or a device by name.
    public mutating func gap(_ witness: String, _ from: Instant, _ to: Instant) {
        let gap = Gap(stretch: Stretch(from: from, to: to), why: "lost")
        switch witness {
        case "app": run.serverApp.gaps.append(gap)
        case "edge": run.serverEdge.gaps.append(gap)
        default: change(witness) { $0.coverage.gaps.append(gap) }
        }
    }

    /// Moves a device's raw clock by `span`: its stamps, its coverage and what is known of its offset.
    public mutating func shiftClock(_ name: String, by span: TimeSpan) {
        let key = session(name).key
        for index in events.indices where events[index].evidence.device == key {
            events[index].evidence.at = events[index].evidence.at + span
        }
        change(name) { device in
            device.offset.low = device.offset.low + span
            device.offset.high = device.offset.high + span
            for index in device.coverage.stretches.indices {
                device.coverage.stretches[index].from = device.coverage.stretches[index].from + span
                device.coverage.stretches[index].to = device.coverage.stretches[index].to + span
            }
            for index in device.coverage.gaps.indices {
                device.coverage.gaps[index].stretch.from = device.coverage.gaps[index].stretch.from + span
                device.coverage.gaps[index].stretch.to = device.coverage.gaps[index].stretch.to + span
            }
        }
    }

    /// Removes every event that a condition picks.
    public mutating func remove(where condition: (Evidence) -> Bool) {
        events.removeAll { condition($0.evidence) }
    }

    /// The chain: events by time (as told among equal stamps), the ledger, attempts and devices.
    public var chain: Chain {
        var chain = Chain(order: OrderNumber(number))
        // A device's stamps are put among the others by the middle of what its clock is known to be off by.
        func place(_ entry: Entry) -> Instant {
            guard entry.evidence.witness == .client, let device = devices.first(where: { $0.key == entry.evidence.device }) else {
                return entry.evidence.at
            }
            let low = device.offset.low.microseconds
            let high = device.offset.high.microseconds
            guard low != .min, high != .max else { return entry.evidence.at }
            return entry.evidence.at - TimeSpan(microseconds: low / 2 + high / 2)
        }
        let ordered = events.enumerated().sorted { a, b in
            let (x, y) = (place(a.element), place(b.element))
            return x == y ? a.offset < b.offset : x < y
        }.map(\.element)
        for entry in ordered {
            var evidence = entry.evidence
            evidence.attributesStart = UInt32(chain.arena.count)
            evidence.attributesLength = UInt32(entry.attributes.count)
            chain.arena += entry.attributes
            chain.events.append(evidence)
        }
        chain.devices = devices
        chain.attempts = attempts
        chain.deliveries = deliveries(ordered)
        return chain
    }

    private func deliveries(_ entries: [Entry]) -> [Delivery] {
        var ledger: [Delivery] = []
        for (index, entry) in entries.enumerated() {
            let evidence = entry.evidence
            let status = entry.values[.httpStatus].flatMap { Int($0) }
            switch evidence.event {
            case .notifyReceived where evidence.witness == .serverEdge:
                if let last = ledger.indices.last, ledger[last].edge == nil,
                    ledger[last].httpStatus == status || ledger[last].httpStatus == nil,
                    evidence.at - ledger[last].at <= .seconds(2), !ledger[last].received.isEmpty
                {
                    ledger[last].edge = index
                } else {
                    var delivery = Delivery(
                        at: evidence.at, resolution: evidence.resolution, provider: entry.values[.provider] ?? provider,
                        binding: evidence.binding)
                    delivery.edge = index
                    ledger.append(delivery)
                }
                if let last = ledger.indices.last {
                    ledger[last].httpStatus = status ?? ledger[last].httpStatus
                    ledger[last].bytes = entry.values[.bytes].flatMap { Int($0) } ?? ledger[last].bytes
                    ledger[last].duration = entry.values[.duration].flatMap { Int64($0) }.map(TimeSpan.init(microseconds:))
                }
            case .notifyReceived:
                var delivery = Delivery(
                    at: evidence.at, resolution: evidence.resolution, provider: entry.values[.provider] ?? provider,
                    binding: evidence.binding)
                delivery.received = [index]
                delivery.notifyID = entry.values[.notifyID]
                delivery.status = entry.values[.status]
                delivery.number = entry.values[.attemptIndex].flatMap { Int($0) }
                delivery.attempt = entry.values[.attemptNumber].flatMap { number in attempts.firstIndex { $0.number == number } }
                ledger.append(delivery)
            case .notifyVerified, .notifyAnswered, .handlerFailed:
                if ledger.isEmpty || evidence.at - ledger[ledger.count - 1].at > .seconds(60) {
                    guard evidence.event != .handlerFailed else { continue }
                    var delivery = Delivery(
                        at: evidence.at, resolution: evidence.resolution, provider: entry.values[.provider] ?? provider,
                        binding: evidence.binding)
                    delivery.notifyID = entry.values[.notifyID]
                    ledger.append(delivery)
                }
                let last = ledger.count - 1
                if evidence.event == .notifyVerified {
                    ledger[last].verified = index
                    ledger[last].ok = entry.values[.ok].map { $0 == "true" }
                    ledger[last].reason = entry.values[.reason]
                    ledger[last].status = ledger[last].status ?? entry.values[.status]
                } else if evidence.event == .notifyAnswered {
                    ledger[last].answered = index
                    ledger[last].httpStatus = ledger[last].httpStatus ?? status
                    ledger[last].body = entry.values[.body]
                    ledger[last].bytes = ledger[last].bytes ?? entry.values[.bytes].flatMap { Int($0) }
                } else {
                    ledger[last].failed = index
                }
            case .notifySent:
                var delivery = Delivery(at: evidence.at, resolution: evidence.resolution, provider: entry.values[.provider] ?? provider)
                delivery.sent = index
                ledger.append(delivery)
            default: break
            }
        }
        return ledger
    }

    private static func provider(ofFlow flow: String) -> String {
        if flow.hasPrefix("alipay") { return "alipay" }
        if flow.hasPrefix("wechat") { return "wechat" }
        return flow == "storekit" ? "apple" : "relay"
    }
}

extension AttributeKey {
    /// Whether a story gives its value as a time.
    var holdsInstant: Bool {
        switch self {
        case .paidAt, .sentAt, .notifiedAt, .closedAt, .expiresAt: true
        default: false
        }
    }
}

/// Reads the times of a story.
public enum StoryTime {
    /// Midnight of the story's day, 2026-11-02 in UTC.
    public static let midnight = CivilTime(year: 2026, month: 11, day: 2).instant(offset: .zero)

    /// `HH:mm[:ss[.fraction]]`, with `+Nd ` before it for a later day; midnight for anything else.
    public static func at(_ text: String) -> Instant { parse(text) ?? midnight }

    /// The attribute value of a time.
    static func value(_ text: String) -> String { parse(text).map { "\($0.microseconds)" } ?? text }

    /// Nil when the text is no time.
    static func parse(_ text: String) -> Instant? {
        var rest = Substring(text)
        var day: Int64 = 0
        if rest.hasPrefix("+"), let end = rest.firstIndex(of: "d"), let days = Int64(rest[rest.index(after: rest.startIndex)..<end]) {
            day = days
            rest = rest[rest.index(after: end)...]
            if rest.hasPrefix("T") { rest = rest.dropFirst() }
        }
        let parts = rest.split(separator: ":")
        guard parts.count == 2 || parts.count == 3, let hour = Int64(parts[0]), let minute = Int64(parts[1]) else { return nil }
        var span = TimeSpan.days(day) + .hours(hour) + .minutes(minute)
        if parts.count == 3 {
            let seconds = parts[2].split(separator: ".")
            guard let whole = Int64(seconds[0]) else { return nil }
            span = span + .seconds(whole)
            if seconds.count == 2 {
                let digits = (seconds[1] + "000000").prefix(6)
                guard let fraction = Int64(digits) else { return nil }
                span = span + TimeSpan(microseconds: fraction)
            }
        }
        return midnight + span
    }
}
