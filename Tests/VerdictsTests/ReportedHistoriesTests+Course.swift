import Domain
import TestKit

extension ReportedHistoriesTests {
    /// What became of the order: deliveries, refunds, attempts, provider queries.
    static let courseHistories: [Expectation] = [
        Expectation(
            name: "two handlings 221 ms apart, two grants",
            story: """
                cover app 09:00 12:00
                10:41:22 order.created amount=15.00 flow=alipay_h5
                10:42:59.257 notify.received status=paid notifyID=n-1 tradeNumber=2026001
                10:42:59.259 notify.verified ok=true
                10:42:59.268 order.changed from=pending to=paid
                10:42:59.301 order.delivered
                10:42:59.304 notify.answered body=success
                10:42:59.478 notify.received status=paid notifyID=n-1 tradeNumber=2026001
                10:42:59.480 notify.verified ok=true
                10:42:59.522 order.delivered
                10:42:59.525 notify.answered body=success
                """,
            outcome: .paid, experience: .unobserved, primary: .deliveredTwice, breaks: [.deliveredTwice], reason: "notify_repeated",
            severity: .critical),
        .healthy(
            "the second handling did nothing", .paid, .unobserved,
            """
            cover app 09:00 12:00
            10:52:08 order.created amount=15.00 flow=alipay_h5
            10:53:45.257 notify.received status=paid notifyID=n-1
            10:53:45.259 notify.verified ok=true
            10:53:45.268 order.changed from=pending to=paid
            10:53:45.301 order.delivered
            10:53:45.304 notify.answered body=success
            10:53:45.557 notify.received status=paid notifyID=n-1
            10:53:45.559 notify.verified ok=true
            10:53:45.604 notify.answered body=success
            """),
        .healthy(
            "TRADE_CLOSED with gmt_payment and refund_fee: refunded, not never paid", .refunded, .unobserved,
            """
            cover app 09:00 18:00
            asof 18:00
            10:02:11 order.created amount=199.00 flow=alipay_h5
            10:02:52.1 notify.received status=paid paidAt=10:02:50 notifyID=n-1 amount=199.00
            10:02:52.12 notify.verified ok=true
            10:02:52.14 order.changed from=pending to=paid by=notify
            10:02:52.16 notify.answered httpStatus=200 body=success
            10:02:52.3 order.delivered
            15:10:21.2 notify.received status=closed paidAt=10:02:50 refundedAmount=199.00 notifyID=n-2 amount=199.00
            15:10:21.22 notify.verified ok=true
            15:10:21.25 order.changed from=paid to=refunded by=notify
            15:10:21.27 notify.answered httpStatus=200 body=success
            """),
        Expectation(
            name: "TRADE_CLOSED without gmt_payment, dropped by the handler",
            story: """
                cover app 09:00 12:00
                10:20:00.7 order.created amount=59.00 flow=alipay_h5
                10:51:03.4 notify.received status=closed notifyID=n-1 amount=59.00
                10:51:03.42 notify.verified ok=true
                10:51:03.46 notify.answered httpStatus=200 body=success
                """,
            outcome: .abandoned, experience: .some(nil), primary: .closedNotMarked, breaks: [.closedNotMarked], severity: .minor),
        .healthy(
            "TRADE_FINISHED ninety days later under another id", .paid, .unobserved,
            """
            asof +90dT12:00
            cover app 09:00 18:00
            cover app +90dT02:00 +90dT12:00
            10:31:09 order.created amount=350.00 flow=alipay_h5
            10:31:50.1 notify.received status=paid rawStatus=TRADE_SUCCESS paidAt=10:31:48 notifyID=n-1 amount=350.00
            10:31:50.12 notify.verified ok=true
            10:31:50.14 order.changed from=pending to=paid by=notify
            10:31:50.16 notify.answered httpStatus=200 body=success
            10:31:50.3 order.delivered
            +90dT03:00:14.3 notify.received status=paid rawStatus=TRADE_FINISHED paidAt=10:31:48 notifyID=n-2 amount=350.00
            +90dT03:00:14.32 notify.verified ok=true
            +90dT03:00:14.36 notify.answered httpStatus=200 body=success
            """),
        Expectation(
            name: "the same notice sends the goods again",
            story: """
                asof +90dT12:00
                cover app 09:00 18:00
                cover app +90dT02:00 +90dT12:00
                10:31:09 order.created amount=88.00 flow=alipay_h5
                10:31:50.1 notify.received status=paid paidAt=10:31:48 notifyID=n-1 amount=88.00
                10:31:50.12 notify.verified ok=true
                10:31:50.14 order.changed from=pending to=paid by=notify
                10:31:50.3 order.delivered
                +90dT03:02:41.3 notify.received status=paid paidAt=10:31:48 notifyID=n-2 amount=88.00
                +90dT03:02:41.32 notify.verified ok=true
                +90dT03:02:41.44 order.delivered
                """,
            outcome: .paid, primary: .deliveredTwice, breaks: [.deliveredTwice], reason: "notify_repeated"),
        Expectation(
            name: "one order paid through two channels; the second handler throws and is notified again",
            story: """
                cover app 09:00 12:00
                attempt B-1 provider=wechat flow=wechat_h5 paid=10:31:02
                attempt B-2 provider=alipay flow=alipay_h5 paid=10:31:38
                10:30:12.8 order.created amount=45.00 currency=CNY flow=wechat_h5
                10:30:14 checkout.created attemptNumber=B-1
                10:30:35.2 checkout.created attemptNumber=B-2
                10:31:03.4 notify.received status=paid paidAt=10:31:02 notifyID=w-1 provider=wechat attemptNumber=B-1 tradeNumber=42001 amount=45.00
                10:31:03.41 notify.verified ok=true
                10:31:03.44 order.changed from=pending to=paid by=notify
                10:31:03.45 notify.answered httpStatus=204
                10:31:39.3 notify.received status=paid paidAt=10:31:38 notifyID=a-1 provider=alipay attemptNumber=B-2 tradeNumber=20261 amount=45.00
                10:31:39.32 notify.verified ok=true
                10:31:39.35 handler.failed error="expected WAITING"
                10:31:39.36 notify.answered httpStatus=500 body=failure
                10:35:39.3 notify.received status=paid paidAt=10:31:38 notifyID=a-1 provider=alipay attemptNumber=B-2 tradeNumber=20261 amount=45.00
                10:35:39.32 notify.verified ok=true
                10:35:39.35 handler.failed error="expected WAITING"
                10:35:39.36 notify.answered httpStatus=500 body=failure
                10:31:02 trade.recorded status=paid paidAt=10:31:02 provider=wechat attemptNumber=B-1 tradeNumber=42001 amount=45.00
                10:31:38 trade.recorded status=paid paidAt=10:31:38 provider=alipay attemptNumber=B-2 tradeNumber=20261 amount=45.00
                """,
            outcome: .paid, experience: .unobserved, primary: .chargedTwice, breaks: [.chargedTwice, .notifyRejected],
            reason: "two_channels", severity: .critical),
        .healthy(
            "the first attempt is closed half an hour after the second was paid", .paid, .unobserved,
            """
            cover app 09:00 12:00
            attempt B-1 provider=alipay flow=alipay_h5
            attempt B-2 provider=alipay flow=alipay_h5 paid=10:13:05
            10:11:40.9 order.created amount=18.00 flow=alipay_h5
            10:11:41.9 checkout.created attemptNumber=B-1
            10:12:30.9 checkout.created attemptNumber=B-2
            10:13:06.2 notify.received status=paid paidAt=10:13:05 notifyID=a-2 attemptNumber=B-2 tradeNumber=20262 amount=18.00
            10:13:06.22 notify.verified ok=true
            10:13:06.26 order.changed from=pending to=paid by=notify
            10:13:06.28 notify.answered httpStatus=200 body=success
            10:42:41.9 notify.received status=closed notifyID=a-1 attemptNumber=B-1 tradeNumber=20261 amount=18.00
            10:42:41.92 notify.verified ok=true
            10:42:41.94 notify.answered httpStatus=200 body=success
            """),
        .healthy(
            "a relay repeats Created, sends Paid twice and one more Created", .paid, .unobserved,
            """
            cover app 09:00 12:00
            10:20:45.5 order.created amount=12.00 currency=EUR flow=web_checkout
            10:20:49.5 notify.received status=created provider=relay amount=12.00 currency=EUR
            10:20:49.504 notify.verified ok=true status=created
            10:20:49.52 notify.answered httpStatus=200
            10:21:44.5 notify.received status=created provider=relay amount=12.00 currency=EUR
            10:21:44.504 notify.verified ok=true status=created
            10:21:44.52 notify.answered httpStatus=200
            10:21:51.5 notify.received status=paid provider=relay amount=12.00 currency=EUR tradeNumber=pi_1
            10:21:51.504 notify.verified ok=true status=paid
            10:21:51.512 order.changed from=pending to=paid by=notify
            10:21:51.52 notify.answered httpStatus=200
            10:21:51.8 order.delivered
            10:21:54.1 notify.received status=paid provider=relay
            10:21:54.104 notify.verified ok=true status=paid
            10:21:54.12 notify.answered httpStatus=200
            10:22:24.5 notify.received status=created provider=relay amount=12.00 currency=EUR
            10:22:24.504 notify.verified ok=true status=created
            10:22:24.52 notify.answered httpStatus=200
            """),
        Expectation(
            name: "every provider query answers HTML, the order stays open",
            story: """
                cover app 09:00 12:00
                10:03:11.4 order.created amount=99.00 flow=alipay_h5
                10:04:11.4 provider.queried
                10:04:11.8 provider.answered error="invalid character '<' looking for beginning of value"
                10:05:11.4 provider.queried
                10:05:11.8 provider.answered error="invalid character '<' looking for beginning of value"
                10:19:11.8 provider.answered error="invalid character '<' looking for beginning of value"
                """,
            outcome: .unknown, experience: .some(nil), primary: .providerQueryFailed, breaks: [.providerQueryFailed], reason: "parse",
            severity: .major),
        Expectation(
            name: "waiting, then closed at the provider and in the shop",
            story: """
                cover app 09:00 12:00
                10:12:40.7 order.created amount=49.00 flow=alipay_h5
                10:13:40.9 provider.answered status=pending
                10:28:40.9 provider.answered status=closed
                10:28:41.2 order.changed from=pending to=closed by=provider_query
                """,
            outcome: .abandoned, experience: .some(nil), primary: .some(nil), breaks: []),
        Expectation(
            name: "created three minutes before the logs end",
            story: """
                asof 10:28:00
                cover app 09:00 10:28:00
                10:25:00 order.created amount=49.00 flow=alipay_h5
                """,
            outcome: .pending, experience: .some(nil), primary: .some(nil), breaks: []),
    ]
}
