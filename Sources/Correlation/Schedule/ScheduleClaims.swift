import Domain
import Providers

/// A paid order that refused posts without a number may belong to.
struct ScheduleClaim: Sendable {
    /// Stable hash of the order.
    var order: UInt64
    /// When it was paid.
    var paid: Instant
    /// The provider's retry table.
    var offsets: [TimeSpan]
    /// The provider's word.
    var provider: String
    /// Hash of the path of its notify endpoint; 0 when no line says.
    var path: UInt64
    /// Deliveries that are surely the order's, earliest first.
    var known: [Instant]
    /// When the first delivery that was accepted came; nil: none is known.
    var accepted: Instant?
}

/// A post that fulfils everything for an order but, perhaps, being the only one's.
struct ScheduleFit {
    var claim: Int
    var due: Instant
    /// Its place among the ``RefusedPosts``.
    var post: Int
}

extension ScheduleClaim {
    /// How long after its slot a delivery may come (vocabulary §8 rule 4).
    static let lateness = TimeSpan.seconds(30)
    /// `paid_at` and access stamps are whole seconds.
    static let resolution = TimeSpan.seconds(1)

    /// What a chain claims, but for its deliveries; nil when it is not paid by a proof with a time, or its provider has no retry table.
    init?(_ chain: Chain, _ view: ChainView) {
        let refused = PaymentProof.refused(in: chain.deliveries)
        guard let proof = PaymentProof.first(in: view, refused: refused), let paidAt = proof.paidAt else { return nil }
        var provider = view.attributes(proof.event)[.provider]?.text ?? ""
        if provider.isEmpty { provider = chain.attempts.first { $0.paidAt != nil }?.provider ?? chain.attempts.last?.provider ?? "" }
        let definition = ProviderDefinition.named(provider)
        guard let retries = definition.retries else { return nil }
        (order, paid, offsets, self.provider) = (chain.order.stableHash, paidAt, retries.offsets, provider)
        path = ScheduleClaim.endpoint(of: view)
        (known, accepted) = ([], nil)
    }

    /// Notes the deliveries of the chain.
    mutating func readDeliveries(of chain: Chain) {
        let definition = ProviderDefinition.named(provider)
        for delivery in chain.deliveries where !delivery.received.isEmpty || delivery.verified != nil || delivery.edge != nil {
            known.append(delivery.at)
            let answer = definition.answer.judge(
                httpStatus: delivery.httpStatus, body: delivery.body, bytes: delivery.bytes, duration: delivery.duration)
            if delivery.ok != false, delivery.failed == nil, !answer.isRefusal { accepted = min(accepted ?? delivery.at, delivery.at) }
        }
        known.sort()
    }

    /// Whether ``fits(_:_:path:edge:index:)`` may find anything, whatever path it is asked with.
    func mayFit(_ refused: RefusedPosts) -> Bool {
        for (slot, offset) in offsets.enumerated() {
            let due = paid + offset
            if let accepted, accepted < due { return false }
            if known.contains(where: { self.slot(of: $0) == slot }) { continue }
            let end = due + ScheduleClaim.lateness + ScheduleClaim.resolution + Limits.handlerReach
            if refused.hasAny(from: due + (-ScheduleClaim.resolution), to: end, path: path) { return true }
        }
        return false
    }

    /// The path of the order's notify endpoint; 0 when no line says, or when it contains the number.
    static func endpoint(of view: ChainView) -> UInt64 {
        for index in view.events.indices where view.events[index].event == .orderCreated || view.events[index].event == .checkoutCreated {
            if let path = view.attributes(index)[.notifyPath] { return WaitingPosts.name(ofPath: path) }
        }
        return 0
    }

    /// Posts that sit on this order's schedule.
    ///
    /// Slot by slot: a slot with a delivery of the order is served; else the refused posts within its 30 s may be it; a slot that the
    /// access log covers and that holds neither ends the schedule, for a retry presupposes the ones before it. So does acceptance.
    func fits(_ refused: RefusedPosts, _ isOpen: (Int) -> Bool, path: UInt64, edge: WitnessCoverage, index: Int) -> [ScheduleFit] {
        var found: [ScheduleFit] = []
        var used: Set<Int> = []
        for (slot, offset) in offsets.enumerated() {
            let due = paid + offset
            let end = due + ScheduleClaim.lateness + ScheduleClaim.resolution
            if let accepted, accepted < due { break }
            if known.contains(where: { self.slot(of: $0) == slot }) { continue }
            let near = refused.indices(from: due + (-ScheduleClaim.resolution), to: end + Limits.handlerReach)
            let candidates = near.filter { i in
                refused.posts[i].path == path && refused.posts[i].start <= end && isOpen(i) && !used.contains(i)
            }
            let next = slot + 1 < offsets.count ? paid + offsets[slot + 1] + (-ScheduleClaim.resolution) : Instant.distantFuture
            var own = candidates.filter { refused.posts[$0].start < next }
            if own.isEmpty { own = Array(candidates.prefix(1)) }
            for post in own {
                used.insert(post)
                found.append(ScheduleFit(claim: index, due: due, post: post))
            }
            if own.isEmpty, edge.covers(due, due + ScheduleClaim.lateness) { break }
        }
        return found
    }

    /// The slot that a delivery of the order was for: the last one due before it.
    private func slot(of at: Instant) -> Int? {
        let delay = at - paid
        guard let slot = offsets.lastIndex(where: { $0 + (-.seconds(2)) <= delay }) else { return nil }
        return delay <= offsets[slot] + ScheduleClaim.lateness + ScheduleClaim.resolution ? slot : nil
    }
}
