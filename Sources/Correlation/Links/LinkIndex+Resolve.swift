import Domain

extension LinkIndex {
    /// Binds loose rows, after every row of the run was observed.
    ///
    /// - Parameters:
    ///   - loose: every row whose placement was `.loose`, in any order.
    ///   - order: how sources follow each other.
    /// - Complexity: sorting of the loose rows' identifiers, and one pass over what `observe` kept.
    public consuming func resolve(loose: EvidenceBatch, order: SourceOrder) -> Links {
        settleDoubts()
        presence = presence.settled()
        var links = Links(order: order)
        links.roots = AttemptRoots.resolve(attempts + attemptsByTrade())
        links.sessions = sessionDevices(order)
        links.doubtfulSources = doubtfulSources

        let read = LooseRows(loose)
        var graph = AliasGraph(rowCount: loose.rows.count, links: read.links)
        for edges in [aliases, trades] + otherAliases {
            for edge in edges where graph.mentions(edge.from) { graph.tie(edge.from, to: links.canonical(edge.to)) }
        }
        (aliases, trades, otherAliases) = ([], [], [])
        var bindings = [Binding](repeating: .alias, count: loose.rows.count)
        bindCandidates(read, links, &graph, &bindings)
        graph.settle()
        bindMasks(read, loose, links, &graph, &bindings)
        bindWindows(loose, links, order, &graph, &bindings)

        links.numbers = numbers
        links.sort(loose, graph, bindings, read)
        return links
    }

    /// Payment numbers that only a provider's trade number ties to their order: a number that no `order.created` names is an attempt of
    /// the one order that a line names together with the same trade.
    private func attemptsByTrade() -> [Edge] {
        let isAttempt = NumberTable.Roles.namesAttempt
        func names(_ number: UInt64) -> NumberTable.Roles { numbers.entry(number)?.roles ?? [] }
        guard numbers.entries.contains(where: { $0.roles.contains(.namesOrder) }) else { return [] }
        guard numbers.entries.contains(where: { $0.roles.isEmpty }) else { return [] }
        let trades = trades.sortedUnique()
        var found: [Edge] = []
        var i = 0
        while i < trades.count {
            var end = i
            while end < trades.count, trades[end].from == trades[i].from { end += 1 }
            defer { i = end }
            guard end - i > 1, end - i <= Limits.ordersPerAlias else { continue }
            let owners = trades[i..<end].filter { names($0.to).contains(.namesOrder) && !names($0.to).contains(isAttempt) }
            guard owners.count == 1, let owner = owners.first else { continue }
            for edge in trades[i..<end] where names(edge.to).isEmpty { found.append(Edge(from: edge.to, to: owner.to)) }
        }
        return found
    }

    /// The device of each session; 0 where client lines of several devices name it.
    private func sessionDevices(_ order: SourceOrder) -> NameTable<DeviceKey> {
        var table = NameTable<DeviceKey>(capacity: sessions.count)
        for edge in sessions {
            let device = order.canonicalDevice(edge.to)
            if let known = table[edge.from], known != device {
                table[edge.from] = 0
            } else {
                table[edge.from] = device
            }
        }
        return table
    }

    /// A whole token that is a known number names its order as a field would; so does a row of a payer's export, at the cost of confidence.
    private func bindCandidates(_ read: LooseRows, _ links: Links, _ graph: inout AliasGraph, _ bindings: inout [Binding]) {
        var i = 0
        while i < read.candidates.count {
            let row = read.candidates[i].row
            var order: UInt64?
            var isAmbiguous = false
            var isExport = false
            while i < read.candidates.count, read.candidates[i].row == row {
                let candidate = read.candidates[i]
                i += 1
                guard numbers.entry(candidate.number) != nil else { continue }
                let found = links.canonical(candidate.number)
                if let order, order != found { isAmbiguous = true }
                (order, isExport) = (found, candidate.isExport)
            }
            guard let order, !isAmbiguous else { continue }
            graph.bind(Int(row), to: order, lends: !isExport)
            bindings[Int(row)] = isExport ? .mask : .direct
        }
    }

    private func bindMasks(
        _ read: LooseRows, _ loose: EvidenceBatch, _ links: Links, _ graph: inout AliasGraph, _ bindings: inout [Binding]
    ) {
        var masks = MaskedNumbers()
        let rows = read.masked.filter { graph.fates[Int($0)] != .bound }
        for row in rows { loose.withAttributes(of: loose.rows[Int(row)]) { if let mask = $0[.maskedNumber] { masks.add(mask) } } }
        masks.match(numbers, canonical: links.canonical)
        for row in rows {
            let order = loose.withAttributes(of: loose.rows[Int(row)]) { $0[.maskedNumber].flatMap(masks.order(for:)) }
            guard let order else { continue }
            graph.bind(Int(row), to: order, lends: false)
            bindings[Int(row)] = .mask
        }
    }

    private func bindWindows(
        _ loose: EvidenceBatch, _ links: Links, _ order: SourceOrder, _ graph: inout AliasGraph, _ bindings: inout [Binding]
    ) {
        let open = loose.rows.indices.filter { loose.rows[$0].witness == .client && graph.fates[$0] != .bound }
        guard !open.isEmpty else { return }
        var timeline = DeviceTimeline(order: order)
        for run in presence.runs { timeline.add(run, order: links.canonical(run.order)) }
        for row in loose.rows.indices where loose.rows[row].witness == .client && graph.fates[row] == .bound && bindings[row] != .mask {
            timeline.add(bound: loose.rows[row], order: graph.orders[row])
        }
        timeline.finish()
        let products = OrderProducts(named: products, byApp: appProducts, canonical: links.canonical)
        for row in open {
            let product = loose.withAttributes(of: loose.rows[row]) { $0[.productID].map { StableHash.of($0) } }
            let found =
                product.flatMap { product in timeline.orderInProgress(at: loose.rows[row]) { products.isNamed(product, by: $0) } }
                ?? timeline.orderInProgress(at: loose.rows[row]) { order in product.map { products.mayConcern($0, order) } ?? true }
            guard let found else { continue }
            graph.bind(row, to: found, lends: false)
            bindings[row] = .window
        }
    }
}

extension Links {
    /// Deals the rows into `bound`, `waiting` and `unbound`.
    fileprivate mutating func sort(_ loose: EvidenceBatch, _ graph: AliasGraph, _ bindings: [Binding], _ read: LooseRows) {
        let probes = ProbeLines(loose)
        for (index, row) in loose.rows.enumerated() {
            if graph.fates[index] == .bound {
                bound.append(Bound(row: index, order: graph.orders[index], binding: bindings[index]))
                continue
            }
            if row.event == .exportFinished || probes.contains(index) && row.witness != .serverEdge {
                if probes.contains(index) { waiting.append(index) }
                continue
            }
            if ScheduleBinder.isConcerned(row) {
                waiting.append(index)
                continue
            }
            unbound.append(Unbound(row: index, why: why(row, loose, graph.fates[index])))
        }
    }

    private func why(_ row: Evidence, _ loose: EvidenceBatch, _ fate: AliasGraph.Fate) -> String {
        if fate == .ambiguous { return "its identifiers stand for several orders" }
        let (hasIdentifier, isMasked, isExport) = loose.withAttributes(of: row) { attributes in
            var cursor = AttributeCursor(attributes)
            var has = false
            while cursor.next() { has = has || AliasKey.strength(cursor.code) > 0 && AliasKey.names(cursor.value) }
            return (has, attributes[.maskedNumber] != nil, attributes[.payerExport] != nil)
        }
        if isExport { return "a payer's own record of an order that no other line names" }
        if isMasked { return "its masked number fits no order, or several" }
        if hasIdentifier { return "no line ties its identifiers to an order" }
        return row.witness == .client ? "no number, and no order in progress on the device" : "no number and no identifier"
    }
}
