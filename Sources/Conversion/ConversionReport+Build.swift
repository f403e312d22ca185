import Domain
import Flows
import Verdicts

extension ConversionReport {
    /// Makes the report of a period.
    ///
    /// - Parameters:
    ///   - now: what the period's orders sum up to.
    ///   - then: the same for the period it is compared with.
    public init(_ now: ConversionCollector, comparedWith then: ConversionCollector? = nil) {
        (period, compared, asOf) = (now.period, then?.period, now.run.asOf)
        (orders, billOnly, ordersBefore) = (now.orders, now.billOnly, then?.orders)
        conversion = Compared(now: BoundedRate(now.paid), then: then.map { BoundedRate($0.paid) })
        paidMoney = now.paidMoney.amounts(knowing: now.ordered)
        paidMoneyBefore = then.map { $0.paidMoney.amounts(knowing: $0.ordered) }
        (stuck, stuckMoney) = (now.stuck, now.stuckMoney.amounts(knowing: now.ordered))
        outcomes = Outcome.allCases.map { ($0, now.outcomes[$0] ?? 0, then.map { [outcome = $0] in $0.outcomes[outcome] ?? 0 }) }
            .filter { $0.orders > 0 || $0.before ?? 0 > 0 }
        experiences = Experience.allCases.map { ($0, now.experiences[$0] ?? 0, then.map { [one = $0] in $0.experiences[one] ?? 0 }) }
            .filter { $0.orders > 0 || $0.before ?? 0 > 0 }
        lost = Compared(now: BoundedRate(now.lostCounts), then: then.map { BoundedRate($0.lostCounts) })
        funnels = Flow.allCases.compactMap { flow in
            now.flows[flow].map { ConversionReport.funnel(flow, $0, then?.flows[flow]) }
        }
        breaks = ConversionReport.breakRows(now, then)
        routes = Routes(
            paid: now.routes.paid, returns: (RouteTally.known + ["other"]).map { ($0, now.routes.returns[$0] ?? 0) }.filter { $0.1 > 0 },
            byQuery: now.routes.byQuery, none: now.routes.none, unseen: now.routes.unseen, open: now.routes.open,
            fallbacks: now.routes.fallbacks, firstInstall: BoundedRate(now.routes.firstInstall))
        notifies = now.notifies.sorted { ($1.value.orders, $0.key) < ($0.value.orders, $1.key) }.map { word, tally in
            NotifyHealth(
                provider: word, orders: tally.orders, deliveries: tally.deliveries, acceptedAt: tally.acceptedAt,
                neverAccepted: tally.neverAccepted, refusals: ConversionReport.ranked(tally.refusals).map { ($0.0, $0.1) })
        }
        reconciliation = now.reconciliation.sorted { $0.key < $1.key }.map { word, tally in
            ConversionReport.reconciliation(word, tally, knowing: now.ordered)
        }
        breakdowns = SegmentDimension.tables.compactMap { ConversionReport.breakdown($0, now.segments[$0]) }
        drivers = DriverSearch.find(now: now.cube, then: then?.cube, knowing: now.ordered)
        (harmed, harmedMoney) = (now.recovery.harmed.orders, now.recovery.harmed.money.amounts(knowing: now.ordered))
        recovery = now.recovery.rows(knowing: now.ordered)
        coverage = now.periodCoverage
        coverageBefore = then?.periodCoverage
    }

    /// Values of a dimension that are listed.
    static let listedValues = 12

    private static func funnel(_ flow: Flow, _ tally: FlowTally, _ before: FlowTally?) -> Funnel {
        let gate = Verdict.gate(of: flow)
        var steps: [FunnelStep] = []
        var isBehind = false
        var paid: Compared?
        for step in tally.steps.sorted(by: { place($0.step, flow) < place($1.step, flow) }) {
            let then = before?.steps.first { $0.step == step.step }
            let isGate = step.step == gate
            let ofBase = Compared(now: BoundedRate(step.ofBase), then: then.map { BoundedRate($0.ofBase) }, isOneOfMany: true)
            var reached = Compared(now: BoundedRate(step.all), then: then.map { BoundedRate($0.all) }, isOneOfMany: true)
            if isBehind, let paid {
                // Of an order that was not paid it is known that it did not get there; of a paid one often nothing is known.
                reached.now = BoundedRate(step.all, chained: paid.now, ofBase.now)
                if let then, let before = paid.then { reached.then = BoundedRate(then.all, chained: before, BoundedRate(then.ofBase)) }
            }
            steps.append(
                FunnelStep(
                    step: step.step, reached: reached, ofBase: ofBase, base: isBehind ? gate : steps.last?.step,
                    since: isBehind ? gate : .orderCreated, isBehindPayment: isBehind, time: step.times))
            if isGate { (isBehind, paid) = (true, reached) }
        }
        return Funnel(flow: flow, orders: tally.orders, steps: steps)
    }

    private static func place(_ step: Step, _ flow: Flow) -> Int {
        FlowDefinition.of(flow).steps.firstIndex { $0.step == step } ?? Step.allCases.count
    }

    private static func breakRows(_ now: ConversionCollector, _ then: ConversionCollector?) -> [BreakRow] {
        let main = MainCurrency(now.ordered)
        let before = then?.breaks
        return now.breaks.filter { $0.value.counts.yes > 0 || (before?[$0.key]?.counts.yes ?? 0) > 0 }.map { code, tally in
            BreakRow(
                code: code,
                rate: Compared(
                    now: BoundedRate(tally.counts), then: before?[code].map { BoundedRate($0.counts) }, isOneOfMany: true),
                primary: tally.primary, bySeverity: tally.bySeverity,
                owner: Owner.allCases.reversed().max { tally.byOwner[$0] ?? 0 < tally.byOwner[$1] ?? 0 } ?? .server,
                reasons: ranked(tally.byReason).map { ($0.0, $0.1) }, lostOrders: tally.lostOrders,
                lostMoney: tally.lost.amounts(knowing: now.ordered), atRiskOrders: tally.atRiskOrders,
                atRiskMoney: tally.atRisk.amounts(knowing: now.ordered), example: tally.example?.order)
        }.sorted { a, b in
            let (mine, theirs) = (main.value(a.lostMoney + a.atRiskMoney), main.value(b.lostMoney + b.atRiskMoney))
            if mine != theirs { return mine > theirs }
            if a.orders != b.orders { return a.orders > b.orders }
            return a.code.rank < b.code.rank
        }
    }

    private static func reconciliation(_ word: String, _ tally: ReconciliationTally, knowing known: FlowMoney) -> Reconciliation {
        let lines: [(Reconciliation.Kind, OrdersAndMoney)] = [
            (.both, tally.both), (.thereOnly, tally.thereOnly), (.thereUntold, tally.thereUntold), (.hereOnly, tally.hereOnly),
            (.hereUncompared, tally.hereUncompared), (.differing, tally.differing),
        ]
        return Reconciliation(
            provider: word, lines: lines.map { ($0.0, $0.1.orders, $0.1.money.amounts(knowing: known)) },
            received: tally.received.amounts(knowing: known))
    }

    private static func breakdown(_ dimension: SegmentDimension, _ values: [String: SegmentCounts]) -> Breakdown? {
        let rows = values.sorted { a, b in
            if dimension == .hour { return a.key < b.key }
            return a.value.orders != b.value.orders ? a.value.orders > b.value.orders : a.key < b.key
        }
        guard rows.contains(where: { !$0.key.isEmpty }) else { return nil }
        let shown = dimension == .hour ? rows.count : min(rows.count, listedValues)
        return Breakdown(dimension: dimension, rows: rows.prefix(shown).map { ($0.key, $0.value) }, hidden: rows.count - shown)
    }

    static func ranked(_ counts: [String: Int]) -> [(String, Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}

/// The currency of most money: money of several currencies is ranked by it, never added up.
struct MainCurrency {
    private let currency: String

    init(_ sums: FlowMoney) {
        let amounts = sums.amounts(knowing: sums)
        currency = amounts.max { ($0.rescaled(to: 9) ?? .max, $1.currency) < ($1.rescaled(to: 9) ?? .max, $0.currency) }?.currency ?? ""
    }

    /// An amount to rank by; other currencies count after it.
    func value(_ amounts: [Money]) -> Int64 {
        amounts.filter { $0.currency == currency }.reduce(0) { sum, money in
            let (value, overflow) = sum.addingReportingOverflow(money.rescaled(to: 4) ?? 0)
            return overflow ? .max : value
        }
    }
}

extension ConversionCollector {
    /// Paid orders: whether the payer was lost.
    var lostCounts: ReachCounts {
        ReachCounts(
            yes: experiences[.lost] ?? 0, no: (experiences[.landed] ?? 0) + (experiences[.recovered] ?? 0),
            unseen: experiences[.unobserved] ?? 0)
    }

    var periodCoverage: ConversionReport.PeriodCoverage {
        func share(_ coverage: WitnessCoverage) -> Double {
            let until = min(period.until, run.asOf)
            guard until > period.from else { return 0 }
            func inside(_ stretch: Stretch) -> Double {
                max(0, Double((min(stretch.to, until) - max(stretch.from, period.from)).microseconds))
            }
            let spanned = coverage.stretches.reduce(0) { $0 + inside($1) } - coverage.gaps.reduce(0) { $0 + inside($1.stretch) }
            return max(0, min(1, spanned / Double((until - period.from).microseconds)))
        }
        func orders(_ witness: Witness) -> Double {
            coverage.orders > 0 ? Double(coverage.covered[witness] ?? 0) / Double(coverage.orders) : 0
        }
        return ConversionReport.PeriodCoverage(
            serverApp: share(run.serverApp), serverEdge: share(run.serverEdge), client: orders(.client), provider: orders(.provider),
            isOver: period.isOver(at: run.asOf))
    }
}
