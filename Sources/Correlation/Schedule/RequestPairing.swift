import Domain

/// Finds access lines and application deliveries that are one request: the same endpoint, the same status, within a second, and no other
/// line could be meant (vocabulary §8 rule 4).
///
/// Lines that can be each other's, and whatever else can be theirs, are a group; groups are independent. As many posts as deliveries of one
/// owner are paired, the earliest with the earliest. Where all posts find a delivery, but the deliveries are several orders', the posts are
/// theirs, and nobody can tell whose. Else nothing is known. One pass in the order of time: what is kept are the lines of the last
/// minute, and a name for each post of a group that still grows.
struct RequestPairing {
    /// What became of a post.
    enum Answer {
        /// No delivery is surely its other half.
        case none
        /// It is one of several deliveries of the same second.
        case shared
        case delivery(LoggedDelivery)
    }

    /// Whether the two can be one request.
    static func fits(_ post: WaitingPosts.Post, _ logged: LoggedDelivery) -> Bool {
        guard post.start - logged.to <= DeliveryLedger.sameRequest, logged.from - post.end <= DeliveryLedger.sameRequest,
            post.end - logged.to <= reach
        else { return false }
        if post.path != 0, logged.path != 0, post.path != logged.path { return false }
        if post.status != 0, logged.status != 0 { return post.status == logged.status }
        // What the handler took was answered 2xx; what it refused may have been as well: `fail` goes out with 200 (facts.md §1.1.3).
        return post.status == 0 || !logged.isTaken || !post.isRefused
    }

    /// An access line's stamp lies at the end of the request.
    private static let reach = DeliveryLedger.sameRequest + Limits.handlerReach
    /// Deliveries that took longer are few, and looked through one by one.
    private static let short = TimeSpan.seconds(2)

    private struct Candidate {
        var delivery: LoggedDelivery
        var group = -1
        var isTaken = false
    }

    private struct Group {
        var posts: [WaitingPosts.Post] = []
        /// The delivery of each post, while all deliveries are one owner's.
        var pairs: [LoggedDelivery] = []
        /// Its deliveries, and those of them that a later post may be.
        var deliveries = 0
        var live = 0
        var hasOneOwner = true
        /// Whether every post found a delivery of its own.
        var isComplete = true
        var owner: (LoggedDelivery.Owner, UInt64) = (.nobody, 0)

        mutating func join(_ other: Group) {
            let isOneOwners = hasOneOwner && other.hasOneOwner && owner == other.owner
            posts += other.posts
            pairs = isOneOwners ? pairs + other.pairs : []
            deliveries += other.deliveries
            live += other.live
            isComplete = isComplete && other.isComplete
            hasOneOwner = isOneOwners
        }
    }

    /// Deliveries in their order; those before ``first`` are over.
    private var near: [Candidate] = []
    private var first = 0
    private var long: [Candidate] = []
    private var groups: [Group] = []
    private var free: [Int] = []
    private let decide: (WaitingPosts.Post, Answer) -> Void

    /// - Parameter decide: is told of every post once, in any order.
    init(_ decide: @escaping (WaitingPosts.Post, Answer) -> Void) { self.decide = decide }

    /// Pairs all posts with all deliveries.
    mutating func pair(_ posts: inout SortedReader<WaitingPosts.Post>, _ deliveries: inout SortedReader<LoggedDelivery>) {
        while let post = posts.next() {
            forget(before: post.end)
            while let next = deliveries.first, next.from <= post.end + DeliveryLedger.sameRequest {
                _ = deliveries.next()
                guard post.end - next.to <= RequestPairing.reach else { continue }
                if next.to - next.from <= RequestPairing.short {
                    near.append(Candidate(delivery: next))
                } else {
                    long.append(Candidate(delivery: next))
                }
            }
            take(post)
        }
        for group in groups.indices where groups[group].deliveries > 0 { close(group) }
    }

    /// Forgets deliveries that no post from now on can be.
    private mutating func forget(before end: Instant) {
        while first < near.count, end - near[first].delivery.from > RequestPairing.reach + RequestPairing.short {
            leave(near[first].group)
            first += 1
        }
        if first > 1_024, 2 * first > near.count {
            near.removeFirst(first)
            first = 0
        }
        guard long.contains(where: { end - $0.delivery.to > RequestPairing.reach }) else { return }
        for candidate in long where end - candidate.delivery.to > RequestPairing.reach { leave(candidate.group) }
        long.removeAll { end - $0.delivery.to > RequestPairing.reach }
    }

    private mutating func leave(_ group: Int) {
        guard group >= 0 else { return }
        groups[group].live -= 1
        if groups[group].live == 0 { close(group) }
    }

    private mutating func take(_ post: WaitingPosts.Post) {
        // A short delivery that began earlier ended too early.
        let earliest = max(post.start - DeliveryLedger.sameRequest, post.end - RequestPairing.reach) - RequestPairing.short
        let begin = near[first...].endOfPrefix { $0.delivery.from < earliest }
        var group = -1
        var best: (place: Int, isLong: Bool, delivery: LoggedDelivery)?
        func look(_ candidate: Candidate, _ place: Int, isLong: Bool) {
            if !candidate.isTaken, best.map({ candidate.delivery < $0.delivery }) ?? true { best = (place, isLong, candidate.delivery) }
        }
        for place in long.indices where RequestPairing.fits(post, long[place].delivery) {
            look(long[place], place, isLong: true)
            long[place].group = gather(long[place], into: &group)
        }
        for place in begin..<max(begin, near.count) where RequestPairing.fits(post, near[place].delivery) {
            look(near[place], place, isLong: false)
            near[place].group = gather(near[place], into: &group)
        }
        guard group >= 0 else { return decide(post, .none) }
        groups[group].posts.append(post)
        guard let best else { return groups[group].isComplete = false }
        if best.isLong { long[best.place].isTaken = true } else { near[best.place].isTaken = true }
        if groups[group].hasOneOwner { groups[group].pairs.append(best.delivery) }
    }

    /// Brings a delivery into the group that a post's deliveries are; -1: there is none yet.
    ///
    /// - Returns: the delivery's group.
    private mutating func gather(_ candidate: Candidate, into group: inout Int) -> Int {
        if group < 0 {
            group = candidate.group >= 0 ? candidate.group : open(candidate.delivery)
            return group
        }
        guard candidate.group != group else { return group }
        guard candidate.group >= 0 else {
            var one = Group()
            (one.deliveries, one.live, one.owner) = (1, 1, (candidate.delivery.owner, candidate.delivery.order))
            groups[group].join(one)
            return group
        }
        // The smaller goes into the larger.
        let (kept, gone) =
            groups[group].posts.count >= groups[candidate.group].posts.count ? (group, candidate.group) : (candidate.group, group)
        let other = groups[gone]
        groups[gone] = Group()
        free.append(gone)
        groups[kept].join(other)
        for place in first..<near.count where near[place].group == gone { near[place].group = kept }
        for place in long.indices where long[place].group == gone { long[place].group = kept }
        group = kept
        return kept
    }

    private mutating func open(_ delivery: LoggedDelivery) -> Int {
        var one = Group()
        (one.deliveries, one.live, one.owner) = (1, 1, (delivery.owner, delivery.order))
        if let place = free.popLast() {
            groups[place] = one
            return place
        }
        groups.append(one)
        return groups.count - 1
    }

    private mutating func close(_ place: Int) {
        let group = groups[place]
        groups[place] = Group()
        free.append(place)
        let isPaired = group.isComplete && group.hasOneOwner && group.posts.count == group.deliveries
        for (index, post) in group.posts.enumerated() {
            decide(post, isPaired ? .delivery(group.pairs[index]) : group.isComplete ? .shared : .none)
        }
    }
}
