import Domain

extension LinkResolver {
    /// Deals the loose rows: to their orders, or among those that wait, or that stay without one.
    mutating func deal(_ bind: (Evidence, UnsafeRawBufferPointer, UInt64, Binding) -> Void) -> LooseEnds {
        let probes = probes()
        let ends = LooseEnds(in: pool)
        func wait(_ row: Evidence, _ attributes: UnsafeRawBufferPointer) {
            links.ask(of: row, Attributes(attributes), boundTo: nil)
            ends.wait(row, Attributes(attributes))
        }
        for part in 0..<LooseSet.count where loose.rows(in: part) > 0 {
            let fates = LooseFates(loose.rows(in: part), bound, part)
            var ambiguous: Set<Int32> = []
            rounds.ambiguous.forEach(Int32.self, in: part) { ambiguous.insert($0) }
            var index = 0
            loose.forEach(in: part) { row, attributes in
                defer { index += 1 }
                let isProbe = probes.contains(LooseName(part: part, row: index))
                if let binding = fates.binding(index) {
                    links.ask(of: row, Attributes(attributes), boundTo: fates.orders[index])
                    bind(row, attributes, fates.orders[index], binding)
                } else if row.event == .exportFinished || isProbe && row.witness != .serverEdge {
                    if isProbe { wait(row, attributes) }
                } else if ScheduleBinder.isConcerned(row) {
                    wait(row, attributes)
                } else {
                    ends.unbound.append(
                        row, attributes: attributes, tie: LooseEnds.firstTie + UInt64(ends.unbound.count),
                        note: why(row, Attributes(attributes), isAmbiguous: ambiguous.contains(Int32(index))))
                }
            }
        }
        ends.finish()
        return ends
    }

    /// The application lines of the provider's probes: looked for only where some line is flagged as one.
    private func probes() -> Set<LooseName> {
        var sources: Set<UInt32> = []
        for part in 0..<LooseSet.count {
            loose.forEach(in: part) { row, attributes in
                if Attributes(attributes)[.probe]?.equals("true") ?? false { sources.insert(row.source) }
            }
        }
        guard !sources.isEmpty else { return [] }
        let lines = RowShelf(in: pool)
        var names: [LooseName] = []
        for part in 0..<LooseSet.count {
            var index = 0
            loose.forEach(in: part) { row, attributes in
                defer { index += 1 }
                guard sources.contains(row.source) else { return }
                let isFlagged = Attributes(attributes)[.probe]?.equals("true") ?? false
                guard isFlagged || ProbeLines.mayAnswer(row) else { return }
                lines.append(row, attributes: attributes, tie: row.identity)
                names.append(LooseName(part: part, row: index))
            }
        }
        let found = ProbeLines(lines)
        return Set(names.indices.filter(found.contains).map { names[$0] })
    }

    private func why(_ row: Evidence, _ attributes: Attributes, isAmbiguous: Bool) -> String {
        if isAmbiguous { return "its identifiers stand for several orders" }
        if attributes[.payerExport] != nil { return "a payer's own record of an order that no other line names" }
        if attributes[.maskedNumber] != nil { return "its masked number fits no order, or several" }
        var hasIdentifier = false
        var cursor = AttributeCursor(attributes)
        while cursor.next() { hasIdentifier = hasIdentifier || AliasKey.strength(cursor.code) > 0 && AliasKey.names(cursor.value) }
        if hasIdentifier { return "no line ties its identifiers to an order" }
        return row.witness == .client ? "no number, and no order in progress on the device" : "no number and no identifier"
    }
}
