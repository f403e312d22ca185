import Domain
import Testing

@testable import Store

@Suite struct FilterTests {
    private static let day = Instant(microseconds: 1_762_000_000_000_000)

    private static func fault(_ code: BreakCode, closedAt: Instant? = nil) -> Break {
        Break(code: code, stage: .mark, severity: .critical, owner: .server, closedAt: closedAt)
    }

    private static let orders: [Verdict] = [
        verdict("stuck") {
            ($0.flow, $0.outcome, $0.experience, $0.primaryBreak) = (.alipayH5, .paid, .lost, .paidNotMarked)
            $0.breaks = [fault(.paidNotMarked), fault(.notifyNotReceived)]
            $0.steps = [StepVerdict(step: .markedPaid, state: .missing)]
            $0.createdAt = day
            $0.amount = Money(units: 12_800, scale: 2, currency: "CNY")
            $0.segments.appVersion = "5.2.1"
        },
        verdict("healed") {
            ($0.flow, $0.outcome) = (.alipayH5, .paid)
            $0.breaks = [fault(.paidNotMarked, closedAt: day)]
            $0.steps = [StepVerdict(step: .markedPaid, state: .missing)]
            $0.paidAt = day + .hours(1)
        },
        verdict("returned") {
            ($0.flow, $0.outcome) = (.webCheckout, .refunded)
            $0.steps = [StepVerdict(step: .markedPaid, state: .missing)]
            $0.lastEvidenceAt = day + .hours(9)
        },
        verdict("marked") {
            ($0.flow, $0.outcome) = (.wechatH5, .paid)
            $0.steps = [StepVerdict(step: .markedPaid, state: .seen)]
            $0.lastEvidenceAt = day + .hours(2)
        },
        verdict("unseen") {
            ($0.flow, $0.outcome) = (.wechatH5, .paid)
            $0.steps = [StepVerdict(step: .markedPaid, state: .unobserved)]
            $0.createdAt = day + .hours(3)
        },
        verdict("unpaid") {
            ($0.flow, $0.outcome) = (.unknown, .pending)
            $0.steps = [StepVerdict(step: .markedPaid, state: .missing)]
        },
    ]

    struct Case: CustomTestStringConvertible {
        var name: String
        var expected: [String]
        var change: @Sendable (inout OrderFilter) -> Void
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "all, by time, those without a time last", expected: ["stuck", "healed", "marked", "unseen", "returned", "unpaid"]) {
            _ in
        },
        Case(name: "stuck", expected: ["stuck"]) { $0.isStuck = true },
        Case(name: "a break", expected: ["stuck"]) { $0.breaks = [.notifyNotReceived] },
        Case(name: "any of two breaks", expected: ["stuck", "healed"]) { $0.breaks = [.notifyNotReceived, .paidNotMarked] },
        Case(name: "outcome", expected: ["unpaid"]) { $0.outcomes = [.pending] },
        Case(name: "experience", expected: ["stuck"]) { $0.experiences = [.lost] },
        Case(name: "flow", expected: ["marked", "unseen"]) { $0.flows = [.wechatH5] },
        Case(name: "app version", expected: ["stuck"]) { $0.appVersion = "5.2.1" },
        Case(name: "since is included", expected: ["healed", "marked", "unseen", "returned"]) { $0.since = day + .hours(1) },
        Case(name: "until is not", expected: ["stuck"]) { $0.until = day + .hours(1) },
        Case(name: "both", expected: ["healed", "marked"]) { ($0.since, $0.until) = (day + .hours(1), day + .hours(3)) },
        Case(name: "limit", expected: ["stuck", "healed"]) { $0.limit = 2 },
        Case(name: "limit of none", expected: []) { $0.limit = 0 },
        Case(name: "everything at once", expected: ["stuck"]) {
            ($0.isStuck, $0.flows, $0.breaks, $0.limit) = (true, [.alipayH5], [.paidNotMarked], 9)
        },
        Case(name: "text is data", expected: []) { $0.appVersion = "' OR 1 --" },
    ]

    @Test(arguments: cases) func filters(_ one: Case) throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], FilterTests.orders)
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        var filter = OrderFilter()
        one.change(&filter)
        #expect(try numbers(store, filter) == one.expected)
        filter.limit = nil
        #expect(try store.count(filter) >= one.expected.count)
    }

    @Test func aRowHoldsWhatListsShow() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], FilterTests.orders)
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        let cursor = try store.orders(withProofs: true)
        let row = try #require(try cursor.next())
        #expect(row.breaks == [.notifyNotReceived, .paidNotMarked])
        #expect(row.primaryBreak == .paidNotMarked)
        #expect(row.severity == .critical)
        #expect(row.amount == Money(units: 12_800, scale: 2, currency: "CNY"))
        #expect(row.isMarkedPaid == false)
        #expect(row.segments.appVersion == "5.2.1")
        #expect(row.segments.channel == nil)
        #expect(try cursor.verdict() == FilterTests.orders[0])
        #expect(try cursor.chain()?.events.isEmpty == true)
    }

    @Test func `the repair list of the store is the one of the verdicts`() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], FilterTests.orders)
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        var filter = OrderFilter()
        filter.isStuck = true
        #expect(try numbers(store, filter) == FilterTests.orders.filter(\.isStuck).map(\.order.description))
    }

    @Test func `a number in another case, with blanks or only begun is found`() throws {
        let folder = try TemporaryFolder()
        let names = ["SO-0001", "SO-0002", "so-0003", "X"]
        try makeStore(at: folder["a.db"], names.map { name in verdict(name) { _ in } })
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        func like(_ text: String) throws -> [String] { try store.numbers(like: text).map(\.description) }
        #expect(try like("so-0001") == ["SO-0001"])
        #expect(try like(" SO- 0003\t") == ["so-0003"])
        #expect(try like("so-0") == ["SO-0001", "SO-0002", "so-0003"])
        #expect(try like("s").isEmpty && like("").isEmpty && like("nothing").isEmpty)
    }
}
