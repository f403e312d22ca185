import Domain
import Flows
import Verdicts

/// How often one break fired, and what it cost.
struct BreakTally: Sendable {
    /// Orders on which it fired, did not, or could not be told.
    var counts = ReachCounts()
    var primary = 0
    /// Orders by severity.
    var bySeverity = [0, 0, 0]
    var byOwner: [Owner: Int] = [:]
    var byReason: [String: Int] = [:]
    /// Money of orders never paid whose first break it is: sales that were lost.
    var lost = FlowMoney()
    var lostOrders = 0
    /// Money whose first break it is and which it still harms, not healed: of paid orders, and of unpaid ones that were marked or delivered.
    var atRisk = FlowMoney()
    var atRiskOrders = 0
    var example: (severity: Severity, order: OrderNumber)?

    mutating func note(_ item: Break, of verdict: Verdict, _ money: Money?) {
        counts.yes += 1
        bySeverity[item.severity.rank] += 1
        byOwner[item.owner, default: 0] += 1
        if let reason = item.reason, byReason[reason] != nil || byReason.count < Limits.reportValues { byReason[reason, default: 0] += 1 }
        if example.map({ ($0.severity, $0.order) > (item.severity, verdict.order) }) ?? true { example = (item.severity, verdict.order) }
        guard verdict.primaryBreak == item.code else { return }
        primary += 1
        guard item.severity != .minor, item.closedAt == nil else { return }
        if verdict.paidReach == .no, BreakTally.losesSales.contains(item.stage) {
            lostOrders += 1
            if let money { lost.add(money, flow: verdict.flow) }
        } else if verdict.outcome == .paid || (verdict.paidReach == .no && item.severity == .critical) {
            atRiskOrders += 1
            if let money { atRisk.add(money, flow: verdict.flow) }
        }
    }

    /// Stages whose faults keep a payer from paying.
    private static let losesSales: Set<Stage> = [.checkout, .wallet, .payment, .purchase, .result, .return, .query]

    mutating func merge(_ other: BreakTally) {
        counts.add(other.counts)
        primary += other.primary
        for index in bySeverity.indices { bySeverity[index] += other.bySeverity[index] }
        byOwner.merge(other.byOwner, uniquingKeysWith: +)
        byReason.merge(other.byReason, uniquingKeysWith: +)
        lost.add(other.lost)
        atRisk.add(other.atRisk)
        lostOrders += other.lostOrders
        atRiskOrders += other.atRiskOrders
        if let theirs = other.example, example.map({ ($0.severity, $0.order) > theirs }) ?? true { example = theirs }
    }
}

extension BreakCode {
    /// The step whose logs would show it, so that silence about it means something; nil: every order tells.
    var watchedStep: Step? {
        switch self {
        case .notifyRejected, .notifyNotReceived: .notified
        case .markedWithoutProof, .paidNotMarked: .markedPaid
        case .checkoutLoadFailed: .checkoutLoaded
        case .walletNeverOpened: .walletOpened
        case .paymentFailed, .closedNotMarked: .paid
        case .returnNeverLanded, .returnUnrouted: .returned
        case .pendingNotRequeried, .queryNotReceived, .queryStale: .requeried
        case .resultMisreported, .resultDuplicated: .resultShown
        case .paidNotDelivered: .markedPaid
        case .purchaseNeverCompleted, .observerMissing: .purchased
        case .receiptNotUploaded: .receiptUploaded
        case .receiptRejected: .receiptVerified
        case .finishedEarly, .neverFinished: .finished
        default: nil
        }
    }
}

/// What silence about a break needs: looked up once, not for every order.
struct WatchedBreak: Sendable {
    let code: BreakCode
    /// Where it stands among all.
    let place: Int
    private let step: Step?
    /// Where its step stands among the steps of the flow, as a rule.
    private let hint: Int

    /// Every break, in the order of ``BreakCode``.
    static let count = BreakCode.allCases.count
    private static let byFlow: [(flow: Flow, judged: [WatchedBreak])] = Flow.allCases.map { flow in
        let steps = FlowDefinition.of(flow).steps.map(\.step)
        let judged = BreakCode.allCases.enumerated().filter { BreakDefinition.of($0.element)?.flows.contains(flow) ?? false }
        return (
            flow,
            judged.map { place, code in
                let step = code.watchedStep
                return WatchedBreak(code: code, place: place, step: step, hint: step.flatMap { steps.firstIndex(of: $0) } ?? 0)
            }
        )
    }

    /// The breaks that orders of a flow are judged for, in the order of ``BreakCode``.
    static func judged(in flow: Flow) -> [WatchedBreak] { byFlow.first { $0.flow == flow }?.judged ?? [] }

    /// What it means that the break did not fire: that the fault was not there, or that no log would show it.
    func silence(_ reaches: [(step: Step, reach: Reach)]) -> Reach {
        guard let step, let place = WatchedBreak.place(of: step, in: reaches, hint: hint) else { return .no }
        switch reaches[place].reach {
        case .yes, .no: return .no
        case .open: return .open
        case .unseen: return .unseen
        }
    }

    /// Whether the logs of an order on which the break did not fire would show it, and it could fire at all.
    ///
    /// - Parameter gate: where the payment stands among the steps.
    func canTell(_ reaches: [(step: Step, reach: Reach)], gate: Int, isPaid: Bool) -> Bool {
        guard let step else { return true }
        guard let place = WatchedBreak.place(of: step, in: reaches, hint: hint) else { return false }
        // Behind the payment only paid orders can have the fault.
        if reaches[place].reach == .no, !isPaid { return place <= gate }
        return reaches[place].reach == .yes || reaches[place].reach == .no
    }

    private static func place(of step: Step, in reaches: [(step: Step, reach: Reach)], hint: Int) -> Int? {
        if hint < reaches.count, reaches[hint].step == step { return hint }
        return reaches.firstIndex { $0.step == step }
    }
}

extension ConversionCollector {
    mutating func noteBreaks(_ verdict: Verdict, _ reaches: [(step: Step, reach: Reach)], _ money: Money?) {
        for item in verdict.breaks { fired[item.code, default: BreakTally()].note(item, of: verdict, money) }
        for one in WatchedBreak.judged(in: verdict.flow) where !verdict.breaks.contains(where: { $0.code == one.code }) {
            silent[one.place].add(one.silence(reaches))
        }
    }

    /// Every break that fired or could have been told not to.
    var breaks: [BreakCode: BreakTally] {
        var all = fired
        for (place, code) in BreakCode.allCases.enumerated() where silent[place].total > 0 {
            all[code, default: BreakTally()].counts.add(silent[place])
        }
        return all
    }
}
