import Domain
import Providers

/// An order's history with something in it that did not happen: evidence is put in or taken out where it belongs in time, and what refers to
/// places in the history moves along.
struct Counterfactual {
    private(set) var chain: Chain

    init(_ chain: Chain) { self.chain = chain }

    /// Puts a line of a server in, at its true moment.
    ///
    /// - Returns: its place.
    @discardableResult
    mutating func server(_ event: EventKind, at: Instant, _ attributes: KeyValuePairs<AttributeKey, String> = [:]) -> Int {
        insert(event, at: at, place: at, .serverApp, device: 0, attributes)
    }

    /// Puts a line of the checkout device in, at a true moment; nil when nothing bounds its clock.
    @discardableResult
    mutating func client(_ event: EventKind, at: Instant, _ attributes: KeyValuePairs<AttributeKey, String> = [:]) -> Int? {
        guard let raw = deviceTime(of: at) else { return nil }
        return insert(event, at: raw, place: at, .client, device: chain.devices[0].key, attributes)
    }

    /// What the checkout device's clock shows at a true moment, in the middle of what is possible; nil when nothing bounds it.
    func deviceTime(of at: Instant) -> Instant? {
        guard let offset = chain.devices.first?.offset, offset.isConsistent, offset.low.microseconds != .min,
            offset.high.microseconds != .max
        else { return nil }
        return at + TimeSpan(microseconds: offset.low.microseconds / 2 + offset.high.microseconds / 2)
    }

    /// Takes events out, and every delivery from a place on.
    mutating func remove(events gone: Set<Int>, deliveriesFrom first: Int) {
        chain.deliveries.removeSubrange(min(first, chain.deliveries.count)...)
        var places: [Int?] = []
        var kept: [Evidence] = []
        for (index, event) in chain.events.enumerated() {
            if gone.contains(index) {
                places.append(nil)
            } else {
                places.append(kept.count)
                kept.append(event)
            }
        }
        chain.events = kept
        move { $0 < places.count ? places[$0] : nil }
    }

    /// Changes one delivery of the ledger.
    mutating func change(delivery: Int, _ body: (inout Delivery) -> Void) { body(&chain.deliveries[delivery]) }

    /// Adds a delivery to the ledger.
    mutating func add(_ delivery: Delivery) { chain.deliveries.append(delivery) }

    private mutating func insert(
        _ event: EventKind, at: Instant, place time: Instant, _ witness: Witness, device: DeviceKey,
        _ attributes: KeyValuePairs<AttributeKey, String>
    ) -> Int {
        let start = chain.arena.count
        for (key, value) in attributes { AttributeWriter.append(key, value, to: &chain.arena) }
        // Nothing that surely comes later may stand before it.
        let place = (chain.events.lastIndex { chain.range(of: $0).earliest <= time } ?? -1) + 1
        move { $0 >= place ? $0 + 1 : $0 }
        chain.events.insert(
            Evidence(
                event: event, at: at, resolution: .millisecond, witness: witness, source: 0, line: 0, offset: 0,
                identity: UInt64(chain.events.count) &+ 1, device: device, attributesStart: UInt32(start),
                attributesLength: UInt32(chain.arena.count - start)), at: place)
        return place
    }

    private mutating func move(_ place: (Int) -> Int?) {
        for index in chain.deliveries.indices {
            var one = chain.deliveries[index]
            one.received = one.received.compactMap(place)
            one.verified = one.verified.flatMap(place)
            one.answered = one.answered.flatMap(place)
            one.edge = one.edge.flatMap(place)
            one.failed = one.failed.flatMap(place)
            one.sent = one.sent.flatMap(place)
            chain.deliveries[index] = one
        }
    }
}
