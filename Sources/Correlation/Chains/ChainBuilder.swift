import Domain

/// Makes the chain of one order from its rows.
public enum ChainBuilder {
    /// Removes duplicates, orders causally, finds attempts and writes the notify ledger.
    ///
    /// - Parameters:
    ///   - order: the order.
    ///   - rows: its rows in any order, with `device` set by ``Links/device(of:)`` and `binding` by how they were found.
    ///   - arena: the attribute bytes of `rows`.
    ///   - devices: the device sessions the order is bound to, in any order.
    ///   - sources: how sources follow each other.
    ///   - asOf: later evidence is not known yet and is left out; `distantFuture` leaves nothing out.
    ///   - clocksAreKnown: whether nothing more will be learnt of device clocks: then a stamp whose clock nothing bounds counts as it is.
    ///   - numbersDeliveries: whether deliveries get their place in the provider's schedule: only judging asks for it.
    /// - Returns: the chain, and how many rows were duplicates.
    public static func build(
        order: OrderNumber, rows: [Evidence], arena: [UInt8], devices: [DeviceSession], sources: SourceOrder,
        asOf: Instant = .distantFuture, clocksAreKnown: Bool = true, numbersDeliveries: Bool = true
    ) -> (chain: Chain, duplicates: Int) {
        var chain = Chain(order: order)
        let duplicates = arena.withUnsafeBytes { arena in
            var kept = rows.withUnsafeBufferPointer { Duplicates.remove(from: $0, arena: arena) }
            let duplicates = rows.count - kept.count
            if asOf != .distantFuture { kept.removeAll { isAfter(asOf, rows[$0], arena, devices, clocksAreKnown) } }
            let sorted = rows.withUnsafeBufferPointer { rows in
                var causal = CausalOrder(rows: rows, arena: arena, sources: sources, devices: devices)
                return causal.sorted(kept)
            }
            copy(sorted, of: rows, arena, into: &chain)
            return duplicates
        }
        chain.devices = inOrderOfUse(devices, chain)
        DeliveryLedger.write(into: &chain, sources: sources, numbersDeliveries: numbersDeliveries)
        AttemptFinder.find(in: &chain)
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
        let start = Int(row.attributesStart)
        let end = start + Int(row.attributesLength)
        guard row.witness == .provider, end <= arena.count else { return false }
        let attributes = Attributes(UnsafeRawBufferPointer(rebasing: arena[start..<end]))
        guard let day = attributes[.billDay], let midnight = BillDay.end(of: day) else { return false }
        return midnight > asOf
    }

    private static func copy(_ order: [Int], of rows: [Evidence], _ arena: UnsafeRawBufferPointer, into chain: inout Chain) {
        chain.events.reserveCapacity(order.count)
        chain.arena.reserveCapacity(order.reduce(0) { $0 + Int(rows[$1].attributesLength) })
        for index in order {
            var row = rows[index]
            let start = Int(row.attributesStart)
            let end = start + Int(row.attributesLength)
            row.attributesStart = UInt32(truncatingIfNeeded: chain.arena.count)
            if end <= arena.count {
                chain.arena.append(contentsOf: UnsafeRawBufferPointer(rebasing: arena[start..<end]))
            } else {
                row.attributesLength = 0
            }
            chain.events.append(row)
        }
    }

    /// The device of the checkout first, then in the order in which they take part.
    private static func inOrderOfUse(_ devices: [DeviceSession], _ chain: Chain) -> [DeviceSession] {
        guard devices.count > 1 else { return devices }
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
