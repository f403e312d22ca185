import Domain

/// Which files of a collector's log are one log as far as a single device is concerned.
///
/// A collector writes down what many devices report, each by its own clock, so the time of its rotated files overlaps although they were
/// written one after the other (``RotationChains`` then joins none of them). The lines of one device do not overlap.
struct CollectorChains {
    private let sources: [SourceInfo]
    private let names: [RotationName]
    /// What the names of files have in common, numbered.
    private let stems: [Int32]
    /// The numbers of the files that are there, by what their names have in common.
    private var counters: [String: Set<Int>] = [:]

    init(_ sources: [SourceInfo]) {
        self.sources = sources
        names = sources.map { RotationName($0.name) }
        var numbers: [String: Int32] = [:]
        stems = names.map { name in
            let number = numbers[name.stem] ?? Int32(truncatingIfNeeded: numbers.count)
            numbers[name.stem] = number
            return number
        }
        for (name, source) in zip(names, sources) where source.witness == .client && name.date == nil {
            counters[name.stem, default: []].insert(name.counter ?? 0)
        }
    }

    /// The chain of each span: one for all spans of a device in files that follow each other without a missing one, else the source's own.
    func chains(of spans: [DeviceSpan]) -> [UInt64] {
        var chains = spans.map { Int($0.source) < sources.count ? sources[Int($0.source)].chain : 0 }
        var members: [Member] = []
        members.reserveCapacity(spans.count)
        for (index, span) in spans.enumerated() where Int(span.source) < sources.count && names[Int(span.source)].date == nil {
            members.append(Member(device: span.device, stem: stems[Int(span.source)], span: Int32(truncatingIfNeeded: index)))
        }
        members.sort { ($0.device, $0.stem, $0.span) < ($1.device, $1.stem, $1.span) }
        var first = 0
        while first < members.count {
            var end = first + 1
            while end < members.count, members[end].device == members[first].device, members[end].stem == members[first].stem { end += 1 }
            defer { first = end }
            guard end - first > 1 else { continue }
            let own = members[first..<end].map { spans[Int($0.span)] }
            let stem = names[Int(own[0].source)].stem
            guard isOneLog(own, counters[stem] ?? []) else { continue }
            let chain = StableHash.of(stem, seed: members[first].device)
            for member in members[first..<end] { chains[Int(member.span)] = chain }
        }
        return chains
    }

    /// A span, by its device and by what the names of its files have in common.
    private struct Member {
        var device: DeviceKey
        var stem: Int32
        var span: Int32
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
