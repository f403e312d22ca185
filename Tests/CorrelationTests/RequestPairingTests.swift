import Domain
import Testing

@testable import Correlation

/// The rule word by word: whoever can be each other's is a group.
private struct ObviousPairing {
    let posts: [WaitingPosts.Post]
    let logged: [LoggedDelivery]

    enum Answer: Equatable {
        case none
        case shared
        /// The place of the delivery.
        case delivery(Int)
    }

    func answers() -> [Answer] {
        var answers = [Answer](repeating: .none, count: posts.count)
        var seen: Set<Int> = []
        for post in posts.indices where !seen.contains(post) {
            let (group, deliveries) = groupOf(post)
            seen.formUnion(group)
            guard !deliveries.isEmpty, let found = found(group.sorted(), deliveries.sorted()) else { continue }
            let owners = Set(deliveries.map { [UInt64(logged[$0].owner.rawValue), logged[$0].order] })
            let isPaired = owners.count == 1 && group.count == deliveries.count
            for (post, delivery) in found { answers[post] = isPaired ? .delivery(delivery) : .shared }
        }
        return answers
    }

    private func groupOf(_ post: Int) -> (posts: Set<Int>, deliveries: Set<Int>) {
        var (group, deliveries): (Set<Int>, Set<Int>) = ([post], [])
        while true {
            let more = Set(logged.indices.filter { delivery in group.contains { RequestPairing.fits(posts[$0], logged[delivery]) } })
            let others = Set(posts.indices.filter { post in more.contains { RequestPairing.fits(posts[post], logged[$0]) } })
            if more == deliveries, others.isSubset(of: group) { return (group, deliveries) }
            (deliveries, group) = (more, group.union(others))
        }
    }

    /// Each post with the first delivery that is left for it; nil when one finds none.
    private func found(_ group: [Int], _ deliveries: [Int]) -> [(Int, Int)]? {
        var free = deliveries
        var found: [(Int, Int)] = []
        for post in group {
            guard let place = free.firstIndex(where: { RequestPairing.fits(posts[post], logged[$0]) }) else { return nil }
            found.append((post, free.remove(at: place)))
        }
        return found
    }
}

@Suite struct RequestPairingTests {
    private static func post(_ random: inout Seeded, _ count: Int, span: Int64) -> WaitingPosts.Post {
        let end = Instant(microseconds: Int64.random(in: 0...span, using: &random) * 500_000)
        // A few took so long that they are no request of a delivery any more.
        let duration = count % 9 == 0 ? Int64.random(in: 0...90, using: &random) : 0
        return WaitingPosts.Post(
            start: end - .seconds(duration), end: end, path: UInt64.random(in: 0...2, using: &random), offset: UInt64(count), source: 1,
            status: [0, 200, 200, 500].randomElement(using: &random) ?? 0, name: LooseName(part: 3, row: count))
    }

    private static func delivery(_ random: inout Seeded, _ count: Int, span: Int64) -> LoggedDelivery {
        let from = Instant(microseconds: Int64.random(in: -2...(span + 2), using: &random) * 500_000)
        let length = count % 7 == 0 ? Int64.random(in: 0...300, using: &random) : Int64.random(in: 0...2, using: &random)
        return LoggedDelivery(
            from: from, to: from + .seconds(length), order: UInt64.random(in: 1...6, using: &random),
            path: UInt64.random(in: 0...2, using: &random), status: [0, 200, 500].randomElement(using: &random) ?? 0,
            index: Int32(count), owner: .order, isTaken: Bool.random(using: &random))
    }

    @Test("one pass agrees with comparing everything, wherever the lines lie", arguments: 1...120)
    func againstComparingAll(_ seed: UInt64) {
        var random = Seeded(seed)
        // From a few lines that lie far apart to many of the same seconds.
        let span = [20, 120, 1_000, 6_000][Int(seed % 4)] as Int64
        let posts = (0..<Int.random(in: 1...60, using: &random)).map { RequestPairingTests.post(&random, $0, span: span) }
        let logged = (0..<Int.random(in: 0...60, using: &random)).map { RequestPairingTests.delivery(&random, $0, span: span) }
        let sorted = (posts: posts.sorted(), logged: logged.sorted())
        let wanted = ObviousPairing(posts: sorted.posts, logged: sorted.logged).answers()
        let pool = SpillPool(space: seed % 3 == 0 ? MemorySpace() : nil, budget: 0)
        let waiting = SortedSpool<WaitingPosts.Post>(in: pool)
        for post in posts { waiting.append(post) }
        let spools = (0..<3).map { _ in SortedSpool<LoggedDelivery>(in: pool) }
        for (place, delivery) in logged.enumerated() { spools[place % 3].append(delivery) }
        var found: [Int: ObviousPairing.Answer] = [:]
        var pairing = RequestPairing { post, answer in
            #expect(found[post.name.row] == nil)
            switch answer {
            case .none: found[post.name.row] = ObviousPairing.Answer.none
            case .shared: found[post.name.row] = .shared
            case .delivery(let delivery):
                found[post.name.row] = .delivery(sorted.logged.firstIndex { $0.index == delivery.index } ?? -1)
            }
        }
        var first = SortedSpool.reader(of: [waiting])
        var second = SortedSpool.reader(of: spools)
        pairing.pair(&first, &second)
        #expect(sorted.posts.map { found[$0.name.row] } == wanted)
    }

    @Test("a day of requests every second is one group, and stays linear")
    func aBusyDay() {
        let (waiting, logged) = (SortedSpool<WaitingPosts.Post>(in: SpillPool()), SortedSpool<LoggedDelivery>(in: SpillPool()))
        for second in 0..<20_000 {
            let at = Instant(microseconds: Int64(second) * 1_000_000)
            waiting.append(
                WaitingPosts.Post(
                    start: at, end: at, path: 1, offset: UInt64(second), source: 1, status: 200, name: LooseName(part: 0, row: second)))
            logged.append(LoggedDelivery(from: at, to: at, order: UInt64(second + 1), path: 1, status: 200, owner: .order, isTaken: true))
        }
        var shared = 0
        var pairing = RequestPairing { _, answer in if case .shared = answer { shared += 1 } }
        var first = SortedSpool.reader(of: [waiting])
        var second = SortedSpool.reader(of: [logged])
        pairing.pair(&first, &second)
        #expect(shared == 20_000)
    }
}
