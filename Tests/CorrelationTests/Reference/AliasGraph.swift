import Domain

@testable import Correlation

/// Binds loose rows through identifiers that other lines carry together with an order (vocabulary §8 rule 2), transitively.
///
/// It works in rounds, like rings in water: in each round every row whose identifiers name exactly one order by now takes it, and only
/// then do these rows lend the order to their other identifiers. The nearest evidence wins, and the order of the rows does not matter.
/// A stronger identifier goes before a weaker one; two of equal strength that name different orders bind nothing; an identifier of
/// several orders names none.
struct AliasGraph {
    /// The orders that one identifier stands for.
    struct Names: Sendable {
        var order: UInt64
        var isAmbiguous: Bool
    }

    /// What became of one row.
    enum Fate: UInt8 {
        /// No identifier of it is known.
        case unknown
        /// Its identifiers stand for several orders.
        case ambiguous
        /// It is bound.
        case bound
    }

    private let links: [LooseRows.Link]
    private let firstLink: [Int32]
    private let byAlias: [(alias: UInt64, row: Int32)]
    /// Most identifiers of a run stand in no loose row.
    private let filter: NameFilter
    private(set) var names = NameTable<Names>()
    /// The order of each row; meaningful where its fate is `bound`.
    private(set) var orders: [UInt64]
    private(set) var fates: [Fate]

    /// Prepares `rowCount` loose rows; `links` are in the order of the rows.
    init(rowCount: Int, links: [LooseRows.Link]) {
        self.links = links
        var first = [Int32](repeating: 0, count: rowCount + 1)
        for link in links { first[Int(link.row) + 1] += 1 }
        for i in 0..<rowCount { first[i + 1] += first[i] }
        firstLink = first
        byAlias = links.map { (alias: $0.alias, row: $0.row) }.sorted { ($0.alias, $0.row) < ($1.alias, $1.row) }
        var filter = NameFilter(count: links.count)
        for link in links { filter.insert(link.alias) }
        self.filter = filter
        orders = [UInt64](repeating: 0, count: rowCount)
        fates = [Fate](repeating: .unknown, count: rowCount)
    }

    /// Whether some loose row carries this identifier.
    func mentions(_ alias: UInt64) -> Bool {
        guard filter.mayContain(alias) else { return false }
        let i = lowerBound(alias)
        return i < byAlias.count && byAlias[i].alias == alias
    }

    /// A line carries both: returns whether that changed what the identifier stands for.
    @discardableResult mutating func tie(_ alias: UInt64, to order: UInt64) -> Bool {
        guard let known = names[alias] else {
            names[alias] = Names(order: order, isAmbiguous: false)
            return true
        }
        guard !known.isAmbiguous, known.order != order else { return false }
        names[alias] = Names(order: known.order, isAmbiguous: true)
        return true
    }

    /// A row names the order by itself: it is bound before the first round and lends the order to its identifiers.
    mutating func bind(_ row: Int, to order: UInt64, lends: Bool = true) {
        (orders[row], fates[row]) = (order, .bound)
        guard lends else { return }
        for link in links[Int(firstLink[row])..<Int(firstLink[row + 1])] { tie(link.alias, to: order) }
    }

    /// Runs the rounds.
    mutating func settle() {
        var front = fates.indices.filter { fates[$0] != .bound && firstLink[$0] != firstLink[$0 + 1] }
        while !front.isEmpty {
            var taken: [(row: Int, order: UInt64)] = []
            for row in front {
                switch reading(of: row) {
                case .one(let order): taken.append((row, order))
                case .several: fates[row] = .ambiguous
                case .none: break
                }
            }
            var next: Set<Int> = []
            for (row, order) in taken { (orders[row], fates[row]) = (order, .bound) }
            for (row, order) in taken {
                for link in links[Int(firstLink[row])..<Int(firstLink[row + 1])] where tie(link.alias, to: order) {
                    var i = lowerBound(link.alias)
                    while i < byAlias.count, byAlias[i].alias == link.alias {
                        if fates[Int(byAlias[i].row)] != .bound { next.insert(Int(byAlias[i].row)) }
                        i += 1
                    }
                }
            }
            front = next.sorted()
        }
    }

    private enum Reading {
        case none
        case one(UInt64)
        case several
    }

    /// What a row's identifiers say by now.
    private func reading(of row: Int) -> Reading {
        var strength: UInt8 = 5
        var sawAmbiguous = false
        while strength > 1 {
            strength -= 1
            var found: UInt64?
            for link in links[Int(firstLink[row])..<Int(firstLink[row + 1])] where link.strength == strength {
                guard let name = names[link.alias] else { continue }
                if name.isAmbiguous {
                    sawAmbiguous = true
                    continue
                }
                if let found, found != name.order { return .several }
                found = name.order
            }
            if let found { return .one(found) }
        }
        return sawAmbiguous ? .several : .none
    }

    private func lowerBound(_ alias: UInt64) -> Int {
        var (low, high) = (0, byAlias.count)
        while low < high {
            let middle = (low + high) / 2
            if byAlias[middle].alias < alias { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
