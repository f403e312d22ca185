import Domain
import Flows

/// Judges orders: a pure function of a chain and a run (architecture.md, the seam).
///
/// One a worker: what it needs for an order is used again for the next.
public struct Judge {
    /// The verdict on the order that was judged last.
    public private(set) var verdict: Verdict
    private var order: Case
    /// What is judged, in rank order.
    private let checks: [Check]
    private let remarks: [Note]

    /// A declared break as this judge asks for it: workers that share a declaration would count references to it against each other.
    private struct Check {
        /// Flows it is judged for, a bit for each.
        var flows: UInt8 = 0
        var kinds: EventKinds?
        var place: Int
        var check: BreakDefinition.Check
    }

    /// A declared remark as this judge asks for it.
    private struct Note {
        var remark: Remark
        var applies: @Sendable (borrowing Case) -> Bool
    }

    /// Makes a judge who knows what is known of a run.
    public init(_ run: RunContext) {
        order = Case(in: run.detached)
        checks = BreakDefinition.all.enumerated().map { place, definition in
            var check = Check(kinds: definition.kinds, place: place, check: definition.check)
            for flow in definition.flows { check.flows |= flow.bit }
            return check
        }
        remarks = RemarkDefinition.all.map { Note(remark: $0.remark, applies: $0.applies) }
        verdict = Verdict(order: OrderNumber(bytes: []), asOf: run.asOf)
    }

    /// Outcome, experience, breaks, steps and remarks of one order.
    ///
    /// Deterministic: the same chain and run always give the same verdict, on every machine. Never fails; evidence that says nothing
    /// usable is left out.
    public static func judge(_ chain: Chain, in run: RunContext) -> Verdict {
        var judge = Judge(run)
        var chain = chain
        judge.judge(&chain)
        return judge.verdict
    }

    /// Judges an order; ``verdict`` is what is found. The chain is only borrowed: it comes back as it was.
    public mutating func judge(_ chain: inout Chain) {
        order.read(&chain)
        verdict.order = order.chain.order
        verdict.flow = order.flow
        verdict.outcome = order.outcome
        verdict.experience = order.judgeExperience()
        verdict.steps.removeAll(keepingCapacity: true)
        for index in order.steps.indices { verdict.steps.append(order.steps[index].verdict(order.facts)) }
        verdict.createdAt = order.created.map { order.facts[$0].at }
        // Where only a refund proves the payment, its time is not the payment's.
        verdict.paidAt = order.paidFrom == order.paidAt ? order.paidAt : nil
        verdict.lastEvidenceAt = nil
        for index in order.facts.indices {
            verdict.lastEvidenceAt = max(verdict.lastEvidenceAt ?? order.facts[index].at, order.facts[index].at)
        }
        verdict.amount = order.amount
        verdict.breaks = order.isBillOnly ? [] : findBreaks()
        verdict.primaryBreak = verdict.breaks.first { $0.explainedBy == nil }?.code
        verdict.remarks.removeAll(keepingCapacity: true)
        for index in remarks.indices where remarks[index].applies(order) { verdict.remarks.append(remarks[index].remark) }
        verdict.aliases = order.aliases
        verdict.segments = order.segments
        verdict.coverage = order.coverage
        order.give(back: &chain)
    }

    /// The fired breaks, worst first, each with the one that explains it.
    private func findBreaks() -> [Break] {
        var fired: [Break] = []
        let (flow, kinds) = (order.flow.bit, order.kinds)
        for index in checks.indices where checks[index].flows & flow != 0 && checks[index].kinds?.overlaps(kinds) ?? true {
            guard let found = checks[index].check(order) else { continue }
            let definition = BreakDefinition.all[checks[index].place]
            let reasonOwner = definition.reasons.first { $0.word == found.reason }?.owner
            fired.append(
                Break(
                    code: definition.code, stage: definition.stage, severity: found.severity,
                    owner: found.owner ?? reasonOwner ?? definition.owner,
                    reason: found.reason, confidence: order.confidence(in: found), closedAt: found.closedAt, attempt: found.attempt,
                    attemptsUnseen: found.attemptsUnseen, hint: found.hint, evidence: order.references(found.evidence)))
        }
        guard !fired.isEmpty else { return [] }
        for index in fired.indices {
            let explaining = BreakDefinition.of(fired[index].code)?.explainedBy ?? []
            fired[index].explainedBy = explaining.first { code in fired.contains { $0.code == code } }
        }
        if fired.count > 1 { fired.sort { ($0.severity.rank, $0.code.rank) < ($1.severity.rank, $1.code.rank) } }
        return fired
    }
}

extension Flow {
    /// Its bit in a set of flows.
    fileprivate var bit: UInt8 {
        switch self {
        case .alipayH5: 1
        case .alipaySDK: 2
        case .wechatH5: 4
        case .wechatSDK: 8
        case .webCheckout: 16
        case .storekit: 32
        case .unknown: 64
        }
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
