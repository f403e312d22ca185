import Domain

/// Refused notify POSTs without a number, earliest first: what orders claim by their provider's retry schedule.
struct RefusedPosts: Sendable {
    private(set) var posts: [WaitingPosts.Post] = []
    /// Their places, by path.
    private var places: [UInt64: [Int32]] = [:]
    /// When posts of a path ended that were not refused, where a claim may ask for them: near one that was.
    private var accepted: [UInt64: [Instant]] = [:]

    mutating func append(_ post: WaitingPosts.Post) { posts.append(post) }

    mutating func sort() {
        posts.sort()
        for (place, post) in posts.enumerated() where post.path != 0 { places[post.path, default: []].append(Int32(clamping: place)) }
    }

    /// Whether one of a path (0: of any) ended in `[from, to]`.
    func hasAny(from: Instant, to: Instant, path: UInt64) -> Bool {
        if path == 0 {
            let first = posts.endOfPrefix { $0.end < from }
            return first < posts.count && posts[first].end <= to
        }
        guard let places = places[path] else { return false }
        let first = places.endOfPrefix { posts[Int($0)].end < from }
        return first < places.count && posts[Int(places[first])].end <= to
    }

    /// Places of those that ended in `[from, to]`.
    func indices(from: Instant, to: Instant) -> Range<Int> {
        let low = posts.endOfPrefix { $0.end < from }
        return low..<max(low, posts.endOfPrefix { $0.end <= to })
    }

    /// Notes a post that was not refused; they come in the order of time.
    mutating func note(accepted post: WaitingPosts.Post) {
        // What is asked for lies around the slot of one that was refused: see `isEveryOneRefused` and ``ScheduleClaim``.
        let reach = ScheduleClaim.lateness + ScheduleClaim.resolution + ScheduleClaim.resolution
        guard hasAny(from: post.end - reach, to: post.end + reach + Limits.handlerReach, path: post.path) else { return }
        accepted[post.path, default: []].append(post.end)
    }

    /// Whether all posts of a path around a slot were refused.
    func isEveryOneRefused(from due: Instant, path: UInt64) -> Bool {
        guard let accepted = accepted[path] else { return true }
        let first = accepted.endOfPrefix { $0 < due + (-ScheduleClaim.resolution) }
        return first == accepted.count || accepted[first] > due + ScheduleClaim.lateness + ScheduleClaim.resolution
    }
}
