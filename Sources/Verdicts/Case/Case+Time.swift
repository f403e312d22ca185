import Domain

extension Case {
    /// Whether two events are stamped by one device, so that its own sequence decides.
    private func sameDevice(_ a: Int, _ b: Int) -> Bool {
        facts[a].witness == .client && facts[b].witness == .client && facts[a].device == facts[b].device
    }

    /// Whether event `a` surely happened before event `b`: by the device's own sequence, else by true-time ranges.
    func isBefore(_ a: Int, _ b: Int) -> Bool {
        if sameDevice(a, b) { return facts[a].at < facts[b].at || (facts[a].at == facts[b].at && a < b) }
        return facts[a].range.isBefore(facts[b].range)
    }

    /// Whether event `a` surely happened after event `b`.
    func isAfter(_ a: Int, _ b: Int) -> Bool { isBefore(b, a) }

    /// Whether an event surely happened before a moment of true time that is stamped in whole seconds.
    func isBefore(_ index: Int, _ moment: Instant) -> Bool { facts[index].range.latest < moment }

    /// Whether an event surely happened more than `slack` after a moment of true time.
    func isAfter(_ index: Int, _ moment: Instant, by slack: TimeSpan = .seconds(1)) -> Bool {
        facts[index].range.earliest > moment + slack
    }

    /// The device session of the checkout.
    var device: DeviceSession? { chain.devices.first }

    /// Whether the checkout device's logs surely cover true time from `from` to `to`.
    func deviceCovers(_ from: Instant, _ to: Instant) -> Bool {
        guard !chain.devices.isEmpty, from <= to else { return false }
        return chain.devices[0].covers(ClockRange(earliest: from, latest: to))
    }

    /// Whether a device's logs cover an interval measured by its own clock: no correction is needed.
    func deviceCoversRaw(_ key: DeviceKey, _ from: Instant, _ to: Instant) -> Bool {
        for index in chain.devices.indices where chain.devices[index].key == key {
            return chain.devices[index].coverage.covers(from, to)
        }
        return false
    }

    /// Whether the checkout device's logs cover, by its own clock, the time from the payer's tap until `within` after the app had the order.
    ///
    /// The order was created before the app could keep it, so a step due that long after its creation was due by then, whatever the clock.
    func deviceCoversSinceTap(_ within: TimeSpan) -> Bool {
        guard let key = device?.key else { return false }
        func first(_ kind: EventKind) -> Int? {
            facts.firstIndex { $0.event == kind && $0.device == key && $0.binding != .window }
        }
        guard let tapped = first(.payTapped), let saved = first(.orderSaved), facts[tapped].at <= facts[saved].at else { return false }
        return deviceCoversRaw(key, facts[tapped].at, facts[saved].at + within)
    }

    /// The true moments that a raw moment of a device can be.
    func range(ofRaw moment: Instant, device key: DeviceKey) -> ClockRange {
        for index in chain.devices.indices where chain.devices[index].key == key {
            let offset = chain.devices[index].offset
            return offset.isConsistent
                ? offset.range(of: moment, resolution: .microsecond) : ClockRange(earliest: .distantPast, latest: .distantFuture)
        }
        return ClockRange(earliest: .distantPast, latest: .distantFuture)
    }

    /// What the application logs that can testify about the order span.
    var serverApp: WitnessCoverage { chain.serverApp ?? run.serverApp }

    /// What the access logs that can testify about the order span.
    var serverEdge: WitnessCoverage { chain.serverEdge ?? run.serverEdge }

    /// Whether the application logs cover an interval.
    func appCovers(_ from: Instant, _ to: Instant) -> Bool { serverApp.covers(from, to) }

    /// Whether the access logs cover an interval.
    func edgeCovers(_ from: Instant, _ to: Instant) -> Bool { serverEdge.covers(from, to) }

    /// Whether the server side surely shows every request of an interval (vocabulary §5: edge or app).
    ///
    /// A request that was turned away before the application stands in access logs alone: where the run has some, they must cover the
    /// interval too, else its absence from the application log proves nothing.
    func serverCovers(_ from: Instant, _ to: Instant) -> Bool {
        run.serverEdge.isEmpty ? appCovers(from, to) : edgeCovers(from, to)
    }
}
