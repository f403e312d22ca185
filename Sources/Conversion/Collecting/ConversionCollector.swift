import Domain
import Verdicts

/// Sums up the orders of one period: one pass, memory that does not grow with their number, merged in any order.
///
/// Give it verdicts with their chains; orders of other times are left out.
public struct ConversionCollector: Sendable {
    /// The period.
    public let period: ReportPeriod
    let zone: ZoneTable
    let run: RunContext
    /// Orders of the period, those that only a bill tells of aside.
    public internal(set) var orders = 0
    /// Orders that only a provider's bill tells of: no part of any rate.
    var billOnly = 0
    var paid = ReachCounts()
    var outcomes: [Outcome: Int] = [:]
    var experiences: [Experience: Int] = [:]
    /// Money of all orders: it tells the currencies of the flows.
    var ordered = FlowMoney()
    var paidMoney = FlowMoney()
    var stuck = 0
    var stuckMoney = FlowMoney()
    var flows: [Flow: FlowTally] = [:]
    var fired: [BreakCode: BreakTally] = [:]
    /// Orders on which a break did not fire, in the order of ``BreakCode``: one addition an order and break, without a look-up.
    var silent = [ReachCounts](repeating: ReachCounts(), count: WatchedBreak.count)
    var coverage = CoverageTally()
    var routes = RouteTally()
    var notifies: [String: NotifyTally] = [:]
    var reconciliation: [String: ReconciliationTally] = [:]
    var segments = SegmentTally()
    var cube = CaseCube()
    var recovery = RecoveryTally()
    private let replay: RecoveryReplay

    /// Makes a collector.
    ///
    /// - Parameters:
    ///   - period: which orders count.
    ///   - zone: the zone whose hours of the day are told apart.
    ///   - run: what the orders were judged by.
    public init(period: ReportPeriod, zone: ZoneTable, run: RunContext) {
        (self.period, self.zone, self.run) = (period, zone, run)
        replay = RecoveryReplay(run: run)
    }

    /// Counts one order, if it belongs to the period.
    public mutating func note(_ verdict: Verdict, _ chain: Chain) {
        guard let at = verdict.periodInstant(chain), period.contains(at) else { return }
        let money = verdict.countedAmount(in: chain)
        reconcile(verdict, chain, money)
        guard !verdict.isBillOnly else {
            billOnly += 1
            return
        }
        orders += 1
        let reaches = verdict.reaches()
        paid.add(verdict.paidReach)
        outcomes[verdict.outcome, default: 0] += 1
        if let experience = verdict.experience { experiences[experience, default: 0] += 1 }
        if let money {
            ordered.add(money, flow: verdict.flow)
            if verdict.outcome.everPaid { paidMoney.add(money, flow: verdict.flow) }
            if verdict.isStuck { stuckMoney.add(money, flow: verdict.flow) }
        }
        if verdict.isStuck { stuck += 1 }
        flows[verdict.flow, default: FlowTally()].note(verdict, chain, reaches)
        noteBreaks(verdict, reaches, money)
        coverage.note(verdict)
        routes.note(verdict, chain, reaches)
        noteNotifies(verdict, chain)
        segments.note(verdict, reaches, hour: hour(of: at))
        cube.note(verdict, chain, reaches, money)
        recovery.note(verdict, chain, money, by: replay)
    }

    /// Adds what another collector of the same period counted.
    public mutating func merge(_ other: ConversionCollector) {
        orders += other.orders
        billOnly += other.billOnly
        paid.add(other.paid)
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        experiences.merge(other.experiences, uniquingKeysWith: +)
        ordered.add(other.ordered)
        paidMoney.add(other.paidMoney)
        stuck += other.stuck
        stuckMoney.add(other.stuckMoney)
        for (flow, tally) in other.flows { flows[flow, default: FlowTally()].merge(tally) }
        for (code, tally) in other.fired { fired[code, default: BreakTally()].merge(tally) }
        for place in silent.indices { silent[place].add(other.silent[place]) }
        coverage.merge(other.coverage)
        routes.merge(other.routes)
        for (word, tally) in other.notifies { notifies[word, default: NotifyTally()].merge(tally) }
        for (word, tally) in other.reconciliation { reconciliation[word, default: ReconciliationTally()].merge(tally) }
        segments.merge(other.segments)
        cube.merge(other.cube)
        recovery.merge(other.recovery)
    }

    private func hour(of instant: Instant) -> Int { CivilTime(instant, offset: zone.offset(at: instant)).hour }
}
