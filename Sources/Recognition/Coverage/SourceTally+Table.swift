import Domain

extension SourceTally {
    /// The report of a table. It covers nothing: what is not in it may have been left out by whoever exported it.
    func tableReport(name: String, table: borrowing TableReader) -> ExtractionReport {
        var report = ExtractionReport()
        report.lines = table.lines
        report.noise = table.lines &- min(table.lines, table.evidence)
        report.damage = table.damage
        report.sources = [
            SourceInfo(
                name: name, contentID: contentID, witness: table.witness, format: table.formatName, lines: table.lines,
                evidence: table.evidence)
        ]
        return report
    }
}
