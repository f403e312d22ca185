import Domain

/// Makes coverage from what each source spans (vocabulary §5).
public enum CoverageBuilder {
    /// Stretches less than this apart are one, whichever sources they come from.
    static let joinDistance = TimeSpan.minutes(10)

    /// What one source adds to one witness.
    struct Part {
        var chain: UInt64
        var span: Stretch
        var gaps: [Gap]
    }

    /// Joins stretches and gaps of all sources of servers by witness; those of devices are ``DeviceCoverage``'s.
    ///
    /// An application source whose whole chain gave no evidence extends nothing: it may be a database's log. An access log's silence is
    /// evidence, a device's as well. A provider's source extends neither.
    ///
    /// - Parameter sources: the run's sources, linked by ``RotationChains``.
    public static func build(sources: [SourceInfo]) -> RunCoverage {
        var run = RunCoverage()
        var evidence: [UInt64: UInt64] = [:]
        for source in sources { evidence[source.chain, default: 0] &+= source.evidence }
        let app = sources.filter { $0.witness == .serverApp && evidence[$0.chain] != 0 }
        run.serverApp = joined(app.compactMap(part))
        run.serverEdge = joined(sources.filter { $0.witness == .serverEdge }.compactMap(part))
        return run
    }

    /// The moment that verdicts speak for: the latest plausible stamp of servers, of clients by the lower end of their corrected range,
    /// and the ends of bills. Where none of these is known: of provider records, then of uncorrected clients.
    ///
    /// - Parameters:
    ///   - sources: the run's sources.
    ///   - devices: the latest moment that a device's log surely reached (``DeviceFacts/latest``).
    ///   - providerDays: stretches that bills or exports cover, by provider word.
    /// - Returns: nil when no source has a plausible stamp.
    public static func asOf(sources: [SourceInfo], devices: Instant?, providerDays: [String: [Stretch]]) -> Instant? {
        var latest: Instant?
        func consider(_ instant: Instant) {
            guard instant > .distantPast, instant < .distantFuture else { return }
            latest = max(latest ?? instant, instant)
        }
        // A stamp that a flipped bit changed may lie anywhere: sources with wrong bytes speak only where no sound one does.
        let servers = sources.filter { $0.witness == .serverApp || $0.witness == .serverEdge }
        for source in servers where !isSpoilt(source) { if let span = source.span { consider(span.to) } }
        if latest == nil { for source in servers { if let span = source.span { consider(span.to) } } }
        if let devices { consider(devices) }
        for stretch in providerDays.values.joined() { consider(stretch.to) }
        if latest == nil { for source in sources where source.witness == .provider { if let span = source.span { consider(span.to) } } }
        if latest == nil { for source in sources { if let span = source.span { consider(span.to) } } }
        return latest
    }

    /// The latest moment that a device's log surely reached; nil when nothing bounds that.
    static func end(of device: RunCoverage.Device, clock: ClockOffset) -> Instant? {
        guard clock.isConsistent, let first = device.coverage.stretches.first, let last = device.coverage.stretches.last else { return nil }
        guard !isSpoilt(first, device.coverage.gaps) else { return nil }
        let end = clock.range(of: last.to, resolution: .microsecond).earliest
        return end > .distantPast && end < .distantFuture ? end : nil
    }

    /// Whether a source proves no absence at all, from its first stamp on.
    private static func isSpoilt(_ source: SourceInfo) -> Bool { source.span.map { isSpoilt($0, source.gaps) } ?? false }

    private static func isSpoilt(_ span: Stretch, _ gaps: [Gap]) -> Bool {
        gaps.contains { $0.stretch.from <= span.from && $0.stretch.to == .distantFuture }
    }

    static func part(_ source: SourceInfo) -> Part? {
        source.span.map { Part(chain: source.chain, span: $0, gaps: source.gaps) }
    }

    /// What sources of one witness span together.
    static func joined(_ sources: [SourceInfo]) -> WitnessCoverage { joined(sources.compactMap(part)) }

    /// One witness: stretches of one chain are one, neighbours less than ``joinDistance`` apart are one; gaps end where their chain goes on.
    static func joined(_ parts: [Part]) -> WitnessCoverage {
        let sorted = parts.sorted { ($0.chain, $0.span.from, $0.span.to) < ($1.chain, $1.span.from, $1.span.to) }
        var stretches: [Stretch] = []
        var gaps: Set<Gap> = []
        var i = 0
        while i < sorted.count {
            var end = i
            var hull = sorted[i].span
            while end < sorted.count, sorted[end].chain == sorted[i].chain {
                hull.to = max(hull.to, sorted[end].span.to)
                end += 1
            }
            stretches.append(hull)
            let chain = sorted[i..<end]
            for part in chain {
                for gap in part.gaps { gaps.insert(closed(gap, of: part, in: chain)) }
            }
            i = end
        }
        let ordered = gaps.sorted { a, b in
            (a.stretch.from, a.stretch.to, a.why) < (b.stretch.from, b.stretch.to, b.why)
        }
        return WitnessCoverage(stretches: joined(stretches: stretches), gaps: ordered)
    }

    /// Stretches in the order of time, neighbours less than ``joinDistance`` apart made one.
    static func joined(stretches: [Stretch]) -> [Stretch] {
        guard stretches.count > 1 else { return stretches }
        var joined: [Stretch] = []
        for stretch in stretches.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            if let last = joined.last, stretch.from - last.to < joinDistance {
                joined[joined.count - 1].to = max(last.to, stretch.to)
            } else {
                joined.append(stretch)
            }
        }
        return joined
    }

    /// An open end closes at the next stamp of the chain; where none follows it stays open: to the end of the run.
    private static func closed(_ gap: Gap, of part: Part, in chain: ArraySlice<Part>) -> Gap {
        guard gap.stretch.to == .distantFuture else { return gap }
        let end = max(gap.stretch.from, part.span.to)
        let next = chain.lazy.map(\.span.from).filter { $0 > end }.min()
        return Gap(stretch: Stretch(from: gap.stretch.from, to: next ?? .distantFuture), why: gap.why)
    }
}
