import Domain

/// Which access lines and application deliveries can be one request (``RequestPairing/fits(_:_:)``): found whenever it is asked, since a
/// second may hold many of both, and lists of all pairs would take more memory than the lines.
struct FittingRequests {
    private let posts: [WaitingLines.Post]
    private let lines: WaitingLines
    private let logged: [WaitingLines.Logged]
    /// Deliveries that took longer than most: few.
    private let long: [Int]

    /// An access line's stamp lies at the end of the request.
    private static let reach = DeliveryLedger.sameRequest + Limits.handlerReach

    /// - Parameter logged: in the order in which they began.
    init(_ lines: WaitingLines, _ logged: [WaitingLines.Logged]) {
        (self.lines, self.logged, posts) = (lines, logged, lines.posts)
        long = logged.indices.filter { logged[$0].to - logged[$0].from > Limits.handlerReach }
    }

    /// The access lines that can be a delivery, in their order, until `body` says that it has seen enough.
    @inline(__always) func forEachPost(of delivery: Int, _ body: (Int) -> Bool) {
        let wanted = logged[delivery]
        for post in lines.posts(from: wanted.from - DeliveryLedger.sameRequest, to: wanted.to + FittingRequests.reach).indices
        where RequestPairing.fits(posts[post], wanted) {
            guard body(post) else { return }
        }
    }

    /// The deliveries that can be an access line, in their order, until `body` says that it has seen enough.
    @inline(__always) func forEachDelivery(of post: Int, _ body: (Int) -> Bool) {
        let wanted = posts[post]
        func isOne(_ delivery: Int) -> Bool {
            wanted.end <= logged[delivery].to + FittingRequests.reach && RequestPairing.fits(wanted, logged[delivery])
        }
        let earliest = wanted.start - DeliveryLedger.sameRequest - Limits.handlerReach
        var next = logged.endOfPrefix { $0.from < earliest }
        for delivery in long {
            guard delivery < next else { break }
            if isOne(delivery), !body(delivery) { return }
        }
        let latest = wanted.end + DeliveryLedger.sameRequest
        while next < logged.count, logged[next].from <= latest {
            if isOne(next), !body(next) { return }
            next += 1
        }
    }

    /// The only access line that can be a delivery and fulfils a condition; nil when there are none or several.
    func onlyPost(of delivery: Int, where fulfils: (Int) -> Bool) -> Int? {
        var found: Int?
        var isOnly = true
        forEachPost(of: delivery) { post in
            guard fulfils(post) else { return true }
            isOnly = found == nil
            found = post
            return isOnly
        }
        return isOnly ? found : nil
    }

    /// The only delivery that can be an access line and fulfils a condition; nil when there are none or several.
    func onlyDelivery(of post: Int, where fulfils: (Int) -> Bool) -> Int? {
        var found: Int?
        var isOnly = true
        forEachDelivery(of: post) { delivery in
            guard fulfils(delivery) else { return true }
            isOnly = found == nil
            found = delivery
            return isOnly
        }
        return isOnly ? found : nil
    }
}
