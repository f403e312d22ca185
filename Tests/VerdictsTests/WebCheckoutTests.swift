import Domain
import TestKit
import Testing
import Verdicts

/// Web checkouts: the page, 3-D Secure, and the payer who closes it.
@Suite struct WebCheckoutTests {
    private static let onPage = """
        cover all
        10:02:11 order.created amount=18.00 flow=web_checkout
        10:02:13 checkout.loaded urlHost=checkout.stripe.com

        """
    private static let paid = """
        10:03:00 notify.received status=paid paidAt=10:02:58 notifyID=evt_1 tradeNumber=pi_1 provider=stripe amount=18.00 currency=CNY
        10:03:00.1 notify.verified ok=true
        10:03:00.2 order.changed from=pending to=paid by=notify
        10:03:00.3 notify.answered httpStatus=200

        """
    private static let shown =
        "10:03:06 query.sent\n10:03:06.1 query.received\n10:03:06.2 server.query.answered status=paid\n"
        + "10:03:06.4 client.query.answered status=paid\n10:03:07 result.shown status=paid\n"

    static let courses: [Expectation] = [
        .healthy("back by the redirect", .paid, .landed, onPage + paid + "10:03:05 return.received via=webview urlHasOrder=true\n" + shown),
        .healthy(
            "3-D Secure: to the bank's app and back before paying", .paid, .landed,
            onPage + "10:02:40 app.foregrounded pending=ORDER-1\n" + paid
                + "10:03:05 return.received via=universal_link urlScheme=https urlHasOrder=true\n" + shown),
        .healthy(
            "a refused card, then another", .paid, .landed,
            onPage
                + "10:02:40 notify.received status=failed notifyID=evt_0 tradeNumber=pi_1 provider=stripe\n10:02:40.1 notify.verified ok=true\n10:02:40.2 notify.answered httpStatus=200\n"
                + paid + "10:03:05 return.received via=webview urlHasOrder=true\n" + shown),
        Expectation(
            name: "a refused card is notified, the payment with another is not",
            story: onPage
                + "10:02:40 notify.received status=failed notifyID=evt_0 tradeNumber=pi_1 provider=stripe\n10:02:40.1 notify.verified ok=true\n10:02:40.2 notify.answered httpStatus=200\n10:05:00 trade.recorded status=paid paidAt=10:05:00 provider=stripe tradeNumber=pi_1 amount=18.00\n",
            outcome: .paid, primary: .notifyNotReceived, breaks: [.notifyNotReceived, .paidNotMarked, .returnNeverLanded],
            reason: "not_seen"),
        .healthy(
            "closed before paying, asked, never paid", .unknown, nil,
            onPage
                + "10:02:40 app.foregrounded detail=page_closed pending=ORDER-1\n10:02:41 query.sent\n10:02:41.1 query.received\n10:02:41.2 server.query.answered status=pending\n10:02:41.4 client.query.answered status=pending\n10:02:42 result.shown status=pending"
        ),
        Expectation(
            name: "closed after paying: seen by a question, no wallet's fault",
            story: onPage + paid + "10:03:05 app.foregrounded detail=page_closed pending=ORDER-1\n" + shown, outcome: .paid,
            experience: .some(.recovered), primary: .returnNeverLanded, breaks: [.returnNeverLanded], reason: "unknown", severity: .minor,
            owner: .web),
        Expectation(
            name: "closed after paying, never asked",
            story: onPage + paid + "10:03:05 app.foregrounded detail=page_closed pending=ORDER-1", outcome: .paid,
            experience: .some(.lost), breaks: [.returnNeverLanded, .pendingNotRequeried]),
        Expectation(
            name: "the return page was served, the app did not open",
            story: onPage + paid + "10:03:04 edge return.served httpStatus=200\n10:03:05 app.foregrounded pending=ORDER-1\n" + shown,
            outcome: .paid, experience: .some(.recovered), primary: .returnNeverLanded, reason: "relay_failed"),
        Expectation(
            name: "cancelled by the cancel URL",
            story: onPage
                + "10:02:40 return.received via=webview resultCode=cancelled urlHasOrder=true\n10:02:41 query.sent\n10:02:41.1 query.received\n10:02:42 result.shown status=cancelled",
            outcome: .cancelled, primary: .some(nil), breaks: []),
        Expectation(
            name: "every card refused",
            story: onPage
                + "10:02:40 notify.received status=failed rawStatus=payment_intent.payment_failed notifyID=evt_0 tradeNumber=pi_1 provider=stripe\n10:02:40.1 notify.verified ok=true\n10:02:40.2 notify.answered httpStatus=200",
            outcome: .failed, primary: .paymentFailed),
    ]

    @Test(arguments: courses) func course(_ test: Expectation) throws { try test.check() }

    /// A refused card is one try: behind a gap of the application's log another may have paid.
    @Test(arguments: [("", StepState.missing), ("gap app 10:03 10:04\n", .unobserved), ("gap app 10:00 10:01\n", .missing)])
    func aRefusalIsNotTheLastTry(gap: String, state: StepState) throws {
        let story = try Story(
            gap + Self.onPage + "10:02:40 notify.received status=failed notifyID=evt_0 tradeNumber=pi_1 provider=stripe\n"
                + "10:02:40.1 notify.verified ok=true\n10:02:40.2 notify.answered httpStatus=200\n")
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.outcome == .failed)
        #expect(verdict.steps.first { $0.step == .paid }?.state == state)
    }
}
