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

    private(set) var endpoints: [String: Endpoint] = [:]
    /// By `key=value`, for each key of ``segmentKeys``.
    private(set) var landings: [String: [String: Landing]] = [:]
    private(set) var unbound: [EventKind: Unbound] = [:]
    /// Lists of App Store products that lack something and belong to no order, by what they lack.
    private(set) var productLists: [String: Unbound] = [:]
    /// Orders by whole hours from the provider's time, for each source.
    private(set) var shifts: [UInt32: [Int: Int]] = [:]
    /// Orders whose payer came back by Universal Link.
    private(set) var landedByLink = 0
    /// Orders for which the URL scheme took over from a Universal Link.
    private(set) var fallbacks = 0

    /// The segments that are looked at.
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
        if attributes[.probe]?.equals("true") == true || isTool(attributes) { return }
        var kind = unbound[row.event] ?? Unbound()
        kind.count += 1
        kind.span = kind.span.map { Stretch(from: min($0.from, row.at), to: max($0.to, row.at)) } ?? Stretch(from: row.at, to: row.at)
        unbound[row.event] = kind
        if row.event == .productsLoaded { noteProducts(row, attributes) }
        guard row.event == .notifyReceived, row.witness == .serverEdge, let path = attributes[.path]?.text,
            let status = attributes[.httpStatus]?.integer
        else { return }
        let method = attributes[.method]?.text ?? "POST"
        request(endpoint: "\(method) \(path)", at: row.at, status: Int(truncatingIfNeeded: status))
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
        guard productLists.count < FindingLimits.productLists || productLists[lack] != nil else { return }
        var one = productLists[lack] ?? Unbound()
        one.count += 1
        one.span = one.span.map { Stretch(from: min($0.from, row.at), to: max($0.to, row.at)) } ?? Stretch(from: row.at, to: row.at)
        productLists[lack] = one
    }

    private static func add(_ theirs: Unbound, to ours: inout Unbound) {
        ours.count += theirs.count
        guard let span = theirs.span else { return }
        ours.span = ours.span.map { Stretch(from: min($0.from, span.from), to: max($0.to, span.to)) } ?? span
    }

    /// Adds what another worker gathered.
    public mutating func merge(_ other: FindingsCollector) {
        for (name, theirs) in other.endpoints {
            var ours = endpoints[name] ?? Endpoint()
            for (at, minute) in theirs.minutes {
                ours.minutes[at, default: Minute()].accepted += minute.accepted
                for (status, count) in minute.refused { ours.minutes[at, default: Minute()].refused[status, default: 0] += count }
            }
            for (status, count) in theirs.orders { ours.orders[status, default: 0] += count }
            endpoints[name] = ours
        }
        for (key, values) in other.landings {
            for (value, theirs) in values {
                var ours = landings[key]?[value] ?? Landing()
                ours.returned += theirs.returned
                ours.byLink += theirs.byLink
                ours.missing += theirs.missing
                landings[key, default: [:]][value] = ours
            }
        }
        landedByLink += other.landedByLink
        fallbacks += other.fallbacks
        for (source, theirs) in other.shifts {
            for (hours, orders) in theirs { shifts[source, default: [:]][hours, default: 0] += orders }
        }
        for (event, theirs) in other.unbound { FindingsCollector.add(theirs, to: &unbound[event, default: Unbound()]) }
        for (lack, theirs) in other.productLists { FindingsCollector.add(theirs, to: &productLists[lack, default: Unbound()]) }
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
        var touched: [(endpoint: String, status: Int)] = []
        for delivery in chain.deliveries {
            guard let status = delivery.httpStatus, let event = delivery.edge ?? delivery.received.first, event < chain.events.count else {
                continue
            }
            let found = chain.withAttributes(of: chain.events[event]) { attributes -> (String, String)? in
                if attributes[.probe]?.equals("true") == true || isTool(attributes) { return nil }
                guard let path = attributes[.path]?.text else { return nil }
                return (attributes[.method]?.text ?? "POST", path)
            }
            guard let (method, path) = found else { continue }
            let endpoint = "\(method) \(FindingsCollector.withoutNumber(path, of: chain.order))"
            request(endpoint: endpoint, at: delivery.at, status: status)
            if !(200...299).contains(status), !touched.contains(where: { $0 == (endpoint, status) }) {
                touched.append((endpoint, status))
                endpoints[endpoint]?.orders[status, default: 0] += 1
            }
        }
    }

    private mutating func request(endpoint: String, at: Instant, status: Int) {
        guard endpoints.count < FindingLimits.endpoints || endpoints[endpoint] != nil else { return }
        let minute = at.microseconds / 60_000_000
        FindingsCollector.add(status: status, to: &endpoints[endpoint, default: Endpoint()].minutes[minute, default: Minute()])
    }

    private static func add(status: Int, to minute: inout Minute) {
        if (200...299).contains(status) { minute.accepted += 1 } else { minute.refused[status, default: 0] += 1 }
    }

    private mutating func noteLanding(of verdict: Verdict) {
        if verdict.segments.returnVia == "universal_link" { landedByLink += 1 }
        if verdict.remarks.contains(.fallbackUsed) { fallbacks += 1 }
        guard verdict.outcome.everPaid, let returned = verdict.steps.first(where: { $0.step == .returned }) else { return }
        guard returned.state == .seen || returned.state == .missing else { return }
        let segments = verdict.segments
        let isMissing = returned.state == .missing
        let isByLink = segments.returnVia == "universal_link"
        noteLanding("app_version", segments.appVersion, isMissing: isMissing, isByLink: isByLink)
        noteLanding("os_version", segments.osVersion, isMissing: isMissing, isByLink: isByLink)
        noteLanding("platform", segments.platform, isMissing: isMissing, isByLink: isByLink)
        noteLanding("channel", segments.channel, isMissing: isMissing, isByLink: isByLink)
    }

    private mutating func noteLanding(_ key: String, _ value: String?, isMissing: Bool, isByLink: Bool) {
        guard let value else { return }
        FindingsCollector.add(value, isMissing: isMissing, isByLink: isByLink, to: &landings[key, default: [:]])
    }

    private static func add(_ value: String, isMissing: Bool, isByLink: Bool, to values: inout [String: Landing]) {
        guard values.count < FindingLimits.segmentValues || values[value] != nil else { return }
        if isMissing {
            values[value, default: Landing()].missing += 1
        } else {
            add(isByLink: isByLink, to: &values[value, default: Landing()])
        }
    }

    private static func add(isByLink: Bool, to landing: inout Landing) {
        landing.returned += 1
        if isByLink { landing.byLink += 1 }
    }

    private func isTool(_ attributes: Attributes) -> Bool {
        attributes[.tool]?.equals("true") == true || attributes[.agent]?.equals("tool") == true
            || attributes[.agent]?.equals("scanner") == true
    }

    /// The path with `*` where the order's number stands, so that an endpoint that carries numbers is one endpoint.
    static func withoutNumber(_ path: String, of order: OrderNumber) -> String {
        let number = order.bytes
        var path = path
        let start = path.withUTF8 { bytes -> Int? in
            guard let first = number.first, number.count <= bytes.count else { return nil }
            for start in 0...(bytes.count - number.count) where bytes[start] == first {
                if bytes[start..<(start + number.count)].elementsEqual(number) { return start }
            }
            return nil
        }
        guard let start else { return path }
        let bytes = Array(path.utf8)
        return String(decoding: bytes[..<start] + [UInt8(ascii: "*")] + bytes[(start + number.count)...], as: UTF8.self)
    }
}

/// Bounds of what findings keep and thresholds from which they speak.
enum FindingLimits {
    /// Endpoints kept: paths that carry somebody else's numbers must not grow memory. Further ones are not looked at.
    static let endpoints = 4_096
    /// Values kept of one segment key. Further ones are not looked at.
    static let segmentValues = 1_024
    /// Different lacks of product lists kept. Further ones are not looked at.
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
