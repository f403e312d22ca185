import Domain

/// Finds application lines of the provider's deliberate probes (vocabulary §7): the flagged ones, and the lines of the same source that
/// answer them and name nothing.
struct ProbeLines {
    private var rows: Set<Int> = []

    init(_ loose: RowShelf) {
        loose.forEach { index, _, attributes in if attributes[.probe]?.equals("true") ?? false { rows.insert(index) } }
        guard !rows.isEmpty else { return }
        // the handler's answer follows at once: the flagged line before an answer in the same source is its question
        let sources = Set(rows.map { loose.place($0).source })
        var lines: [Int] = []
        loose.forEach { index, row, _ in if sources.contains(row.source), ProbeLines.mayAnswer(row) { lines.append(index) } }
        lines.sort { loose.place($0) < loose.place($1) }
        var question: Evidence?
        for index in lines {
            loose.withRow(index) { row, attributes in
                if row.event == .notifyReceived { question = nil }
                if rows.contains(index) { return question = row }
                guard let asked = question, asked.source == row.source, row.at - asked.at <= Limits.handlerReach else { return }
                if !ProbeLines.hasIdentifier(attributes) { rows.insert(index) }
                if row.event == .notifyAnswered { question = nil }
            }
        }
    }

    /// Whether an application's row may be a line of a probe.
    static func mayAnswer(_ row: Evidence) -> Bool {
        guard row.witness == .serverApp else { return false }
        return row.event == .notifyReceived || row.event == .notifyVerified || row.event == .notifyAnswered
    }

    /// Whether a loose row belongs to a probe.
    func contains(_ row: Int) -> Bool { rows.contains(row) }

    private static func hasIdentifier(_ attributes: Attributes) -> Bool {
        var cursor = AttributeCursor(attributes)
        while cursor.next() { if AliasKey.strength(cursor.code) > 0 { return true } }
        return false
    }
}
