import Domain

/// Decides which order a refused post belongs to, where several may claim it.
struct ScheduleChoice {
    private let refused: RefusedPosts
    private let claims: [ScheduleClaim]
    private let endpoints: [String: Set<UInt64>]
    private let onlyPath: UInt64?
    private let edge: WitnessCoverage

    /// - Parameters:
    ///   - endpoints: what is known of providers' endpoints, by their word.
    ///   - onlyPath: the path of all posts, where they have only one.
    init(
        _ refused: RefusedPosts, _ claims: [ScheduleClaim], _ endpoints: [String: Set<UInt64>], onlyPath: UInt64?, edge: WitnessCoverage
    ) {
        (self.refused, self.endpoints, self.onlyPath, self.edge) = (refused, endpoints, onlyPath, edge)
        self.claims = claims.sorted { ($0.paid, $0.order) < ($1.paid, $1.order) }
    }

    /// A post that fits one order is its own; one that fits several is one of theirs only when every post of those seconds was refused:
    /// then each is given to the order that is due first and has none yet.
    ///
    /// - Parameter isOpen: whether a post may be bound, by its place.
    /// - Returns: posts by their place, each with its order.
    func bind(isOpen: (Int) -> Bool) -> [(place: Int, order: UInt64)] {
        var fits: [Int: [ScheduleFit]] = [:]
        for (index, claim) in claims.enumerated() {
            guard let path = endpoint(claim) else { continue }
            for fit in claim.fits(refused, isOpen, path: path, edge: edge, index: index) { fits[fit.post, default: []].append(fit) }
        }
        struct Slot: Hashable {
            var claim: Int
            var due: Instant
        }
        var served: Set<Slot> = []
        var bound: [(Int, UInt64)] = []
        for post in fits.keys.sorted() {
            let claimants = (fits[post] ?? []).sorted { ($0.due, $0.claim) < ($1.due, $1.claim) }
            guard let first = claimants.first else { continue }
            if Set(claimants.map { claims[$0.claim].order }).count == 1 {
                bound.append((post, claims[first.claim].order))
                served.insert(Slot(claim: first.claim, due: first.due))
                continue
            }
            let path = refused.posts[post].path
            guard claimants.allSatisfy({ refused.isEveryOneRefused(from: $0.due, path: path) }) else { continue }
            let fit = claimants.first { !served.contains(Slot(claim: $0.claim, due: $0.due)) } ?? first
            served.insert(Slot(claim: fit.claim, due: fit.due))
            bound.append((post, claims[fit.claim].order))
        }
        return bound
    }

    /// The order's endpoint; where its lines do not say, the only one of its provider, else the only one there is.
    private func endpoint(_ claim: ScheduleClaim) -> UInt64? {
        if claim.path != 0 { return claim.path }
        if let known = endpoints[claim.provider], !known.isEmpty { return known.count == 1 ? known.first : nil }
        return endpoints.isEmpty ? onlyPath : nil
    }
}
