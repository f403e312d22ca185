import Domain

/// Gathers what findings need from the orders of a run and from its unbound evidence.
///
/// Mergeable and independent of order: every partition fills one, and the sum is the same whoever added what first. Memory grows with
/// endpoints, segments and minutes, not with orders.
public struct FindingsCollector: Sendable {
    /// Requests of one endpoint in one minute.
    struct Minute: Sendable, Hashable {
        var accepted = 0
        /// Refused ones by status.
        var refused: [Int: Int] = [:]
    }

    /// One notify endpoint.
    struct Endpoint: Sendable, Hashable {
        var minutes: [Int64: Minute] = [:]
        /// Orders touched by each refusing status.
        var orders: [Int: Int] = [:]
    }

    /// How payers of one segment came back.
    struct Landing: Sendable, Hashable {
        var returned = 0
        var byLink = 0
        var missing = 0
    }

    /// Unbound evidence of one kind.
    struct Unbound: Sendable, Hashable {
        var count = 0
        var span: Stretch?
    }

    /// Endpoints by method and path.
    private(set) var endpoints = EndpointList()
    /// By value, for each of ``segmentKeys``.
    private(set) var landings = [LandingList](repeating: LandingList(), count: FindingsCollector.segmentKeys.count)
    private(set) var unbound: [EventKind: Unbound] = [:]
    /// Lists of App Store products that lack something and belong to no order, by what they lack.
    private(set) var productLists = BoundedTable(bound: FindingLimits.productLists, fresh: Unbound())
    /// Orders by whole hours from the provider's time, for each source.
    private(set) var shifts: [UInt32: [Int: Int]] = [:]
    /// Orders whose payer came back by Universal Link.
    private(set) var landedByLink = 0
    /// Orders for which the URL scheme took over from a Universal Link.
    private(set) var fallbacks = 0

    /// The segments that are looked at, in the order in which ``landings`` keeps them.
    static let segmentKeys = ["app_version", "os_version", "platform", "channel"]

    /// Makes an empty collector.
    public init() {}

    /// Adds one judged order.
    public mutating func note(_ verdict: Verdict, _ chain: Chain) {
        noteDeliveries(of: chain)
        noteLanding(of: verdict)
        noteShifts(of: verdict, chain)
    }

    /// Counts one order of a source.
    mutating func noteShift(source: UInt32, hours: Int) { shifts[source, default: [:]][hours, default: 0] += 1 }

    /// Adds a row that found no order.
    public mutating func noteUnbound(_ row: Evidence, _ attributes: Attributes) {
        if LoggedRequest(attributes).isNoDelivery { return }
        var kind = unbound[row.event] ?? Unbound()
        kind.count += 1
        kind.span = kind.span.map { Stretch(from: min($0.from, row.at), to: max($0.to, row.at)) } ?? Stretch(from: row.at, to: row.at)
        unbound[row.event] = kind
        if row.event == .productsLoaded { noteProducts(row, attributes) }
        guard row.event == .notifyReceived, row.witness == .serverEdge else { return }
        let request = LoggedRequest(attributes)
        guard let path = request.path, let status = attributes[.httpStatus]?.integer else { return }
        let number = UnsafeRawBufferPointer(start: nil, count: 0)
        guard let key = endpoints.key(of: request.method, path, without: number) else { return }
        endpoints.add(status: Int(truncatingIfNeeded: status), at: row.at, to: key)
    }

    /// A list without any product, or with ids that the App Store calls invalid.
    private mutating func noteProducts(_ row: Evidence, _ attributes: Attributes) {
        let lack: String
        if attributes[.code]?.equals("0") == true {
            lack = "empty"
        } else if let invalid = attributes[.item]?.text, !invalid.isEmpty {
            lack = "invalid_ids: \(invalid)"
        } else {
            return
        }
        let hash = StableHash.of(lack)
        guard productLists.admits(hash, name: { lack }) else { return }
        productLists.update(hash) {
            FindingsCollector.add(Unbound(count: 1, span: Stretch(from: row.at, to: row.at)), to: &$0)
        }
    }

    private static func add(_ theirs: Unbound, to ours: inout Unbound) {
        ours.count += theirs.count
        guard let span = theirs.span else { return }
        ours.span = ours.span.map { Stretch(from: min($0.from, span.from), to: max($0.to, span.to)) } ?? span
    }

    /// Adds what another worker gathered.
    public mutating func merge(_ other: FindingsCollector) {
        endpoints.merge(other.endpoints)
        for place in landings.indices { landings[place].merge(other.landings[place]) }
        landedByLink += other.landedByLink
        fallbacks += other.fallbacks
        for (source, theirs) in other.shifts {
            for (hours, orders) in theirs { shifts[source, default: [:]][hours, default: 0] += orders }
        }
        for (event, theirs) in other.unbound { FindingsCollector.add(theirs, to: &unbound[event, default: Unbound()]) }
        productLists.merge(other.productLists) { FindingsCollector.add($1, to: &$0) }
    }

    /// The findings of the run, in the order of their declarations, then by how many lines they rest on, then by place.
    public func findings(of run: RunFacts) -> [Finding] {
        FindingDefinition.all.flatMap { definition in
            definition.find(self, run).sorted { a, b in
                (b.count, a.place, a.httpStatus ?? 0) < (a.count, b.place, b.httpStatus ?? 0)
            }
        }
    }

    private mutating func noteDeliveries(of chain: Chain) {
        var touched: [(key: EndpointList.Key, status: Int)] = []
        for index in chain.deliveries.indices {
            guard let status = chain.deliveries[index].httpStatus,
                let event = chain.deliveries[index].edge ?? chain.deliveries[index].received.first, event < chain.events.count
            else { continue }
            let key = chain.withAttributes(of: chain.events[event]) { attributes -> EndpointList.Key? in
                let request = LoggedRequest(attributes)
                guard !request.isNoDelivery, let path = request.path else { return nil }
                return chain.order.bytes.withUnsafeBytes { endpoints.key(of: request.method, path, without: $0) }
            }
            guard let key else { continue }
            endpoints.add(status: status, at: chain.deliveries[index].at, to: key)
            if !(200...299).contains(status), !touched.contains(where: { $0 == (key, status) }) {
                touched.append((key, status))
                endpoints.addOrder(status: status, to: key)
            }
        }
    }

    private mutating func noteLanding(of verdict: Verdict) {
        if verdict.segments.returnVia == "universal_link" { landedByLink += 1 }
        if verdict.remarks.contains(.fallbackUsed) { fallbacks += 1 }
        guard verdict.outcome.everPaid, let returned = verdict.steps.first(where: { $0.step == .returned }) else { return }
        guard returned.state == .seen || returned.state == .missing else { return }
        let isMissing = returned.state == .missing
        let isByLink = verdict.segments.returnVia == "universal_link"
        landings[0].note(verdict.segments.appVersion, isMissing: isMissing, isByLink: isByLink)
        landings[1].note(verdict.segments.osVersion, isMissing: isMissing, isByLink: isByLink)
        landings[2].note(verdict.segments.platform, isMissing: isMissing, isByLink: isByLink)
        landings[3].note(verdict.segments.channel, isMissing: isMissing, isByLink: isByLink)
    }
}

/// Bounds of what findings keep and thresholds from which they speak.
enum FindingLimits {
    /// Endpoints kept: paths that carry somebody else's numbers must not grow memory. Of more, ``BoundedTable`` says which stay.
    static let endpoints = 4_096
    /// Values kept of one segment key.
    static let segmentValues = 1_024
    /// Different lacks of product lists kept.
    static let productLists = 256
    /// Refused requests from which an endpoint can be called failing.
    static let refusals = 3
    /// Share of the refused among the requests of the time, in percent, from which it fails "for everyone".
    static let refusedPercent = 80
    /// Orders from which a source can be called one of another zone.
    static let shiftedOrders = 5
    /// Share of a source's orders, in percent, that must lie by the same whole hours from the provider's time.
    static let shiftedPercent = 80
    /// Orders from which a segment can be called one that never lands.
    static let segmentOrders = 5
    /// Share of the other segments' orders, in percent, that must land for a segment to stand out.
    static let othersLandPercent = 50
}
