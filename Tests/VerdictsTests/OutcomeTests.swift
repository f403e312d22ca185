import Domain
import TestKit
import Testing
import Verdicts

@Suite struct OutcomeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var outcome: Outcome
        var lines: String
        init(_ name: String, _ outcome: Outcome, _ lines: String) { (testDescription, self.outcome, self.lines) = (name, outcome, lines) }
    }

    static let cases: [Case] = [
        // paid: every proof, and what is none
        Case("provider record", .paid, "10:02:40 trade.recorded status=paid paidAt=10:02:40"),
        Case("provider's answer", .paid, "10:02:40 provider.answered status=paid"),
        Case("an answer with an error is none", .pending, "asof 10:10\n10:02:40 provider.answered status=paid error=parse"),
        Case("verified notify", .paid, "10:02:40 notify.received status=paid\n10:02:40.1 notify.verified ok=true"),
        Case("unverified notify", .unknown, "10:02:40 notify.received status=paid"),
        Case("refused notify", .unknown, "10:02:40 notify.received status=paid\n10:02:40.1 notify.verified ok=false reason=signature"),
        Case("verified receipt", .paid, "10:02:40 receipt.verified code=0 environment=Production"),
        Case("sandbox receipt", .paid, "10:02:40 receipt.verified code=0 environment=Sandbox"),
        Case("Xcode receipt", .unknown, "10:02:40 receipt.verified code=0 environment=Xcode"),
        Case("refused receipt", .unknown, "10:02:40 receipt.verified code=21002"),
        Case("payer's own export", .paid, "10:02:40 trade.recorded status=paid payerExport=true"),
        Case("a client's word", .unknown, "10:02:40 return.received resultCode=9000\n10:02:41 result.shown status=paid"),
        Case("a redirect", .unknown, "10:02:40 edge return.served httpStatus=200"),
        Case(
            "an application that never logs verification but moves the order by its notify", .paid,
            "10:02:40 notify.received status=paid\n10:02:40.2 order.changed from=pending to=paid by=notify"),
        Case(
            "the same where other orders do show verification", .unknown,
            "shown notify.verified\n10:02:40 notify.received status=paid\n10:02:40.2 order.changed from=pending to=paid by=notify"),
        Case("an application that logs nothing but its changes", .paid, "10:02:40.2 order.changed from=pending to=paid by=notify"),
        Case("a mark by the client", .unknown, "10:02:40.2 order.changed from=pending to=paid by=client"),
        Case("verified without a status, the order moved", .paid, "10:02:40 notify.verified ok=true\n10:02:40.2 order.changed to=paid"),
        // refunds
        Case("a closed trade that was paid, by an answer", .refunded, "10:30:00 provider.answered status=closed paidAt=10:02:40"),
        Case("a closed trade that was paid, by a record", .refunded, "10:30:00 trade.recorded status=closed paidAt=10:02:40"),
        Case("a closed trade that was not", .abandoned, "10:30:00 provider.answered status=closed"),
        Case("some refund began", .paid, "10:30:00 provider.answered status=paid rawStatus=REFUND"),
        Case(
            "a refund that was carried out, and no other word of the payment", .refunded,
            "10:30:00 provider.answered provider=wechat refundNumber=r1 refundedAmount=9.90 refundProgress=done"),
        Case("a refund that only began", .paid, "10:30:00 provider.answered provider=wechat refundNumber=r1 refundProgress=begun"),
        Case("a refund that was given up", .paid, "10:30:00 refund.recorded provider=wechat refundNumber=r1 refundProgress=failed"),
        Case(
            "a verified refund's notify that stays encrypted: paid before, and how much went back is not told", .paid,
            "10:30:00 notify.received provider=wechat notificationType=REFUND.SUCCESS refundProgress=done\n10:30:00.1 notify.verified ok=true"
        ),
        Case("a refund's answer with an error", .unknown, "10:30:00 provider.answered refundProgress=begun error=timeout"),
        Case(
            "a refund's notify that nobody verified", .unknown,
            "10:30:00 notify.received provider=wechat refundNumber=r1 refundedAmount=9.90 refundProgress=done"),
        Case(
            "a refund's notify that moved the order", .refunded,
            "10:30:00 notify.received provider=wechat refundNumber=r1 refundedAmount=9.90 refundProgress=done\n"
                + "10:30:00.1 order.changed from=paid to=refunded by=notify"),
        Case(
            "full refund in two parts", .refunded,
            """
            10:02:40 trade.recorded status=paid amount=9.90 tradeNumber=T1
            11:00:00 refund.recorded refundNumber=r1 amount=-4.90
            11:10:00 refund.recorded refundNumber=r2 amount=-5.00
            11:10:00 refund.recorded refundNumber=r2 amount=-5.00
            """),
        Case(
            "one of two payments refunded", .paid,
            """
            10:02:40 trade.recorded status=paid amount=9.90 tradeNumber=T1
            10:03:40 trade.recorded status=paid amount=9.90 tradeNumber=T2
            11:00:00 refund.recorded refundNumber=r1 amount=9.90 tradeNumber=T2
            """),
        Case(
            "the second of two payments closed as refunded, the first without an amount", .paid,
            """
            10:02:40 trade.recorded status=paid tradeNumber=T1
            10:03:40 trade.recorded status=paid amount=9.90 tradeNumber=T2
            11:00:00 notify.received status=closed paidAt=10:03:40 tradeNumber=T2 refundedAmount=9.90
            11:00:00.1 notify.verified ok=true
            """),
        Case(
            "both of two payments refunded, each by its own statement", .refunded,
            """
            10:02:40 trade.recorded status=paid amount=9.90 tradeNumber=T1 refundedAmount=9.90
            10:03:40 trade.recorded status=paid amount=9.90 tradeNumber=T2 refundedAmount=9.90
            """),
        Case(
            "partial refund", .paid,
            "10:02:40 trade.recorded status=paid amount=9.90\n11:00:00 notify.received status=paid refundedAmount=1.00\n11:00:00.1 notify.verified ok=true"
        ),
        Case(
            "closed with gmt_payment", .refunded,
            "11:00:00 notify.received status=closed paidAt=10:02:40\n11:00:00.1 notify.verified ok=true"),
        // not paid
        Case("PAYERROR", .failed, "10:02:40 provider.answered status=failed"),
        Case("failed, then paid", .paid, "10:02:40 provider.answered status=failed\n10:03:40 provider.answered status=paid"),
        Case("cancelled by the user", .cancelled, "10:02:40 order.changed from=pending to=cancelled by=user"),
        Case("6001", .cancelled, "10:02:40 return.received resultCode=6001"),
        Case(
            "-2, closed by the shop later", .cancelled,
            "10:02:40 return.received resultCode=-2\n10:32:40 order.changed to=closed by=timeout"),
        Case(
            "6001 with a later attempt", .unknown, "10:02:40 return.received resultCode=6001\n10:03:40 wallet.opened ok=true"),
        Case("6001, then paid", .paid, "10:02:40 return.received resultCode=6001\n10:03:40 trade.recorded status=paid"),
        Case("closed by the provider", .abandoned, "10:32:40 trade.closed"),
        Case(
            "one attempt closed, where lines of others may be lost", .unknown,
            "cover app 09:00 12:00\ngap app 10:05 10:20\nattempt other-9 provider=alipay\n10:32:40 trade.closed"),
        Case(
            "one attempt closed, and no line is lost", .abandoned,
            "cover app 09:00 12:00\nattempt other-9 provider=alipay\n10:32:40 trade.closed"),
        Case("closed by the shop", .abandoned, "10:32:40 order.changed from=pending to=closed by=timeout"),
        Case("expired in the shop", .abandoned, "10:32:40 order.changed from=pending to=expired by=expiry_job"),
        Case("an unpaid answer after the window", .abandoned, "10:20:00 provider.answered status=pending"),
        Case("an unpaid answer within the window", .unknown, "10:10:00 provider.answered status=pending"),
        Case("the day's bill has no payment", .abandoned, "bill alipay 00:00 24:00"),
        Case("the bill of another provider", .unknown, "bill wechat 00:00 24:00"),
        Case("within the window", .pending, "asof 10:14:59"),
        Case("beyond the window", .unknown, "asof 10:18:00"),
        Case("the order's own window", .pending, "asof 10:18:00\n10:00:01 checkout.created expiresAt=10:30:00"),
        Case("nothing more", .unknown, ""),
    ]

    @Test(arguments: cases) func outcome(_ test: Case) throws {
        let story = try Story("10:00:00 order.created amount=9.90 flow=alipay_h5\n" + test.lines)
        #expect(Judge.judge(story.chain, in: story.run).outcome == test.outcome)
    }

    /// A refund proves that the order was paid, and not when: nothing is missing that may lie before the logs, and no result was shown too
    /// early.
    @Test func aRefundDoesNotDateThePayment() throws {
        let lines = """
            10:30:00 provider.answered provider=wechat refundNumber=r1 refundProgress=begun rawStatus=PROCESSING
            10:20:00 server.query.answered status=paid
            10:21:00 @phone result.shown status=paid
            """
        let late = try Story("cover app 10:10 12:00\ncover phone 10:10 12:00\nclock phone -0.2 0.2\nasof 12:00:00\n" + lines)
        let verdict = Judge.judge(late.chain, in: late.run)
        #expect(verdict.outcome == .paid && verdict.paidAt == nil && verdict.breaks.isEmpty)
        #expect(verdict.remarks == [.refundBegun])
        #expect(verdict.isMarkedPaid == nil && !verdict.isStuck)
        let whole = try Story(
            "cover app 09:00 12:00\nasof 12:00:00\n10:00:00 order.created amount=9.90 flow=wechat_sdk\n"
                + "10:30:00 provider.answered status=paid rawStatus=REFUND paidAt=10:02:40")
        let stuck = Judge.judge(whole.chain, in: whole.run)
        #expect(stuck.isStuck && stuck.isRefundTouched && stuck.remarks == [.refundBegun])
    }

    /// The provider's refund of an order dates the payment before itself: a mark after it is not without proof, one before it is.
    @Test(arguments: [("10:31:00", false), ("10:20:00", true)]) func marksBesideARefund(mark: String, isFault: Bool) throws {
        for refund in [
            "10:30:00 refund.recorded provider=wechat refundNumber=r1 amount=9.90 closedAt=10:29:00",
            "10:40:00 provider.answered provider=wechat refundNumber=r1 refundedAmount=9.90 refundProgress=done closedAt=10:30:00",
        ] {
            let story = try Story(
                "cover app 09:00 12:00\nasof 12:00:00\nshown server.notify.received\n10:00:00 order.created amount=9.90 flow=wechat_sdk\n"
                    + "\(mark) order.changed from=pending to=paid by=notify\n" + refund)
            let verdict = Judge.judge(story.chain, in: story.run)
            #expect(verdict.breaks.contains { $0.code == .markedWithoutProof } == isFault)
            #expect(verdict.outcome == .refunded)
        }
    }

    @Test func remarksOfRefundsAndEnvironments() throws {
        let partly = try Story(
            """
            10:00:00 order.created amount=9.90 flow=alipay_h5
            10:02:40 trade.recorded status=paid amount=9.90
            11:00:00 refund.recorded refundNumber=r1 amount=1.00
            """)
        #expect(Judge.judge(partly.chain, in: partly.run).remarks == [.partiallyRefunded])
        let sandbox = try Story(
            "10:00:00 order.created amount=9.90 flow=storekit environment=Sandbox\n10:01:00 receipt.verified code=0 environment=Sandbox")
        #expect(Judge.judge(sandbox.chain, in: sandbox.run).remarks == [.sandbox])
    }

    @Test func billOnlyOrderJudgesOnlyPaid() throws {
        let story = try Story("cover all\n10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90 provider=alipay tradeNumber=T1")
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.outcome == .paid)
        #expect(verdict.flow == .unknown)
        #expect(verdict.remarks == [.billOnly])
        #expect(verdict.breaks.isEmpty)
        #expect(verdict.steps.filter { $0.state == .missing }.isEmpty)
        #expect(verdict.amount?.decimal == "9.90")
    }

    @Test func billRowTellsTheChannelButNoFlow() throws {
        let story = try Story(
            "cover all\n10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90 provider=wechat tradeNumber=T1 flow=wechat_h5")
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.flow == .unknown)
        #expect(verdict.remarks == [.billOnly])
        #expect(verdict.segments.provider == "wechat")
        let known = try Story("10:02:00 order.created amount=9.90\n10:02:40 trade.recorded status=paid amount=9.90 flow=wechat_h5")
        #expect(Judge.judge(known.chain, in: known.run).flow == .wechatH5)
    }

    @Test func emptyChainIsUnknown() {
        let verdict = Judge.judge(Chain(order: OrderNumber("E")), in: RunContext(asOf: StoryTime.at("12:00")))
        #expect(verdict.outcome == .unknown)
        #expect(verdict.breaks.isEmpty)
    }
}
