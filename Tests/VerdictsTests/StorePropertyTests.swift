import Domain
import TestKit
import Testing
import Verdicts

/// The invariants of the vocabulary on generated in-app purchases.
@Suite struct StorePropertyTests {
    typealias Seeded = PropertyTests.Seeded

    /// A purchase that goes well or loses some of its steps.
    static func generate(_ seed: UInt64) -> StoryBuilder {
        var random = Seeded(seed &+ 31_337)
        var story = StoryBuilder(number: "S-\(seed)")
        var now = StoryTime.at("10:00:00")
        func step(_ seconds: ClosedRange<Int64>) -> Instant {
            now = now + .milliseconds(Int64.random(in: seconds.lowerBound * 1_000...seconds.upperBound * 1_000, using: &random))
            return now
        }
        let offset = TimeSpan.seconds(Int64.random(in: -86_400...86_400, using: &random))
        for witness in ["app", "edge", "phone"] { story.cover(witness, StoryTime.at("08:00"), StoryTime.at("12:00")) }
        let transaction = (AttributeKey.transactionID, "2000001")
        story.add(step(0...1), .orderCreated, [(.amount, "18.00"), (.flow, "storekit")])
        if random.chance(90) { story.add(step(1...2), .storeTransaction, [(.transactionState, "purchasing")]) }
        if random.chance(15) {
            story.add(step(2...5), .storeTransaction, [(.transactionState, "failed"), (.code, random.chance(50) ? "2" : "0")])
        }
        let paid = step(5...30)
        if random.chance(80) {
            if random.chance(40) {
                story.add(paid, .storeTransactionRecorded, [(.status, "paid"), (.paidAt, "\(paid.microseconds)"), transaction])
            }
            if random.chance(85) { story.add(step(1...2), .storeTransaction, [(.transactionState, "purchased"), transaction]) }
            if random.chance(15) { story.add(step(0...1), .storeTransactionFinished, [transaction]) }
            if random.chance(80) { story.add(step(1...2), .receiptUploaded, [transaction]) }
            if random.chance(80) {
                let refused = random.chance(20)
                story.add(step(1...1), .receiptVerified, [(.code, refused ? "21002" : "0"), transaction])
                if !refused {
                    story.add(now + .milliseconds(50), .orderChanged, [(.from, "pending"), (.to, "paid"), (.by, "receipt")])
                    if random.chance(90) { story.add(now + .milliseconds(90), .orderDelivered, [transaction]) }
                    if random.chance(30) { story.add(now + .milliseconds(95), .entitlementChanged, [(.ok, "true"), transaction]) }
                }
            }
            if random.chance(70) { story.add(step(1...3), .storeTransactionFinished, [transaction]) }
        }
        if random.chance(80) { story.add(step(1...2), .resultShown, [(.status, random.chance(80) ? "paid" : "failed")]) }
        for event in [EventKind.storeTransaction, .receiptUploaded, .storeTransactionFinished, .resultShown] { story.show(event) }
        for event in [EventKind.receiptVerified, .orderDelivered] { story.show(event) }
        story.shiftClock("phone", by: offset)
        return story
    }

    private func judge(_ story: StoryBuilder) -> Verdict { Judge.judge(story.chain, in: story.run) }

    private func essence(_ verdict: Verdict) -> [String] {
        ["\(verdict.outcome) \(String(describing: verdict.experience)) \(String(describing: verdict.primaryBreak))"]
            + verdict.breaks.map { "\($0.code) \($0.severity) \($0.reason ?? "-")" } + verdict.steps.map { "\($0.step) \($0.state)" }
    }

    @Test(arguments: PropertyTests.seeds) func shiftingTheDevicesClockChangesNothing(_ seed: UInt64) {
        let story = StorePropertyTests.generate(seed)
        var shifted = story
        shifted.shiftClock("phone", by: .hours(Int64(seed % 48) - 24))
        #expect(essence(judge(story)) == essence(judge(shifted)))
    }

    @Test(arguments: PropertyTests.seeds) func removingWitnessesNeverMakesAStepMissingThatHappened(_ seed: UInt64) {
        let story = StorePropertyTests.generate(seed)
        let happened = Set(judge(story).steps.filter { $0.state == .seen }.map(\.step))
        for mask in 1..<8 {
            var cut = story
            for (bit, witness) in [Witness.client, .serverApp, .provider].enumerated() where mask & (1 << bit) != 0 {
                cut.remove { $0.witness == witness }
                if witness == .client { cut.change("phone") { $0.coverage = WitnessCoverage() } }
                if witness == .serverApp { cut.run.serverApp = WitnessCoverage() }
            }
            let missing = judge(cut).steps.filter { $0.state == .missing }.map(\.step)
            #expect(missing.allSatisfy { !happened.contains($0) }, "seed \(seed), cut \(mask): \(missing)")
        }
    }

    @Test(arguments: PropertyTests.seeds) func cuttingTheEndNeverMakesAStepMissingThatHappened(_ seed: UInt64) {
        var random = Seeded(seed &+ 7_777)
        let story = StorePropertyTests.generate(seed)
        let happened = Set(judge(story).steps.filter { $0.state == .seen }.map(\.step))
        for _ in 0..<8 {
            var cut = story
            let at = StoryTime.at("10:00:00") + .milliseconds(Int64.random(in: 0...120_000, using: &random))
            if random.chance(50) {
                cut.remove { $0.witness == .serverApp && $0.at > at }
                cut.run.serverApp.stretches[0].to = at
            } else {
                let offset = story.devices[0].offset.low
                cut.remove { $0.witness == .client && $0.at > at + offset }
                cut.change("phone") { $0.coverage.stretches[0].to = at + offset }
            }
            let missing = judge(cut).steps.filter { $0.state == .missing }.map(\.step)
            #expect(missing.allSatisfy { !happened.contains($0) }, "seed \(seed): \(missing)")
        }
    }

    @Test(arguments: PropertyTests.seeds) func everyVerdictIsSound(_ seed: UInt64) {
        let verdict = judge(StorePropertyTests.generate(seed))
        #expect(verdict.flow == .storekit)
        #expect((verdict.experience == nil) == !verdict.outcome.everPaid)
        #expect(verdict.breaks.allSatisfy { !$0.evidence.isEmpty && $0.evidence == $0.evidence.sorted() })
        let foreign: Set<BreakCode> = [
            .notifyNotReceived, .paidNotMarked, .paidNotDelivered, .returnURLMissing, .checkoutLoadFailed, .walletNeverOpened,
            .returnNeverLanded, .returnUnrouted, .pendingNotRequeried, .queryNotReceived, .queryStale, .providerQueryFailed,
        ]
        #expect(foreign.isDisjoint(with: verdict.breaks.map(\.code)))
        #expect(verdict.primaryBreak == verdict.breaks.first { $0.explainedBy == nil }?.code)
    }
}
