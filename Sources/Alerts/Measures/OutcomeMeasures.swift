import Domain

extension MeasureDefinition {
    private static let counted = Text(
        en: "paid and refunded: at the payment; every other outcome: at the end of the payment window, when it is decided",
        zh: "已支付与已退款：在支付时刻；其他结果：在支付时限结束、结果已定的时刻")

    /// How many orders were created, or came to an outcome.
    static let orderCount = MeasureDefinition(
        "order_count", unit: .orders, Text(en: "orders created, or with an outcome those that came to it", zh: "创建的订单数；指定结果时为达到该结果的订单数"),
        counted: Text(en: "without `outcome`: at the creation; with it: \(counted.en)", zh: "未指定 outcome：在创建时刻；指定时：\(counted.zh)"),
        optional: [.outcome], dimensions: AlertDimension.ofOrders + [.outcome], witnesses: { _ in [.serverApp] }
    ) { query, fact in
        guard let labels = query.labels(of: fact) else { return [] }
        if query.outcomes.isEmpty {
            return fact.startedAt.map { [MeasureEntry(.yes, at: $0, labels: labels, order: fact.order)] } ?? []
        }
        guard query.outcomes.contains(fact.outcome), let at = fact.outcomeAt else { return [] }
        return [MeasureEntry(.yes, at: at, labels: labels, order: fact.order, needs: needs(fact.outcome))]
    }

    /// Share of an outcome.
    static let outcomeShare = MeasureDefinition(
        "outcome_share", unit: .share,
        Text(en: "share of the orders with this outcome among those whose money is decided", zh: "该结果占结果已定订单的比例"),
        counted: counted, required: [.outcome], witnesses: { _ in [.serverApp] }
    ) { query, fact in
        guard let labels = query.labels(of: fact), let at = fact.decision(of: .paid) else { return [] }
        let isMeant = query.outcomes.contains(fact.outcome)
        let answer: MeasureEntry.Answer
        switch fact.outcome {
        case .pending: answer = .open
        // Nobody can tell: neither for nor against, unless that is what is asked for.
        case .unknown:
            guard isMeant else { return [] }
            answer = .yes
        default: answer = isMeant ? .yes : .no
        }
        return [MeasureEntry(answer, at: at, labels: labels, order: fact.order, needs: isMeant ? needs(fact.outcome) : [])]
    }

    /// Money of an outcome.
    static let outcomeMoney = MeasureDefinition(
        "outcome_money", unit: .money, Text(en: "money of the orders with this outcome", zh: "该结果的订单金额"), counted: counted,
        required: [.outcome], optional: [.currency], dimensions: AlertDimension.ofOrders + [.outcome], witnesses: { _ in [.serverApp] }
    ) { query, fact in
        guard let labels = query.labels(of: fact), query.outcomes.contains(fact.outcome), let at = fact.outcomeAt,
            let money = fact.amount(in: query.currency)
        else { return [] }
        return [MeasureEntry(.yes, at: at, labels: labels, order: fact.order, money: money, needs: needs(fact.outcome))]
    }

    /// That nothing is known of an order may be the silence of a source; every other outcome is shown by a line.
    private static func needs(_ outcome: Outcome) -> [Witness] { outcome == .unknown || outcome == .pending ? [.serverApp] : [] }
}
