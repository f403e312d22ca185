import Domain
import Testing

@testable import Correlation

/// The slow obvious way: sets, repeated until nothing changes, one ring at a time.
private func reference(_ rows: [[(strength: UInt8, alias: UInt64)]], _ ties: [(UInt64, UInt64)]) -> [UInt64?] {
    var stands: [UInt64: Set<UInt64>] = [:]
    for (alias, order) in ties { stands[alias, default: []].insert(order) }
    var bound = [UInt64?](repeating: nil, count: rows.count)
    while true {
        var taken: [(Int, UInt64)] = []
        for (row, links) in rows.enumerated() where bound[row] == nil {
            for strength in stride(from: UInt8(4), to: 0, by: -1) {
                let single = links.filter { $0.strength == strength && stands[$0.alias]?.count == 1 }
                let named = Set(single.flatMap { stands[$0.alias] ?? [] })
                if named.count > 1 { break }
                if let order = named.first {
                    taken.append((row, order))
                    break
                }
            }
        }
        if taken.isEmpty { return bound }
        for (row, order) in taken { bound[row] = order }
        for (row, order) in taken { for link in rows[row] { stands[link.alias, default: []].insert(order) } }
    }
}

@Suite struct AliasGraphTests {
    @Test(arguments: 0..<300) func agreesWithTheSlowWayInAnyOrderOfRows(seed: Int) {
        var random = Seeded(UInt64(seed))
        let aliasCount = Int.random(in: 1...14, using: &random)
        let rows = (0..<Int.random(in: 0...16, using: &random)).map { _ in
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let alias = UInt64.random(in: 1...UInt64(aliasCount), using: &random)
                return (strength: UInt8(alias % 4 + 1), alias: alias)
            }
        }
        let ties = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            (UInt64.random(in: 1...UInt64(aliasCount), using: &random), UInt64.random(in: 100...103, using: &random))
        }
        let expected = reference(rows, ties)
        let order = rows.indices.shuffled(using: &random)
        var links: [LooseRows.Link] = []
        for (place, row) in order.enumerated() {
            for link in rows[row] { links.append(LooseRows.Link(row: Int32(place), strength: link.strength, alias: link.alias)) }
        }
        var graph = AliasGraph(rowCount: rows.count, links: links)
        for (alias, order) in ties.shuffled(using: &random) { graph.tie(alias, to: order) }
        graph.settle()
        for (place, row) in order.enumerated() {
            #expect((graph.fates[place] == .bound ? graph.orders[place] : nil) == expected[row])
        }
    }
}
