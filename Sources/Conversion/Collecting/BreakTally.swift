import Domain
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
    let step: Step?
    private let flows: [Flow]

    func isJudged(in flow: Flow) -> Bool { flows.contains(flow) }

    /// Every break, in the order of ``BreakCode``.
    static let all: [WatchedBreak] = BreakCode.allCases.map { code in
        WatchedBreak(code: code, step: code.watchedStep, flows: BreakDefinition.of(code)?.flows ?? [])
    }

    /// What it means that the break did not fire: that the fault was not there, or that no log would show it.
    func silence(_ reaches: [(step: Step, reach: Reach)]) -> Reach {
        guard let step, let reach = reaches.first(where: { $0.step == step })?.reach else { return .no }
        switch reach {
        case .yes, .no: return .no
        case .open: return .open
        case .unseen: return .unseen
        }
    }
}

extension ConversionCollector {
    mutating func noteBreaks(_ verdict: Verdict, _ reaches: [(step: Step, reach: Reach)], _ money: Money?) {
        for item in verdict.breaks { breaks[item.code, default: BreakTally()].note(item, of: verdict, money) }
        for one in WatchedBreak.all where one.isJudged(in: verdict.flow) {
            if verdict.breaks.contains(where: { $0.code == one.code }) { continue }
            breaks[one.code, default: BreakTally()].counts.add(one.silence(reaches))
        }
    }
}
