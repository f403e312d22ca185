import Domain

@testable import Alerts

/// A small world of told orders, minute by minute.
struct World {
    static let start = Instant(microseconds: 1_793_757_600_000_000)
    var facts: [OrderFact] = []
    private var number = 0

    static func at(_ minutes: Int64) -> Instant { start + .minutes(minutes) }

    /// Adds a paid order created at a minute.
    mutating func add(
        _ minute: Int64, breaks: [BreakCode] = [], outcome: Outcome = .paid, version: String? = nil, amount: Int64 = 10_000,
        states: [Step: StepState] = [:]
    ) {
        number += 1
        var verdict = Verdict(order: OrderNumber("o\(number)"), asOf: World.at(100_000))
        verdict.flow = .alipayH5
        verdict.outcome = outcome
        verdict.createdAt = World.at(minute)
        verdict.paidAt = outcome.everPaid ? World.at(minute) + .seconds(30) : nil
        verdict.lastEvidenceAt = World.at(minute) + .seconds(40)
        verdict.amount = Money(units: amount, scale: 2, currency: "CNY")
        verdict.segments.appVersion = version
        verdict.breaks = breaks.map { Break(code: $0, stage: .notify, severity: .critical, owner: .server) }
        verdict.steps = Step.allCases.map { step in
            let at = verdict.paidAt.map { $0 + .seconds(2) }
            let isMissing = breaks.contains { BreakBasis.of($0).step == step }
            return StepVerdict(step: step, state: states[step] ?? (isMissing ? .missing : .seen), at: at)
        }
        facts.append(OrderFact(verdict, chain: nil))
    }

    func evidence(asOf minute: Int64, sources: [(String, Witness, Int64)] = [("app.log", .serverApp, 1_000_000)]) -> AlertEvidence {
        let asOf = World.at(minute)
        return AlertEvidence(
            facts: facts, historyFrom: facts.compactMap(\.startedAt).min(),
            sources: sources.map {
                WatchedSource(chain: StableHash.of($0.0), name: $0.0, witness: $0.1, to: min(asOf, World.at($0.2)), pause: .seconds(1))
            }, findings: [], asOf: asOf)
    }
}

func query(_ measure: MeasureDefinition, _ change: (inout MeasureQuery) -> Void = { _ in }) -> MeasureQuery {
    var query = MeasureQuery(measure)
    change(&query)
    return query
}

func rules(_ all: AlertRule...) -> RuleSet {
    var set = RuleSet()
    set.rules = all
    return set
}

/// Evaluates at a series of moments and gives what was said at each.
func run(_ world: World, _ set: RuleSet, _ minutes: [Int64], sources: (Int64) -> [(String, Witness, Int64)]) -> [(Int64, AlertEvent)] {
    var state = AlertState()
    return minutes.flatMap { minute in
        AlertEvaluation.evaluate(set, world.evidence(asOf: minute, sources: sources(minute)), state: &state).map { (minute, $0) }
    }
}
