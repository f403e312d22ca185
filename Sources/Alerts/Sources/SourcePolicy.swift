import Domain

/// How sources are watched: when one counts as down, and when as retired.
public struct SourcePolicy: Sendable, Hashable {
    /// A source whose last stamp lies so far behind is down.
    public var downAfter = TimeSpan.minutes(10)
    /// A source that speaks seldom is down only after so many of its usual pauses.
    public var pauses: Int64 = 20
    /// A source that has been silent so long is retired: it holds nothing and alerts nobody.
    public var retiredAfter = TimeSpan.hours(72)

    /// Makes the defaults.
    public init() {}
}

/// The sources of a run as alerts see them: each rotation chain is one, by its name and its last stamp.
public struct WatchedSource: Sendable, Hashable {
    /// What tells it from the others over runs.
    public var chain: UInt64
    /// The name of its latest file.
    public var name: String
    /// What it can show.
    public var witness: Witness
    /// Its last stamp.
    public var to: Instant
    /// Its usual pause between two lines.
    public var pause: TimeSpan

    /// How far behind a moment it is.
    public func lag(at moment: Instant) -> TimeSpan { max(.zero, moment - to) }

    /// Whether it is down at a moment.
    public func isDown(at moment: Instant, _ policy: SourcePolicy) -> Bool {
        lag(at: moment) > patience(policy) && !isRetired(at: moment, policy)
    }

    /// Whether it has been silent for so long that nobody waits for it.
    public func isRetired(at moment: Instant, _ policy: SourcePolicy) -> Bool { lag(at: moment) > policy.retiredAfter }

    /// Up to which moment it tells everything: while it is silent no longer than it often is, up to now.
    public func reach(at moment: Instant) -> Instant {
        let (usual, overflow) = pause.microseconds.multipliedReportingOverflow(by: WatchedSource.usualPauses)
        return lag(at: moment) <= max(.minutes(1), TimeSpan(microseconds: overflow ? .max : usual)) ? moment : to
    }

    /// Five pauses on end are rare: one in 150 where lines come at random.
    private static let usualPauses: Int64 = 5

    /// How much silence it is allowed.
    public func patience(_ policy: SourcePolicy) -> TimeSpan {
        let (usual, overflow) = pause.microseconds.multipliedReportingOverflow(by: policy.pauses)
        return max(policy.downAfter, TimeSpan(microseconds: overflow ? .max : usual))
    }

    /// The sources that are watched: application and access logs that gave evidence. Devices send when they can, bills come by day.
    public static func all(of sources: [SourceInfo]) -> [WatchedSource] {
        // A source without a chain is one of its own, told by its name.
        func chain(_ source: SourceInfo) -> UInt64 { source.chain != 0 ? source.chain : StableHash.of(source.name) }
        func key(_ source: SourceInfo) -> UInt64 { chain(source) ^ UInt64(source.witness.rawValue) }
        let servers = sources.filter { [.serverApp, .serverEdge].contains($0.witness) }
        // What has spoken of payments once is a source; its latest file may hold nothing of them yet.
        let speaking = Set(servers.filter { $0.evidence > 0 }.map(key))
        var places: [UInt64: Int] = [:]
        var watched: [WatchedSource] = []
        var totals: [(span: Int64, lines: UInt64)] = []
        for source in servers where speaking.contains(key(source)) {
            guard let span = source.span else { continue }
            let length = max(0, (span.to - span.from).microseconds)
            let (chain, key) = (chain(source), key(source))
            if let place = places[key] {
                totals[place].span += length
                totals[place].lines += source.lines
                if watched[place].to < span.to { (watched[place].name, watched[place].to) = (source.name, span.to) }
            } else {
                places[key] = watched.count
                watched.append(WatchedSource(chain: chain, name: source.name, witness: source.witness, to: span.to, pause: .zero))
                totals.append((length, source.lines))
            }
        }
        for place in watched.indices where totals[place].lines > 1 {
            watched[place].pause = TimeSpan(microseconds: totals[place].span / Int64(clamping: totals[place].lines))
        }
        return watched.sorted { ($0.name, $0.chain) < ($1.name, $1.chain) }
    }

    /// Up to which moment sources of these kinds tell everything, retired ones aside.
    static func reach(of sources: [WatchedSource], kinds: [Witness], at moment: Instant, _ policy: SourcePolicy) -> Instant {
        sources.reduce(moment) { reach, source in
            kinds.contains(source.witness) && !source.isRetired(at: moment, policy) ? min(reach, source.reach(at: moment)) : reach
        }
    }
}

extension AlertRule {
    /// The rule about sources that are down, which stands beside every file that has none about `source_lag`.
    public static func sourceDown(_ policy: SourcePolicy) -> AlertRule {
        var query = MeasureQuery(.sourceLag)
        query.by = [.source, .witness]
        let patience = Double(policy.downAfter.microseconds) / 1_000_000
        var rule = AlertRule(name: "SourceDown", query: query, condition: .threshold(.above, Quantity(patience)))
        rule.group = "sources"
        rule.labels = [("severity", "warning")]
        rule.usesPatience = true
        let wording = [
            ("summary", "{{ labels.source }} is silent since {{ value }}; alerts that rest on it are held"),
            ("summary_zh", "来源 {{ labels.source }} 已静默 {{ value }}；依赖它的告警被挂起"),
        ]
        rule.annotations = wording.compactMap { name, text in (try? AlertTemplate(text)).map { (name, $0) } }
        return rule
    }
}
