import Domain
import Testing

@testable import Correlation

private let noon = 1_790_000_000.0
private let allDay = WitnessCoverage(stretches: [Stretch(from: Instant(noon - 3_600), to: Instant(noon + 200_000))])

extension Rows {
    fileprivate mutating func post(_ at: Double, _ status: String = "419", path: String = "/alipay/notify", agent: String = "provider") {
        add(
            .notifyReceived, at, by: .serverEdge, source: 7, resolution: .second,
            [(.method, "POST"), (.path, path), (.httpStatus, status), (.bytes, "28650"), (.agent, agent)])
    }
}

/// A paid order with its endpoint, and perhaps a delivery of its own.
private func paid(
    _ name: String, _ at: Double, path: String? = "/alipay/notify", provider: String = "alipay", own: [(at: Double, status: String)] = []
) -> Chain {
    var rows = Rows()
    let number = [(AttributeKey.orderNumber, name)]
    rows.add(.orderCreated, at - 20, number + (path.map { [(.notifyPath, $0)] } ?? []))
    rows.add(
        .tradeRecorded, at, resolution: .second,
        number + [(.status, "paid"), (.provider, provider), (.paidAt, "\(Int64(at * 1_000_000))"), (.tradeNumber, "T" + name)])
    for delivery in own {
        rows.add(.notifyReceived, delivery.at, number + [(.provider, provider), (.status, "paid")])
        rows.add(
            .notifyAnswered, delivery.at + 0.05,
            number + [(.httpStatus, delivery.status), (.body, delivery.status == "200" ? "success" : "no")])
    }
    return rows.chain(name)
}

/// What became of the rows of a batch, by row.
private struct Found {
    var bound: [Links.Bound] = []
    var unbound: [Links.Unbound] = []
    var probes: [Int] = []
}

private func bind(_ posts: Rows, _ chains: [Chain], edge: WitnessCoverage = allDay) -> Found {
    let left = LooseEnds(in: SpillPool())
    for row in posts.batch.rows { posts.batch.withAttributes(of: row) { left.wait(row, $0) } }
    left.finish()
    let binder = ScheduleBinder(left, edge: edge)
    var (one, two) = (binder.copy(in: SpillPool()), binder.copy(in: SpillPool(space: MemorySpace(), budget: 0)))
    for (i, chain) in chains.enumerated() { if i % 2 == 0 { one.note(chain) } else { two.note(chain) } }
    two.merge(one)
    let outcome = two.bind()
    // Lines are numbered by row.
    func place(_ row: Int) -> Int { left.waiting.withRow(row) { row, _ in Int(row.line) - 1 } ?? -1 }
    var found = Found(
        bound: outcome.bound.map { Links.Bound(row: place($0.row), order: $0.order, binding: $0.binding) },
        unbound: outcome.unbound.map { Links.Unbound(row: place($0.row), why: $0.why) }, probes: outcome.probes.map(place))
    outcome.posts.forEach { row, _, fate in
        let place = Int(row.line) - 1
        switch fate {
        case .bound(let order, let binding): found.bound.append(Links.Bound(row: place, order: order, binding: binding))
        case .unbound(let why): found.unbound.append(Links.Unbound(row: place, why: why))
        case .probe: found.probes.append(place)
        }
    }
    found.bound.sort { $0.row < $1.row }
    found.unbound.sort { $0.row < $1.row }
    found.probes.sort()
    return found
}

private func hash(_ name: String) -> UInt64 { OrderNumber(name).stableHash }

@Suite struct ScheduleTests {
    @Test func refusedPostsOnTheScheduleAreTheOrders() {
        var posts = Rows()
        for offset in [1.0, 241, 841, 1_441, 5_041] { posts.post(noon + offset) }
        posts.post(noon + 7_238, "200")
        let outcome = bind(posts, [paid("A", noon), paid("B", noon + 7_237, own: [(noon + 7_238.1, "200")])])
        #expect(outcome.bound.map(\.row) == [0, 1, 2, 3, 4, 5])
        #expect(outcome.bound.map(\.order) == [hash("A"), hash("A"), hash("A"), hash("A"), hash("A"), hash("B")])
        #expect(outcome.bound.map(\.binding) == [.schedule, .schedule, .schedule, .schedule, .schedule, .alias])
        #expect(outcome.unbound.isEmpty)
    }

    @Test func aRetryPresupposesTheOnesBeforeIt() {
        var posts = Rows()
        for offset in [241.0, 841] { posts.post(noon + offset) }
        #expect(bind(posts, [paid("A", noon)]).bound.isEmpty)
        // the access log begins at +100 s: what came before is not known
        let late = WitnessCoverage(stretches: [Stretch(from: Instant(noon + 100), to: Instant(noon + 9_000))])
        #expect(bind(posts, [paid("A", noon)], edge: late).bound.map(\.row) == [0, 1])
    }

    @Test func nothingFollowsAnAcceptedDelivery() {
        var posts = Rows()
        posts.post(noon + 241)
        #expect(bind(posts, [paid("A", noon, own: [(noon + 1, "200")])]).bound.isEmpty)
        #expect(bind(posts, [paid("A", noon, own: [(noon + 1, "500")])]).bound.map(\.order) == [hash("A")])
    }

    @Test func otherEndpointsOtherTimesAndOtherAnswersDoNotBind() {
        var posts = Rows()
        posts.post(noon + 1, path: "/wx/notify")
        posts.post(noon + 45)
        posts.post(noon + 2, "200")
        posts.post(noon + 3, agent: "tool")
        #expect(bind(posts, [paid("A", noon)]).bound.isEmpty)
        #expect(bind(posts, [paid("A", noon)]).unbound.count == 4)
    }

    @Test func aPostOfTwoOrdersBindsOnlyWhereEverythingWasRefused() {
        var posts = Rows()
        posts.post(noon + 6)
        posts.post(noon + 11)
        let orders = [paid("A", noon), paid("B", noon + 5)]
        #expect(Set(bind(posts, orders).bound.map(\.order)) == [hash("A"), hash("B")])
        posts.post(noon + 20, "200")
        #expect(bind(posts, orders).bound.isEmpty)
    }

    @Test func anOrderWithoutAnEndpointTakesTheOneOfItsProvider() {
        var posts = Rows()
        posts.post(noon + 1)
        #expect(bind(posts, [paid("A", noon, path: nil)]).bound.count == 1)
        #expect(bind(posts, [paid("A", noon, path: nil), paid("B", noon - 9_000)]).bound.count == 1)
        #expect(bind(posts, [paid("A", noon, path: nil), paid("B", noon - 9_000, path: "/other")]).bound.isEmpty)
        #expect(bind(posts, [paid("A", noon, path: "/pay/*/notify")]).bound.isEmpty)
    }

    @Test func aLoggedProbeIsTheAccessLinesToo() {
        var posts = Rows()
        posts.post(noon + 4, "500")
        posts.add(.notifyReceived, noon + 4.2, source: 2, [(.notifyID, "p"), (.probe, "true")])
        posts.add(.notifyAnswered, noon + 4.3, source: 2, [(.httpStatus, "500")])
        let outcome = bind(posts, [paid("A", noon)])
        #expect(outcome.probes == [0, 1, 2])
        #expect(outcome.bound.isEmpty)
        #expect(outcome.unbound.isEmpty)
    }

    @Test func anEncryptedNotifyThatFailedGoesAlongWithItsRequest() {
        var posts = Rows()
        for offset in [1.0, 16] {
            posts.post(noon + offset, "401", path: "/wx/notify")
            posts.add(.notifyReceived, noon + offset + 0.1, source: 2, [(.notifyID, "x"), (.provider, "wechat")])
            posts.add(.notifyVerified, noon + offset + 0.1, source: 2, [(.notifyID, "x"), (.ok, "false"), (.reason, "signature")])
        }
        let outcome = bind(posts, [paid("A", noon, path: "/wx/notify", provider: "wechat")])
        #expect(outcome.bound.map(\.row) == [0, 1, 2, 3, 4, 5])
        #expect(outcome.bound.allSatisfy { $0.order == hash("A") && $0.binding == .schedule })
        #expect(outcome.unbound.isEmpty)
    }

    @Test func theRequestOfAnUnknownOrderIsNobodysRetry() {
        var posts = Rows()
        posts.post(noon + 1, "500")
        posts.add(.notifyReceived, noon + 1.1, source: 2, [(.notifyID, "x"), (.tradeNumber, "T9")])
        posts.add(.notifyAnswered, noon + 1.2, source: 2, [(.httpStatus, "500")])
        let outcome = bind(posts, [paid("A", noon)])
        #expect(outcome.bound.isEmpty)
        #expect(outcome.unbound.count == 3)
    }

    @Test func twoRequestsOfOneSecondAreNotToldApart() {
        var posts = Rows()
        posts.post(noon + 1, "200")
        posts.post(noon + 1, "200")
        let outcome = bind(posts, [paid("A", noon, own: [(noon + 1.1, "200")]), paid("B", noon, own: [(noon + 1.2, "200")])])
        #expect(outcome.bound.isEmpty)
    }

    /// The rule word by word, for orders that share no slot: every post, every order, every slot.
    private func reference(_ posts: [(at: Double, refused: Bool)], _ orders: [Double], offsets: [Double]) -> [Int: Int] {
        func window(_ order: Int, _ slot: Int, _ at: Double) -> Bool {
            let late = at - orders[order] - offsets[slot]
            return late >= -1 && late <= 31
        }
        func fulfils(_ order: Int, _ post: Int, _ slot: Int) -> Bool {
            guard posts[post].refused, window(order, slot, posts[post].at) else { return false }
            return (0..<slot).allSatisfy { earlier in posts.indices.contains { fulfils(order, $0, earlier) } }
        }
        var found: [Int: Int] = [:]
        for post in posts.indices {
            let fitting = orders.indices.filter { order in offsets.indices.contains { fulfils(order, post, $0) } }
            if fitting.count == 1 { found[post] = fitting[0] }
        }
        return found
    }

    @Test(arguments: 0..<200) func agreesWithTheRuleWordByWord(seed: Int) {
        var random = Seeded(UInt64(seed) &+ 77)
        let offsets = [0.0, 240, 840, 1_440]
        // orders far enough apart that no two share a slot
        let orders = (0..<Int.random(in: 1...3, using: &random)).map { noon + Double($0) * 53 }
        var times: [(at: Double, refused: Bool)] = []
        for paid in orders {
            for offset in offsets where Double.random(in: 0...1, using: &random) < 0.8 {
                times.append(
                    (paid + offset + Double(Int.random(in: 0...12, using: &random)), Double.random(in: 0...1, using: &random) < 0.9))
            }
        }
        times.append((noon + Double(Int.random(in: 0...1_500, using: &random)), true))
        times.shuffle(using: &random)
        var posts = Rows()
        for time in times { posts.post(time.at, time.refused ? "500" : "200") }
        let expected = reference(times, orders, offsets: offsets)
        let outcome = bind(posts, orders.indices.shuffled(using: &random).map { paid("R\($0)", orders[$0]) })
        let names = Dictionary(uniqueKeysWithValues: orders.indices.map { (hash("R\($0)"), $0) })
        #expect(Dictionary(uniqueKeysWithValues: outcome.bound.map { ($0.row, names[$0.order] ?? -1) }) == expected)
    }
}
