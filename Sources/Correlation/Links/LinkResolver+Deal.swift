import Domain

extension LinkResolver {
    /// Deals the loose rows: to their orders, or among those that wait, or that stay without one.
    mutating func deal(_ bind: (Evidence, UnsafeRawBufferPointer, UInt64, Binding) -> Void) -> LooseEnds {
        let probes = probes()
        var waiting = EvidenceBatch()
        var ends = LooseEnds()
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
                    if isProbe { waiting.append(row, attributes: attributes) }
                } else if ScheduleBinder.isConcerned(row) {
                    waiting.append(row, attributes: attributes)
                } else {
                    ends.unbound.append(row, attributes: attributes)
                    ends.reasons.append(why(row, Attributes(attributes), isAmbiguous: ambiguous.contains(Int32(index))))
                }
            }
        }
        let sorted = waiting.rows.sorted {
            ($0.source, $0.offset, $0.event.rawValue, $0.identity) < ($1.source, $1.offset, $1.event.rawValue, $1.identity)
        }
        for row in sorted {
            waiting.withAttributes(of: row) {
                links.ask(of: row, $0, boundTo: nil)
                ends.waiting.append(row, attributes: $0.bytes)
            }
        }
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
        var lines = EvidenceBatch()
        var names: [LooseName] = []
        for part in 0..<LooseSet.count {
            var index = 0
            loose.forEach(in: part) { row, attributes in
                defer { index += 1 }
                guard sources.contains(row.source) else { return }
                let isFlagged = Attributes(attributes)[.probe]?.equals("true") ?? false
                guard isFlagged || ProbeLines.mayAnswer(row) else { return }
                lines.append(row, attributes: attributes)
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
