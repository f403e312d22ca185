import Domain
import Reports
import TestKit
import Testing

@testable import Pipeline

@Suite struct SummaryBuilderTests {
    static func verdict(_ number: Int, using random: inout Seeded) -> Verdict {
        var verdict = Verdict(order: OrderNumber("A\(number)"), asOf: Instant(microseconds: 0))
        verdict.flow = [.alipayH5, .webCheckout, .unknown][Int.random(in: 0..<3, using: &random)]
        verdict.outcome = Outcome.allCases.randomElement(using: &random) ?? .unknown
        verdict.experience = Bool.random(using: &random) ? Experience.allCases.randomElement(using: &random) : nil
        let created = Int64.random(in: 0..<1_000_000_000, using: &random)
        verdict.createdAt = Instant(microseconds: created)
        // An order that only a bill knows has fewer steps than others of the flow.
        let steps: [Step] = Bool.random(using: &random) ? [.paid] : [.orderCreated, .paid, .notified, .markedPaid, .resultShown]
        verdict.steps = steps.map { step in
            let state = StepState.allCases.randomElement(using: &random) ?? .seen
            return StepVerdict(
                step: step, state: state, at: Instant(microseconds: created + Int64.random(in: -5...90_000_000, using: &random)))
        }
        let scale = UInt8.random(in: 0...3, using: &random)
        verdict.amount = Money(
            units: Int64.random(in: 1...99_999, using: &random), scale: scale,
            currency: ["CNY", "USD", ""][Int.random(in: 0..<3, using: &random)])
        for code in [BreakCode.notifyRejected, .amountMismatch, .paidNotMarked] where Bool.random(using: &random) {
            verdict.breaks.append(
                Break(
                    code: code, stage: .notify, severity: [.critical, .major, .minor][Int.random(in: 0..<3, using: &random)],
                    owner: .server,
                    confidence: .high))
        }
        verdict.primaryBreak = verdict.breaks.first?.code
        return verdict
    }

    static func json(_ builder: SummaryBuilder) -> String {
        var summary = Summary(asOf: Instant(microseconds: 0))
        builder.write(into: &summary)
        var json = JSONWriter(capacity: 4_096)
        SummaryJSON.append(summary, to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static let empty = Chain(order: OrderNumber("1"))

    /// What no log can tell is not the same as what did not happen.
    @Test func `a step that cannot be told is counted apart`() throws {
        var builder = SummaryBuilder()
        for (number, state) in [StepState.seen, .unobserved, .missing, .unobserved, .notDue, .skipped].enumerated() {
            var verdict = Verdict(order: OrderNumber("A\(number)"), asOf: Instant(microseconds: 0))
            verdict.flow = .alipayH5
            verdict.steps = [StepVerdict(step: .walletOpened, state: state)]
            var one = SummaryBuilder()
            one.add(verdict, SummaryBuilderTests.empty, amount: nil)
            builder.merge(one)
        }
        var summary = Summary(asOf: Instant(microseconds: 0))
        builder.write(into: &summary)
        let step = try #require(summary.funnels.first?.steps.first)
        #expect((step.orders, step.unobserved) == (1, 2))
    }

    /// A device's clock that is off by hours is no duration: only a stamp known to within seconds counts (vocabulary.md, clocks).
    @Test func `a median takes true moments, not a device's stamps`() {
        func median(_ offset: ClockOffset) -> Double? {
            var chain = SummaryBuilderTests.empty
            let event = Evidence(
                event: .walletOpened, at: Instant(microseconds: 7_205_000_000), resolution: .millisecond, witness: .client, source: 0,
                line: 1,
                offset: 0, identity: 1, device: 1)
            chain.events = [event]
            chain.devices = [DeviceSession(key: 1, offset: offset, coverage: WitnessCoverage())]
            var verdict = Verdict(order: OrderNumber("1"), asOf: Instant(microseconds: 0))
            (verdict.flow, verdict.createdAt) = (.alipayH5, Instant(microseconds: 0))
            verdict.steps = [StepVerdict(step: .walletOpened, state: .seen, at: event.at, evidence: 0)]
            var builder = SummaryBuilder()
            builder.add(verdict, chain, amount: nil)
            var summary = Summary(asOf: Instant(microseconds: 0))
            builder.write(into: &summary)
            return summary.funnels.first?.steps.first?.medianSeconds
        }
        // Two hours ahead, to within two seconds: five seconds after the order.
        #expect(median(ClockOffset(low: .seconds(7_199), high: .seconds(7_201))).map { abs($0 - 5) < 0.1 } == true)
        #expect(median(ClockOffset(low: .seconds(0), high: .seconds(7_200))) == nil)
        #expect(median(.unknown) == nil)
    }

    @Test("the sums do not depend on who counted what, or first", arguments: 1...20 as ClosedRange<UInt64>)
    func merging(_ seed: UInt64) {
        var random = Seeded(state: seed)
        let verdicts = (0..<Int.random(in: 0...60, using: &random)).map { SummaryBuilderTests.verdict($0, using: &random) }
        var whole = SummaryBuilder()
        for verdict in verdicts { whole.add(verdict, SummaryBuilderTests.empty, amount: verdict.amount) }
        let wanted = SummaryBuilderTests.json(whole)
        for _ in 0..<5 {
            var parts = [SummaryBuilder](repeating: SummaryBuilder(), count: Int.random(in: 1...5, using: &random))
            for verdict in verdicts.shuffled(using: &random) {
                parts[Int.random(in: parts.indices, using: &random)].add(verdict, SummaryBuilderTests.empty, amount: verdict.amount)
            }
            var merged = SummaryBuilder()
            for part in parts { merged.merge(part) }
            #expect(SummaryBuilderTests.json(merged) == wanted)
            // Orders that are judged anew leave the sums as if they had never been there; which order stands for a break may be lost.
            var others = SummaryBuilder()
            for number in 0..<20 {
                var verdict = SummaryBuilderTests.verdict(1_000 + number, using: &random)
                // Sums keep the finest scale that they ever saw.
                verdict.amount = Money(units: Int64(number), scale: 0, currency: verdict.amount?.currency ?? "")
                others.add(verdict, SummaryBuilderTests.empty, amount: verdict.amount)
            }
            merged.merge(others)
            merged.subtract(others)
            func withoutExamples(_ json: String) -> String { json.replacing(/"example":("[^"]*"|null)/, with: "") }
            #expect(withoutExamples(SummaryBuilderTests.json(merged)) == withoutExamples(wanted))
        }
    }

    @Test func `an amount without a currency is counted in the only one of its flow`() {
        func paid(_ number: String, _ flow: Flow, _ units: Int64, _ currency: String) -> Verdict {
            var verdict = Verdict(order: OrderNumber(number), asOf: Instant(microseconds: 0))
            (verdict.flow, verdict.outcome) = (flow, .paid)
            verdict.amount = Money(units: units, scale: 2, currency: currency)
            return verdict
        }
        func sums(_ verdicts: [Verdict]) -> [Money] {
            var builder = SummaryBuilder()
            for verdict in verdicts { builder.add(verdict, SummaryBuilderTests.empty, amount: verdict.amount) }
            var summary = Summary(asOf: Instant(microseconds: 0))
            builder.write(into: &summary)
            return summary.paidAmounts
        }
        let usd = paid("1", .webCheckout, 100, "USD")
        let bare = paid("2", .webCheckout, 200, "")
        #expect(sums([usd, bare]) == [Money(units: 300, scale: 2, currency: "USD")])
        // Two currencies of one flow, or another flow's: nobody can tell.
        let eur = paid("3", .webCheckout, 1, "EUR")
        #expect(sums([usd, bare, eur]).map(\.currency) == ["", "EUR", "USD"])
        #expect(sums([paid("4", .unknown, 100, "USD"), bare]).map(\.currency) == ["", "USD"])
    }
}
