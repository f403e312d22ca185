import Domain

/// Finds the segments that explain an excess or a change.
///
/// Every segment and pair of segments with enough orders is tested for every measure: Fisher's exact test against the rest, and for a
/// change the difference of the two periods' log odds ratios. Discoveries are those that Benjamini's and Yekutieli's procedure lets through
/// at 1 %, whatever the dependence between tests. Of overlapping ones the one that splits the orders best (by likelihood, two for one value
/// more) is named; its orders are taken out, and what is left is searched again, so that a segment is not named for another's sake.
struct DriverSearch {
    /// The rate of false discoveries.
    static let falseDiscoveryRate = 0.01
    /// Orders that a segment and its rest must have.
    static let fewestOrders = 20
    /// Orders that a driver must explain.
    static let fewestExplained = 5.0
    /// Orders on which the measure must have happened at all.
    static let fewestHits = 10
    /// What a second value must add to twice the log likelihood.
    static let penalty = 10.0
    /// Drivers named for one measure and kind.
    static let perMeasure = 3

    /// Orders and hits of both periods.
    struct Sums {
        var orders = 0
        var hits = 0
        var ordersBefore = 0
        var hitsBefore = 0

        static func + (a: Sums, b: Sums) -> Sums {
            Sums(
                orders: a.orders + b.orders, hits: a.hits + b.hits, ordersBefore: a.ordersBefore + b.ordersBefore,
                hitsBefore: a.hitsBefore + b.hitsBefore)
        }

        static func - (a: Sums, b: Sums) -> Sums {
            Sums(
                orders: a.orders - b.orders, hits: a.hits - b.hits, ordersBefore: a.ordersBefore - b.ordersBefore,
                hitsBefore: a.hitsBefore - b.hitsBefore)
        }
    }

    /// One or two values: place of the dimension and of the value; 0 for no second one.
    struct Candidate: Hashable, Comparable {
        var first: UInt32
        var second: UInt32

        static func < (a: Candidate, b: Candidate) -> Bool {
            (a.second == 0 ? 0 : 1, a.first, a.second) < (b.second == 0 ? 0 : 1, b.first, b.second)
        }
    }

    private struct Row {
        var key: [UInt16]
        var sums: Sums
    }

    private struct Tested {
        var candidate: Candidate
        var kind: Driver.Kind
        var sums: Sums
        var rest: Sums
        var pValue: Double
        var score: Double
    }

    private var values: [[String]]
    private var rows: [[Row]]
    /// Money of this period's orders, and the sums that tell the currencies of flows.
    private var money: [CaseCube.MoneyPlace: FlowMoney] = [:]
    private let known: FlowMoney

    /// Gathers what two periods know, cell by cell.
    private init(now: CaseCube, then: CaseCube?, knowing known: FlowMoney) {
        self.known = known
        var all = now
        if let then { all.merge(then) }
        values = all.values
        let places = values.map { list in Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, UInt16($0)) }) }
        func translate(_ cube: CaseCube, _ key: [UInt16]) -> [UInt16] {
            key.indices.map { places[$0][cube.values[$0][Int(key[$0])]] ?? 0 }
        }
        var cells: [[UInt16]: (now: [CaseCube.Count]?, then: [CaseCube.Count]?)] = [:]
        for (key, cell) in now.cells { cells[translate(now, key), default: (nil, nil)].now = cell }
        for (key, cell) in then?.cells ?? [:] { cells[translate(then ?? now, key), default: (nil, nil)].then = cell }
        for (place, sums) in now.money { money[CaseCube.MoneyPlace(key: translate(now, place.key), measure: place.measure)] = sums }
        let sorted = cells.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        rows = DriverMeasure.all.indices.map { measure in
            sorted.compactMap { key, pair in
                let (a, b) = (pair.now?[measure], pair.then?[measure])
                let sums = Sums(
                    orders: Int(a?.orders ?? 0), hits: Int(a?.hits ?? 0), ordersBefore: Int(b?.orders ?? 0), hitsBefore: Int(b?.hits ?? 0))
                return sums.orders + sums.ordersBefore > 0 ? Row(key: key, sums: sums) : nil
            }
        }
    }

    /// The drivers, those that explain most first.
    static func find(now: CaseCube, then: CaseCube?, knowing known: FlowMoney = FlowMoney()) -> [Driver] {
        let search = DriverSearch(now: now, then: then, knowing: known)
        let comparing = then != nil
        var all: [Double] = []
        var measures: [Int] = []
        for measure in DriverMeasure.all.indices where search.rows[measure].reduce(0, { $0 + $1.sums.hits }) >= fewestHits {
            measures.append(measure)
            all += search.test(search.rows[measure], measure, comparing: comparing).map(\.pValue)
        }
        guard let threshold = FalseDiscovery.threshold(all, rate: falseDiscoveryRate) else { return [] }
        var found: [Driver] = []
        for measure in measures {
            let excesses = search.name(measure, .excess, threshold, comparing: comparing)
            found += excesses
            guard comparing else { continue }
            for driver in search.name(measure, .change, threshold, comparing: true)
            where !excesses.contains(where: { excess in excess.segment.contains { driver.segment.contains($0) } }) {
                // An excess that is named says what the segment was before.
                found.append(driver)
            }
        }
        return found.sorted { a, b in
            if a.explained != b.explained { return a.explained > b.explained }
            if a.measure.word != b.measure.word { return a.measure.word < b.measure.word }
            return a.segment.map(\.value).lexicographicallyPrecedes(b.segment.map(\.value))
        }
    }

    /// Names the best segment of a measure, takes its orders out, and goes on.
    private func name(_ measure: Int, _ kind: Driver.Kind, _ threshold: Double, comparing: Bool) -> [Driver] {
        var left = rows[measure]
        var found: [Driver] = []
        while found.count < DriverSearch.perMeasure {
            let best = test(left, measure, comparing: comparing).filter {
                $0.kind == kind && $0.pValue <= threshold && DriverSearch.explained($0) >= DriverSearch.fewestExplained
            }.min { ($1.score, $0.candidate) < ($0.score, $1.candidate) }
            guard let best else { break }
            found.append(driver(best, measure, among: left))
            left.removeAll { DriverSearch.matches($0.key, best.candidate) }
        }
        return found
    }

    private func test(_ rows: [Row], _ measure: Int, comparing: Bool) -> [Tested] {
        let hidden = DriverMeasure.all[measure].withoutDimensions
        let open = CaseCube.dimensions.indices.filter { !hidden.contains(CaseCube.dimensions[$0]) }
        var segments: [Candidate: Sums] = [:]
        // Orders whose values of the dimensions are known at all.
        var totals: [UInt32: Sums] = [:]
        for row in rows {
            for (index, a) in open.enumerated() where row.key[a] != 0 {
                let first = DriverSearch.pack(a, row.key[a])
                segments[Candidate(first: first, second: 0), default: Sums()] =
                    segments[Candidate(first: first, second: 0), default: Sums()] + row.sums
                totals[DriverSearch.pair(a, nil), default: Sums()] = totals[DriverSearch.pair(a, nil), default: Sums()] + row.sums
                for b in open[(index + 1)...] where row.key[b] != 0 {
                    let both = Candidate(first: first, second: DriverSearch.pack(b, row.key[b]))
                    segments[both, default: Sums()] = segments[both, default: Sums()] + row.sums
                    totals[DriverSearch.pair(a, b), default: Sums()] = totals[DriverSearch.pair(a, b), default: Sums()] + row.sums
                }
            }
        }
        var out: [Tested] = []
        for (candidate, sums) in segments.sorted(by: { $0.key < $1.key }) {
            let a = Int(candidate.first >> 16)
            let b = candidate.second == 0 ? nil : Int(candidate.second >> 16)
            let rest = (totals[DriverSearch.pair(a, b)] ?? Sums()) - sums
            guard sums.orders >= DriverSearch.fewestOrders, rest.orders >= DriverSearch.fewestOrders else { continue }
            let cost = b == nil ? 0 : DriverSearch.penalty
            let p = TwoByTwo.upperTail(sums.hits, of: sums.orders, rest: rest.hits, of: rest.orders)
            let g = TwoByTwo.likelihoodRatio(sums.hits, of: sums.orders, rest: rest.hits, of: rest.orders)
            out.append(Tested(candidate: candidate, kind: .excess, sums: sums, rest: rest, pValue: p, score: g - cost))
            guard comparing, sums.ordersBefore >= DriverSearch.fewestOrders, rest.ordersBefore >= DriverSearch.fewestOrders else {
                continue
            }
            let change = DriverSearch.change(sums, rest)
            let z = change.value / change.variance.squareRoot()
            // One-sided: only a rise is named.
            let both = Elementary.twoSidedNormal(z)
            out.append(
                Tested(
                    candidate: candidate, kind: .change, sums: sums, rest: rest, pValue: z > 0 ? both / 2 : 1 - both / 2,
                    score: (z > 0 ? z * z : 0) - cost))
        }
        return out
    }

    private static func change(_ sums: Sums, _ rest: Sums) -> (value: Double, variance: Double) {
        let now = TwoByTwo.logOdds(sums.hits, of: sums.orders, rest: rest.hits, of: rest.orders)
        let then = TwoByTwo.logOdds(sums.hitsBefore, of: sums.ordersBefore, rest: rest.hitsBefore, of: rest.ordersBefore)
        return (now.value - then.value, now.variance + then.variance)
    }

    /// What it is held against: the rest, or for a change the segment before.
    private static func base(_ tested: Tested) -> (hits: Int, of: Int) {
        tested.kind == .excess ? (tested.rest.hits, tested.rest.orders) : (tested.sums.hitsBefore, tested.sums.ordersBefore)
    }

    private static func explained(_ tested: Tested) -> Double {
        let base = base(tested)
        return Double(tested.sums.hits) - Double(tested.sums.orders) * Double(base.hits) / Double(max(1, base.of))
    }

    /// The ends of the 99 % interval of what it explains (Newcombe's interval of the difference of the shares).
    private static func explainedRange(_ tested: Tested) -> (low: Double, high: Double) {
        let range = RateChange.difference((tested.sums.hits, tested.sums.orders), base(tested), z: ShareRange.Confidence.z99)
        let orders = Double(tested.sums.orders)
        return (max(0, range.low * orders), max(0, range.high * orders))
    }

    /// Money of the orders that it explains.
    private func amounts(_ tested: Tested, _ measure: Int, among rows: [Row]) -> [Driver.Amount] {
        var sums = FlowMoney()
        for row in rows where DriverSearch.matches(row.key, tested.candidate) {
            if let more = money[CaseCube.MoneyPlace(key: row.key, measure: measure)] { sums.add(more) }
        }
        let hits = Double(max(1, tested.sums.hits))
        let range = DriverSearch.explainedRange(tested)
        func part(_ amount: Money, _ explained: Double) -> Money {
            var amount = amount
            let share = min(1, explained / hits)
            amount.units = Int64((Double(amount.units) * share).rounded())
            return amount
        }
        return sums.amounts(knowing: known).map { amount in
            Driver.Amount(
                point: part(amount, DriverSearch.explained(tested)), low: part(amount, range.low), high: part(amount, range.high))
        }
    }

    private func driver(_ tested: Tested, _ place: Int, among rows: [Row]) -> Driver {
        let measure = DriverMeasure.all[place]
        let (sums, rest) = (tested.sums, tested.rest)
        let odds =
            tested.kind == .excess
            ? TwoByTwo.logOdds(sums.hits, of: sums.orders, rest: rest.hits, of: rest.orders) : DriverSearch.change(sums, rest)
        let spread = ShareRange.Confidence.z99 * odds.variance.squareRoot()
        let packed: [UInt32] = [tested.candidate.first, tested.candidate.second].filter { $0 != 0 }
        let segment = packed.map { value(of: $0) }
        return Driver(
            measure: measure, segment: segment, kind: tested.kind, orders: sums.orders, hits: sums.hits, restOrders: rest.orders,
            restHits: rest.hits, before: sums.ordersBefore > 0 ? (sums.ordersBefore, sums.hitsBefore) : nil,
            oddsRatio: Elementary.exp(odds.value), oddsRange: (Elementary.exp(odds.value - spread), Elementary.exp(odds.value + spread)),
            pValue: tested.pValue, explained: DriverSearch.explained(tested),
            explainedRange: DriverSearch.explainedRange(tested), money: amounts(tested, place, among: rows))
    }

    private func value(of packed: UInt32) -> SegmentValue {
        let dimension = Int(packed >> 16)
        return SegmentValue(CaseCube.dimensions[dimension], values[dimension][Int(packed & 0xFFFF)])
    }

    private static func matches(_ key: [UInt16], _ candidate: Candidate) -> Bool {
        [candidate.first, candidate.second].allSatisfy { $0 == 0 || key[Int($0 >> 16)] == UInt16($0 & 0xFFFF) }
    }

    private static func pack(_ dimension: Int, _ value: UInt16) -> UInt32 { UInt32(dimension) << 16 | UInt32(value) }
    private static func pair(_ a: Int, _ b: Int?) -> UInt32 { UInt32(a) << 8 | UInt32((b ?? -1) + 1) }
}
