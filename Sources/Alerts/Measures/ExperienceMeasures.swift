import Domain

extension MeasureDefinition {
    private static let counted = Text(
        en: "six minutes after the payment, when the last deadline is over", zh: "支付后六分钟，即最后一个截止时刻之后")

    /// How many payers lived through something.
    static let experienceCount = MeasureDefinition(
        "experience_count", unit: .orders, Text(en: "paid orders with this experience", zh: "具有该体验的已支付订单数"), counted: counted,
        required: [.experience], dimensions: AlertDimension.ofOrders + [.experience], witnesses: { _ in [.serverApp] }
    ) { query, fact in entry(query, fact).map { [$0] } ?? [] }

    /// Their share.
    static let experienceShare = MeasureDefinition(
        "experience_share", unit: .share,
        Text(en: "share of the paid orders with this experience among those whose device's logs can tell", zh: "该体验占设备日志可判定订单的比例"),
        counted: counted, required: [.experience], witnesses: { _ in [.serverApp] }
    ) { query, fact in
        guard let labels = query.labels(of: fact), let experience = fact.experience, let at = fact.experienceAt else { return [] }
        let isMeant = query.experiences.contains(experience)
        if experience == .unobserved, !isMeant { return [] }
        return [MeasureEntry(isMeant ? .yes : .no, at: at, labels: labels, order: fact.order, needs: isMeant ? needs(experience) : [])]
    }

    /// Their money.
    static let experienceMoney = MeasureDefinition(
        "experience_money", unit: .money, Text(en: "money of the paid orders with this experience", zh: "具有该体验的已支付订单金额"),
        counted: counted, required: [.experience], optional: [.currency], dimensions: AlertDimension.ofOrders + [.experience],
        witnesses: { _ in [.serverApp] }
    ) { query, fact in
        guard var entry = entry(query, fact), let money = fact.amount(in: query.currency) else { return [] }
        entry.money = money
        return [entry]
    }

    private static func entry(_ query: MeasureQuery, _ fact: OrderFact) -> MeasureEntry? {
        guard let labels = query.labels(of: fact), let experience = fact.experience, query.experiences.contains(experience),
            let at = fact.experienceAt
        else { return nil }
        return MeasureEntry(.yes, at: at, labels: labels, order: fact.order, needs: needs(experience))
    }

    /// A payer who never saw the right result may have seen it in a line that is not there yet.
    private static func needs(_ experience: Experience) -> [Witness] {
        experience == .lost || experience == .unobserved ? [.serverApp, .serverEdge] : []
    }
}
