import Domain
import TestKit
import Testing
import Verdicts

@Suite struct StepStateTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var step: Step
        var state: StepState
        var lines: String
        init(_ name: String, _ step: Step, _ state: StepState, _ lines: String) {
            (testDescription, self.step, self.state, self.lines) = ("\(step.rawValue): \(name)", step, state, lines)
        }
    }

    /// Created 10:00:00, paid 10:02:40 by a provider record, in every case.
    static let paid: [Case] = [
        Case("covered by app and edge", .notified, .missing, "cover app 09:00 12:00\ncover edge 09:00 12:00"),
        Case("covered by app where no access log exists", .notified, .missing, "cover app 09:00 12:00"),
        Case("covered by edge alone", .notified, .missing, "cover edge 09:00 12:00"),
        Case("access log ends early", .notified, .unobserved, "cover app 09:00 12:00\ncover edge 09:00 10:05"),
        Case("gap in the access log", .notified, .unobserved, "cover app 09:00 12:00\ncover edge 09:00 12:00\ngap edge 10:04 10:05"),
        Case("an unbound notify in the interval", .notified, .unobserved, "cover app 09:00 12:00\nunbound 10:03:00"),
        Case("an unbound notify of another provider", .notified, .missing, "cover app 09:00 12:00\nunbound 10:03:00 provider=wechat"),
        Case(
            "a notify that another got by inference, in a covered application log", .notified, .missing,
            "cover app 09:00 12:00\ncover edge 09:00 12:00\nunbound 10:03:00 inferred"),
        Case("the same where access logs alone cover", .notified, .unobserved, "cover edge 09:00 12:00\nunbound 10:03:00 inferred"),
        Case("an unbound notify outside", .notified, .missing, "cover app 09:00 12:00\nunbound 10:30:00"),
        Case("nothing covers", .notified, .unobserved, ""),
        Case("not due", .notified, .notDue, "asof 10:06\ncover app 09:00 10:06"),
        Case("seen in the access log", .notified, .seen, "10:02:41 edge notify.received httpStatus=200"),
        Case(
            "a developer's curl is no delivery", .notified, .missing,
            "cover app 09:00 12:00\n10:02:41 edge notify.received httpStatus=400 agent=tool"),
        Case(
            "the provider's own record is no arrival", .notified, .missing,
            "cover app 09:00 12:00\n10:02:41 notify.sent deliveryResult=TIMED_OUT"),
        Case("covered", .markedPaid, .missing, "cover app 09:00 12:00"),
        Case("edge cannot show it", .markedPaid, .unobserved, "cover edge 09:00 12:00"),
        Case("not due", .markedPaid, .notDue, "asof 10:07\ncover app 09:00 10:07"),
        Case("a configured deadline", .markedPaid, .missing, "asof 10:07\ncover app 09:00 10:07\ndue alipay_h5 marked_paid 60"),
        Case("shipped is marked", .markedPaid, .seen, "10:02:50 order.changed from=pending to=shipped by=notify"),
        Case("two stretches with a hole between", .markedPaid, .unobserved, "cover app 09:00 10:04\ncover app 10:05 12:00"),
        Case("covered by the device", .returned, .missing, "cover phone 09:00 12:00"),
        Case("no device", .returned, .unobserved, ""),
        Case("device log ends early", .returned, .unobserved, "cover phone 09:00 10:04"),
        Case("clock not bounded", .returned, .unobserved, "cover phone 09:00 12:00\nclock phone unknown"),
        Case("clock contradicts itself", .returned, .unobserved, "cover phone 09:00 12:00\nclock phone broken"),
        Case("clock an hour ahead, covered in raw time", .returned, .missing, "cover phone 10:59 12:00\nclock phone 3599 3601"),
        Case("clock an hour ahead, not covered in raw time", .returned, .unobserved, "cover phone 09:59 10:30\nclock phone 3599 3601"),
        Case("clock within ten minutes, coverage too tight", .returned, .unobserved, "cover phone 10:00 10:06\nclock phone -600 600"),
        Case("seen late", .returned, .seen, "cover phone 09:00 12:00\n10:40:00 return.received via=sdk"),
        Case(
            "before the wallet opened is none", .returned, .missing,
            "cover phone 09:00 12:00\n10:00:05 return.received via=sdk\n10:00:20 wallet.opened ok=true"),
        Case("paid without it", .walletOpened, .skipped, "cover phone 09:00 12:00\nshown wallet.opened"),
        Case("paid, and no log would show it", .walletOpened, .unobserved, ""),
        Case("opened", .walletOpened, .seen, "10:00:20 wallet.opened ok=true"),
        Case("never came back", .requeried, .notDue, "cover phone 09:00 12:00"),
        Case(
            "came back, covered", .requeried, .missing,
            "cover phone 09:00 12:00\n10:00:20 wallet.opened ok=true\n10:03:00 return.received via=sdk"),
        Case(
            "came back, log ends", .requeried, .unobserved,
            "cover phone 09:00 10:03:05\n10:00:20 wallet.opened ok=true\n10:03:00 return.received via=sdk"),
        Case(
            "a final result was shown", .requeried, .skipped,
            "cover phone 09:00 12:00\n10:00:20 wallet.opened ok=true\n10:03:00 return.received via=sdk\n10:03:02 result.shown status=paid"),
        Case("asked by the server's log alone", .requeried, .seen, "10:03:00 query.received"),
        Case("asked before the payment, never came back", .requeried, .unobserved, "10:00:30 query.received"),
        Case(
            "marked and asked, nothing shown", .resultShown, .missing,
            """
            cover phone 09:00 12:00
            cover app 09:00 12:00
            shown client.result.shown
            10:00:20 wallet.opened ok=true
            10:02:50 order.changed from=pending to=paid by=provider_query
            10:03:00 return.received via=sdk
            10:03:01 query.sent
            """),
        Case("nothing marked", .resultShown, .notDue, "cover phone 09:00 12:00\n10:03:00 return.received via=sdk\n10:03:01 query.sent"),
        Case("proven", .paid, .seen, ""),
    ]

    @Test(arguments: paid) func paidOrder(_ test: Case) throws {
        let story = try Story(
            """
            10:00:00 order.created amount=9.90 flow=alipay_h5
            10:02:40 trade.recorded status=paid paidAt=10:02:40
            """ + "\n" + test.lines)
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.steps.first { $0.step == test.step }?.state == test.state)
    }

    /// Created 10:00:00, never paid.
    static let unpaid: [Case] = [
        Case(
            "60 s after the page, raw device time", .walletOpened, .missing,
            "cover phone 09:00 12:00\nshown wallet.opened\n10:00:05 checkout.loaded"),
        Case(
            "an unbounded clock does not matter within one device", .walletOpened, .missing,
            "cover phone 09:00 12:00\nclock phone unknown\nshown wallet.opened\n10:00:05 checkout.loaded"),
        Case(
            "that platform never logs it", .walletOpened, .unobserved,
            "cover phone 09:00 12:00\nshown wallet.opened android\n10:00:05 checkout.loaded"),
        Case(
            "the failure itself is logged", .walletOpened, .missing,
            "cover phone 09:00 12:00\n10:00:05 checkout.loaded\n10:00:06 wallet.unavailable"),
        Case("90 s after creation", .walletOpened, .missing, "cover phone 09:00 12:00\nshown wallet.opened\n10:00:05 pay.tapped"),
        Case("log ends at 40 s", .walletOpened, .unobserved, "cover phone 09:00 10:00:40\nshown wallet.opened\n10:00:05 checkout.loaded"),
        Case(
            "as-of before the deadline", .walletOpened, .notDue,
            "asof 10:00:50\ncover phone 09:00 10:00:50\nshown wallet.opened\n10:00:05 checkout.loaded"),
        Case(
            "cancelled before the deadline", .walletOpened, .notDue,
            "cover phone 09:00 12:00\nshown wallet.opened\n10:00:05 checkout.loaded\n10:00:20 order.changed from=pending to=cancelled by=user"
        ),
        Case("no payment, no return due", .returned, .notDue, "cover phone 09:00 12:00"),
        Case("no payment, no notify due", .notified, .notDue, "cover app 09:00 12:00"),
        Case("no payment, no mark due", .markedPaid, .notDue, "cover app 09:00 12:00"),
        Case("asked while nothing shows a payment or a comeback", .requeried, .unobserved, "10:00:30 query.received"),
        Case("window open", .paid, .notDue, "asof 10:05"),
        Case("nobody knows", .paid, .unobserved, ""),
        Case("the provider closed it", .paid, .missing, "10:32:00 trade.closed"),
        Case("only the shop closed it", .paid, .unobserved, "10:32:00 order.changed from=pending to=closed by=timeout"),
    ]

    @Test(arguments: unpaid) func unpaidOrder(_ test: Case) throws {
        let story = try Story("10:00:00 order.created amount=9.90 flow=alipay_h5\n" + test.lines)
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.steps.first { $0.step == test.step }?.state == test.state)
    }

    @Test(
        "the order's own endpoint tells requests apart only where the application's log is whole: a damaged line may misread it",
        arguments: [("cover app 09:00 12:00", StepState.missing), ("cover edge 09:00 12:00", .unobserved)])
    func anotherEndpoint(_ cover: String, _ wanted: StepState) throws {
        let story = try Story(
            """
            \(cover)
            unbound 10:03:00 path=/pay/b
            10:00:00 order.created amount=9.90 flow=alipay_h5 notifyPath=/pay/a
            10:02:40 trade.recorded status=paid paidAt=10:02:40
            """)
        #expect(Judge.judge(story.chain, in: story.run).steps.first { $0.step == .notified }?.state == wanted)
    }

    @Test func deadlinesStandInTheVerdict() throws {
        let story = try Story("10:00:00 order.created amount=9.90 flow=alipay_h5\n10:02:40 trade.recorded status=paid paidAt=10:02:40")
        let steps = Judge.judge(story.chain, in: story.run).steps
        func due(_ step: Step) -> Instant? { steps.first { $0.step == step }?.due }
        #expect(due(.checkoutLoaded) == StoryTime.at("10:00:30"))
        #expect(due(.returned) == StoryTime.at("10:04:40"))
        #expect(due(.notified) == StoryTime.at("10:07:10"))
        #expect(due(.markedPaid) == StoryTime.at("10:07:40"))
        #expect(due(.paid) == StoryTime.at("10:15:00"))
    }

    @Test(
        "how a device's own log covers its order",
        arguments: [
            ("cover phone 09:00 12:00", CoverageState.covered), ("cover phone 09:00 10:02:20", .endedEarly),
            ("cover phone 10:02:12 10:02:20", .endedEarly), ("cover phone 09:00 09:30", .endedEarly), ("cover phone 11:00 12:00", .gap),
            ("cover phone 09:00 10:02:20\ncover phone 10:03 12:00", .gap), ("clock phone 0 86400\ncover phone 09:00 10:02:20", .endedEarly),
        ] as [(String, CoverageState)])
    func deviceCoverage(_ cover: String, _ wanted: CoverageState) throws {
        let story = try Story(
            """
            \(cover)
            10:02:11 order.created amount=9.90 flow=alipay_sdk
            10:02:14 wallet.opened ok=true
            10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90
            """)
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.coverage.first { $0.witness == .client }?.state == wanted)
    }

    @Test func `an order is counted with what was received, in the provider's currency`() throws {
        let story = try Story(
            """
            cover all
            10:02:11 order.created amount=128.00 currency=CNY flow=alipay_h5
            10:02:40 notify.received status=paid notifyID=n1 amount=1.28 paidAt=10:02:38
            10:02:40.1 notify.verified ok=true
            """)
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.received(in: story.chain) == Money(units: 128, scale: 2, currency: "CNY"))
        #expect(verdict.countedAmount(in: story.chain) == Money(units: 128, scale: 2, currency: "CNY"))
        #expect(verdict.amount == Money(units: 12_800, scale: 2, currency: "CNY"))
        let bare = Money(units: 5, scale: 0, currency: "")
        #expect(bare.assumed(provider: "wechat", flow: .unknown).currency == "CNY")
        #expect(bare.assumed(provider: nil, flow: .alipaySDK).currency == "CNY")
        #expect(bare.assumed(provider: "stripe", flow: .webCheckout).currency.isEmpty)
        #expect(Money(units: 5, scale: 0, currency: "HKD").assumed(provider: "alipay", flow: .alipayH5).currency == "HKD")
    }
}
