import Domain
import Flows

/// Judges orders: a pure function of a chain and a run (architecture.md, the seam).
public enum Judge {
    /// Outcome, experience, breaks, steps and remarks of one order.
    ///
    /// Deterministic: the same chain and run always give the same verdict, on every machine. Never fails; evidence that says nothing
    /// usable is left out.
    public static func judge(_ chain: Chain, in run: RunContext) -> Verdict {
        let order = Case(chain, in: run)
        var verdict = Verdict(order: chain.order, asOf: run.asOf)
        verdict.flow = order.flow
        verdict.outcome = order.outcome
        verdict.experience = order.judgeExperience()
        verdict.steps = order.steps.map { $0.verdict(order.facts) }
        verdict.createdAt = order.created.map { order.facts[$0].at }
        verdict.paidAt = order.paidAt
        verdict.lastEvidenceAt = order.facts.lazy.map(\.at).max()
        verdict.amount = order.amount
        if !order.isBillOnly { verdict.breaks = breaks(of: order) }
        verdict.primaryBreak = verdict.breaks.first { $0.explainedBy == nil }?.code
        verdict.remarks = RemarkDefinition.all.filter { $0.applies(order) }.map(\.remark)
        verdict.aliases = order.aliases
        verdict.segments = order.segments
        verdict.coverage = order.coverage
        return verdict
    }

    /// The fired breaks, worst first, each with the one that explains it.
    private static func breaks(of order: borrowing Case) -> [Break] {
        var fired: [Break] = []
        for (code, check) in BreakDefinition.checks[order.flow] ?? [] {
            guard let found = check(order), let definition = BreakDefinition.of(code) else { continue }
            let reasonOwner = definition.reasons.first { $0.word == found.reason }?.owner
            fired.append(
                Break(
                    code: code, stage: definition.stage, severity: found.severity, owner: found.owner ?? reasonOwner ?? definition.owner,
                    reason: found.reason, confidence: order.confidence(in: found), closedAt: found.closedAt, attempt: found.attempt,
                    attemptsUnseen: found.attemptsUnseen, hint: found.hint, evidence: order.references(found.evidence)))
        }
        guard !fired.isEmpty else { return [] }
        for index in fired.indices {
            fired[index].explainedBy = BreakDefinition.of(fired[index].code)?.explainedBy.first { code in
                fired.contains { $0.code == code }
            }
        }
        fired.sort { ($0.severity.rank, $0.code.rank) < ($1.severity.rank, $1.code.rank) }
        return fired
    }
}

extension Case {
    /// How surely the evidence behind a break belongs to the order (vocabulary §2).
    func confidence(in found: BreakDefinition.Fired) -> Confidence {
        var confidence: Confidence = found.restsOnClock && clockIsCorrected ? .medium : .high
        for index in found.evidence where index < facts.count {
            switch facts[index].binding {
            case .window: return .low
            case .schedule, .mask: confidence = .medium
            case .direct, .alias: if facts[index].flags.contains(.payerExport) { confidence = .medium }
            }
        }
        return confidence
    }

    /// Whether the checkout device's clock is surely off, so that its stamps count only corrected.
    private var clockIsCorrected: Bool {
        guard let offset = device?.offset else { return false }
        return offset.low > .seconds(1) || offset.high < .seconds(-1)
    }

    /// The lines a break rests on: in chain order, without repeats, the first ones of many.
    func references(_ indices: [Int]) -> [Int] {
        var references: [Int] = []
        for index in indices.sorted() where index < facts.count && references.last != index {
            if references.count == Limits.evidencePerBreak { break }
            references.append(index)
        }
        return references
    }
}
