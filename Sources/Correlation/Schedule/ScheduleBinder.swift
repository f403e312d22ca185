import Domain

/// Binds notify POSTs that carry no number (vocabulary §8 rule 4): by the provider's retry schedule, or as the same request as a delivery
/// that the application logged.
///
/// Made once with the run's waiting rows, copied to every worker, shown every chain, merged, asked once. It keeps only what can concern
/// one of the waiting rows.
public struct ScheduleBinder: Sendable {
    /// What became of the waiting rows; every row is in exactly one list.
    public struct Outcome: Sendable {
        /// Rows that found their order, by row.
        public var bound: [Links.Bound] = []
        /// Rows that did not, by row.
        public var unbound: [Links.Unbound] = []
        /// Lines of the provider's deliberate probes, by row.
        public var probes: [Int] = []
    }

    private var lines: WaitingLines
    private let edge: WitnessCoverage
    /// Of each worker in a list of its own: one list of all would take as much again while it is made.
    private var logged: [[WaitingLines.Logged]] = [[]]
    private var claims: [ScheduleClaim] = []
    /// Endpoints of the providers' orders, for orders whose lines do not say.
    private var endpoints: [String: Set<UInt64>] = [:]
    /// Those noted last: most orders name one of a few.
    private var recentEndpoints: [(provider: String, path: UInt64)] = []
    private static let recentCount = 16

    /// Makes a binder for the waiting rows of a run.
    ///
    /// - Parameters:
    ///   - waiting: the rows of ``Links/waiting``; the outcome's rows index this batch.
    ///   - edge: coverage of the access logs.
    public init(waiting: RowShelf, edge: WitnessCoverage) {
        lines = WaitingLines(waiting)
        self.edge = edge
    }

    /// Whether a loose row is for the binder.
    static func isConcerned(_ row: Evidence) -> Bool {
        switch row.event {
        case .notifyReceived: row.witness != .client && row.witness != .provider
        case .notifyVerified, .notifyAnswered: row.witness == .serverApp
        default: false
        }
    }

    /// Whether a chain with such an event may have something to say to ``note(_:)``: it needs a delivery, or a proof of payment.
    public static func isConcerned(_ event: EventKind) -> Bool {
        switch event {
        case .notifyReceived, .notifyVerified, .notifyAnswered, .notifySent, .tradeRecorded, .storeTransactionRecorded, .storeNotified,
            .providerAnswered, .receiptVerified:
            true
        default: false
        }
    }

    /// Looks at a chain: its deliveries may be the other half of a post, and if it is paid it may claim refused ones.
    ///
    /// - Parameter arena: where the attributes of its events lie; nil: in the chain.
    public mutating func note(_ chain: Chain, arena: UnsafeRawBufferPointer? = nil) {
        guard !lines.posts.isEmpty else { return }
        chain.withView(in: arena) { note(chain, $0) }
    }

    private mutating func note(_ chain: Chain, _ view: ChainView) {
        noteDeliveries(chain, view)
        guard var claim = ScheduleClaim(chain, view) else { return }
        if claim.path != 0 { noteEndpoint(claim.path, of: claim.provider) }
        let end = claim.paid + (claim.offsets.last ?? .zero) + .minutes(2)
        guard lines.hasRefusal(from: claim.paid + (-ScheduleClaim.resolution), to: end, path: claim.path) else { return }
        claim.readDeliveries(of: chain)
        // Most orders took their first delivery: they claim nothing, and a run has as many of them as orders.
        if claim.mayFit(lines) { claims.append(claim) }
    }

    private mutating func noteEndpoint(_ path: UInt64, of provider: String) {
        if recentEndpoints.contains(where: { $0.path == path && $0.provider == provider }) { return }
        endpoints[provider, default: []].insert(path)
        if recentEndpoints.count == ScheduleBinder.recentCount { recentEndpoints.removeAll(keepingCapacity: true) }
        recentEndpoints.append((provider, path))
    }

    /// Stamp of the last line that the application wrote of a delivery; nil when it wrote none.
    private static func lastLine(of delivery: Int, in chain: Chain) -> Instant? {
        var last: Instant?
        func note(_ index: Int?) {
            if let index { last = max(last ?? chain.events[index].at, chain.events[index].at) }
        }
        for place in chain.deliveries[delivery].received.indices { note(chain.deliveries[delivery].received[place]) }
        note(chain.deliveries[delivery].verified)
        note(chain.deliveries[delivery].answered)
        note(chain.deliveries[delivery].failed)
        return last
    }

    private mutating func noteDeliveries(_ chain: Chain, _ view: ChainView) {
        var path: UInt64?
        for index in chain.deliveries.indices where chain.deliveries[index].edge == nil {
            guard let last = ScheduleBinder.lastLine(of: index, in: chain) else { continue }
            let earliest = chain.deliveries[index].at - DeliveryLedger.sameRequest
            let near = lines.posts(from: earliest, to: last + DeliveryLedger.sameRequest + Limits.handlerReach)
            guard !near.isEmpty else { continue }
            let delivery = chain.deliveries[index]
            let indices = delivery.received + [delivery.verified, delivery.answered, delivery.failed].compactMap { $0 }
            let endpoint = path ?? ScheduleClaim.endpoint(of: view)
            path = endpoint
            let own = indices.lazy.compactMap { view.attributes($0)[.path].map(WaitingLines.name(ofPath:)) }.first
            let logged = WaitingLines.Logged(
                owner: .order(chain.order.stableHash), isTaken: delivery.ok != false && delivery.failed == nil,
                status: Int32(clamping: delivery.httpStatus ?? 0), from: delivery.at, to: last, path: own ?? endpoint)
            if near.contains(where: { RequestPairing.fits($0, logged) }) { self.logged[0].append(logged) }
        }
    }

    /// Adds what another worker noted.
    public mutating func merge(_ other: ScheduleBinder) {
        logged += other.logged
        claims.append(contentsOf: other.claims)
        for (provider, paths) in other.endpoints { endpoints[provider, default: []].formUnion(paths) }
    }

    /// Decides. The order in which chains were noted does not matter.
    public consuming func bind() -> Outcome {
        var outcome = Outcome()
        // A run may have as many of them as orders: they are moved and sorted in place.
        var logged = lines.takeLogged()
        logged.reserveCapacity(self.logged.reduce(logged.count) { $0 + $1.count })
        while let part = self.logged.popLast() { logged.append(contentsOf: part) }
        logged.sort { ScheduleBinder.key($0) < ScheduleBinder.key($1) }
        let found = RequestPairing.pair(lines, logged)
        func delivery(_ post: Int) -> Int? { found.pairs[post] < 0 ? nil : Int(found.pairs[post]) }
        // What the application logged of the same request does not say whose it is either (an encrypted notify that failed): it goes along.
        var isBound: Set<Int> = []
        func isOpen(_ post: Int) -> Bool {
            !found.shared.contains(post) && (delivery(post).map { logged[$0].owner == .nobody && !logged[$0].namesTrade } ?? true)
        }
        let scheduled = bindBySchedule(isOpen)
        for (post, order) in scheduled {
            for row in delivery(post).map({ logged[$0].rows }) ?? [] where isBound.insert(row).inserted {
                outcome.bound.append(Links.Bound(row: row, order: order, binding: .schedule))
            }
        }
        for (index, post) in lines.posts.enumerated() {
            let row = Int(post.row)
            if let order = scheduled[index] {
                outcome.bound.append(Links.Bound(row: row, order: order, binding: .schedule))
                continue
            }
            var why = post.isRefused ? "a refused notify on no order's retry schedule" : "an answered notify without a number"
            switch delivery(index).map({ logged[$0].owner }) {
            case .order(let order):
                outcome.bound.append(Links.Bound(row: row, order: order, binding: .alias))
                continue
            case .probe:
                outcome.probes.append(row)
                continue
            case .nobody: why = "the request of an application line without an order"
            case nil: if found.shared.contains(index) { why = Links.Unbound.sharedRequest }
            }
            outcome.unbound.append(Links.Unbound(row: row, why: why))
        }
        for row in lines.tools { outcome.unbound.append(Links.Unbound(row: row, why: "sent by a tool, not by a provider")) }
        for row in lines.applications where !isBound.contains(row) {
            outcome.unbound.append(Links.Unbound(row: row, why: "no line ties it to an order"))
        }
        outcome.probes.append(contentsOf: lines.probes)
        outcome.bound.sort { $0.row < $1.row }
        outcome.unbound.sort { $0.row < $1.row }
        outcome.probes.sort()
        return outcome
    }

    private static func key(_ logged: WaitingLines.Logged) -> (Instant, Instant, Int32, UInt64) {
        let owner: UInt64 =
            switch logged.owner {
            case .order(let order): order
            case .nobody: 0
            case .probe: 1
            }
        return (logged.from, logged.to, logged.status, owner)
    }

    /// A post that fits one order is its own; one that fits several is one of theirs only when every post of those seconds was refused:
    /// then each is given to the order that is due first and has none yet.
    private func bindBySchedule(_ isOpen: (Int) -> Bool) -> [Int: UInt64] {
        let claims = claims.sorted { ($0.paid, $0.order) < ($1.paid, $1.order) }
        let paths = Set(lines.posts.map(\.path))
        var fits: [Int: [ScheduleFit]] = [:]
        for (index, claim) in claims.enumerated() {
            guard let path = endpoint(claim, paths) else { continue }
            for fit in claim.fits(lines, isOpen, path: path, edge: edge, index: index) { fits[fit.post, default: []].append(fit) }
        }
        struct Slot: Hashable {
            var claim: Int
            var due: Instant
        }
        var served: Set<Slot> = []
        var bound: [Int: UInt64] = [:]
        for post in fits.keys.sorted() {
            let claimants = (fits[post] ?? []).sorted { ($0.due, $0.claim) < ($1.due, $1.claim) }
            guard let first = claimants.first else { continue }
            if Set(claimants.map { claims[$0.claim].order }).count == 1 {
                bound[post] = claims[first.claim].order
                served.insert(Slot(claim: first.claim, due: first.due))
                continue
            }
            let safe = claimants.filter { isEveryPostRefused(from: $0.due, path: lines.posts[post].path) }
            guard safe.count == claimants.count else { continue }
            let fit = safe.first { !served.contains(Slot(claim: $0.claim, due: $0.due)) } ?? first
            served.insert(Slot(claim: fit.claim, due: fit.due))
            bound[post] = claims[fit.claim].order
        }
        return bound
    }

    private func isEveryPostRefused(from due: Instant, path: UInt64) -> Bool {
        lines.posts(from: due + (-ScheduleClaim.resolution), to: due + ScheduleClaim.lateness + ScheduleClaim.resolution)
            .allSatisfy { $0.path != path || $0.isRefused }
    }

    /// The order's endpoint; where its lines do not say, the only one of its provider, else the only one there is.
    private func endpoint(_ claim: ScheduleClaim, _ paths: Set<UInt64>) -> UInt64? {
        if claim.path != 0 { return claim.path }
        if let known = endpoints[claim.provider], !known.isEmpty { return known.count == 1 ? known.first : nil }
        return endpoints.isEmpty && paths.count == 1 ? paths.first : nil
    }
}
