import Domain

/// Makes chains of orders from their rows: removes duplicates, orders causally, writes the notify ledger, finds attempts.
///
/// One a worker: what it needs on the way is used again for every order.
public struct ChainBuilder: ~Copyable {
    private let sources: SourceOrder
    private let asOf: Instant
    private var duplicates = Duplicates()
    private var causal = CausalOrder()
    private var ledger = DeliveryLedger()
    private var attempts = AttemptFinder()
    private var events = Scratch<Evidence>()
    private var arena = Scratch<UInt8>(capacity: 4_096)

    /// Makes a builder.
    ///
    /// - Parameters:
    ///   - sources: how sources follow each other.
    ///   - asOf: later evidence is not known yet and is left out; `distantFuture` leaves nothing out.
    public init(sources: SourceOrder, asOf: Instant = .distantFuture) { (self.sources, self.asOf) = (sources, asOf) }

    /// Builds the chain of one order.
    ///
    /// - Parameters:
    ///   - order: the order.
    ///   - rows: its rows in any order, with `device` set by ``Links/device(of:)`` and `binding` by how they were found.
    ///   - arena: the attribute bytes of `rows`.
    ///   - devices: the device sessions the order is bound to, in any order.
    ///   - isForSurvey: true for a first look: attributes stay in `arena`, deliveries get no place in the provider's schedule, texts that
    ///     only a verdict asks for are left out, and a stamp whose device clock nothing bounds yet is no later than as-of.
    ///   - chain: becomes the chain; its memory is used again.
    /// - Returns: how many rows were duplicates.
    public mutating func build(
        _ order: OrderNumber, rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer, devices: [DeviceSession],
        isForSurvey: Bool = false, into chain: inout Chain
    ) -> Int {
        (chain.order, chain.serverApp, chain.serverEdge) = (order, nil, nil)
        duplicates.find(in: rows, arena: arena)
        let removed = rows.count - duplicates.kept.count
        if asOf != .distantFuture {
            let asOf = asOf
            duplicates.remove { ChainBuilder.isAfter(asOf, rows[$0], arena, devices, !isForSurvey) }
        }
        sources.places.withUnsafeBufferPointer { places in
            causal.sort(duplicates.kept, rows: rows, arena: arena, places: places, devices: devices)
            events.removeAll()
            for place in causal.order.indices { events.append(rows[Int(causal.order[place])]) }
            self.arena.removeAll()
            if !isForSurvey { copyArena(arena) }
            chain.arena.removeAll(keepingCapacity: true)
            chain.arena.append(contentsOf: self.arena.bytes)
            chain.events.removeAll(keepingCapacity: true)
            chain.events.append(contentsOf: UnsafeBufferPointer(events.elements))
            let view = ChainView(events: UnsafeBufferPointer(events.elements), arena: isForSurvey ? arena : self.arena.bytes)
            let hash = order.stableHash
            ledger.read(view, order: hash, places: places)
            ledger.write(into: &chain.deliveries, isForSurvey: isForSurvey)
            attempts.find(in: view, order: hash, isForSurvey: isForSurvey, into: &chain)
        }
        chain.devices = devices.count > 1 ? ChainBuilder.inOrderOfUse(devices, chain) : devices
        return removed
    }

    /// The same for one chain alone.
    ///
    /// - Returns: the chain, and how many rows were duplicates.
    public static func build(
        order: OrderNumber, rows: [Evidence], arena: [UInt8], devices: [DeviceSession], sources: SourceOrder,
        asOf: Instant = .distantFuture
    ) -> (chain: Chain, duplicates: Int) {
        var builder = ChainBuilder(sources: sources, asOf: asOf)
        var chain = Chain(order: order)
        let duplicates = rows.withUnsafeBufferPointer { rows in
            arena.withUnsafeBytes { builder.build(order, rows: rows, arena: $0, devices: devices, into: &chain) }
        }
        return (chain, duplicates)
    }

    /// A stamp that is surely later; a bill's row is known when its day is over.
    private static func isAfter(
        _ asOf: Instant, _ row: Evidence, _ arena: UnsafeRawBufferPointer, _ devices: [DeviceSession], _ clocksAreKnown: Bool
    ) -> Bool {
        if row.witness == .client {
            let offset = devices.first { $0.key == row.device }?.offset
            guard let offset, offset.isConsistent, offset.high.microseconds != .max else { return clocksAreKnown && row.at > asOf }
            return offset.range(of: row.at, resolution: row.resolution).earliest > asOf
        }
        if row.at > asOf { return true }
        guard row.witness == .provider, Int(row.attributesStart) + Int(row.attributesLength) <= arena.count else { return false }
        guard let day = Attributes(of: row, in: arena)[.billDay], let midnight = BillDay.end(of: day) else { return false }
        return midnight > asOf
    }

    /// Copies the events' attributes one behind the other.
    private mutating func copyArena(_ all: UnsafeRawBufferPointer) {
        let events = events.elements
        for place in events.indices {
            let start = Int(events[place].attributesStart)
            let end = start + Int(events[place].attributesLength)
            events[place].attributesStart = UInt32(truncatingIfNeeded: arena.count)
            if end <= all.count {
                arena.append(bytes: UnsafeRawBufferPointer(rebasing: all[start..<end]))
            } else {
                events[place].attributesLength = 0
            }
        }
    }

    /// The device of the checkout first, then in the order in which they take part.
    private static func inOrderOfUse(_ devices: [DeviceSession], _ chain: Chain) -> [DeviceSession] {
        func place(_ device: DeviceSession) -> (Int, Int, DeviceKey) {
            let checkout = chain.events.firstIndex { event in
                guard event.device == device.key, event.witness == .client, event.binding != .window else { return false }
                switch event.event {
                case .payTapped, .orderSaved, .checkoutLoaded, .checkoutFailed, .walletIntercepted, .walletOpened, .storeTransaction:
                    return true
                default: return false
                }
            }
            return (checkout ?? .max, chain.events.firstIndex { $0.device == device.key } ?? .max, device.key)
        }
        return devices.map { (place($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

/// The day that a bill covers.
enum BillDay {
    /// The end of `yyyy-MM-dd` in UTC+8; nil when it is none.
    static func end(of day: UnsafeRawBufferPointer) -> Instant? {
        guard day.count == 10, day[4] == UInt8(ascii: "-"), day[7] == UInt8(ascii: "-") else { return nil }
        func part(_ range: Range<Int>) -> Int? { UnsafeRawBufferPointer(rebasing: day[range]).integer.map(Int.init) }
        guard let year = part(0..<4), let month = part(5..<7), let dayOfMonth = part(8..<10) else { return nil }
        guard (1...12).contains(month), (1...31).contains(dayOfMonth) else { return nil }
        return CivilTime(year: year, month: month, day: dayOfMonth).instant(offset: .hours(8)) + .days(1)
    }
}
