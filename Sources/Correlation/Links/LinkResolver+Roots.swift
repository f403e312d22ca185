import Domain

extension LinkResolver {
    /// A number that a line names together with a provider's trade.
    private struct TradeEnd {
        var trade: UInt64
        var number: UInt64
        var roles: UInt8
    }

    /// Finds the order of every attempt number.
    mutating func findRoots() {
        var edges: [Edge] = []
        forEachTie(\.attempts, in: 0) { edges.append($0) }
        if !doubtful.isEmpty { edges = withoutNamedOrders(edges) }
        links.roots = AttemptRoots.resolve(edges + attemptsByTrade())
    }

    /// A number that a line calls an order's own is no attempt of another order on the word of damaged sources alone.
    private func withoutNamedOrders(_ edges: [Edge]) -> [Edge] {
        var sound = NameTable<Bool>()
        for each in spools {
            each.attempts.forEach(ToldEdge.self, in: 0) { if !doubtful.contains($0.source) { sound[$0.from] = true } }
        }
        var kept = edges.filter { sound[$0.from] != nil }
        let doubted = edges.filter { sound[$0.from] == nil }.sorted()
        var part = -1
        var numbers = NumberTable()
        for edge in doubted {
            if part != Int(edge.from >> 56) {
                part = Int(edge.from >> 56)
                numbers = spools.numbers(part)
            }
            if numbers.entry(edge.from)?.roles.contains(.namesOrder) != true { kept.append(edge) }
        }
        return kept
    }

    /// Payment numbers that only a provider's trade number ties to their order: a number that no `order.created` names is an attempt of
    /// the one order that a line names together with the same trade.
    private func attemptsByTrade() -> [Edge] {
        let asks = Spool(bits: LinkSpools.orderBits, in: pool)
        for part in 0..<(1 << LinkSpools.bits) {
            var trades: [Edge] = []
            forEachTie(\.trades, in: part) { trades.append($0) }
            trades = trades.sortedUnique()
            var i = 0
            while i < trades.count {
                var end = i
                while end < trades.count, trades[end].from == trades[i].from { end += 1 }
                defer { i = end }
                guard end - i > 1, end - i <= Limits.ordersPerAlias else { continue }
                for edge in trades[i..<end] { asks.append(edge, to: asks.part(of: edge.to)) }
            }
        }
        let ends = Spool(bits: LinkSpools.bits, in: pool)
        for part in 0..<asks.count where !asks.isEmpty(part) {
            let numbers = spools.numbers(part)
            for edge in asks.take(Edge.self, of: part) {
                let roles = numbers.entry(edge.to)?.roles ?? []
                ends.append(TradeEnd(trade: edge.from, number: edge.to, roles: roles.rawValue), to: ends.part(of: edge.from))
            }
        }
        var found: [Edge] = []
        for part in 0..<ends.count where !ends.isEmpty(part) {
            let all = ends.take(TradeEnd.self, of: part).sorted { $0.trade < $1.trade }
            var i = 0
            while i < all.count {
                let end = all.endOfPrefix { $0.trade <= all[i].trade }
                defer { i = end }
                let owners = all[i..<end].filter { NumberTable.Roles(rawValue: $0.roles) == .namesOrder }
                guard owners.count == 1, let owner = owners.first else { continue }
                for other in all[i..<end] where other.roles == 0 { found.append(Edge(from: other.number, to: owner.number)) }
            }
        }
        return found
    }
}
