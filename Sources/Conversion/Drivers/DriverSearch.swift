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

        mutating func add(_ other: Sums) {
            orders += other.orders
            hits += other.hits
            ordersBefore += other.ordersBefore
            hitsBefore += other.hitsBefore
        }

        static func - (a: Sums, b: Sums) -> Sums {
            Sums(
                orders: a.orders - b.orders, hits: a.hits - b.hits, ordersBefore: a.ordersBefore - b.ordersBefore,
                hitsBefore: a.hitsBefore - b.hitsBefore)
        }
    }

    private struct Row {
        var cell: Int
        var sums: Sums
    }

    private struct Tested {
        var candidate: Int
        var kind: Driver.Kind
        var sums: Sums
        var rest: Sums
        var pValue: Double
        var score: Double
    }

    private var values: [[String]]
    private let cells: DriverCells
    private var rows: [[Row]]
    /// Money of this period's orders, and the sums that tell the currencies of flows.
    private var money: [CaseCube.MoneyPlace: FlowMoney] = [:]
    private let known: FlowMoney

    /// Gathers what two periods know, cell by cell.
    private init(now: CaseCube, then: CaseCube?, knowing known: FlowMoney) {
        self.known = known
        values = then.map { now.values(mergedWith: $0) } ?? now.values
        let places = values.map { list in Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, UInt16($0)) }) }
        func translation(_ cube: CaseCube) -> (CubeKey) -> CubeKey {
            let moved = cube.values.indices.map { dimension in cube.values[dimension].map { places[dimension][$0] ?? 0 } }
            return { key in
                var out = CubeKey()
                for dimension in moved.indices { out[dimension] = moved[dimension][Int(key[dimension])] }
                return out
            }
        }
        let ours = translation(now)
        var pairs: [CubeKey: (now: Int?, then: Int?)] = [:]
        for (key, cell) in now.cells { pairs[ours(key), default: (nil, nil)].now = cell }
        if let then {
            let theirs = translation(then)
            for (key, cell) in then.cells { pairs[theirs(key), default: (nil, nil)].then = cell }
        }
        for (place, sums) in now.money { money[CaseCube.MoneyPlace(key: ours(place.key), measure: place.measure)] = sums }
        let sorted = pairs.sorted { $0.key < $1.key }
        cells = DriverCells(sorted.map(\.key))
        rows = DriverMeasure.all.indices.map { measure in
            sorted.enumerated().compactMap { index, pair in
                let a = pair.value.now.map { now.count(measure, at: $0) } ?? CaseCube.Count()
                let b = pair.value.then.flatMap { then?.count(measure, at: $0) } ?? CaseCube.Count()
                let sums = Sums(orders: Int(a.orders), hits: Int(a.hits), ordersBefore: Int(b.orders), hitsBefore: Int(b.hits))
                return sums.orders + sums.ordersBefore > 0 ? Row(cell: index, sums: sums) : nil
            }
        }
    }

    /// The drivers, those that explain most first.
    static func find(now: CaseCube, then: CaseCube?, knowing known: FlowMoney = FlowMoney()) -> [Driver] {
        let search = DriverSearch(now: now, then: then, knowing: known)
        let comparing = then != nil
        var all: [Double] = []
        // What no threshold lets through needs not be kept: none is above the rate itself.
        var measures: [(place: Int, tested: [Tested])] = []
        for measure in DriverMeasure.all.indices where search.rows[measure].reduce(0, { $0 + $1.sums.hits }) >= fewestHits {
            let tested = search.test(search.rows[measure], measure, comparing: comparing)
            all += tested.map(\.pValue)
            measures.append((measure, tested.filter { $0.pValue <= falseDiscoveryRate }))
        }
        guard let threshold = FalseDiscovery.threshold(all, rate: falseDiscoveryRate) else { return [] }
        var found: [Driver] = []
        for (measure, tested) in measures {
            let excesses = search.name(measure, .excess, threshold, comparing: comparing, first: tested)
            found += excesses
            guard comparing else { continue }
            for driver in search.name(measure, .change, threshold, comparing: true, first: tested)
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
    ///
    /// - Parameter first: the tests of all orders.
    private func name(_ measure: Int, _ kind: Driver.Kind, _ threshold: Double, comparing: Bool, first: [Tested]) -> [Driver] {
        var left = rows[measure]
        var tested = first
        var found: [Driver] = []
        while true {
            let best = tested.filter {
                $0.kind == kind && $0.pValue <= threshold && DriverSearch.explained($0) >= DriverSearch.fewestExplained
            }.min { ($1.score, $0.candidate) < ($0.score, $1.candidate) }
            guard let best else { break }
            found.append(driver(best, measure, among: left))
            guard found.count < DriverSearch.perMeasure else { break }
            left.removeAll { cells.matches($0.cell, best.candidate) }
            tested = test(left, measure, comparing: comparing)
        }
        return found
    }

    private func test(_ rows: [Row], _ measure: Int, comparing: Bool) -> [Tested] {
        let hidden = DriverMeasure.all[measure].withoutDimensions
        let slots = DriverCells.slots.indices.filter { index in
            let slot = DriverCells.slots[index]
            return ![slot.first, slot.second].contains { $0.map { hidden.contains(CaseCube.dimensions[$0]) } ?? false }
        }
        var segments = [Sums](repeating: Sums(), count: cells.candidates.count)
        // Orders whose values of the dimensions are known at all.
        var totals = [Sums](repeating: Sums(), count: DriverCells.slots.count)
        for row in rows {
            for slot in slots {
                let candidate = cells.candidate(of: row.cell, slot: slot)
                guard candidate != DriverCells.none else { continue }
                segments[Int(candidate)].add(row.sums)
                totals[slot].add(row.sums)
            }
        }
        var out: [Tested] = []
        for (candidate, sums) in segments.enumerated() where sums.orders >= DriverSearch.fewestOrders {
            let slot = cells.slotOf[candidate]
            let rest = totals[slot] - sums
            guard rest.orders >= DriverSearch.fewestOrders else { continue }
            let cost = DriverCells.slots[slot].second == nil ? 0 : DriverSearch.penalty
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
        for row in rows where cells.matches(row.cell, tested.candidate) {
            if let more = money[CaseCube.MoneyPlace(key: cells.keys[row.cell], measure: measure)] { sums.add(more) }
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
        let candidate = cells.candidates[tested.candidate]
        let packed: [UInt32] = [candidate.first, candidate.second].filter { $0 != 0 }
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
}
