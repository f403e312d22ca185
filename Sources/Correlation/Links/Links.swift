import Domain

/// Which row belongs to which order: what all lines of a run together say (vocabulary §8).
public struct Links: Sendable {
    /// A loose row that found its order.
    public struct Bound: Hashable, Sendable {
        /// Index into the batch.
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

    /// What is known of the orders of one part.
    public struct Part: Sendable {
        fileprivate var numbers = NumberTable()
        fileprivate var sessions = NameTable<DeviceKey>()

        /// Makes a part of which nothing is known.
        public init() {}

        /// The number whose stable hash this is, as some line named it.
        public func number(_ hash: UInt64) -> OrderNumber? {
            numbers.entry(hash).map { OrderNumber(bytes: Array(numbers.bytes(of: $0))) }
        }
    }

    /// A session that lines of an order name, and whose it is.
    private struct SessionOf {
        var session: UInt64
        var device: DeviceKey
    }

    /// Attempt number → its order.
    var roots = NameTable<UInt64>() { didSet { rootNames = roots.filter } }
    private(set) var rootNames = NameFilter(count: 0)
    /// Sources whose bytes may be wrong: a session that they name may be another order's, so it brings no device.
    var doubtfulSources: Set<UInt32> = []
    private let order: SourceOrder
    private let spools: [LinkSpools]
    /// session → order of a row that was bound, by session; order 0: not known yet.
    private let asked: Spool
    /// Sessions of each order, by order.
    private let sessions: Spool
    /// Sessions of rows whose order was not known.
    private var others = NameTable<DeviceKey>()

    init(order: SourceOrder, spools: [LinkSpools], in pool: SpillPool) {
        (self.order, self.spools) = (order, spools)
        asked = Spool(bits: LinkSpools.bits, in: pool)
        sessions = Spool(bits: LinkSpools.orderBits, in: pool)
    }

    /// The order that a number belongs to: an attempt number's order, else itself.
    public func canonical(_ numberHash: UInt64) -> UInt64 {
        rootNames.mayContain(numberHash) ? roots[numberHash] ?? numberHash : numberHash
    }

    /// What is known of the orders whose hash begins with these eight bits.
    public func part(_ index: Int) -> Part {
        var part = Part()
        part.numbers = spools.numbers(index)
        sessions.forEach(SessionOf.self, in: index) { part.sessions[$0.session] = $0.device }
        return part
    }

    /// The device session of a row: one key for all sources of a rotation chain. Pipeline sets `row.device` to it before a chain is built.
    public func device(of row: Evidence) -> DeviceKey { order.device(row.device, source: row.source) }

    private func isDoubtful(_ source: UInt32) -> Bool { !doubtfulSources.isEmpty && doubtfulSources.contains(source) }

    // MARK: Sessions

    /// Asks whose the session is that a bound row names.
    func ask(of row: Evidence, _ attributes: Attributes, boundTo order: UInt64?) {
        guard row.witness != .client, let session = attributes[.session] else { return }
        let name = AliasKey.hash(AttributeKey.session.rawValue, session)
        asked.append(Edge(from: name, to: order ?? 0), to: asked.part(of: name))
    }

    /// Finds the devices of sessions that lines of orders name: none where client lines of several devices name it.
    mutating func findSessions() {
        for part in 0..<(1 << LinkSpools.bits) {
            var devices = NameTable<DeviceKey>()
            for each in spools {
                each.sessions.forEach(Edge.self, in: part) { edge in
                    let device = order.canonicalDevice(edge.to)
                    if let known = devices[edge.from], known != device {
                        devices[edge.from] = 0
                    } else {
                        devices[edge.from] = device
                    }
                }
            }
            guard devices.count > 0 else { continue }
            let filter = devices.filter
            for each in spools {
                each.aliases.forEach(ToldEdge.self, in: part) { note($0.edge, filter, devices) }
                each.crowded.forEach(Edge.self, in: part) { note($0, filter, devices) }
            }
            for edge in asked.take(Edge.self, of: part) {
                if edge.to != 0 { note(edge, filter, devices) } else if let device = devices[edge.from] { others[edge.from] = device }
            }
        }
        for each in spools { each.forgetTies() }
    }

    /// Mutating though it changes spools alone: it is called where `self` may change, and a method that may not change it gets a copy.
    private mutating func note(_ edge: Edge, _ filter: NameFilter, _ devices: NameTable<DeviceKey>) {
        guard filter.mayContain(edge.from), let device = devices[edge.from], device != 0 else { return }
        let known = SessionOf(session: edge.from, device: device)
        sessions.append(known, to: sessions.part(of: edge.to))
        let root = canonical(edge.to)
        if root != edge.to { sessions.append(known, to: sessions.part(of: root)) }
    }

    /// Gives the device sessions that a row binds an order to which was not known when its session was asked for.
    public func forEachDevice(of row: Evidence, _ attributes: Attributes, _ body: (DeviceKey) -> Void) {
        let device = device(of: row)
        if device != 0 { body(device) }
        guard row.witness != .client, !isDoubtful(row.source), let session = attributes[.session] else { return }
        if let named = others[AliasKey.hash(AttributeKey.session.rawValue, session)], named != 0 { body(named) }
    }

    /// Device sessions that an order's rows bind it to, smallest key first: the ones that wrote or name its rows, and the one that a
    /// session (`sid`) on its server lines belongs to.
    ///
    /// - Parameters:
    ///   - rows: of an order of the part.
    ///   - part: what ``part(_:)`` gave.
    public func findDevices(
        of rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer, part: borrowing Part, into found: inout Scratch<DeviceKey>
    ) {
        found.removeAll()
        func note(_ device: DeviceKey) {
            for place in found.indices where found[place] == device { return }
            found.append(device)
        }
        let namesSessions = part.sessions.count > 0 || others.count > 0
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
            let named = part.sessions[name] ?? others[name] ?? 0
            if named != 0 { note(named) }
        }
        if found.count > 1 { found.sort(by: <) }
    }
}
