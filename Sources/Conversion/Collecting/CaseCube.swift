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
    /// Where the counts of each cell begin, by the places of its values.
    private(set) var cells: [CubeKey: Int] = [:]
    private var counts: [Count] = []
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
        var key: CubeKey
        var measure: Int
    }

    mutating func note(_ verdict: Verdict, _ chain: Chain, _ reaches: [(step: Step, reach: Reach)], _ money: Money?) {
        let told = CaseCube.dimensions.map { dimension in
            dimension == .schemeFallback ? CaseCube.schemeFallback(chain) : verdict.value(of: dimension)
        }
        var noted: [(measure: Int, isHit: Bool)] = []
        noted.reserveCapacity(DriverMeasure.all.count)
        // Places of `DriverMeasure.all`.
        if verdict.paidReach == .yes || verdict.paidReach == .no { noted.append((0, verdict.paidReach == .no)) }
        if verdict.outcome.everPaid, verdict.lostReach != .unseen { noted.append((1, verdict.lostReach == .yes)) }
        if !verdict.breaks.isEmpty {
            for (place, code) in BreakCode.allCases.enumerated() where verdict.breaks.contains(where: { $0.code == code }) {
                noted.append((place + 2, true))
            }
        }
        let isPaid = verdict.outcome.everPaid
        let gateStep = Verdict.gate(of: verdict.flow)
        let gate = reaches.firstIndex { $0.step == gateStep } ?? 0
        for one in WatchedBreak.judged(in: verdict.flow)
        where one.canTell(reaches, gate: gate, isPaid: isPaid) && !verdict.breaks.contains(where: { $0.code == one.code }) {
            noted.append((one.place + 2, false))
        }
        note(told, noted, money: money.map { ($0, verdict.flow) })
    }

    /// Counts one order by its values and what is known of each measure.
    mutating func note(_ told: [String?], _ noted: [(measure: Int, isHit: Bool)], money amount: (Money, Flow)? = nil) {
        var key = CubeKey()
        for dimension in told.indices { key[dimension] = place(of: told[dimension] ?? "", in: dimension) }
        guard let start = start(of: key) else {
            beyond += 1
            return
        }
        for (measure, isHit) in noted {
            counts[start + measure].orders += 1
            guard isHit else { continue }
            counts[start + measure].hits += 1
            if let (amount, flow) = amount { money[MoneyPlace(key: key, measure: measure), default: FlowMoney()].add(amount, flow: flow) }
        }
    }

    /// Where the counts of a cell begin; nil when there are too many cells.
    private mutating func start(of key: CubeKey) -> Int? {
        if let known = cells[key] { return known }
        guard cells.count < Limits.reportCells else { return nil }
        let start = counts.count
        counts.append(contentsOf: repeatElement(Count(), count: DriverMeasure.all.count))
        cells[key] = start
        return start
    }

    /// What a cell counts for a measure.
    func count(_ measure: Int, at start: Int) -> Count { counts[start + measure] }

    mutating func merge(_ other: CaseCube) {
        beyond += other.beyond
        var moved = Moved(other)
        for (key, cell) in other.cells.sorted(by: { $0.key < $1.key }) {
            let mine = moved.key(key) { place(of: $0, in: $1) }
            guard let start = start(of: mine) else {
                beyond += Int(other.counts[cell].orders)
                continue
            }
            for measure in DriverMeasure.all.indices {
                counts[start + measure].orders += other.counts[cell + measure].orders
                counts[start + measure].hits += other.counts[cell + measure].hits
            }
        }
        for (there, sums) in other.money.sorted(by: { ($0.key.key, $0.key.measure) < ($1.key.key, $1.key.measure) }) {
            let mine = moved.key(there.key) { place(of: $0, in: $1) }
            guard cells[mine] != nil else { continue }
            money[MoneyPlace(key: mine, measure: there.measure), default: FlowMoney()].add(sums)
        }
    }

    /// The values of two cubes, as merging them would number them, without their counts.
    func values(mergedWith other: CaseCube) -> [[String]] {
        var mine = CaseCube()
        (mine.values, mine.places) = (values, places)
        var moved = Moved(other)
        for key in other.cells.keys.sorted() { _ = moved.key(key) { mine.place(of: $0, in: $1) } }
        return mine.values
    }

    /// Places of one cube's values in another one: each value is looked up once.
    private struct Moved {
        private let values: [[String]]
        private var known: [[UInt16?]]

        init(_ cube: CaseCube) {
            values = cube.values
            known = values.map { [UInt16?](repeating: nil, count: $0.count) }
        }

        mutating func key(_ key: CubeKey, place: (_ value: String, _ dimension: Int) -> UInt16) -> CubeKey {
            var out = CubeKey()
            for dimension in values.indices {
                let old = Int(key[dimension])
                let new = known[dimension][old] ?? place(values[dimension][old], dimension)
                known[dimension][old] = new
                out[dimension] = new
            }
            return out
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
