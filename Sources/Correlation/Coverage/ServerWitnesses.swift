import Domain

/// Which server logs can testify about one order, and what they span (vocabulary §5: a witness able to show it).
///
/// A run may hold the logs of many servers, and a whole log can be cut away without a trace. So the silence of some other server's log
/// proves nothing about an order: the witnesses of an order are the logs that speak of it, and their kin, the logs of the same family
/// (`pay-1.log`, `pay-2.log`), since any of them may have served it. Where none speaks of it, a log is its witness only when it is the
/// single family that may have been there at the time: one that ended well before the others of its kind may have lost its end, and a
/// rotated one that begins well behind them an earlier file.
///
/// Made once a run; asking costs a few comparisons.
public struct ServerWitnesses: Sendable {
    /// One rotation chain of server logs.
    private struct Log: Sendable {
        var chain: UInt64
        var family: UInt64
        var witness: Witness
        var sources: [SourceInfo]
        var hull: Stretch
    }

    private let logs: [Log]
    /// The logs that a row's source stands for; several for a mixed stream, whose rows name the stream and not its service.
    private let logsOfSource: [[Int32]]
    /// The families of those logs, source after source, and where those of each source begin.
    private let speakers: [(family: UInt64, witness: Witness)]
    private let speakersStart: [Int]
    /// Gaps of every log of a kind: what is lost there may have been any order's.
    private let gaps: [Witness: [Gap]]
    /// What the logs of one family span.
    private struct Family: Sendable {
        var logs = 0
        var stretches: [Stretch] = []
        /// Behind logs that ended well before the others of their kind.
        var early: [Gap] = []
        /// From when on its rotated logs speak, where that is well behind the first of their kind.
        var late: Instant?
    }

    /// Families by witness and name.
    private let families: [Witness: [UInt64: Family]]
    /// Access logs that show a notify endpoint.
    private var endpointLogs = EndpointLogs()
    /// Whether some application logged a notify: it came through some front end, whose log may have been cut away.
    private var isNotifyLogged = false
    /// What access logs span together, whosesoever they are, and what was lost in any of them.
    private let front: WitnessCoverage
    /// Whether some access log shows a question about an order by its number.
    private var isQueryShown = false
    /// Application logs that show notifies, or how orders move.
    private var isMover: [Bool]
    /// Orders that an application was asked about, and that no access log speaks of.
    private var hiddenQuestions = 0

    /// Looks at the run's sources, linked by ``RotationChains``.
    ///
    /// Application logs whose whole chain gave no evidence testify of nothing: they may be a database's.
    public init(sources: [SourceInfo]) {
        var evidence: [UInt64: UInt64] = [:]
        for source in sources { evidence[source.chain, default: 0] &+= source.evidence }
        var places: [UInt64: Int] = [:]
        var logs: [Log] = []
        var logsOfSource = [[Int32]](repeating: [], count: sources.count)
        var stream = 0
        // A copy of a log under another name is the same log, not one of some other server.
        var familyOfContent: [UInt64: UInt64] = [:]
        func family(of source: SourceInfo) -> UInt64 {
            let family = ServerWitnesses.family(source.name)
            guard source.contentID != 0 else { return family }
            let service = source.name.contains(" @ ") ? source.name : ""
            let content = StableHash.of(service, seed: source.contentID &+ UInt64(source.witness.rawValue))
            if let known = familyOfContent[content] { return known }
            familyOfContent[content] = family
            return family
        }
        for (index, source) in sources.enumerated() {
            if !ServerWitnesses.isPart(source, of: sources[stream]) { stream = index }
            guard source.span != nil else { continue }
            guard source.witness == .serverEdge || (source.witness == .serverApp && evidence[source.chain] != 0) else { continue }
            let place = places[source.chain] ?? logs.count
            if place == logs.count {
                places[source.chain] = place
                logs.append(
                    Log(
                        chain: source.chain, family: family(of: source), witness: source.witness, sources: [],
                        hull: Stretch(from: .distantFuture, to: .distantPast)))
            }
            logs[place].sources.append(source)
            for place in [Int32(place)] where !logsOfSource[stream].contains(place) { logsOfSource[stream].append(place) }
            if stream != index { logsOfSource[index] = [Int32(place)] }
            if let span = source.span {
                logs[place].hull = Stretch(from: min(logs[place].hull.from, span.from), to: max(logs[place].hull.to, span.to))
            }
        }
        var ends: [Witness: Instant] = [:]
        var begins: [Witness: Instant] = [:]
        for log in logs {
            ends[log.witness] = max(ends[log.witness] ?? .distantPast, log.hull.to)
            begins[log.witness] = min(begins[log.witness] ?? .distantFuture, log.hull.from)
        }
        (self.logs, self.logsOfSource) = (logs, logsOfSource)
        speakers = logsOfSource.flatMap { $0.map { (logs[Int($0)].family, logs[Int($0)].witness) } }
        speakersStart = logsOfSource.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        var gaps: [Witness: [Gap]] = [:]
        for witness in [Witness.serverApp, .serverEdge] {
            gaps[witness] = CoverageBuilder.joined(logs.filter { $0.witness == witness }.flatMap(\.sources)).gaps
        }
        self.gaps = gaps
        front = WitnessCoverage(
            stretches: CoverageBuilder.joined(stretches: logs.filter { $0.witness == .serverEdge }.map(\.hull)),
            gaps: gaps[.serverEdge] ?? [])
        let older = OlderLogs(logs.map { ($0.witness, $0.hull) })
        var families: [Witness: [UInt64: Family]] = [:]
        for log in logs {
            var family = families[log.witness]?[log.family] ?? Family()
            family.logs += 1
            family.stretches = CoverageBuilder.joined(stretches: family.stretches + CoverageBuilder.joined(log.sources).stretches)
            if let end = ends[log.witness], log.hull.to < end - CoverageBuilder.joinDistance {
                family.early.append(Gap(stretch: Stretch(from: log.hull.to, to: .distantFuture), why: "ended early"))
            }
            // What is rotated had a past, and so may have had one file that begins beside an older log: its earlier ones may be cut away.
            let isRotated = log.sources.count > 1 || older.isBeside(log.witness, log.hull.from)
            if isRotated, let begin = begins[log.witness], log.hull.from >= begin + CoverageBuilder.joinDistance {
                family.late = max(family.late ?? log.hull.from, log.hull.from)
            }
            families[log.witness, default: [:]][log.family] = family
        }
        self.families = families
        isMover = Array(repeating: false, count: logs.count)
    }

    /// Notes what an order's rows tell of front ends: the endpoints of notify requests, and a question that none of their logs shows.
    public mutating func note(requestsOf rows: UnsafeBufferPointer<Evidence>, arena: UnsafeRawBufferPointer) {
        var asked: Instant?
        var isShown = false
        for row in rows where row.witness == .serverApp || row.witness == .serverEdge {
            let isEdge = row.witness == .serverEdge
            isShown = isShown || isEdge
            if !isEdge, row.event == .orderChanged || row.event == .notifyVerified || row.event == .notifyReceived,
                Int(row.source) < logsOfSource.count
            {
                for log in logsOfSource[Int(row.source)] where !isMover[Int(log)] { isMover[Int(log)] = true }
            }
            switch row.event {
            case .queryReceived: if isEdge { isQueryShown = true } else { asked = asked ?? row.at }
            case .notifyReceived:
                if !isEdge { isNotifyLogged = true }
                if isEdge, let path = Attributes(of: row, in: arena)[.path] { note(endpoint: path, source: row.source) }
            default: break
            }
        }
        // A few are enough to know: a run of millions of orders asks no further.
        if let asked, !isShown, hiddenQuestions < ServerWitnesses.fewHidden, front.covers(asked, asked) { hiddenQuestions += 1 }
    }

    /// Whether a front end's log is not here at all: applications were asked about orders that no access log speaks of, though access logs
    /// show such questions.
    private var lacksFrontEnd: Bool { isQueryShown && hiddenQuestions >= ServerWitnesses.fewHidden }

    /// Questions that may be hidden for other reasons: a line cut off, another spelling.
    private static let fewHidden = 3

    /// Notes that an access log shows requests of a notify endpoint: then it is the witness of orders with that endpoint.
    public mutating func note(endpoint path: UnsafeRawBufferPointer, source: UInt32) {
        guard Int(source) < logsOfSource.count else { return }
        let name = StableHash.of(path)
        for log in logsOfSource[Int(source)] { endpointLogs.add(log, to: name) }
    }

    /// Adds what another worker noted.
    public mutating func merge(_ other: ServerWitnesses) {
        isNotifyLogged = isNotifyLogged || other.isNotifyLogged
        isQueryShown = isQueryShown || other.isQueryShown
        hiddenQuestions += other.hiddenQuestions
        for log in isMover.indices where other.isMover[log] { isMover[log] = true }
        endpointLogs.merge(other.endpointLogs)
    }

    /// Finds the families of the logs of one kind that speak of an order: they are its witnesses, if there are any.
    ///
    /// - Parameters:
    ///   - witness: application logs or access logs.
    ///   - sources: the sources that speak of the order; others may stand among them.
    ///   - own: becomes the families.
    func findSpeaking(of witness: Witness, sources: borrowing Scratch<UInt32>, into own: inout Scratch<UInt64>) {
        own.removeAll()
        for source in sources.elements where Int(source) < speakersStart.count - 1 {
            for place in speakersStart[Int(source)]..<speakersStart[Int(source) + 1] where speakers[place].witness == witness {
                let family = speakers[place].family
                if !own.elements.contains(family) { own.append(family) }
            }
        }
    }

    /// Finds the families that are the witnesses of one kind for an order of which none of them speaks: none where no log of the kind can
    /// testify.
    ///
    /// - Parameters:
    ///   - witness: application logs or access logs.
    ///   - sources: the sources that speak of the order.
    ///   - isAsked: whether an application log, or the app that was answered, shows requests for the order that came through some access log.
    ///   - endpoint: hash of the order's notify path, or 0.
    ///   - period: the time of the order.
    ///   - own: becomes the families.
    func findSilent(
        of witness: Witness, sources: borrowing Scratch<UInt32>, isAsked: Bool, endpoint: UInt64, period: Stretch,
        into own: inout Scratch<UInt64>
    ) {
        own.removeAll()
        func add(_ log: Int) {
            guard logs[log].witness == witness else { return }
            let family = logs[log].family
            for place in own.indices where own[place] == family { return }
            own.append(family)
        }
        guard families[witness] != nil else { return }
        // It may have come through the front end whose log is not here.
        if witness == .serverEdge, lacksFrontEnd { return }
        if endpoint != 0, !isAsked {
            for log in endpointLogs[endpoint] where mayHaveServed(Int(log), period) { add(Int(log)) }
            // Several front ends take requests of this endpoint; one more may have been cut away.
            if own.count > 1 { own.removeAll() } else if own.isEmpty { findOnlyFamily() }
            // No notify ever came, as far as any log tells: all front ends together are the witness that none did.
            if own.isEmpty, witness == .serverEdge, !isNotifyLogged, endpointLogs.isEmpty {
                let front = logs.indices.filter { logs[$0].witness == .serverEdge && mayHaveServed($0, period) }
                if front.allSatisfy({ logs[$0].hull.from <= period.from && period.to <= logs[$0].hull.to }) { front.forEach(add) }
            }
        } else {
            findOnlyFamily()
        }

        func findOnlyFamily() {
            // Who served it, if no server's log at all speaks of it while the run has logs of both kinds?
            let isServed = sources.elements.contains { Int($0) < logsOfSource.count && !logsOfSource[Int($0)].isEmpty }
            guard isServed || families.count == 1 else { return }
            // Requests reached the application and stand in none of the access logs: these are not the ones they came through.
            if witness == .serverEdge, isAsked { return }
            for log in logs.indices where mayHaveServed(log, period) { add(log) }
            if own.count != 1 { own.removeAll() }
        }
    }

    /// Families of the application logs that show notifies and how orders move. A shop that writes orders into one log and payments into
    /// another has told of neither where one of them ends (vocabulary §5: a witness able to show it).
    func movers() -> [UInt64] {
        var seen: Set<UInt64> = []
        var families: [UInt64] = []
        for log in logs.indices where isMover[log] && seen.insert(logs[log].family).inserted { families.append(logs[log].family) }
        return families
    }

    /// Whether a log was there at a time, or may have been: it, or one of its kin, begins late or ended early.
    private func mayHaveServed(_ log: Int, _ period: Stretch) -> Bool {
        if logs[log].hull.overlaps(period.from, period.to) { return true }
        guard let family = families[logs[log].witness]?[logs[log].family] else { return false }
        return family.late.map { $0 > period.to } ?? false || family.early.contains { $0.stretch.from < period.from }
    }

    /// Families together: their stretches joined, the gaps of every log of the kind, and a gap behind each of their logs that ended well
    /// before the others of its kind.
    func coverage(of own: [UInt64], _ witness: Witness) -> WitnessCoverage {
        guard !own.isEmpty, let known = families[witness] else { return WitnessCoverage() }
        var stretches: [Stretch] = []
        var early: [Gap] = []
        var count = 0
        for family in own {
            guard let kin = known[family] else { continue }
            stretches += kin.stretches
            early += kin.early
            count += kin.logs
        }
        var coverage = WitnessCoverage(stretches: CoverageBuilder.joined(stretches: stretches), gaps: gaps[witness] ?? [])
        guard count > 1, !early.isEmpty else { return coverage }
        coverage.gaps += early
        coverage.gaps.sort { ($0.stretch.from, $0.stretch.to, $0.why) < ($1.stretch.from, $1.stretch.to, $1.why) }
        return coverage
    }

    /// Whether a source is one service of the mixed stream before it (recognition names it `service @ stream`).
    private static func isPart(_ source: SourceInfo, of stream: SourceInfo) -> Bool {
        stream.span == nil && source.contentID == stream.contentID
            && (source.name == stream.name || source.name.hasSuffix(" @ \(stream.name)"))
    }

    /// A log's name without its digits and dates: servers of one kind differ in their number.
    private static func family(_ name: String) -> UInt64 {
        StableHash.of(RotationName(name).stem.utf8.filter { !(48...57).contains($0) })
    }
}

/// Until when logs speak that were there before a moment.
private struct OlderLogs {
    /// By witness, in the order in which they begin: when, and the latest end so far.
    private var ends: [Witness: [(from: Instant, to: Instant)]] = [:]

    init(_ hulls: [(witness: Witness, hull: Stretch)]) {
        for (witness, hull) in hulls.sorted(by: { $0.hull.from < $1.hull.from }) {
            let last = ends[witness]?.last?.to ?? .distantPast
            ends[witness, default: []].append((hull.from, max(last, hull.to)))
        }
    }

    /// Whether a log that began well before a moment goes on behind it.
    func isBeside(_ witness: Witness, _ moment: Instant) -> Bool {
        guard let ends = ends[witness] else { return false }
        let count = ends.indices.endOfPrefix { ends[$0].from + CoverageBuilder.joinDistance <= moment }
        return count > 0 && ends[count - 1].to > moment
    }
}
