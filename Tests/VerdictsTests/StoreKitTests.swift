import Domain
import TestKit
import Testing
import Verdicts

/// In-app purchases: outcome, experience, steps, and what looks like a break and is none (vocabulary §2, §4, §6, §7).
@Suite struct StoreKitTests {
    private static let bought = """
        cover all
        10:02:10 pay.tapped productID=com.example.month
        10:02:11 order.created amount=18.00 flow=storekit
        10:02:12 iap.transaction transactionState=purchasing productID=com.example.month
        10:02:40 iap.transaction transactionState=purchased transactionID=2000001 originalTransactionID=2000001 productID=com.example.month
        10:02:41 receipt.uploaded transactionID=2000001
        10:02:42 receipt.verified code=0 status=paid environment=Production transactionID=2000001
        10:02:42.1 order.changed from=pending to=paid by=receipt
        10:02:42.2 order.delivered transactionID=2000001
        10:02:44 iap.finished transactionID=2000001
        10:02:45 result.shown status=paid

        """

    private static func later(_ lines: String) -> String { bought + lines }

    static let courses: [Expectation] = [
        .healthy("bought, verified, delivered, finished", .paid, .landed, bought),
        .healthy(
            "no device's log", .paid, .unobserved,
            "cover app 09:00 12:00\n10:02:11 order.created flow=storekit\n10:02:42 receipt.verified code=0"),
        .healthy(
            "StoreKit 2 without a number of Apple's", .paid, .unobserved,
            "10:02:11 order.created flow=storekit\n10:02:42 receipt.verified status=paid ok=true signature=valid transactionID=2000001"),
        .healthy(
            "cancelled in the sheet", .cancelled, nil,
            """
            cover all
            10:02:11 order.created amount=18.00 flow=storekit
            10:02:12 iap.transaction transactionState=purchasing
            10:02:20 iap.transaction transactionState=userCancelled
            10:02:21 result.shown status=cancelled
            """),
        .healthy(
            "SKError 2 is the payer's own no", .cancelled, nil,
            """
            cover all
            10:02:11 order.created amount=18.00 flow=storekit
            10:02:12 iap.transaction transactionState=purchasing
            10:02:20 iap.transaction transactionState=failed code=2
            10:02:21 result.shown status=cancelled
            """),
        .healthy(
            "cancelled, and bought at the second try", .paid, .landed,
            """
            cover all
            10:01:11 order.created amount=18.00 flow=storekit
            10:01:12 iap.transaction transactionState=purchasing
            10:01:20 iap.transaction transactionState=failed code=2

            """ + bought),
        .healthy(
            "waits for approval", .pending, nil,
            """
            cover all
            10:02:11 order.created amount=18.00 flow=storekit
            10:02:12 iap.transaction transactionState=purchasing
            10:02:20 iap.transaction transactionState=deferred
            10:02:21 result.shown status=pending
            """),
        .healthy(
            "nobody approved for a day", .unknown, nil,
            """
            asof +1dT11:00
            10:02:11 order.created amount=18.00 flow=storekit
            10:02:20 iap.transaction transactionState=deferred
            """),
        .healthy(
            "failed first, then purchased: the failure was provisional", .paid, .landed,
            later("10:02:30 iap.transaction transactionState=failed code=0\n10:02:31 result.shown status=failed")),
        .healthy(
            "handed over again before it was finished", .paid, .landed,
            later("10:02:40.5 iap.transaction transactionState=purchased transactionID=2000001")),
        .healthy("refunded", .refunded, .landed, later("11:02:42 refund.recorded transactionID=2000001 amount=18.00")),
        .healthy(
            "a request to consume is no refund", .paid, .landed,
            later(
                "10:30:00 notify.received notificationType=CONSUMPTION_REQUEST notifyID=u1 transactionID=2000001\n10:30:00.1 notify.verified ok=true\n10:30:00.2 notify.answered httpStatus=200"
            )),
        .healthy(
            "restored on another day stands for the return", .paid, .landed,
            """
            cover all
            10:02:11 order.created amount=18.00 flow=storekit
            10:02:40 iap.transaction transactionState=restored transactionID=2000009 originalTransactionID=2000001
            10:02:41 receipt.uploaded transactionID=2000009
            10:02:42 receipt.verified code=0 transactionID=2000009 originalTransactionID=2000001
            10:02:44 iap.finished transactionID=2000009
            10:02:45 result.shown status=paid
            """),
        .healthy(
            "a subscription that ran out ends as it should", .paid, .landed,
            later(
                "11:02:42 notify.received notificationType=EXPIRED expiresAt=11:02:40 transactionID=2000001\n11:02:42.1 notify.verified ok=true\n11:02:43 order.changed from=paid to=expired by=notify"
            )),
    ]

    static let faults: [Expectation] = [
        Expectation(
            name: "paid to Apple, never heard of by the app, shown by a question",
            story: """
                cover all
                shown client.iap.transaction
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:12 iap.transaction transactionState=purchasing
                10:02:40 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001
                10:03:40 order.changed from=pending to=paid by=provider_query
                10:05:00 query.sent
                10:05:00.5 client.query.answered status=paid
                10:05:01 result.shown status=paid
                """, outcome: .paid, experience: .some(.recovered), primary: .observerMissing, severity: .critical, owner: .client),
        Expectation(
            name: "the purchase is bound by window only: no critical break",
            story: """
                cover all
                shown client.receipt.uploaded
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 ~window iap.transaction transactionState=purchased
                10:03:00 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001
                """, primary: .receiptNotUploaded, severity: .major),
        Expectation(
            name: "finished before an upload that was refused",
            story: """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:40.1 iap.finished transactionID=2000001
                10:02:41 receipt.uploaded transactionID=2000001
                10:02:42 receipt.verified code=21002 transactionID=2000001
                """, outcome: .unknown, primary: .finishedEarly, breaks: [.receiptRejected, .finishedEarly], severity: .critical),
        Expectation(
            name: "a false signature proves nothing",
            story: """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001 signature=invalid
                """, outcome: .unknown, primary: .some(nil), breaks: []),
        Expectation(
            name: "a local StoreKit test proves nothing",
            story: """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 environment=Xcode transactionID=2000001
                """, outcome: .unknown, primary: .some(nil), breaks: [], remarks: [.xcodeTransaction]),
        Expectation(
            name: "one renewal refunded of three: a part",
            story: later(
                """
                10:07:40 notify.received status=paid notificationType=DID_RENEW paidAt=10:07:38 transactionID=2000002 originalTransactionID=2000001
                10:07:40.1 notify.verified ok=true
                11:07:40 notify.received status=refunded notificationType=REFUND closedAt=11:07:38 transactionID=2000002 originalTransactionID=2000001
                11:07:40.1 notify.verified ok=true
                """), outcome: .paid, experience: .some(.landed), primary: .some(nil), breaks: [], remarks: [.partiallyRefunded]),
        Expectation(
            name: "a wait shown as a failure",
            story: """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:20 iap.transaction transactionState=deferred
                10:02:21 result.shown status=failed
                """, outcome: .pending, primary: .resultMisreported, reason: "pending_as_failed"),
        Expectation(
            name: "StoreKit says failed",
            story: """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:20 iap.transaction transactionState=failed code=5
                10:02:21 result.shown status=failed
                """, primary: .paymentFailed, breaks: [.paymentFailed], reason: "5"),
    ]

    @Test(arguments: courses + faults) func course(_ test: Expectation) throws { try test.check() }

    /// One step of a story, and the state it must have.
    struct StepCase: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var step: Step
        var state: StepState
        var story: String
        init(_ name: String, _ step: Step, _ state: StepState, _ story: String) {
            (testDescription, self.step, self.state, self.story) = (name, step, state, story)
        }
    }

    private static let begun = """
        10:02:11 order.created amount=18.00 flow=storekit
        10:02:12 iap.transaction transactionState=purchasing

        """
    private static let purchased = begun + "10:02:40 iap.transaction transactionState=purchased transactionID=2000001\n"

    static let steps: [StepCase] = [
        StepCase("ten minutes of silence", .purchased, .missing, "cover all\n" + begun),
        StepCase("the log ends within them", .purchased, .unobserved, "cover phone 09:00 10:09\n" + begun),
        StepCase("a gap in them", .purchased, .unobserved, "cover all\ngap phone 10:05 10:06\n" + begun),
        StepCase("as-of lies within them", .purchased, .notDue, "asof 10:09\ncover all\n" + begun),
        StepCase(
            "cancelled: nothing was due any more", .purchased, .notDue,
            "cover all\n" + begun + "10:02:20 iap.transaction transactionState=userCancelled"),
        StepCase("no device", .purchased, .unobserved, "cover app 09:00 12:00\n10:02:11 order.created flow=storekit"),
        StepCase("no upload in a minute", .receiptUploaded, .missing, "cover all\nshown client.receipt.uploaded\n" + purchased),
        StepCase("an app that never logs uploads", .receiptUploaded, .unobserved, "cover phone 09:00 12:00\n" + purchased),
        StepCase(
            "a server that logs receipts has none", .receiptUploaded, .missing, "cover all\nshown server.receipt.verified\n" + purchased),
        StepCase(
            "the device's log ends", .receiptUploaded, .unobserved, "cover phone 09:00 10:03\nshown client.receipt.uploaded\n" + purchased),
        StepCase(
            "uploaded, and no verification in a minute", .receiptVerified, .missing,
            "cover all\nshown server.receipt.verified\n" + purchased + "10:02:41 receipt.uploaded transactionID=2000001"),
        StepCase(
            "a server that never logs receipts", .receiptVerified, .unobserved,
            "cover all\n" + purchased + "10:02:41 receipt.uploaded transactionID=2000001"),
        StepCase(
            "taken in by another proof", .receiptVerified, .skipped,
            "cover all\nshown server.receipt.verified\n" + purchased
                + "10:02:41 receipt.uploaded transactionID=2000001\n10:02:50 order.changed from=pending to=paid by=notify"),
        StepCase(
            "verified, not delivered", .delivered, .missing,
            "cover all\nshown server.order.delivered\n" + purchased + "10:02:42 receipt.verified code=0 transactionID=2000001"),
        StepCase(
            "where no delivery is ever logged", .delivered, .unobserved,
            "cover all\n" + purchased + "10:02:42 receipt.verified code=0 transactionID=2000001"),
        StepCase(
            "access given is a delivery", .delivered, .seen,
            "cover all\n" + purchased
                + "10:02:42 receipt.verified code=0 transactionID=2000001\n10:02:43 entitlement.changed ok=true transactionID=2000001"),
        StepCase(
            "not finished", .finished, .missing,
            "cover all\nshown client.iap.finished\n" + purchased
                + "10:02:42 receipt.verified code=0 transactionID=2000001\n10:02:43 order.delivered"),
        StepCase(
            "the device's log has a gap before the delivery: an app may finish too early", .finished, .unobserved,
            "cover all\ngap phone 10:02:41 10:02:42\nshown client.iap.finished\n" + purchased
                + "10:02:43 receipt.verified code=0 transactionID=2000001\n10:02:44 order.delivered"),
        StepCase(
            "StoreKit's second word where the log begins: the first may have been uploaded", .receiptUploaded, .unobserved,
            "cover app 09:00 12:00\ncover phone 10:30 12:00\nshown client.receipt.uploaded\n10:02:11 order.created flow=storekit\n"
                + "10:30:10 iap.transaction transactionState=purchased transactionID=2000001"),
        StepCase(
            "nothing bounds the clock", .finished, .unobserved,
            "cover all\nclock phone unknown\nshown client.iap.finished\n" + purchased
                + "10:02:42 receipt.verified code=0 transactionID=2000001\n10:02:43 order.delivered"),
    ]

    @Test(arguments: steps) func state(_ test: StepCase) throws {
        let story = try Story(test.story)
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.flow == .storekit)
        #expect(verdict.steps.first { $0.step == test.step }?.state == test.state)
    }

    @Test func tokenAloneTellsTheFlow() throws {
        let story = try Story("10:02:11 order.created amount=18.00 appAccountToken=d2c06b20-f75f-4ac5-a960-64d3ff95a7d1")
        #expect(Judge.judge(story.chain, in: story.run).flow == .storekit)
    }
}
