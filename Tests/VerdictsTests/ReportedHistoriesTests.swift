import Domain
import TestKit
import Testing
import Verdicts

/// Histories that people who run such payments reported, told with invented ids: what happened, what looks like it, and the control beside it.
@Suite struct ReportedHistoriesTests {
    @Test(arguments: notifyHistories) func notify(_ expected: Expectation) throws { try expected.check() }
    @Test(arguments: clientHistories) func client(_ expected: Expectation) throws { try expected.check() }
    @Test(arguments: courseHistories) func course(_ expected: Expectation) throws { try expected.check() }

    static let notifyHistories: [Expectation] = [
        Expectation(
            name: "one lost notify; the page asks only the local table; healed by hand after half an hour",
            story: """
                cover app 09:00 12:00
                cover edge 09:00 12:00
                10:14:03.1 order.created amount=68.00 currency=CNY flow=wechat_h5
                10:14:11.1 query.received
                10:14:11.2 server.query.answered status=pending
                10:15:13.1 query.received
                10:15:13.2 server.query.answered status=pending
                10:17:23.1 query.received
                10:17:23.2 server.query.answered status=pending
                10:14:33 trade.recorded status=paid paidAt=10:14:33 tradeNumber=420001 amount=68.00
                10:44:10.4 provider.queried
                10:44:10.5 provider.answered status=paid tradeNumber=420001
                10:44:10.6 order.changed from=pending to=paid by=provider_query
                10:44:10.8 order.delivered
                """,
            outcome: .paid, experience: .unobserved, primary: .notifyNotReceived,
            breaks: [.notifyNotReceived, .paidNotMarked, .queryStale],
            reason: "not_seen", severity: .minor, closedAt: "10:44:10.6"),
        .healthy(
            "204 without a body is a full answer to WeChat v3", .paid, .unobserved,
            """
            cover app 09:00 12:00
            cover edge 09:00 12:00
            10:21:03.1 order.created amount=30.00 flow=wechat_h5
            10:22:06.1 notify.received status=paid paidAt=10:22:05 notifyID=w-1 amount=30.00
            10:22:06.2 notify.verified ok=true
            10:22:06.3 order.changed from=pending to=paid by=notify
            10:22:06.4 notify.answered httpStatus=204
            10:22:07 edge notify.received httpStatus=204 bytes=0
            10:22:05 trade.recorded status=paid paidAt=10:22:05 amount=30.00
            """),
        Expectation(
            name: "turned away by the CSRF filter at every slot, bound by schedule",
            story: """
                cover app 09:00 12:00
                cover edge 09:00 12:00
                10:01:00 order.created amount=45.00 flow=alipay_h5 notifyPath=/alipay/notify
                10:02:00 trade.recorded status=paid paidAt=10:02:00 amount=45.00
                10:02:01 edge ~schedule notify.received httpStatus=419 bytes=28650
                10:06:01 edge ~schedule notify.received httpStatus=419 bytes=28650
                10:16:01 edge ~schedule notify.received httpStatus=419 bytes=28650
                """,
            outcome: .paid, experience: .unobserved, primary: .notifyRejected, breaks: [.notifyRejected, .paidNotMarked],
            reason: "http_status", severity: .critical, hint: "csrf"),
        Expectation(
            name: "redirected to https: the provider follows nothing",
            story: """
                cover app 09:00 12:00
                cover edge 09:00 12:00
                10:01:00 order.created amount=45.00 flow=alipay_h5 notifyPath=/n/*
                10:02:00 trade.recorded status=paid paidAt=10:02:00 amount=45.00
                10:02:01 edge notify.received httpStatus=302 bytes=154
                """,
            outcome: .paid, primary: .notifyRejected, breaks: [.notifyRejected, .paidNotMarked], reason: "http_status"),
        Expectation(
            name: "a BOM before success: ten bytes in the access log, the application believes it sent seven",
            story: """
                cover app 09:00 10:20
                cover edge 09:00 10:20
                asof 10:20
                10:00:02.2 order.created amount=19.90 flow=alipay_h5
                10:00:34.300 notify.received status=paid paidAt=10:00:33 notifyID=n-0117 amount=19.90
                10:00:34.321 notify.verified ok=true
                10:00:34.347 order.changed from=pending to=paid by=notify
                10:00:34.366 notify.answered httpStatus=200 body=success
                10:00:34.400 edge notify.received httpStatus=200 bytes=10
                10:04:34.300 notify.received status=paid paidAt=10:00:33 notifyID=n-0117 amount=19.90
                10:04:34.321 notify.verified ok=true
                10:04:34.366 notify.answered httpStatus=200 body=success
                """,
            outcome: .paid, experience: .unobserved, primary: .notifyRejected, breaks: [.notifyRejected], reason: "response_body",
            severity: .minor),
        Expectation(
            name: "answered as demanded by every log, and still sent again on the schedule",
            story: """
                cover app 09:00 10:20
                asof 10:20
                10:00:02.2 order.created amount=19.90 flow=alipay_h5
                10:00:34.300 notify.received status=paid paidAt=10:00:33 notifyID=n-0117 amount=19.90
                10:00:34.321 notify.verified ok=true
                10:00:34.347 order.changed from=pending to=paid by=notify
                10:00:34.366 notify.answered httpStatus=200 body=success
                10:04:34.300 notify.received status=paid paidAt=10:00:33 notifyID=n-0117 amount=19.90
                10:04:34.321 notify.verified ok=true
                10:04:34.366 notify.answered httpStatus=200 body=success
                """,
            outcome: .paid, primary: .notifyRejected, breaks: [.notifyRejected], reason: "not_accepted", severity: .minor),
        Expectation(
            name: "quotes became entities; the log begins at the fourth attempt",
            story: """
                cover app 09:00 12:00
                10:28:55 order.created amount=120.00 flow=alipay_h5
                10:53:07 notify.received status=paid paidAt=10:29:06 notifyID=n-5 attemptIndex=4 amount=120.00 hints=entities
                10:53:07.1 notify.verified ok=false reason=signature
                10:53:07.2 notify.answered httpStatus=200 body=fail
                11:10:20 server.query.answered status=pending
                10:29:06 trade.recorded status=paid paidAt=10:29:06 amount=120.00
                """,
            outcome: .paid, experience: .unobserved, primary: .notifyRejected, breaks: [.notifyRejected, .paidNotMarked, .queryStale],
            reason: "signature", severity: .critical, hint: "entities", attempt: 4, unseen: 3),
        Expectation(
            name: "a filter upstream swallows every notify; only the testers' curl arrives",
            story: """
                cover app 09:00 12:00
                cover edge 09:00 12:00
                10:12:40 order.created amount=9.90 flow=alipay_h5
                10:13:10 trade.recorded status=paid paidAt=10:13:10 amount=9.90
                10:15:12 edge notify.received httpStatus=400 bytes=27 agent=tool
                """,
            outcome: .paid, experience: .unobserved, primary: .notifyNotReceived, breaks: [.notifyNotReceived, .paidNotMarked],
            reason: "not_seen"),
        Expectation(
            name: "create log only, the failing notify names no order: neither paid nor abandoned",
            story: """
                cover app 09:00 12:00
                10:06:55 order.created amount=9.90 flow=wechat_h5
                """,
            outcome: .unknown, experience: .some(nil), primary: .some(nil), breaks: []),
        Expectation(
            name: "the first delivery fails verification, the retry with the same id is decrypted",
            story: """
                cover app 09:00 12:00
                10:40:10 order.created amount=9.90 flow=wechat_h5
                10:40:52 ~alias notify.received notifyID=w-47 hints=body_rewritten
                10:40:52.1 notify.verified ok=false reason=signature
                10:40:52.2 notify.answered httpStatus=500
                10:41:07 notify.received notifyID=w-47 status=paid paidAt=10:40:51 amount=9.90
                10:41:07.1 notify.verified ok=true
                10:41:07.2 order.changed from=pending to=paid by=notify
                10:41:07.3 notify.answered httpStatus=204
                """,
            outcome: .paid, experience: .unobserved, primary: .notifyRejected, breaks: [.notifyRejected], reason: "signature",
            severity: .minor, hint: "body_rewritten", closedAt: "10:41:07"),
        Expectation(
            name: "answered 200, but after 31 s: the store counts it as timed out and comes again in an hour",
            story: """
                asof 23:00
                cover app 09:00 23:00
                10:02:11 order.created amount=6.00 flow=storekit environment=Production
                10:02:30 receipt.verified code=0 environment=Production transactionID=2000001
                10:02:30.1 order.changed from=pending to=paid by=receipt
                10:02:30.4 order.delivered
                10:15:30 edge notify.received httpStatus=200 duration=31200000 provider=apple notifyID=u-1
                11:15:31 edge notify.received httpStatus=200 duration=200000 provider=apple notifyID=u-1
                """,
            outcome: .paid, primary: .notifyRejected, breaks: [.notifyRejected], reason: "slow", severity: .minor),
    ]

    static let clientHistories: [Expectation] = [
        .healthy(
            "TRADE_NOT_EXIST two seconds after creation, then paid, back and shown", .paid, .landed,
            """
            cover all
            10:04:11.3 order.created amount=25.00 flow=alipay_h5
            10:04:12.9 checkout.loaded
            10:04:13.3 provider.queried
            10:04:13.5 provider.answered status=not_exist code=40004 subCode=ACQ.TRADE_NOT_EXIST
            10:04:14.3 wallet.intercepted urlScheme=alipays
            10:04:14.7 wallet.opened ok=true
            10:04:52.5 notify.received status=paid paidAt=10:04:51 notifyID=n-1 amount=25.00
            10:04:52.52 notify.verified ok=true
            10:04:52.55 order.changed from=pending to=paid by=notify
            10:04:52.57 notify.answered httpStatus=200 body=success
            10:04:56 return.received via=universal_link urlScheme=https urlHasOrder=true
            10:04:56.6 query.sent
            10:04:56.7 query.received
            10:04:56.9 server.query.answered status=paid
            10:04:57.1 client.query.answered status=paid
            10:04:57.7 result.shown status=paid
            """),
        Expectation(
            name: "cashier loaded, no launch, closed by the shop at half an hour",
            story: """
                cover all
                shown client.wallet.opened
                10:20:30.1 order.created amount=60.00 flow=alipay_h5
                10:20:31.7 checkout.loaded
                10:20:32.3 provider.answered status=not_exist subCode=ACQ.TRADE_NOT_EXIST
                10:50:30.3 provider.answered status=not_exist subCode=ACQ.TRADE_NOT_EXIST
                10:50:31.1 order.changed from=pending to=closed by=timeout
                """,
            outcome: .abandoned, experience: .some(nil), primary: .walletNeverOpened, breaks: [.walletNeverOpened], reason: "no_attempt"),
        Expectation(
            name: "the app says 9000, the provider knows no trade",
            story: """
                cover all
                10:41:02.7 order.created amount=60.00 flow=alipay_h5
                10:41:04.3 checkout.loaded
                10:41:05.7 wallet.intercepted urlScheme=alipays
                10:41:06 wallet.opened ok=true
                10:42:00.7 return.received via=url_scheme urlScheme=shopdemo urlHasOrder=true resultCode=9000
                10:42:02.2 query.sent
                10:42:02.3 query.received
                10:42:02.6 provider.answered status=not_exist subCode=ACQ.TRADE_NOT_EXIST
                10:42:02.8 server.query.answered status=pending
                10:42:03 client.query.answered status=pending
                10:42:03.6 result.shown status=pending
                11:11:02.9 provider.answered status=not_exist subCode=ACQ.TRADE_NOT_EXIST
                11:11:03.7 order.changed from=pending to=closed by=timeout
                """,
            outcome: .abandoned, experience: .some(nil), primary: .some(nil), breaks: [], remarks: [.evidenceConflict]),
        Expectation(
            name: "the native side hears the return, nothing behind it does",
            story: """
                cover all
                shown client.result.shown
                10:05:10.1 order.created amount=35.00 flow=alipay_sdk
                10:05:10.5 order.saved
                10:05:12 wallet.opened ok=true
                10:05:35.1 notify.received status=paid paidAt=10:05:34 notifyID=n-1 amount=35.00
                10:05:35.12 notify.verified ok=true
                10:05:35.15 order.changed from=pending to=paid by=notify
                10:05:35.17 notify.answered httpStatus=200 body=success
                10:05:38.2 return.received via=universal_link urlScheme=https urlHasOrder=true resultCode=9000
                """,
            outcome: .paid, experience: .lost, primary: .returnUnrouted, breaks: [.returnUnrouted, .pendingNotRequeried],
            reason: "not_handed_on", severity: .major, owner: .client),
        Expectation(
            name: "a scheme with an underscore: no callback, one foregrounding, no question",
            story: """
                cover app 09:00 12:00
                cover phone 09:00 12:00
                shown client.result.shown
                10:20:45 order.created amount=35.00 flow=alipay_sdk
                10:20:46.7 wallet.opened ok=true
                10:21:10 notify.received status=paid paidAt=10:21:09 notifyID=n-1 amount=35.00
                10:21:10.1 notify.verified ok=true
                10:21:10.2 order.changed from=pending to=paid by=notify
                10:21:49 app.foregrounded
                """,
            outcome: .paid, experience: .lost, primary: .returnNeverLanded, breaks: [.returnNeverLanded, .pendingNotRequeried],
            reason: "unknown", severity: .major),
        Expectation(
            name: "launched with the wallet's own scheme, no GET, switched back by hand and saw paid",
            story: """
                cover all
                scheme shopdemo
                10:07:00 order.created amount=58.00 flow=alipay_h5
                10:07:02 checkout.loaded
                10:07:03.5 wallet.intercepted urlScheme=alipay returnScheme=alipays
                10:07:03.9 ~window wallet.opened ok=true
                10:07:41 notify.received status=paid paidAt=10:07:40 notifyID=n-1 amount=58.00
                10:07:41.1 notify.verified ok=true
                10:07:41.2 order.changed from=pending to=paid by=notify
                10:08:38.5 app.foregrounded pending=ORDER
                10:08:39.1 query.sent
                10:08:39.3 query.received
                10:08:39.4 server.query.answered status=paid
                10:08:39.6 client.query.answered status=paid
                10:08:40.2 result.shown status=paid
                """,
            outcome: .paid, experience: .recovered, primary: .returnNeverLanded, breaks: [.returnNeverLanded], reason: "other_app",
            severity: .minor, remarks: [.boundByWindow], closedAt: "10:08:40.2", owner: .client),
        Expectation(
            name: "the same, and Safari fetched the return page",
            story: """
                cover all
                scheme shopdemo
                10:20:00 order.created amount=58.00 flow=alipay_h5
                10:20:02.5 checkout.loaded
                10:20:04 wallet.intercepted urlScheme=alipay returnScheme=alipays
                10:20:04.4 wallet.opened ok=true
                10:20:41 notify.received status=paid paidAt=10:20:40 notifyID=n-1 amount=58.00
                10:20:41.1 notify.verified ok=true
                10:20:41.2 order.changed from=pending to=paid by=notify
                10:20:44 edge return.served httpStatus=200 agent=browser
                10:21:39.5 app.foregrounded pending=ORDER
                10:21:40.1 query.sent
                10:21:40.2 query.received
                10:21:40.6 client.query.answered status=paid
                10:21:41.2 result.shown status=paid
                """,
            outcome: .paid, experience: .recovered, primary: .returnNeverLanded, breaks: [.returnNeverLanded], reason: "relay_failed",
            severity: .minor, owner: .web),
        Expectation(
            name: "the relay page opened the app by its scheme",
            story: """
                cover all
                scheme shopdemo
                10:40:00 order.created amount=58.00 flow=alipay_h5
                10:40:01.7 checkout.loaded
                10:40:03.2 wallet.intercepted urlScheme=alipay returnScheme=shopdemo
                10:40:03.6 wallet.opened ok=true
                10:40:41 notify.received status=paid paidAt=10:40:40 notifyID=n-1 amount=58.00
                10:40:41.1 notify.verified ok=true
                10:40:41.2 order.changed from=pending to=paid by=notify
                10:40:43 edge return.served httpStatus=200 agent=browser
                10:40:44.3 return.received via=url_scheme urlScheme=shopdemo urlHasOrder=true resultCode=9000
                10:40:45 query.sent
                10:40:45.2 query.received
                10:40:45.5 client.query.answered status=paid
                10:40:46.1 result.shown status=paid
                """,
            outcome: .paid, experience: .landed, primary: .some(nil), breaks: [], remarks: [.fallbackUsed]),
        Expectation(
            name: "back by hand with a pending order, never asked",
            story: """
                cover all
                shown client.result.shown
                10:25:00.6 order.created amount=12.80 flow=alipay_h5
                10:25:02.2 checkout.loaded
                10:25:03.6 wallet.intercepted urlScheme=alipays
                10:25:03.9 wallet.opened ok=true
                10:25:34.2 notify.received status=paid paidAt=10:25:33 notifyID=n-1 amount=12.80
                10:25:34.3 notify.verified ok=true
                10:25:34.4 order.changed from=pending to=paid by=notify
                10:26:53 app.foregrounded pending=ORDER
                """,
            outcome: .paid, experience: .lost, primary: .returnNeverLanded, breaks: [.returnNeverLanded, .pendingNotRequeried],
            reason: "stuck_in_wallet", severity: .major),
    ]
}
