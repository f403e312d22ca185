import Domain
import TestKit
import Testing
import Verdicts

/// The invariants of the vocabulary on generated chains.
@Suite struct PropertyTests {
    /// A small seeded generator (xorshift64*).
    struct Seeded: RandomNumberGenerator {
        var state: UInt64
        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
        mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 2_685_821_657_736_338_717
        }
        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
    }

    /// A payment that goes well or loses some of its steps, with all four witnesses.
    static func generate(_ seed: UInt64) -> StoryBuilder {
        var random = Seeded(seed)
        var story = StoryBuilder(number: "G-\(seed)")
        let flows = ["alipay_h5", "alipay_sdk", "wechat_h5", "wechat_sdk", "unknown"]
        let flow = flows[Int.random(in: 0..<flows.count, using: &random)]
        var now = StoryTime.at("10:00:00")
        func step(_ seconds: ClosedRange<Int64>) -> Instant {
            now = now + .milliseconds(Int64.random(in: seconds.lowerBound * 1_000...seconds.upperBound * 1_000, using: &random))
            return now
        }
        let offset = TimeSpan.seconds(Int64.random(in: -86_400...86_400, using: &random))
        for witness in ["app", "edge", "phone"] { story.cover(witness, StoryTime.at("08:00"), StoryTime.at("12:00")) }
        if flow != "unknown" {
            story.add(step(0...1), .orderCreated, [(.amount, "9.90"), (.flow, flow), (.notifyPath, "/n/*")])
        } else {
            story.add(step(0...1), .orderCreated, [(.amount, "9.90")])
        }
        if random.chance(90) { story.add(step(1...3), .checkoutLoaded) }
        if random.chance(90) { story.add(step(1...2), .walletOpened, [(.ok, random.chance(90) ? "true" : "false")]) }
        let pays = random.chance(80)
        let paid = step(10...40)
        if pays {
            let at = "\(paid.microseconds)"
            story.add(paid, .tradeRecorded, [(.status, "paid"), (.paidAt, at), (.amount, random.chance(95) ? "9.90" : "0.99")])
            if random.chance(80) {
                let refused = random.chance(20)
                let received = step(1...3)
                story.add(
                    received, .notifyReceived, [(.status, "paid"), (.notifyID, "n"), (.paidAt, at), (.amount, "9.90"), (.path, "/n/1")])
                story.add(received + .milliseconds(20), .notifyVerified, [(.ok, refused ? "false" : "true")])
                if !refused, random.chance(90) {
                    story.add(received + .milliseconds(40), .orderChanged, [(.from, "pending"), (.to, "paid"), (.by, "notify")])
                }
                story.add(received + .milliseconds(60), .notifyAnswered, [(.httpStatus, "200"), (.body, refused ? "fail" : "success")])
                story.add(
                    received + .milliseconds(100), .notifyReceived,
                    [(.httpStatus, "200"), (.bytes, refused ? "4" : "7"), (.path, "/n/1")], witness: .serverEdge)
            }
        }
        if random.chance(80) { story.add(step(3...20), .returnReceived, [(.via, "sdk"), (.resultCode, pays ? "9000" : "6001")]) }
        if random.chance(50) { story.add(step(0...1), .appForegrounded) }
        if random.chance(80) {
            story.add(step(1...2), .querySent)
            if random.chance(90) {
                story.add(now + .milliseconds(100), .queryReceived)
                story.add(now + .milliseconds(150), .serverQueryAnswered, [(.status, random.chance(80) && pays ? "paid" : "pending")])
                story.add(now + .milliseconds(300), .clientQueryAnswered, [(.status, pays ? "paid" : "pending")])
            }
        }
        if random.chance(80) { story.add(step(1...2), .resultShown, [(.status, pays ? "paid" : "cancelled")]) }
        story.show(.walletOpened)
        story.show(.resultShown)
        story.show(.queryReceived)
        story.show(.notifyVerified)
        story.shiftClock("phone", by: offset)
        return story
    }

    static let seeds = Array(UInt64(1)...200)

    private func judge(_ story: StoryBuilder) -> Verdict { Judge.judge(story.chain, in: story.run) }

    /// The verdict without what naturally changes when lines are added: indices and the last stamp.
    private func essence(_ verdict: Verdict) -> [String] {
        var lines = [
            "\(verdict.flow) \(verdict.outcome) \(String(describing: verdict.experience)) \(String(describing: verdict.primaryBreak))"
        ]
        lines += verdict.breaks.map {
            "\($0.code) \($0.severity) \($0.owner) \($0.reason ?? "-") \(String(describing: $0.explainedBy)) \(String(describing: $0.hint))"
        }
        lines += verdict.steps.map { "\($0.step) \($0.state)" }
        lines += verdict.remarks.map(\.rawValue)
        return lines
    }

    @Test(arguments: seeds) func judgingIsDeterministic(_ seed: UInt64) {
        let story = PropertyTests.generate(seed)
        #expect(judge(story) == judge(story))
    }

    @Test(arguments: seeds) func shiftingTheDevicesClockChangesNothing(_ seed: UInt64) {
        let story = PropertyTests.generate(seed)
        var shifted = story
        shifted.shiftClock("phone", by: .hours(Int64(seed % 48) - 24))
        let (a, b) = (judge(story), judge(shifted))
        // the remark names the clock itself
        #expect(essence(a).filter { $0 != "clock_skewed" } == essence(b).filter { $0 != "clock_skewed" })
    }

    @Test(arguments: seeds) func noiseChangesNothing(_ seed: UInt64) {
        let story = PropertyTests.generate(seed)
        var noisy = story
        // events that say nothing about this order's course
        noisy.add(StoryTime.at("10:00:05"), .providerQueried)
        noisy.add(StoryTime.at("11:00:00"), .exportFinished)
        noisy.add(StoryTime.at("10:00:02"), .orderSaved)
        #expect(essence(judge(story)) == essence(judge(noisy)))
    }

    @Test(arguments: seeds) func removingWitnessesNeverMakesAStepMissingThatHappened(_ seed: UInt64) {
        let story = PropertyTests.generate(seed)
        let full = judge(story)
        let happened = Set(full.steps.filter { $0.state == .seen }.map(\.step))
        for mask in 1..<16 {
            var cut = story
            for (bit, witness) in [Witness.client, .serverApp, .serverEdge, .provider].enumerated() where mask & (1 << bit) != 0 {
                cut.remove { $0.witness == witness }
                switch witness {
                case .client: cut.change("phone") { $0.coverage = WitnessCoverage() }
                case .serverApp: cut.run.serverApp = WitnessCoverage()
                case .serverEdge: cut.run.serverEdge = WitnessCoverage()
                case .provider: break
                }
            }
            let missing = judge(cut).steps.filter { $0.state == .missing }.map(\.step)
            #expect(missing.allSatisfy { !happened.contains($0) }, "seed \(seed), cut \(mask): \(missing)")
        }
    }

    @Test(arguments: seeds) func cuttingTheEndNeverMakesAStepMissingThatHappened(_ seed: UInt64) {
        var random = Seeded(seed &+ 7_777)
        let story = PropertyTests.generate(seed)
        let happened = Set(judge(story).steps.filter { $0.state == .seen }.map(\.step))
        for _ in 0..<8 {
            var cut = story
            let at = StoryTime.at("10:00:00") + .milliseconds(Int64.random(in: 0...180_000, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                cut.remove { $0.witness == .serverApp && $0.at > at }
                cut.run.serverApp.stretches[0].to = at
            case 1:
                cut.remove { $0.witness == .serverEdge && $0.at > at }
                cut.run.serverEdge.stretches[0].to = at
            default:
                let offset = story.devices[0].offset.low
                cut.remove { $0.witness == .client && $0.at > at + offset }
                cut.change("phone") { $0.coverage.stretches[0].to = at + offset }
            }
            let missing = judge(cut).steps.filter { $0.state == .missing }.map(\.step)
            #expect(missing.allSatisfy { !happened.contains($0) }, "seed \(seed): \(missing)")
        }
    }

    @Test(arguments: seeds) func everyVerdictIsSound(_ seed: UInt64) {
        let verdict = judge(PropertyTests.generate(seed))
        #expect((verdict.experience == nil) == !verdict.outcome.everPaid)
        #expect(
            verdict.breaks.map { ($0.severity.rank * 100) + $0.code.rank }
                == verdict.breaks.map { ($0.severity.rank * 100) + $0.code.rank }.sorted())
        let codes = Set(verdict.breaks.map(\.code))
        for fired in verdict.breaks {
            if let cause = fired.explainedBy { #expect(codes.contains(cause)) }
            #expect(!fired.evidence.isEmpty)
            #expect(fired.evidence == fired.evidence.sorted())
        }
        #expect(verdict.primaryBreak == verdict.breaks.first { $0.explainedBy == nil }?.code)
    }
}
