import Domain

/// Finds access lines and application deliveries that are one request: the same endpoint, the same status, within a second, and no other
/// line could be meant (vocabulary §8 rule 4).
enum RequestPairing {
    /// Whether the two can be one request.
    static func fits(_ post: WaitingLines.Post, _ logged: WaitingLines.Logged) -> Bool {
        guard post.start - logged.to <= DeliveryLedger.sameRequest, logged.from - post.end <= DeliveryLedger.sameRequest else {
            return false
        }
        if post.path != 0, logged.path != 0, post.path != logged.path { return false }
        if post.status != 0, logged.status != 0 { return post.status == logged.status }
        return post.status == 0 || post.isRefused != logged.isTaken
    }

    /// What is known of posts.
    struct Pairs {
        /// The application delivery of each post, by index into `logged`.
        var pairs: [Int?]
        /// Posts that are surely one of several deliveries of the same second, of different orders: nobody can tell whose.
        var shared: Set<Int> = []
    }

    /// The application delivery of each post that has exactly one; pairs that are settled free the rest. Where as many posts as deliveries
    /// are left that fit each other, and the deliveries are one order's, they are paired one after the other.
    static func pair(_ lines: WaitingLines, _ logged: [WaitingLines.Logged]) -> Pairs {
        var postsOf: [[Int]] = []
        var loggedOf: [[Int]] = lines.posts.map { _ in [] }
        for (index, delivery) in logged.enumerated() {
            // an access line's stamp lies at the end of the request
            let reach = DeliveryLedger.sameRequest + Limits.handlerReach
            let near = lines.posts(from: delivery.from - DeliveryLedger.sameRequest, to: delivery.to + reach)
            let fitting = near.indices.filter { fits(lines.posts[$0], delivery) }
            postsOf.append(fitting)
            for post in fitting { loggedOf[post].append(index) }
        }
        var pairs = [Int?](repeating: nil, count: lines.posts.count)
        var taken = [Bool](repeating: false, count: logged.count)
        var queue = Array(logged.indices)
        while let index = queue.popLast() {
            guard !taken[index], let post = only(of: postsOf[index], { pairs[$0] == nil }) else { continue }
            guard only(of: loggedOf[post], { !taken[$0] }) != nil else { continue }
            pairs[post] = index
            taken[index] = true
            // whoever could have been this request now has one choice less
            for rival in loggedOf[post] where !taken[rival] { queue.append(rival) }
            for other in postsOf[index] { queue.append(contentsOf: loggedOf[other].lazy.filter { !taken[$0] }) }
        }
        var found = Pairs(pairs: pairs)
        var seen: Set<Int> = []
        for post in lines.posts.indices where pairs[post] == nil && !loggedOf[post].isEmpty && !seen.contains(post) {
            var posts = [post]
            var deliveries: Set<Int> = []
            seen.insert(post)
            var next = 0
            while next < posts.count {
                for delivery in loggedOf[posts[next]] where !taken[delivery] && deliveries.insert(delivery).inserted {
                    for other in postsOf[delivery] where pairs[other] == nil && seen.insert(other).inserted { posts.append(other) }
                }
                next += 1
            }
            settle(posts.sorted(), deliveries.sorted(), lines, logged, &found)
        }
        return found
    }

    /// The only one of some places that fulfils a condition; nil when there are none or several.
    private static func only(of places: [Int], _ fulfils: (Int) -> Bool) -> Int? {
        var found: Int?
        for place in places where fulfils(place) {
            if found != nil { return nil }
            found = place
        }
        return found
    }

    /// Pairs what is left of one second, the earliest with the earliest; posts and deliveries come in the order of time.
    private static func settle(
        _ posts: [Int], _ deliveries: [Int], _ lines: WaitingLines, _ logged: [WaitingLines.Logged], _ found: inout Pairs
    ) {
        guard posts.count <= deliveries.count else { return }
        var free = deliveries
        var pairs: [(post: Int, delivery: Int)] = []
        for post in posts {
            guard let place = free.firstIndex(where: { fits(lines.posts[post], logged[$0]) }) else { return }
            pairs.append((post, free.remove(at: place)))
        }
        if Set(deliveries.map { logged[$0].owner }).count == 1, free.isEmpty {
            for pair in pairs { found.pairs[pair.post] = pair.delivery }
        } else {
            found.shared.formUnion(posts)
        }
    }
}
