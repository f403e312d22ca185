import Domain
import TestKit
import Testing
import Verdicts

@testable import Conversion

@Suite("What would have recovered it")
struct RecoveryTests {
    /// Paid, marked, and the payer never came back by a callback and never asked.
    static let lost = """
        cover all
        scheme myshop
        shown client.result.shown
        10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
        10:02:14 wallet.opened ok=true
        10:02:40 trade.recorded status=paid paidAt=10:02:40 provider=alipay
        10:02:41 notify.received status=paid paidAt=10:02:40 provider=alipay
        10:02:41.1 notify.verified ok=true provider=alipay
        10:02:41.2 order.changed from=pending to=paid by=notify
        10:02:41.3 notify.answered httpStatus=200 body=success provider=alipay
        """
    /// The same, but the return page was served and did not open the app.
    static let relay = lost + "\n10:02:44 edge return.served httpStatus=200"
    /// Every notify was refused with 419, and nobody marked the order.
    static let refused = """
        cover all
        10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
        10:02:14 wallet.opened ok=true
        10:02:40 trade.recorded status=paid paidAt=10:02:40 provider=alipay
        10:02:41 edge notify.received httpStatus=419 provider=alipay
        """
    /// One delivery met a server that was down.
    static let down = refused.replacingStatus(with: "502")
    /// Refused for its amount: rightly.
    static let wrongAmount = """
        cover all
        10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
        10:02:40 notify.received status=paid paidAt=10:02:40 amount=1.28 currency=CNY provider=alipay
        10:02:40.1 notify.verified ok=false reason=amount provider=alipay
        10:02:40.2 notify.answered httpStatus=200 body=failure provider=alipay
        10:02:50 trade.recorded status=paid paidAt=10:02:40 amount=1.28 currency=CNY provider=alipay
        """
    static let unpaid = """
        cover all
        10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
        10:02:14 wallet.opened ok=true
        10:30:00 provider.answered status=closed
        """

    static let stories = [
        ("lost", lost), ("relay", relay), ("refused", refused), ("down", down), ("wrong amount", wrongAmount), ("unpaid", unpaid),
    ]

    private func result(_ action: RecoveryAction, _ story: String) throws -> RecoveryReplay.Result? {
        let story = try Story(story)
        let verdict = Judge.judge(story.chain, in: story.run)
        let replay = RecoveryReplay(run: story.run)
        return replay.mayHeal(verdict) ? replay.result(of: action, on: verdict, story.chain) : nil
    }

    @Test func `a query at the front shows a lost payer the result`() throws {
        let story = try Story(RecoveryTests.lost)
        let before = Judge.judge(story.chain, in: story.run)
        #expect(before.experience == .lost && before.breaks.map(\.code) == [.returnNeverLanded])
        let late = try #require(try result(.foregroundQuery, RecoveryTests.lost))
        // No log shows that the payer ever came back: that would have to happen too.
        #expect(late.seen == .maybe && late.marked == nil && late.claim == .maybe)
        let back = try #require(try result(.foregroundQuery, RecoveryTests.lost + "\n10:03:10 app.foregrounded pending=ORDER"))
        #expect(back.healed.contains(.returnNeverLanded) && back.seen == .yes && back.claim == .yes)
    }

    @Test func `a server that could not ask the provider might have failed again`() throws {
        let story = RecoveryTests.refused + "\n10:03:10 return.received via=url_scheme\n10:03:11 provider.answered error=parse"
        #expect(try result(.foregroundQuery, story)?.marked == .maybe)
    }

    @Test func `the claim is what the judge says of the history in which the app really asked`() throws {
        // The same order with that one change, told as the logs would have it.
        let changed = try Story(
            RecoveryTests.lost + """

                10:03:10 app.foregrounded pending=ORDER
                10:03:10.1 query.sent
                10:03:10.2 query.received
                10:03:10.4 server.query.answered status=paid
                10:03:10.6 client.query.answered status=paid
                10:03:10.7 result.shown status=paid
                """)
        let after = Judge.judge(changed.chain, in: changed.run)
        #expect(after.experience == .recovered && after.breaks.allSatisfy { $0.severity == .minor })
    }

    @Test func `a query at the front marks an order that no notify marked`() throws {
        let late = try #require(try result(.foregroundQuery, RecoveryTests.refused))
        #expect(late.marked == .maybe, "nobody came back")
        let result = try #require(try result(.foregroundQuery, RecoveryTests.refused + "\n10:03:10 return.received via=url_scheme"))
        #expect(result.healed.contains(.notifyRejected) && result.marked == .yes)
    }

    @Test func `a scheme fallback helps only where the return page was served`() throws {
        let helped = try #require(try result(.schemeFallback, RecoveryTests.relay))
        #expect(helped.healed == [.returnNeverLanded] && helped.seen == .yes)
        #expect(try result(.schemeFallback, RecoveryTests.lost) == nil)
    }

    @Test func `a right answer heals what a refusal broke`() throws {
        let result = try #require(try result(.rightNotifyAnswer, RecoveryTests.refused))
        #expect(result.healed.contains(.notifyRejected) && result.marked == .yes)
    }

    @Test func `a payer who asked after the notify hears what a right answer made known`() throws {
        let story =
            RecoveryTests.refused + """

                10:02:43 return.received via=url_scheme
                10:02:50 query.sent
                10:02:50.2 query.received
                10:02:50.4 server.query.answered status=pending
                10:02:50.6 client.query.answered status=pending
                10:02:50.7 result.shown status=pending
                """
        let result = try #require(try result(.rightNotifyAnswer, story))
        #expect(result.marked == .yes && result.seen == .yes)
    }

    /// The access log says that the delivery came in the second of 10:02:41: by 10:02:42 at the latest, and the handler takes some time.
    @Test(arguments: [
        ("10:02:41.3", RecoveryReplay.Claim.maybe), ("10:02:41.9", .maybe), ("10:02:42.1", .maybe), ("10:02:42.9", .maybe),
        ("10:02:43", .yes), ("10:02:38", .no),
    ])
    func `who asked while the delivery was on its way may have heard either`(_ answered: String, _ claim: RecoveryReplay.Claim) throws {
        let story =
            RecoveryTests.refused + """

                10:02:38 return.received via=url_scheme
                \(answered) server.query.answered status=pending
                10:02:44 result.shown status=pending
                """
        let result = try #require(try result(.rightNotifyAnswer, story))
        #expect(result.marked == .yes && result.seen == claim)
    }

    @Test func `one more retry helps only where the refusal was a passing one`() throws {
        #expect(try result(.oneMoreRetry, RecoveryTests.refused) == nil, "419 would come again")
        let result = try #require(try result(.oneMoreRetry, RecoveryTests.down))
        #expect(result.marked == .maybe && result.healed.isEmpty, "whether the server was up again nobody knows")
    }

    @Test(arguments: RecoveryAction.all)
    func `nothing is claimed for an unpaid order or a wrong amount`(_ action: RecoveryAction) throws {
        #expect(try result(action, RecoveryTests.unpaid) == nil)
        #expect(try result(action, RecoveryTests.wrongAmount) == nil)
    }

    @Test func `a device whose clock is unknown is not guessed at`() throws {
        let result = try result(.foregroundQuery, RecoveryTests.refused + "\nclock phone unknown")
        #expect(result?.claim != .yes)
    }

    @Test(arguments: RecoveryAction.all)
    func `every action says what it is in both languages`(_ action: RecoveryAction) {
        for text in [action.title, action.adds] { #expect(!text.en.isEmpty && !text.zh.isEmpty && text.en != text.zh) }
    }
}

extension String {
    fileprivate func replacingStatus(with status: String) -> String {
        split(separator: "419", omittingEmptySubsequences: false).joined(separator: status)
    }
}
