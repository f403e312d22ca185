import Domain
import TestKit
import Testing
import Verdicts

/// Every reason of every break, beside the ones the declarations' own examples show.
@Suite struct ReasonTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var code: BreakCode
        var reason: String
        var lines: String
        var testDescription: String { "\(code.rawValue)(\(reason))" }
        init(_ code: BreakCode, _ reason: String, _ lines: String) { (self.code, self.reason, self.lines) = (code, reason, lines) }
    }

    private static func refusal(_ word: String) -> Case {
        Case(
            .notifyRejected, word,
            "10:02:40 notify.received status=paid paidAt=10:02:38 notifyID=n\n10:02:40.1 notify.verified ok=false reason=\(word)\n10:02:40.2 notify.answered httpStatus=400"
        )
    }

    static let cases: [Case] = [
        Case(.markedWithoutProof, "client_claim", "10:02:50 order.changed from=pending to=paid by=client"),
        Case(.markedWithoutProof, "operator", "10:02:50 order.changed from=pending to=paid by=operator"),
        Case(.markedWithoutProof, "no_server_evidence", "10:02:50 order.changed from=pending to=paid by=cron"),
        Case(
            .markedWithoutProof, "no_server_evidence",
            "10:02:40 notify.received status=paid\n10:02:40.1 notify.verified ok=false reason=signature\n10:02:40.2 order.changed from=pending to=paid by=notify"
        ),
        Case(
            .chargedTwice, "same_channel",
            """
            10:02:40 trade.recorded status=paid paidAt=10:02:40 tradeNumber=T1 provider=alipay
            10:03:40 trade.recorded status=paid paidAt=10:03:40 tradeNumber=T2 provider=alipay
            """),
        Case(
            .stateRegressed, "early_failure",
            "10:02:30 order.changed from=pending to=failed by=return\n10:02:40 trade.recorded status=paid paidAt=10:02:28"),
        Case(
            .stateRegressed, "expiry_job",
            "10:02:40 trade.recorded status=paid paidAt=10:02:40\n10:02:41 order.changed from=pending to=paid by=provider_query\n10:17:11 order.changed from=paid to=closed by=expiry_job"
        ),
        Case(
            .stateRegressed, "stale_attempt",
            """
            attempt A provider=alipay flow=alipay_h5 paid=10:02:38
            attempt B provider=alipay flow=alipay_h5
            10:02:40 notify.received status=paid paidAt=10:02:38 notifyID=a attemptNumber=A
            10:02:40.1 notify.verified ok=true
            10:02:40.2 order.changed from=pending to=paid by=notify
            10:32:40 notify.received status=closed notifyID=b attemptNumber=B
            10:32:40.1 notify.verified ok=true
            10:32:40.2 order.changed from=paid to=closed by=notify
            """),
        Case(.deliveredTwice, "unknown", "10:05:00 order.delivered\n10:15:00 order.delivered"),
        Case(.deliveredTwice, "upload_repeated", "10:05:00 order.delivered\n10:15:00 receipt.verified code=0\n10:15:01 order.delivered"),
        refusal("signature"), refusal("amount"), refusal("merchant"), refusal("currency"), refusal("order_unknown"), refusal("exception"),
        Case(
            .notifyRejected, "exception",
            "10:02:40 notify.received status=paid notifyID=n\n10:02:40.1 notify.verified ok=true\n10:02:40.2 handler.failed error=x\n10:02:40.3 notify.answered httpStatus=500"
        ),
        Case(
            .notifyNotReceived, "provider_sent",
            "10:02:40 trade.recorded status=paid paidAt=10:02:40\n10:02:41 notify.sent deliveryResult=TIMED_OUT"),
        Case(
            .paidNotMarked, "handler_failed",
            "10:02:40 notify.received status=paid paidAt=10:02:38\n10:02:40.1 notify.verified ok=true\n10:02:40.2 handler.failed error=x"),
        Case(.checkoutLoadFailed, "other", "10:02:13 checkout.failed error=HTTP-403"),
        Case(.returnNeverLanded, "stuck_in_wallet", "10:02:14 wallet.opened ok=true\n10:02:40 trade.recorded status=paid paidAt=10:02:40"),
        Case(
            .returnNeverLanded, "other_app",
            "scheme shopdemo\n10:02:14 wallet.opened ok=true returnScheme=othershop\n10:02:40 trade.recorded status=paid paidAt=10:02:40"),
        Case(.providerQueryFailed, "provider_error", "10:02:40 provider.answered error=isv.invalid-signature code=40002"),
        Case(.providerQueryFailed, "http", "10:02:40 provider.answered status=paid error=\"502 Bad Gateway\""),
    ]

    @Test(arguments: cases) func reason(_ test: Case) throws {
        let story = try Story("cover all\n10:02:11 order.created amount=9.90 flow=alipay_h5\n" + test.lines)
        let fired = Judge.judge(story.chain, in: story.run).breaks.first { $0.code == test.code }
        #expect(fired?.reason == test.reason)
    }

    @Test func everyReasonHasAHistory() {
        for definition in BreakDefinition.all {
            for reason in definition.reasons {
                let isTold =
                    ReasonTests.cases.contains { $0.code == definition.code && $0.reason == reason.word }
                    || definition.examples.contains { $0.reason == reason.word }
                    || ["slow", "unknown"].contains(reason.word)
                #expect(isTold, "\(definition.code.rawValue)(\(reason.word)) has no history")
            }
        }
    }
}
