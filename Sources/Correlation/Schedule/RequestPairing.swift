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

    /// The application delivery of each post that has exactly one, by index into `logged`; pairs that are settled free the rest.
    static func pair(_ lines: WaitingLines, _ logged: [WaitingLines.Logged]) -> [Int: Int] {
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
        var pairs: [Int: Int] = [:]
        var taken: Set<Int> = []
        var queue = Array(logged.indices)
        while let index = queue.popLast() {
            guard !taken.contains(index) else { continue }
            let open = postsOf[index].filter { pairs[$0] == nil }
            guard open.count == 1, let post = open.first else { continue }
            let rivals = loggedOf[post].filter { !taken.contains($0) }
            guard rivals.count == 1 else { continue }
            pairs[post] = index
            taken.insert(index)
            // whoever could have been this request now has one choice less
            for rival in loggedOf[post] where !taken.contains(rival) { queue.append(rival) }
            for other in postsOf[index] { queue.append(contentsOf: loggedOf[other].filter { !taken.contains($0) }) }
        }
        return pairs
    }
}
