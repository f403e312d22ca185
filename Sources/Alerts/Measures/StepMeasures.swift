import Domain

extension MeasureDefinition {
    /// Which share of the orders reaches a step.
    static let stepConversion = MeasureDefinition(
        "step_conversion", unit: .share,
        Text(
            en: "share of the orders that reach `step` among those that reached `from` (order_created) and of which it is decided",
            zh: "到达 from（默认 order_created）且已判定的订单中，到达 step 的比例"),
        counted: Text(en: "at the deadline of `step`", zh: "在 step 的截止时刻"), required: [.step], optional: [.from],
        witnesses: { query in StepBasis.of(query.step).shownBy }
    ) { query, fact in
        guard let labels = query.labels(of: fact), let at = fact.decision(of: query.step), isReached(query.from, fact) == .yes,
            let answer = isReached(query.step, fact)
        else { return [] }
        let needs = answer == .no ? StepBasis.of(query.step).shownBy : []
        return [MeasureEntry(answer, at: at, labels: labels, order: fact.order, needs: needs)]
    }

    /// How long it takes to reach a step.
    static let stepLatency = MeasureDefinition(
        "step_latency", unit: .seconds,
        Text(
            en:
                "a quantile of the seconds from `from` (order_created) to `step`, of the orders that reached both; steps on servers' clocks only",
            zh: "从 from（默认 order_created）到 step 的秒数分位数，仅含两步均到达的订单；仅限以服务端时钟计时的步骤"),
        counted: Text(en: "when `step` was reached", zh: "在到达 step 的时刻"), required: [.step], optional: [.from, .quantile],
        witnesses: { query in StepBasis.of(query.step).shownBy }
    ) { query, fact in
        guard let labels = query.labels(of: fact), let from = reached(query.from, fact), let to = reached(query.step, fact) else {
            return []
        }
        return [MeasureEntry(.yes, at: to, labels: labels, order: fact.order, span: max(.zero, to - from))]
    }

    private static func reached(_ step: Step, _ fact: OrderFact) -> Instant? {
        switch step {
        case .orderCreated: fact.createdAt
        case .paid: fact.paidAt
        default: fact.step(step).flatMap { $0.state == .seen ? $0.at : nil }
        }
    }

    private static func isReached(_ step: Step, _ fact: OrderFact) -> MeasureEntry.Answer? {
        if step == .paid {
            switch fact.outcome {
            case .paid, .refunded: return .yes
            case .failed, .cancelled, .abandoned: return .no
            case .pending: return .open
            case .unknown: return nil
            }
        }
        switch fact.step(step)?.state {
        case .seen: return .yes
        case .missing: return .no
        case .notDue: return .open
        case .unobserved, .skipped, nil: return nil
        }
    }
}
