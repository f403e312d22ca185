import Domain
import Testing

@testable import Store

@Suite("Pages of orders")
struct PageTests {
    @Test("Walking page by page gives every order of a filter once, in order, whatever the page's length", arguments: 0..<6)
    func walks(seed: Int) throws {
        var random = SeededGenerator(UInt64(seed))
        let folder = try TemporaryFolder()
        let verdicts = (0..<Int.random(in: 1...150, using: &random)).map { index in
            verdict("O\(index)") { one in
                // Few moments, so that many orders share one; some have none.
                if Bool.random(using: &random) { one.createdAt = Instant(microseconds: Int64.random(in: -3...5, using: &random)) }
                one.outcome = Bool.random(using: &random) ? .paid : .pending
                if Bool.random(using: &random) {
                    one.breaks = [Break(code: .paidNotMarked, stage: .mark, severity: .major, owner: .server)]
                    one.primaryBreak = .paidNotMarked
                }
            }
        }
        try makeStore(at: folder["a.db"], verdicts)
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        var filters = [OrderFilter(), OrderFilter(), OrderFilter()]
        filters[1].breaks = [.paidNotMarked, .notifyRejected]
        (filters[2].outcomes, filters[2].since) = ([.paid], Instant(microseconds: 0))
        for (filter, newestFirst) in filters.flatMap({ [($0, true), ($0, false)] }) {
            let fitting = verdicts.filter { one in
                (filter.breaks.isEmpty || !one.breaks.isEmpty) && (filter.outcomes.isEmpty || one.outcome == .paid)
                    && (filter.since == nil || one.createdAt.map { $0 >= Instant(microseconds: 0) } ?? false)
            }
            let reference = fitting.sorted { a, b in
                let (x, y) = (OrderWriter.key(of: a.order.stableHash), OrderWriter.key(of: b.order.stableHash))
                guard let at = a.createdAt, let bt = b.createdAt else {
                    return a.createdAt == nil && b.createdAt == nil ? (newestFirst ? x > y : x < y) : a.createdAt != nil
                }
                return newestFirst ? (bt, y) < (at, x) : (at, x) < (bt, y)
            }
            var walked: [OrderNumber] = []
            var place: OrderPlace?
            let length = Int.random(in: 1...20, using: &random)
            repeat {
                let page = try store.page(filter, after: place, newestFirst: newestFirst, count: length)
                #expect(page.rows.count == length || page.next == nil)
                walked += page.rows.map(\.order)
                place = page.next
            } while place != nil
            #expect(walked == reference.map(\.order))
            #expect(try store.count(filter, upTo: 10) == min(10, reference.count))
        }
    }

    @Test("A page of a filter is found through an index")
    func plans() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("O")])
        let database = try Store.open(path: folder["a.db"], mode: .readOnly).database
        func plan(_ condition: String) throws -> String {
            let statement = try database.prepare(
                "EXPLAIN QUERY PLAN SELECT number FROM orders WHERE \(condition) ORDER BY time DESC, key DESC LIMIT 51")
            var text = ""
            while try statement.step() { text += statement.text(3) + "\n" }
            return text
        }
        for condition in ["time IS NOT NULL", "outcome = 'paid' AND time IS NOT NULL AND (time, key) < (5, 5)"] {
            let text = try plan(condition)
            #expect(text.contains("orders_time") && !text.contains("TEMP B-TREE"), "\(text)")
        }
        let broken = try plan("breaks & 4 <> 0 AND time IS NOT NULL AND breaks <> 0 AND (time, key) < (5, 5)")
        #expect(broken.contains("orders_broken") && !broken.contains("TEMP B-TREE"), "\(broken)")
    }

    @Test("The counts of a run come back as they were; a store without them is counted")
    func counts() throws {
        let folder = try TemporaryFolder()
        func paid(_ number: String, _ amount: Money?) -> Verdict {
            verdict(number) {
                ($0.flow, $0.outcome, $0.amount) = (.alipayH5, .paid, amount)
            }
        }
        let verdicts = [
            paid("A", Money(units: 150, scale: 2, currency: "CNY")), paid("B", Money(units: 5, scale: 1, currency: "CNY")),
            paid("E", Money(units: 7, scale: 0, currency: "JPY")), paid("F", nil),
        ]
        try makeStore(at: folder["a.db"], verdicts)
        let counted = try Store.open(path: folder["a.db"], mode: .readOnly).orderCounts()
        #expect(counted.orders.count == 1 && counted.orders[0].count == 4)
        #expect(counted.orders[0].money.map { "\($0.currency) \($0.decimal)" } == ["CNY 2.00", "JPY 7.00"])

        var counts = counted
        counts.breaks = [
            .init(
                code: .notifyRejected, severity: .minor, owner: .server, flow: .wechatH5, count: 3,
                money: [Money(units: 1, scale: 0, currency: "")])
        ]
        counts.steps = [.init(flow: .storekit, step: Step.allCases[2], state: .notDue, count: 1 << 40)]
        counts.notifies = [.init(provider: "alipay", answer: "5xx", count: 9)]
        var summary = Summary(asOf: Instant(microseconds: 5))
        summary.counts = counts
        let builder = try StoreBuilder(path: folder["b.db"])
        try builder.commit(context: RunContext(asOf: summary.asOf), summary: summary, sources: [])
        #expect(try Store.open(path: folder["b.db"], mode: .readOnly).orderCounts() == counts)
    }
}
