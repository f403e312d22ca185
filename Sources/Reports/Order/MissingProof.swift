import Domain
import Flows

/// Why a missing step counts as missing: the interval in which it should have come, and whose logs cover it (vocabulary §5).
struct MissingProof {
    /// When the step became possible.
    let from: Instant
    /// Its deadline.
    let due: Instant
    /// The step its deadline counts from.
    let after: Step?
    /// The kind of log that covers the interval and shows nothing; nil when the line itself told that the step was late.
    let witness: Witness?
    /// The source that covers it, when one alone does; for a device its name.
    let source: String?

    init?(_ step: StepVerdict, verdict: Verdict, chain: Chain, run: RunContext, sources: [SourceInfo]) {
        guard let due = step.due else { return nil }
        self.due = due
        let anchor = MissingProof.anchor(of: step.step, due: due, verdict: verdict, run: run)
        after = anchor.step
        let start = anchor.from
        from = start
        let candidates = step.step.witnesses.filter { witness in
            switch witness {
            case .client: chain.devices.contains { $0.covers(ClockRange(earliest: start, latest: due)) }
            case .serverApp: run.serverApp.covers(start, due)
            case .serverEdge: run.serverEdge.covers(start, due)
            case .provider: false
            }
        }
        witness = candidates.first
        switch witness {
        case nil: source = nil
        case .client:
            source = chain.devices.first { $0.covers(ClockRange(earliest: start, latest: due)) }?.name
        case let kind?:
            let covering = sources.filter { $0.witness == kind && ($0.span?.contains(start, due) ?? false) }
            source = covering.count == 1 ? covering.first?.name : nil
        }
    }

    /// What the deadline counts from: the step of the flow's rule, when the times agree; else only the length of the rule is known.
    private static func anchor(of step: Step, due: Instant, verdict: Verdict, run: RunContext) -> (from: Instant, step: Step?) {
        let rule = FlowDefinition.of(verdict.flow).rule(for: step)
        let configured = run.deadlines.last { $0.flow == verdict.flow && $0.step == step }?.span
        var candidates = (rule?.after ?? []).map { (step: $0, within: configured ?? rule?.within) }
        if let otherwise = rule?.otherwise { candidates.append((otherwise.after, otherwise.within)) }
        for (name, within) in candidates {
            let at = name == .paid ? verdict.paidAt : verdict.steps.first { $0.step == name }?.at
            guard let at, let within, at <= due else { continue }
            if (due - (at + within)).microseconds.magnitude <= 1_000_000 { return (at, name) }
        }
        // Paid, and nobody knows when: it can have come at any time since the order was made.
        if verdict.outcome.everPaid, verdict.paidAt == nil, let created = verdict.createdAt, created <= due { return (created, nil) }
        guard let within = configured ?? rule?.within else { return (min(verdict.createdAt ?? due, due), nil) }
        return (due - within, nil)
    }

    /// The reason as a sentence.
    func sentence(_ time: TimeText, rule step: Step) -> Text {
        let span = time.span(due - from)
        let due = time.brief(due, on: from)
        let window = "\(time.brief(from, on: self.due))–\(time.clock(self.due))"
        let anchorEn = after.map { ", \(span) after “\($0.title.en)”" } ?? ""
        let anchorZh = after.map { "（“\($0.title.zh)”后 \(span)）" } ?? ""
        guard let witness else {
            return Text(
                en: "due \(due)\(anchorEn); what was seen later shows that it had not happened by then",
                zh: "应在 \(due) 前\(anchorZh)；之后的日志表明届时尚未发生")
        }
        // The file's own name: whole paths stand where evidence is cited.
        let name = source.map { " " + ($0.split(separator: "/").last.map(String.init) ?? $0) } ?? ""
        return Text(
            en: "due \(due)\(anchorEn); the \(witness.title.en)\(name) covers \(window) and shows none",
            zh: "应在 \(due) 前\(anchorZh)；\(witness.title.zh)\(name) 完整覆盖 \(window)，其中没有")
    }
}
