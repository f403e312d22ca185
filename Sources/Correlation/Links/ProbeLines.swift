import Domain

/// Finds application lines of the provider's deliberate probes (vocabulary §7): the flagged ones, and the lines of the same source that
/// answer them and name nothing.
struct ProbeLines {
    private var rows: Set<Int> = []

    init(_ loose: EvidenceBatch) {
        let flagged = loose.rows.indices.filter { index in
            loose.withAttributes(of: loose.rows[index]) { $0[.probe]?.equals("true") ?? false }
        }
        guard !flagged.isEmpty else { return }
        rows.formUnion(flagged)
        // the handler's answer follows at once: the flagged line before an answer in the same source is its question
        let sources = Set(flagged.map { loose.rows[$0].source })
        let lines = loose.rows.indices.filter { index in
            let row = loose.rows[index]
            return sources.contains(row.source) && ProbeLines.mayAnswer(row)
        }.sorted { (loose.rows[$0].source, loose.rows[$0].offset) < (loose.rows[$1].source, loose.rows[$1].offset) }
        var question: Evidence?
        for index in lines {
            let row = loose.rows[index]
            if row.event == .notifyReceived { question = nil }
            if rows.contains(index) {
                question = row
                continue
            }
            guard let asked = question, asked.source == row.source, row.at - asked.at <= Limits.handlerReach else { continue }
            if !ProbeLines.hasIdentifier(row, loose) { rows.insert(index) }
            if row.event == .notifyAnswered { question = nil }
        }
    }

    /// Whether an application's row may be a line of a probe.
    static func mayAnswer(_ row: Evidence) -> Bool {
        guard row.witness == .serverApp else { return false }
        return row.event == .notifyReceived || row.event == .notifyVerified || row.event == .notifyAnswered
    }

    /// Whether a loose row belongs to a probe.
    func contains(_ row: Int) -> Bool { rows.contains(row) }

    private static func hasIdentifier(_ row: Evidence, _ loose: EvidenceBatch) -> Bool {
        loose.withAttributes(of: row) { attributes in
            var cursor = AttributeCursor(attributes)
            while cursor.next() { if AliasKey.strength(cursor.code) > 0 { return true } }
            return false
        }
    }
}
