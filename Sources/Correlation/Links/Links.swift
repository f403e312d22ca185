import Domain

/// Which row belongs to which order: what all lines of a run together say (vocabulary §8).
public struct Links: Sendable {
    /// A loose row that found its order.
    public struct Bound: Hashable, Sendable {
        /// Index into the loose batch.
        public var row: Int
        /// Stable hash of the order.
        public var order: UInt64
        /// How it was found.
        public var binding: Binding
    }

    /// A loose row that stays without an order.
    public struct Unbound: Hashable, Sendable {
        /// Index into the batch.
        public var row: Int
        /// Why, in a few words.
        public var why: String

        /// One of several requests of the same second that applications logged: whose is not known, but it is theirs, nobody else's.
        public static let sharedRequest = "one of several deliveries of the same second"
    }

    /// Loose rows that found their order, by row.
    public internal(set) var bound: [Bound] = []
    /// Loose rows for ``ScheduleBinder``, by row: edge notify POSTs without a number, and application notify lines without an order, which
    /// may be the same request as one of those.
    public internal(set) var waiting: [Int] = []
    /// Loose rows that stay without an order, by row.
    public internal(set) var unbound: [Unbound] = []

    /// Attempt number → its order.
    var roots = NameTable<UInt64>() { didSet { rootNames = roots.filter } }
    private(set) var rootNames = NameFilter(count: 0)
    var numbers = NumberTable()
    var sessions = NameTable<DeviceKey>()
    /// Sources whose bytes may be wrong: a session that they name may be another order's, so it brings no device.
    var doubtfulSources: Set<UInt32> = []
    var order: SourceOrder

    /// The order that a number belongs to: an attempt number's order, else itself.
    public func canonical(_ numberHash: UInt64) -> UInt64 {
        rootNames.mayContain(numberHash) ? roots[numberHash] ?? numberHash : numberHash
    }

    /// The number whose stable hash this is, as some line named it.
    public func number(_ hash: UInt64) -> OrderNumber? {
        numbers.entry(hash).map { OrderNumber(bytes: Array(numbers.bytes(of: $0))) }
    }

    /// The device session of a row: one key for all sources of a rotation chain. Pipeline sets `row.device` to it before a chain is built.
    public func device(of row: Evidence) -> DeviceKey { order.device(row.device, source: row.source) }

    /// Device sessions that an order's rows bind it to, smallest key first: the ones that wrote or name its rows, and the one that a
    /// session (`sid`) on its server lines belongs to.
    public func devices(of rows: [Evidence], arena: [UInt8]) -> [DeviceKey] {
        var found = Scratch<DeviceKey>(capacity: 8)
        rows.withUnsafeBufferPointer { rows in
            arena.withUnsafeBytes { findDevices(of: rows, arena: $0, into: &found) }
        }
        return Array(found.elements)
    }

    private func isDoubtful(_ source: UInt32) -> Bool { !doubtfulSources.isEmpty && doubtfulSources.contains(source) }

    /// The same without an array for each order.
    public func findDevices(of rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer, into found: inout Scratch<DeviceKey>) {
        found.removeAll()
        func note(_ device: DeviceKey) {
            for place in found.indices where found[place] == device { return }
            found.append(device)
        }
        let namesSessions = sessions.count > 0
        var last: DeviceKey = 0
        var lastSession: UInt64 = 0
        for row in rows {
            let device = device(of: row)
            if device != last, device != 0 {
                last = device
                note(device)
            }
            guard namesSessions, row.witness != .client, row.keys.mayHold(.session), !isDoubtful(row.source) else { continue }
            guard Int(row.attributesStart) + Int(row.attributesLength) <= arena.count else { continue }
            guard let session = Attributes(of: row, in: arena)[.session] else { continue }
            let name = AliasKey.hash(AttributeKey.session.rawValue, session)
            guard name != lastSession else { continue }
            lastSession = name
            let named = sessions[name] ?? 0
            if named != 0 { note(named) }
        }
        if found.count > 1 { found.sort(by: <) }
    }
}
