import Domain

/// Which files of a collector's log are one log as far as a single device is concerned.
///
/// A collector writes down what many devices report, each by its own clock, so the time of its rotated files overlaps although they were
/// written one after the other (``RotationChains`` then joins none of them). The lines of one device do not overlap.
struct CollectorChains {
    private let sources: [SourceInfo]
    private let names: [RotationName]
    /// The numbers of the files that are there, by what their names have in common.
    private var counters: [String: Set<Int>] = [:]

    init(_ sources: [SourceInfo]) {
        self.sources = sources
        names = sources.map { RotationName($0.name) }
        for (name, source) in zip(names, sources) where source.witness == .client && name.date == nil {
            counters[name.stem, default: []].insert(name.counter ?? 0)
        }
    }

    /// The chain of each span: one for all spans of a device in files that follow each other without a missing one, else the source's own.
    func chains(of spans: [DeviceSpan]) -> [UInt64] {
        var chains = spans.map { Int($0.source) < sources.count ? sources[Int($0.source)].chain : 0 }
        var groups: [Key: [Int]] = [:]
        for (index, span) in spans.enumerated() where Int(span.source) < sources.count && names[Int(span.source)].date == nil {
            groups[Key(device: span.device, stem: names[Int(span.source)].stem), default: []].append(index)
        }
        for (key, members) in groups where members.count > 1 && isOneLog(members.map { spans[$0] }, counters[key.stem] ?? []) {
            let chain = StableHash.of(key.stem, seed: key.device)
            for member in members { chains[member] = chain }
        }
        return chains
    }

    private struct Key: Hashable {
        var device: DeviceKey
        var stem: String
    }

    private func isOneLog(_ spans: [DeviceSpan], _ present: Set<Int>) -> Bool {
        let sorted = spans.sorted { ($0.span.from, $0.span.to) < ($1.span.from, $1.span.to) }
        return zip(sorted, sorted.dropFirst()).allSatisfy { older, newer in
            let (a, b) = (names[Int(older.source)].counter ?? 0, names[Int(newer.source)].counter ?? 0)
            guard a > b, older.span.to - newer.span.from <= RotationChains.tolerance else { return false }
            // Behind a file whose end is lost nobody knows what the device still reported.
            guard !sources[Int(older.source)].gaps.contains(where: { $0.stretch.to == .distantFuture }) else { return false }
            return (b...a).allSatisfy(present.contains)
        }
    }
}
