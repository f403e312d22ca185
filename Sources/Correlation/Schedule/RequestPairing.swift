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
        // What the handler took was answered 2xx; what it refused may have been as well: `fail` goes out with 200 (facts.md §1.1.3).
        return post.status == 0 || !logged.isTaken || !post.isRefused
    }

    /// What is known of posts.
    struct Pairs {
        /// The application delivery of each post, by index into `logged`; negative: none.
        var pairs: [Int32]
        /// Posts that are surely one of several deliveries of the same second, of different orders: nobody can tell whose.
        var shared: Set<Int> = []
    }

    /// The application delivery of each post that has exactly one; pairs that are settled free the rest. Where as many posts as deliveries
    /// are left that fit each other, and the deliveries are one order's, they are paired one after the other.
    ///
    /// - Parameter logged: in the order in which they began.
    static func pair(_ lines: WaitingLines, _ logged: [WaitingLines.Logged]) -> Pairs {
        let fitting = FittingRequests(lines, logged)
        var found = Pairs(pairs: [Int32](repeating: -1, count: lines.posts.count))
        var taken = [Bool](repeating: false, count: logged.count)
        var queue = logged.indices.map { Int32(truncatingIfNeeded: $0) }
        while let next = queue.popLast() {
            let index = Int(next)
            guard !taken[index], let post = fitting.onlyPost(of: index, where: { found.pairs[$0] < 0 }) else { continue }
            guard fitting.onlyDelivery(of: post, where: { !taken[$0] }) != nil else { continue }
            found.pairs[post] = next
            taken[index] = true
            // whoever could have been this request now has one choice less
            func ask(_ rival: Int) -> Bool {
                if !taken[rival] { queue.append(Int32(truncatingIfNeeded: rival)) }
                return true
            }
            fitting.forEachDelivery(of: post, ask)
            fitting.forEachPost(of: index) { other in
                fitting.forEachDelivery(of: other, ask)
                return true
            }
        }
        var seen = [Bool](repeating: false, count: lines.posts.count)
        for post in lines.posts.indices where found.pairs[post] < 0 && !seen[post] {
            var posts = [post]
            var deliveries: Set<Int> = []
            seen[post] = true
            var next = 0
            var hasDelivery = false
            while next < posts.count {
                fitting.forEachDelivery(of: posts[next]) { delivery in
                    hasDelivery = true
                    guard !taken[delivery], deliveries.insert(delivery).inserted else { return true }
                    fitting.forEachPost(of: delivery) { other in
                        if found.pairs[other] < 0, !seen[other] {
                            seen[other] = true
                            posts.append(other)
                        }
                        return true
                    }
                    return true
                }
                next += 1
            }
            if hasDelivery { settle(posts.sorted(), deliveries.sorted(), lines, logged, &found) }
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
            for pair in pairs { found.pairs[pair.post] = Int32(truncatingIfNeeded: pair.delivery) }
        } else {
            found.shared.formUnion(posts)
        }
    }
}
