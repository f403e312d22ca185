import Domain

/// Binds notify POSTs that carry no number (vocabulary §8 rule 4): by the provider's retry schedule, or as the same request as a delivery
/// that the application logged.
///
/// Made once with the run's waiting rows, copied for every worker, shown every chain, merged, asked once. It keeps only what can concern
/// one of the waiting rows, and what may be as many as orders leaves memory.
public struct ScheduleBinder: Sendable {
    private let waiting: RowShelf
    private let posts: WaitingPosts
    private let applications: ApplicationDeliveries
    private let edge: WitnessCoverage
    /// What orders' applications logged: each worker's in a spool of its own, this one's last.
    private var logged: [SortedSpool<LoggedDelivery>]
    private var claims: [ScheduleClaim] = []
    /// Endpoints of the providers' orders, for orders whose lines do not say.
    private var endpoints: [String: Set<UInt64>] = [:]
    /// Those noted last: most orders name one of a few.
    private var recentEndpoints: [(provider: String, path: UInt64)] = []
    private static let recentCount = 16

    /// Makes a binder for the waiting rows of a run.
    ///
    /// - Parameters:
    ///   - left: what linking left over; the outcome's rows index its ``LooseEnds/waiting``.
    ///   - edge: coverage of the access logs.
    public init(_ left: LooseEnds, edge: WitnessCoverage) {
        (waiting, posts, self.edge) = (left.waiting, left.posts, edge)
        applications = ApplicationDeliveries(left.waiting)
        logged = [SortedSpool(in: left.posts.pool)]
    }

    /// A binder for a worker, which has seen nothing.
    ///
    /// - Parameter pool: the worker's own.
    public func copy(in pool: SpillPool) -> ScheduleBinder {
        var copy = self
        copy.logged = [SortedSpool(in: pool)]
        return copy
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
        guard !posts.isEmpty else { return }
        chain.withView(in: arena) { note(chain, $0) }
    }

    private mutating func note(_ chain: Chain, _ view: ChainView) {
        noteDeliveries(chain, view)
        guard var claim = ScheduleClaim(chain, view) else { return }
        if claim.path != 0 { noteEndpoint(claim.path, of: claim.provider) }
        let end = claim.paid + (claim.offsets.last ?? .zero) + .minutes(2)
        guard posts.refused.hasAny(from: claim.paid + (-ScheduleClaim.resolution), to: end, path: claim.path) else { return }
        claim.readDeliveries(of: chain)
        // Most orders took their first delivery: they claim nothing, and a run has as many of them as orders.
        if claim.mayFit(posts.refused) { claims.append(claim) }
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
            let delivery = chain.deliveries[index]
            let indices = delivery.received + [delivery.verified, delivery.answered, delivery.failed].compactMap { $0 }
            let endpoint = path ?? ScheduleClaim.endpoint(of: view)
            path = endpoint
            let own = indices.lazy.compactMap { view.attributes($0)[.path].map(WaitingPosts.name(ofPath:)) }.first
            let earliest = delivery.at - DeliveryLedger.sameRequest
            let latest = last + DeliveryLedger.sameRequest + Limits.handlerReach
            guard posts.times.mayHave(from: earliest, to: latest, path: own ?? endpoint) else { continue }
            logged[logged.count - 1].append(
                LoggedDelivery(
                    from: delivery.at, to: last, order: chain.order.stableHash, path: own ?? endpoint,
                    status: Int32(clamping: delivery.httpStatus ?? 0), owner: .order,
                    isTaken: delivery.ok != false && delivery.failed == nil))
        }
    }

    /// Adds what another worker noted.
    public mutating func merge(_ other: ScheduleBinder) {
        logged = other.logged + logged
        claims.append(contentsOf: other.claims)
        for (provider, paths) in other.endpoints { endpoints[provider, default: []].formUnion(paths) }
    }

    /// Decides. The order in which chains were noted does not matter.
    public consuming func bind() -> ScheduleOutcome {
        for lines in applications.all { logged[logged.count - 1].append(lines.delivery) }
        var fates = PostFates(posts)
        var refused = posts.refused
        var deliveryOfRefused: [LooseName: Int] = [:]
        var pairing = RequestPairing { post, answer in
            if !post.isRefused { refused.note(accepted: post) }
            fates.note(post, answer)
            if post.isRefused, case .delivery(let delivery) = answer, delivery.index >= 0 {
                deliveryOfRefused[post.name] = Int(delivery.index)
            }
        }
        var earliest = posts.reader()
        var deliveries = SortedSpool.reader(of: logged)
        pairing.pair(&earliest, &deliveries)
        var outcome = ScheduleOutcome()
        var isBound: Set<Int> = []
        let schedule = ScheduleChoice(refused, claims, endpoints, onlyPath: posts.onlyPath, edge: edge)
        for (place, order) in schedule.bind(isOpen: { fates.isOpen(refused.posts[$0].name) }) {
            let name = refused.posts[place].name
            fates.note(name, boundTo: order)
            // What the application logged of the same request does not say whose it is either (an encrypted notify that failed): it goes along.
            for row in deliveryOfRefused[name].map({ applications.all[$0].rows }) ?? [] where isBound.insert(row).inserted {
                outcome.bound.append(Links.Bound(row: row, order: order, binding: .schedule))
            }
        }
        for row in applications.tools { outcome.unbound.append(Links.Unbound(row: row, why: "sent by a tool, not by a provider")) }
        for row in applications.rows where !isBound.contains(row) {
            outcome.unbound.append(Links.Unbound(row: row, why: "no line ties it to an order"))
        }
        outcome.probes = applications.probes
        outcome.bound.sort { $0.row < $1.row }
        outcome.unbound.sort { $0.row < $1.row }
        outcome.probes.sort()
        outcome.posts = fates
        return outcome
    }
}
