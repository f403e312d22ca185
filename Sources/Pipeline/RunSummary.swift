import Configuration
import Domain
import Findings
import Recognition

/// Puts the summary of a run together.
struct RunSummary {
    let linked: LinkedRun
    let workers: [Extraction.Worker]
    let problems: [Damage]
    let sums: Judging.Sums
    let settings: Settings

    /// How many unbound rows the summary names one by one.
    private static let unboundShown = 200
    private static let crowdedShown = 5
    /// How many files that are no logs the summary names.
    private static let notLogsShown = 8

    /// The summary.
    var summary: Summary {
        var summary = Summary(asOf: linked.context.asOf)
        var sums = sums
        sums.summary.write(into: &summary)
        summary.counts = sums.counts.counts
        let reads = workers.flatMap(\.reads).filter { !$0.isStored }.sorted { ($0.name, $0.number) < ($1.name, $1.number) }
        summary.inputs.files = reads.count
        for read in reads {
            summary.inputs.bytesRead += read.bytesRead
            summary.inputs.bytesDecompressed += read.bytesDecompressed
            summary.inputs.lines += read.report.lines
            summary.inputs.noise += read.report.noise
            summary.inputs.probes += read.report.probes
            summary.inputs.implausibleStamps += read.report.implausible
            summary.inputs.damaged += read.damage
            summary.notes += read.report.notes
        }
        summary.inputs.damaged = (problems + workers.flatMap(\.problems)).sorted { $0.source < $1.source } + summary.inputs.damaged
        summary.inputs.evidence = UInt64(workers.reduce(0) { $0 + $1.partitions.rows + $1.looseRows })
        summary.inputs.probes += UInt64(linked.probes)
        summary.inputs.duplicates = UInt64(sums.duplicates + linked.looseDuplicates)
        summary.inputs.unbound = UInt64(linked.unbound.count)
        summary.notes = unique(
            summary.notes + (linked.stores + [linked.late]).flatMap(\.notes) + workers.flatMap(\.notes) + linked.spills.flatMap(\.notes))
        summary.notes += crowdedNotes(sums.crowded)
        summary.coverage = linked.table.sources.filter(isShown).map(Summary.SourceCoverage.init)
        summary.notes += notLogs
        linked.unbound.forEach { row, attributes, why in
            if summary.unboundItems.count < RunSummary.unboundShown { summary.unboundItems.append(item(row, attributes, why: why)) }
            sums.findings.noteUnbound(row, attributes)
        }
        summary.findings = sums.findings.findings(
            of: RunFacts(sources: linked.table.sources, probes: Int(summary.inputs.probes)))
        return summary
    }

    /// What the reader has to know of orders with very many lines.
    private func crowdedNotes(_ orders: Set<OrderNumber>) -> [String] {
        guard !orders.isEmpty else { return [] }
        let named = orders.map(\.description).sorted()
        let others = named.count > RunSummary.crowdedShown ? " and \(named.count - RunSummary.crowdedShown) more" : ""
        let most = Limits.linesOfKind
        return [
            "\(2 * most) lines of one kind or more: the first and the last \(most) are kept of each kind: "
                + named.prefix(RunSummary.crowdedShown).joined(separator: ", ") + others
        ]
    }

    /// Whether a source covers anything: not the head of a mixed stream, whose services do, nor a service that never gave evidence, nor a
    /// file that is no log.
    private func isShown(_ source: SourceInfo) -> Bool {
        guard source.evidence == 0, source.witness != .provider else { return true }
        return source.span != nil && source.name.firstRange(of: " @ ") == nil
    }

    /// Files that have neither a time nor evidence: a README beside the logs, a configuration. Empty ones are rotated logs.
    private var notLogs: [String] {
        let names = workers.flatMap(\.reads).filter { read in
            !read.isStored && read.report.lines > 0
                && read.report.sources.allSatisfy { $0.span == nil && $0.evidence == 0 && $0.witness != .provider && $0.gaps.isEmpty }
        }.map(\.name).sorted()
        let shown = names.prefix(RunSummary.notLogsShown).map { "\($0): neither a time nor evidence: not counted as a log" }
        return shown + (names.count > shown.count ? ["… and \(names.count - shown.count) more files that are no logs"] : [])
    }

    private func unique(_ notes: [String]) -> [String] {
        var seen: Set<String> = []
        return notes.filter { seen.insert($0).inserted }
    }

    private func item(_ row: Evidence, _ attributes: Attributes, why: String) -> Summary.UnboundItem {
        let sources = linked.table.sources
        let name = Int(row.source) < sources.count ? sources[Int(row.source)].name : "?"
        let ids = attributes.filter { $0.key.isIdentifier }.map { Summary.UnboundItem.Identifier(kind: $0.key, value: $0.value.text) }
        return Summary.UnboundItem(event: row.event, source: "\(name):\(row.line)", at: row.at, ids: ids, why: why)
    }
}
