import Domain
import TestKit
import Testing
import Verdicts

@testable import Conversion

/// Orders told as stories, judged and summed up.
struct Told {
    var orders: [(verdict: Verdict, chain: Chain)] = []
    var run = RunContext(asOf: StoryTime.at("12:00:00"))

    mutating func tell(_ text: String, number: String = "") throws {
        let story = try Story(text, number: number.isEmpty ? "ORDER-\(orders.count + 1)" : number)
        run = story.run
        orders.append((Judge.judge(story.chain, in: story.run), story.chain))
    }

    func collector(from: String = "00:00:00", until: String = "23:59:59") -> ConversionCollector {
        var collector = ConversionCollector(
            period: ReportPeriod(from: StoryTime.at(from), until: StoryTime.at(until)), zone: .shanghai, run: run)
        for one in orders { collector.note(one.verdict, one.chain) }
        return collector
    }
}

@Suite("Collecting a period")
struct CollectorTests {
    static let healthy = """
        cover all
        10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
        10:02:12 checkout.loaded
        10:02:14 wallet.opened ok=true
        10:02:40 trade.recorded status=paid paidAt=10:02:40 provider=alipay
        10:02:41 notify.received status=paid paidAt=10:02:40 provider=alipay
        10:02:41.1 notify.verified ok=true provider=alipay
        10:02:41.2 order.changed from=pending to=paid by=notify
        10:02:41.3 notify.answered httpStatus=200 body=success provider=alipay
        10:02:44 return.received via=universal_link
        10:02:44.5 query.sent
        10:02:44.8 client.query.answered status=paid
        10:02:45 result.shown status=paid
        """

    private func reach(_ verdict: Verdict, _ step: Step) -> Reach? { verdict.reaches().first { $0.step == step }?.reach }

    @Test func `a healthy order reaches every step`() throws {
        var told = Told()
        try told.tell(CollectorTests.healthy)
        #expect(told.orders[0].verdict.reaches().allSatisfy { $0.reach == .yes })
        let report = ConversionReport(told.collector())
        #expect(report.orders == 1 && report.conversion.now.counts == ReachCounts(yes: 1, no: 0))
        #expect(report.paidMoney.map(\.decimal) == ["12.80"] && report.stuck == 0)
        let funnel = try #require(report.funnels.first)
        #expect(
            funnel.steps.map(\.step) == [
                .orderCreated, .checkoutLoaded, .walletOpened, .paid, .returned, .requeried, .notified, .markedPaid, .resultShown,
            ])
        let paid = try #require(funnel.steps.first { $0.step == .paid })
        #expect((paid.time.quantile(0.5).seconds ?? 0) > 28.9 && (paid.time.quantile(0.5).seconds ?? 0) < 29.1)
        let marked = try #require(funnel.steps.first { $0.step == .markedPaid })
        #expect(marked.since == .paid && (1.19...1.21).contains(marked.time.quantile(0.5).seconds ?? 0))
        #expect(report.routes.returns.map(\.via) == ["universal_link"])
        #expect(report.notifies.first?.acceptedAt.first == 1 && report.notifies.first?.neverAccepted == 0)
        #expect(report.reconciliation.first?.lines.first?.orders == 1, "paid there and marked here")
    }

    @Test func `who paid in the last seconds before as-of counts as watched until then, for no log may tell of the others yet`() throws {
        var told = Told()
        let paid = "10:02:14 trade.recorded status=paid paidAt=10:02:14 provider=alipay"
        for lines in [paid, "", paid.replacing("10:02:14", with: "10:02:30")] {
            try told.tell("asof 10:02:36\ncover all\n10:02:06 order.created amount=12.80 currency=CNY flow=alipay_h5\n\(lines)")
        }
        let step = try #require(ConversionReport(told.collector()).funnels.first?.steps.first { $0.step == .paid })
        #expect(step.reached.now.counts == ReachCounts(yes: 2, no: 0, open: 1), "it is paid all the same")
        // Of 30 seconds the first 20 are told of: one paid after 8, and two of which it is known that they did not until then.
        #expect(step.time.orders == 1 && step.time.open == 2)
        #expect((0...0.1).contains((step.time.quantile(0.1).seconds ?? 0) - 8))
        #expect((0...0.1).contains(20 - TimeHistogram.seconds(step.time.watching.counts.lastIndex { $0 > 0 } ?? 0)))
    }

    @Test func `an order that was cancelled ended then, not at the deadline that it would have had`() throws {
        var told = Told()
        try told.tell(
            """
            asof 10:05:00
            cover all
            10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
            10:02:14 wallet.opened ok=true
            10:02:30 return.received via=url_scheme resultCode=6001
            10:02:31 order.changed from=pending to=cancelled by=user
            """)
        let step = try #require(ConversionReport(told.collector()).funnels.first?.steps.first { $0.step == .paid })
        #expect(step.reached.now.counts == ReachCounts(yes: 0, no: 1))
        let ended = try #require(step.time.ended.counts.lastIndex { $0 > 0 })
        #expect((-0.1...0.1).contains(TimeHistogram.seconds(ended) - 20), "between as-of and the creation lie three minutes")
    }

    @Test func `a device without logs leaves its steps unseen, never missing`() throws {
        var told = Told()
        try told.tell(
            """
            cover app 09:00 12:00
            cover edge 09:00 12:00
            10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
            10:02:41 notify.received status=paid paidAt=10:02:40 provider=alipay
            10:02:41.1 notify.verified ok=true provider=alipay
            10:02:41.2 order.changed from=pending to=paid by=notify
            """)
        let verdict = told.orders[0].verdict
        #expect(reach(verdict, .paid) == .yes && reach(verdict, .markedPaid) == .yes)
        for step in [Step.checkoutLoaded, .walletOpened, .returned, .resultShown] { #expect(reach(verdict, step) == .unseen) }
        let step = try #require(ConversionReport(told.collector()).funnels.first?.steps.first { $0.step == .returned })
        #expect(step.reached.now.identified == ShareRange(low: 0, high: 1))
    }

    @Test func `a payer who came back without paying is no conversion`() throws {
        var told = Told()
        try told.tell(
            """
            cover all
            10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
            10:02:14 wallet.opened ok=true
            10:02:30 return.received via=url_scheme resultCode=6001
            10:02:31 order.changed from=pending to=cancelled by=user
            """)
        let verdict = told.orders[0].verdict
        #expect(verdict.outcome == .cancelled)
        #expect(reach(verdict, .walletOpened) == .yes && reach(verdict, .paid) == .no && reach(verdict, .returned) == .no)
    }

    @Test func `an order inside its payment window is open`() throws {
        var told = Told()
        try told.tell(
            """
            asof 10:05:00
            cover app 09:00 10:05
            10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
            """)
        #expect(reach(told.orders[0].verdict, .paid) == .open)
        let report = ConversionReport(told.collector())
        #expect(report.conversion.now.counts.open == 1 && report.conversion.now.point == nil)
    }

    @Test func `an order belongs to the period of its creation, its end excluded`() throws {
        var told = Told()
        try told.tell(CollectorTests.healthy)
        #expect(ConversionReport(told.collector(from: "10:02:11", until: "10:02:12")).orders == 1)
        #expect(ConversionReport(told.collector(from: "10:02:12", until: "11:00:00")).orders == 0)
        #expect(ConversionReport(told.collector(from: "10:00:00", until: "10:02:11")).orders == 0)
    }

    @Test func `an order that only a bill tells of is in the reconciliation and in no rate`() throws {
        var told = Told()
        try told.tell("10:02:40 trade.recorded status=paid paidAt=10:02:40 provider=alipay amount=5.00 currency=CNY")
        let report = ConversionReport(told.collector())
        #expect(report.orders == 0 && report.billOnly == 1)
        #expect(report.reconciliation.first?.lines.reduce(0) { $0 + $1.orders } == 1)
    }

    @Test func `merging parts in any order gives the report of the whole`() throws {
        var told = Told()
        for _ in 0..<3 { try told.tell(CollectorTests.healthy) }
        for (_, example) in RecoveryTests.stories { try told.tell(example) }
        var parts = told.orders.map { one in
            var part = ConversionCollector(
                period: ReportPeriod(from: StoryTime.at("00:00:00"), until: StoryTime.at("23:59:59")), zone: .shanghai, run: told.run)
            part.note(one.verdict, one.chain)
            return part
        }
        var forward = parts.removeFirst()
        for part in parts { forward.merge(part) }
        var backward = try #require(parts.last)
        for part in parts.dropLast().reversed() { backward.merge(part) }
        var first = ConversionCollector(
            period: ReportPeriod(from: StoryTime.at("00:00:00"), until: StoryTime.at("23:59:59")), zone: .shanghai, run: told.run)
        first.note(told.orders[0].verdict, told.orders[0].chain)
        backward.merge(first)
        let (whole, a, b) = (ConversionReport(told.collector()), ConversionReport(forward), ConversionReport(backward))
        for report in [a, b] {
            #expect(report.orders == whole.orders && report.conversion == whole.conversion && report.paidMoney == whole.paidMoney)
            #expect(report.breaks.map(\.code) == whole.breaks.map(\.code) && report.breaks.map(\.orders) == whole.breaks.map(\.orders))
            #expect(report.recovery.map(\.orders) == whole.recovery.map(\.orders))
            #expect(report.funnels.flatMap { $0.steps.map(\.time) } == whole.funnels.flatMap { $0.steps.map(\.time) })
        }
    }
}
