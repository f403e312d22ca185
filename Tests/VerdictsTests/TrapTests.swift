import Domain
import TestKit
import Testing
import Verdicts

/// Vocabulary §7: what looks like a break and is none.
@Suite struct TrapTests {
    private static let healthy = """
        10:02:11 order.created amount=9.90 flow=alipay_h5
        10:02:13 checkout.loaded
        10:02:14 wallet.opened ok=true
        10:02:40 notify.received status=paid paidAt=10:02:38 notifyID=n1 amount=9.90
        10:02:40.1 notify.verified ok=true
        10:02:40.2 order.changed from=pending to=paid by=notify
        10:02:40.3 notify.answered httpStatus=200 body=success
        10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
        10:02:51 query.sent
        10:02:51.1 query.received
        10:02:51.2 server.query.answered status=paid
        10:02:51.4 client.query.answered status=paid
        10:02:52 result.shown status=paid
        """

    struct Trap: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var lines: String
        init(_ name: String, _ lines: String) { (testDescription, self.lines) = (name, lines) }
    }

    static let traps: [Trap] = [
        Trap("nothing at all", ""),
        Trap(
            "signature_probe",
            "10:30:00 notify.received probe=true\n10:30:00.1 notify.verified ok=false reason=signature\n10:30:00.2 notify.answered httpStatus=500"
        ),
        Trap("developers_request", "10:30:00 edge notify.received httpStatus=400 agent=tool"),
        Trap("trade_not_exist", "10:02:12 provider.answered status=not_exist code=40004 subCode=ACQ.TRADE_NOT_EXIST"),
        Trap(
            "trade_finished",
            """
            asof +90dT12:00
            cover app +90dT02:00 +90dT12:00
            +90dT03:00:00 notify.received status=paid rawStatus=TRADE_FINISHED paidAt=10:02:38 notifyID=n9 amount=9.90
            +90dT03:00:00.1 notify.verified ok=true
            +90dT03:00:00.2 notify.answered httpStatus=200 body=success
            """),
        Trap("can_open_url_failed", "10:02:13.5 wallet.unavailable detail=not_whitelisted"),
        Trap("universal_link_without_get", "cover edge 09:00 12:00"),
        Trap(
            "repeat_without_effect",
            "10:02:40.5 notify.received status=paid paidAt=10:02:38 notifyID=n1 amount=9.90\n10:02:40.6 notify.verified ok=true\n10:02:40.7 notify.answered httpStatus=200 body=success"
        ),
        Trap(
            "cancelled_then_paid",
            "10:02:20 return.received via=sdk resultCode=6001\n10:02:21 result.shown status=cancelled\n10:02:25 wallet.opened ok=true"),
        Trap(
            "late_created",
            "10:03:40 notify.received status=created provider=relay\n10:03:40.1 notify.verified ok=true status=created\n10:03:40.2 notify.answered httpStatus=200"
        ),
        Trap("the app opened again next day", "+1dT09:00 app.foregrounded pending=none"),
        Trap("the same state again", "10:06:40.2 order.changed from=paid to=paid by=provider_query"),
        Trap("a handler that failed and yet answered as demanded", "10:02:40.25 handler.failed error=coupon"),
    ]

    @Test(arguments: traps) func noBreak(_ trap: Trap) throws {
        let story = try Story("cover app 09:00 12:00\ncover phone 09:00 12:00\n" + TrapTests.healthy + "\n" + trap.lines)
        let verdict = Judge.judge(story.chain, in: story.run)
        #expect(verdict.breaks.map(\.code) == [])
        #expect(verdict.outcome == .paid)
        #expect(verdict.experience == .landed)
    }

    @Test func wechatTimerRedirectIsNoReturn() throws {
        let story = try Story(
            """
            cover all
            10:02:11 order.created amount=9.90 flow=wechat_h5
            10:02:13 checkout.loaded
            10:02:14 wallet.opened ok=true
            10:02:18 edge return.served httpStatus=200
            10:02:40 trade.recorded status=paid paidAt=10:02:40
            """)
        let fired = Judge.judge(story.chain, in: story.run).breaks.first { $0.code == .returnNeverLanded }
        #expect(fired?.reason == "stuck_in_wallet")
    }

    @Test func billThatIsNotOutIsNotAbsent() throws {
        let story = try Story("cover all\n10:02:11 order.created amount=9.90 flow=alipay_h5")
        #expect(Judge.judge(story.chain, in: story.run).outcome == .unknown)
    }

    @Test func everyTrapIsTold() {
        #expect(TrapDefinition.all.count == 15)
        #expect(Set(TrapDefinition.all.map(\.word)).count == 15)
    }
}
