import Domain
import Verdicts

/// What drivers are sought for.
public enum DriverMeasure: Hashable, Sendable {
    /// The order was not paid.
    case unpaid
    /// The payer paid and never saw the right result.
    case lost
    /// A break fired.
    case `break`(BreakCode)

    /// Its word.
    public var word: String {
        switch self {
        case .unpaid: "unpaid"
        case .lost: "lost"
        case .break(let code): code.rawValue
        }
    }

    /// Every measure, in a fixed order.
    static let all: [DriverMeasure] = [.unpaid, .lost] + BreakCode.allCases.map(DriverMeasure.break)

    /// Dimensions that say the same as the measure itself, or follow from it: how a payer came back tells nothing of why one did not.
    var withoutDimensions: Set<SegmentDimension> {
        switch self {
        case .break(.returnUnrouted), .break(.pendingNotRequeried), .break(.queryNotReceived), .break(.resultMisreported),
            .break(.resultDuplicated):
            []
        default: [.returnVia]
        }
    }
}

/// Orders counted by all their segments at once: small enough to search for drivers in, whatever the number of orders.
///
/// A test of a segment against the rest must not mistake better logs for more faults: an order counts for a measure only where its logs
/// would show it.
struct CaseCube: Sendable {
    static let dimensions: [SegmentDimension] = [
        .flow, .platform, .appVersion, .osVersion, .channel, .provider, .returnVia, .schemeFallback,
    ]
    /// Values of each dimension; place 0 stands for "not told".
    private(set) var values = [[String]](repeating: [""], count: CaseCube.dimensions.count)
    private var places = [[String: UInt16]](repeating: ["": 0], count: CaseCube.dimensions.count)
    /// Cells by the places of their values.
    private(set) var cells: [[UInt16]: [Count]] = [:]
    /// Money of the orders on which a measure happened, by cell and measure.
    private(set) var money: [MoneyPlace: FlowMoney] = [:]
    /// Orders that found no cell: there are too many combinations.
    private(set) var beyond = 0

    /// Orders of one measure in one cell.
    struct Count: Sendable, Hashable {
        var orders: UInt32 = 0
        var hits: UInt32 = 0
    }

    /// Where money stands.
    struct MoneyPlace: Hashable, Sendable {
        var key: [UInt16]
        var measure: Int
    }

    mutating func note(_ verdict: Verdict, _ chain: Chain, _ reaches: [(step: Step, reach: Reach)], _ money: Money?) {
        let told = CaseCube.dimensions.map { dimension in
            dimension == .schemeFallback ? CaseCube.schemeFallback(chain) : verdict.value(of: dimension)
        }
        var counts: [(measure: Int, isHit: Bool)] = []
        // In the order of `DriverMeasure.all`.
        if verdict.paidReach == .yes || verdict.paidReach == .no { counts.append((0, verdict.paidReach == .no)) }
        if verdict.outcome.everPaid, verdict.lostReach != .unseen { counts.append((1, verdict.lostReach == .yes)) }
        for (index, one) in WatchedBreak.all.enumerated() {
            if verdict.breaks.contains(where: { $0.code == one.code }) {
                counts.append((index + 2, true))
            } else if CaseCube.canTell(one, of: verdict, reaches) {
                counts.append((index + 2, false))
            }
        }
        note(told, counts, money: money.map { ($0, verdict.flow) })
    }

    /// Counts one order by its values and what is known of each measure.
    mutating func note(_ told: [String?], _ counts: [(measure: Int, isHit: Bool)], money amount: (Money, Flow)? = nil) {
        let key = told.indices.map { place(of: told[$0] ?? "", in: $0) }
        guard cells[key] != nil || cells.count < Limits.reportCells else {
            beyond += 1
            return
        }
        var cell = cells[key] ?? [Count](repeating: Count(), count: DriverMeasure.all.count)
        cells[key] = nil
        for (measure, isHit) in counts {
            cell[measure].orders += 1
            guard isHit else { continue }
            cell[measure].hits += 1
            if let (amount, flow) = amount { money[MoneyPlace(key: key, measure: measure), default: FlowMoney()].add(amount, flow: flow) }
        }
        cells[key] = cell
    }

    mutating func merge(_ other: CaseCube) {
        beyond += other.beyond
        for (key, cell) in other.cells.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let mine = key.indices.map { place(of: other.values[$0][Int(key[$0])], in: $0) }
            guard cells[mine] != nil || cells.count < Limits.reportCells else {
                beyond += Int(cell[0].orders)
                continue
            }
            var sums = cells[mine] ?? [Count](repeating: Count(), count: DriverMeasure.all.count)
            for index in sums.indices {
                sums[index].orders += cell[index].orders
                sums[index].hits += cell[index].hits
            }
            cells[mine] = sums
            for measure in sums.indices {
                guard let theirs = other.money[MoneyPlace(key: key, measure: measure)] else { continue }
                money[MoneyPlace(key: mine, measure: measure), default: FlowMoney()].add(theirs)
            }
        }
    }

    private mutating func place(of value: String, in dimension: Int) -> UInt16 {
        if let known = places[dimension][value] { return known }
        guard values[dimension].count < Limits.reportValues else { return 0 }
        let place = UInt16(values[dimension].count)
        values[dimension].append(value)
        places[dimension][value] = place
        return place
    }

    /// Whether the logs of an order on which a break did not fire would show it, and it could fire at all.
    private static func canTell(_ one: WatchedBreak, of verdict: Verdict, _ reaches: [(step: Step, reach: Reach)]) -> Bool {
        guard one.isJudged(in: verdict.flow) else { return false }
        guard let step = one.step else { return true }
        guard let place = reaches.firstIndex(where: { $0.step == step }) else { return false }
        // Behind the payment only paid orders can have the fault.
        if reaches[place].reach == .no, !verdict.outcome.everPaid {
            return place <= reaches.firstIndex { $0.step == Verdict.gate(of: verdict.flow) } ?? 0
        }
        return reaches[place].reach == .yes || reaches[place].reach == .no
    }

    /// Whether the wallet was told a URL scheme to return to: `set`, or `none` where the launch URL is logged and names none.
    private static func schemeFallback(_ chain: Chain) -> String? {
        var found: String?
        for event in chain.events where event.event == .walletIntercepted || event.event == .walletOpened {
            if let scheme = chain.text(.returnScheme, of: event), !scheme.isEmpty {
                if scheme != "https", scheme != "http" { return "set" }
                found = "none"
            } else if chain.has(.urlScheme, in: event) {
                found = found ?? "none"
            }
        }
        return found
    }
}
