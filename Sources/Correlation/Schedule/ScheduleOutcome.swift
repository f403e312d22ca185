import Domain

/// What became of a run's waiting rows; every one is somewhere, once.
public struct ScheduleOutcome: Sendable {
    /// Applications' rows that found their order, by row of ``LooseEnds/waiting``.
    public var bound: [Links.Bound] = []
    /// Those that did not, by row.
    public var unbound: [Links.Unbound] = []
    /// Lines of the provider's deliberate probes, by row.
    public var probes: [Int] = []
    /// What became of the access lines.
    public var posts = PostFates(WaitingPosts(in: SpillPool()))
}

/// What became of each access line of a notify without a number: a byte for each, and the orders of those that have one in a spool.
public struct PostFates: Sendable {
    /// What one came to.
    public enum Fate: Sendable {
        /// An order's.
        case bound(UInt64, Binding)
        /// Nobody's, with a note why.
        case unbound(String)
        /// The provider's deliberate probe.
        case probe
    }

    private enum Mark: UInt8, Sendable {
        case none
        case shared
        case ofProbe
        case ofApplication
        case ofUnknownTrade
        case ofOrder
        case onSchedule
    }

    private struct Owned: Comparable, Sendable {
        var name: UInt32
        var order: UInt64

        static func < (a: Owned, b: Owned) -> Bool { (a.name, a.order) < (b.name, b.order) }
    }

    private let posts: WaitingPosts
    private var marks: [[Mark]]
    private let owned: SortedSpool<Owned>

    init(_ posts: WaitingPosts) {
        self.posts = posts
        marks = posts.counts.map { [Mark](repeating: .none, count: $0) }
        owned = SortedSpool(in: posts.pool)
    }

    mutating func note(_ post: WaitingPosts.Post, _ answer: RequestPairing.Answer) {
        let mark: Mark
        switch answer {
        case .none: mark = .none
        case .shared: mark = .shared
        case .delivery(let delivery):
            switch delivery.owner {
            case .order:
                mark = .ofOrder
                owned.append(Owned(name: post.name.value, order: delivery.order))
            case .probe: mark = .ofProbe
            case .nobody: mark = delivery.namesTrade ? .ofUnknownTrade : .ofApplication
            }
        }
        marks[post.name.part][post.name.row] = mark
    }

    mutating func note(_ name: LooseName, boundTo order: UInt64) {
        marks[name.part][name.row] = .onSchedule
        owned.append(Owned(name: name.value, order: order))
    }

    /// Whether it may still be found by the retry schedule.
    func isOpen(_ name: LooseName) -> Bool {
        let mark = marks[name.part][name.row]
        return mark == .none || mark == .ofApplication
    }

    /// Lends row after row with what became of it.
    public func forEach(_ body: (Evidence, Attributes, Fate) -> Void) {
        var orders = SortedSpool.reader(of: [owned])
        posts.forEach { name, row, attributes in
            var order: UInt64 = 0
            if let next = orders.first, next.name == name.value {
                order = next.order
                _ = orders.next()
            }
            let fate: Fate =
                switch marks[name.part][name.row] {
                case .ofOrder: .bound(order, .alias)
                case .onSchedule: .bound(order, .schedule)
                case .ofProbe: .probe
                case .shared: .unbound(Links.Unbound.sharedRequest)
                case .ofApplication, .ofUnknownTrade: .unbound("the request of an application line without an order")
                case .none: .unbound(PostFates.why(attributes))
                }
            body(row, attributes, fate)
        }
    }

    private static func why(_ attributes: Attributes) -> String {
        let status = attributes[.httpStatus]?.integer ?? 0
        return WaitingPosts.isRefusal(Int32(clamping: status))
            ? "a refused notify on no order's retry schedule" : "an answered notify without a number"
    }
}
