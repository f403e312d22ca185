import Domain
import Recognition

/// What was read in this run, to find which stored sources it stands for: a file that is read again, that was renamed by rotation
/// meanwhile, or that has grown, must not be listed twice.
struct FreshSources {
    private var byContent: [UInt64: [SourceRead]] = [:]
    private var byBegin: [Instant: [SourceRead]] = [:]

    init(_ reads: [SourceRead]) {
        for read in reads {
            byContent[read.contentID, default: []].append(read)
            if let hull = read.hull { byBegin[hull.from, default: []].append(read) }
        }
    }

    /// The number of the source that stands for a stored one now; nil when nothing of it was read.
    func replacement(of stored: SourceRead) -> UInt32? {
        let sameContent = byContent[stored.contentID] ?? []
        if let same = sameContent.first(where: { $0.name == stored.name }) { return same.number }
        guard let old = stored.hull else { return nil }
        let witness = stored.report.sources.first?.witness
        // Renamed by rotation, perhaps grown before.
        if let renamed = sameContent.first(where: { $0.hull?.contains(old.from, old.to) ?? false }) { return renamed.number }
        // Grown while it was shorter than what the content id is made of.
        return byBegin[old.from]?.first { read in
            read.report.sources.first?.witness == witness && read.lines >= stored.lines && (read.hull?.to ?? old.from) >= old.to
                && (read.name == stored.name || read.name.hasPrefix(stored.name + "."))
        }?.number
    }
}

extension SourceRead {
    /// From the first to the last stamp of all its parts.
    fileprivate var hull: Stretch? {
        var hull: Stretch?
        for span in report.sources.compactMap(\.span) {
            hull = Stretch(from: min(hull?.from ?? span.from, span.from), to: max(hull?.to ?? span.to, span.to))
        }
        return hull
    }

    fileprivate var lines: UInt64 { report.sources.reduce(0) { max($0, $1.lines) } }
}
