import Domain

/// Makes coverage from what each source spans (vocabulary §5).
public enum CoverageBuilder {
    /// Stretches less than this apart are one, whichever sources they come from.
    static let joinDistance = TimeSpan.minutes(10)

    /// What one source adds to one witness.
    private struct Part {
        var chain: UInt64
        var span: Stretch
        var gaps: [Gap]
    }

    /// Joins stretches and gaps of all sources by witness and device.
    ///
    /// An application source whose whole chain gave no evidence extends nothing: it may be a database's log. An access log's silence is
    /// evidence, a device's as well. A provider's source extends neither.
    ///
    /// - Parameters:
    ///   - sources: the run's sources, linked by ``RotationChains``.
    ///   - deviceSpans: what collector files span for each device that their lines name.
    public static func build(sources: [SourceInfo], deviceSpans: [DeviceSpan]) -> RunCoverage {
        var run = RunCoverage()
        var evidence: [UInt64: UInt64] = [:]
        for source in sources { evidence[source.chain, default: 0] &+= source.evidence }
        let app = sources.filter { $0.witness == .serverApp && evidence[$0.chain] != 0 }
        run.serverApp = joined(app.compactMap(part))
        run.serverEdge = joined(sources.filter { $0.witness == .serverEdge }.compactMap(part))

        run.devices = devices(sources, deviceSpans)
        return run
    }

    /// A source, or a span of a collector's source, that tells of a device.
    private struct Mention {
        var device: DeviceKey
        var isSpan: Bool
        var place: Int32
    }

    /// Device sessions, one after the other: a run may know as many devices as orders, and tables of what each consists of would take
    /// several times the memory of the result.
    private static func devices(_ sources: [SourceInfo], _ spans: [DeviceSpan]) -> [DeviceKey: RunCoverage.Device] {
        var mentions: [Mention] = []
        mentions.reserveCapacity(spans.count)
        for (place, source) in sources.enumerated() where source.witness == .client && source.device != 0 && source.span != nil {
            mentions.append(Mention(device: source.device, isSpan: false, place: Int32(truncatingIfNeeded: place)))
        }
        let chains = CollectorChains(sources).chains(of: spans)
        for place in spans.indices {
            mentions.append(Mention(device: spans[place].device, isSpan: true, place: Int32(truncatingIfNeeded: place)))
        }
        mentions.sort { ($0.device, $0.isSpan ? 1 : 0, $0.place) < ($1.device, $1.isSpan ? 1 : 0, $1.place) }
        var count = 0
        for place in mentions.indices where place == 0 || mentions[place - 1].device != mentions[place].device { count += 1 }
        var devices: [DeviceKey: RunCoverage.Device] = [:]
        devices.reserveCapacity(count)
        var first = 0
        while first < mentions.count {
            var end = first + 1
            while end < mentions.count, mentions[end].device == mentions[first].device { end += 1 }
            devices[mentions[first].device] = device(mentions[first..<end], sources, spans, chains)
            first = end
        }
        return devices
    }

    /// One device session. Where lines name the device, a source's name is none for it.
    private static func device(
        _ mentions: ArraySlice<Mention>, _ sources: [SourceInfo], _ spans: [DeviceSpan], _ chains: [UInt64]
    ) -> RunCoverage.Device {
        let isNamed = mentions.last?.isSpan == true
        var device = RunCoverage.Device(coverage: WitnessCoverage(), name: "", platform: "")
        var parts: [Part] = []
        var isFirst = true
        for mention in mentions {
            let place = Int(mention.place)
            if mention.isSpan {
                let source = Int(spans[place].source)
                parts.append(
                    Part(chain: chains[place], span: spans[place].span, gaps: source < sources.count ? sources[source].gaps : []))
            } else if let part = part(sources[place]) {
                parts.append(part)
            }
            guard mention.isSpan == isNamed else { continue }
            let (name, platform) = mention.isSpan ? (spans[place].name, spans[place].platform) : (sources[place].name, "")
            device.name = isFirst ? name : min(device.name, name)
            device.platform = max(device.platform, platform)
            isFirst = false
        }
        device.coverage = parts.count == 1 && parts[0].gaps.isEmpty ? WitnessCoverage(stretches: [parts[0].span]) : joined(parts)
        return device
    }

    /// The moment that verdicts speak for: the latest plausible stamp of servers, of clients by the lower end of their corrected range,
    /// and the ends of bills. Where none of these is known: of provider records, then of uncorrected clients.
    ///
    /// - Parameters:
    ///   - sources: the run's sources.
    ///   - coverage: the run's coverage.
    ///   - clocks: the devices' clocks.
    ///   - providerDays: stretches that bills or exports cover, by provider word.
    /// - Returns: nil when no source has a plausible stamp.
    public static func asOf(sources: [SourceInfo], coverage: RunCoverage, clocks: ClockTable, providerDays: [String: [Stretch]]) -> Instant?
    {
        var latest: Instant?
        func consider(_ instant: Instant) {
            guard instant > .distantPast, instant < .distantFuture else { return }
            latest = max(latest ?? instant, instant)
        }
        // A stamp that a flipped bit changed may lie anywhere: sources with wrong bytes speak only where no sound one does.
        let servers = sources.filter { $0.witness == .serverApp || $0.witness == .serverEdge }
        for source in servers where !isSpoilt(source) { if let span = source.span { consider(span.to) } }
        if latest == nil { for source in servers { if let span = source.span { consider(span.to) } } }
        for (key, device) in coverage.devices {
            let offset = clocks.offset(of: key)
            guard offset.isConsistent, let first = device.coverage.stretches.first, let last = device.coverage.stretches.last else {
                continue
            }
            guard !isSpoilt(first, device.coverage.gaps) else { continue }
            consider(offset.range(of: last.to, resolution: .microsecond).earliest)
        }
        for stretch in providerDays.values.joined() { consider(stretch.to) }
        if latest == nil { for source in sources where source.witness == .provider { if let span = source.span { consider(span.to) } } }
        if latest == nil { for source in sources { if let span = source.span { consider(span.to) } } }
        return latest
    }

    /// Whether a source proves no absence at all, from its first stamp on.
    private static func isSpoilt(_ source: SourceInfo) -> Bool { source.span.map { isSpoilt($0, source.gaps) } ?? false }

    private static func isSpoilt(_ span: Stretch, _ gaps: [Gap]) -> Bool {
        gaps.contains { $0.stretch.from <= span.from && $0.stretch.to == .distantFuture }
    }

    private static func part(_ source: SourceInfo) -> Part? {
        source.span.map { Part(chain: source.chain, span: $0, gaps: source.gaps) }
    }

    /// What sources of one witness span together.
    static func joined(_ sources: [SourceInfo]) -> WitnessCoverage { joined(sources.compactMap(part)) }

    /// One witness: stretches of one chain are one, neighbours less than ``joinDistance`` apart are one; gaps end where their chain goes on.
    private static func joined(_ parts: [Part]) -> WitnessCoverage {
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
