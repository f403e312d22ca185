import Domain

extension MeasureDefinition {
    private static let filters: [Parameter] = [.break, .severityOfBreak, .owner, .reason]
    private static let counted = Text(
        en:
            "a break that says that a step is missing: at the step's deadline; every other one: at the line that shows it, on the clock of a server or provider",
        zh: "表示步骤缺失的断点：在该步骤的截止时刻；其他断点：在证明它的服务端或渠道日志行的时刻")

    /// How many orders have a break.
    static let breakCount = MeasureDefinition(
        "break_count", unit: .orders, Text(en: "orders on which a break fired", zh: "出现断点的订单数"), counted: counted,
        optional: filters, dimensions: AlertDimension.ofOrders + AlertDimension.ofBreaks, witnesses: witnesses
    ) { query, fact in fired(query, fact) }

    /// Their money.
    static let breakMoney = MeasureDefinition(
        "break_money", unit: .money, Text(en: "money of the orders on which a break fired", zh: "出现断点的订单金额"), counted: counted,
        optional: filters + [.currency], dimensions: AlertDimension.ofOrders + AlertDimension.ofBreaks, witnesses: witnesses
    ) { query, fact in
        guard let money = fact.amount(in: query.currency) else { return [] }
        return fired(query, fact).map { entry in
            var entry = entry
            entry.money = money
            return entry
        }
    }

    /// Their share of the orders that could have it.
    static let breakShare = MeasureDefinition(
        "break_share", unit: .share,
        Text(
            en: "share of the orders on which the break fired among those of which it is decided", zh: "出现该断点的订单占已判定订单的比例"),
        counted: Text(
            en: "at the deadline of the step that the break is about, else at the payment (the creation, for breaks before it)",
            zh: "在该断点所涉步骤的截止时刻；否则在支付时刻（支付前的断点取创建时刻）"),
        required: [.break], optional: [.severityOfBreak, .owner, .reason], witnesses: witnesses
    ) { query, fact in
        guard let labels = query.labels(of: fact), let code = query.breaks.first else { return [] }
        let basis = BreakBasis.of(code)
        let isFired = fact.breaks.contains { query.matches($0) }
        if basis.population == .paid, !fact.outcome.everPaid { return [] }
        var answer = isFired ? MeasureEntry.Answer.yes : .no
        var at = basis.population == .paid ? fact.paidAt ?? fact.createdAt : fact.startedAt
        if let step = basis.step {
            guard let state = fact.step(step)?.state else { return [] }
            at = fact.decision(of: step)
            switch state {
            case .seen, .missing, .skipped: break
            case .notDue: if !isFired { answer = .open }
            case .unobserved: if !isFired { return [] }
            }
        }
        guard let at else { return [] }
        return [MeasureEntry(answer, at: at, labels: labels, order: fact.order, needs: isFired ? basis.absentFrom : [])]
    }

    /// One entry for each value of what the measure is split by, however many breaks of the order share it: at the first of them.
    private static func fired(_ query: MeasureQuery, _ fact: OrderFact) -> [MeasureEntry] {
        var entries: [MeasureEntry] = []
        for fired in fact.breaks {
            guard let labels = query.labels(of: fact, fired) else { continue }
            let needs = BreakBasis.of(fired.code).absentFrom
            let entry = MeasureEntry(.yes, at: fired.at, labels: labels, order: fact.order, needs: needs)
            if let place = entries.firstIndex(where: { $0.labels == labels }) {
                if entry.at < entries[place].at { entries[place] = entry }
            } else {
                entries.append(entry)
            }
        }
        return entries
    }

    private static let witnesses: @Sendable (MeasureQuery) -> [Witness] = { query in
        let codes = query.breaks.isEmpty ? BreakCode.allCases : query.breaks
        let needed = codes.flatMap { BreakBasis.of($0).absentFrom }
        // Lines that show a break are missing too while their source is silent.
        let shown = codes.contains { BreakBasis.of($0).absentFrom.isEmpty } ? [Witness.serverApp] : []
        return Witness.allCases.filter { (needed + shown).contains($0) }
    }
}
