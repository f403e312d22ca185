import Domain

/// Finds which sources are one log, written one after the other (vocabulary §5): `app.log`, `app.log.1`, `app.log.2.gz`.
///
/// Named alike is not enough: files that overlap in time are different devices or servers, and then nothing of that name is joined.
public enum RotationChains {
    /// Files of one log may overlap this much: workers finish their lines in the old file while the new one is open.
    static let tolerance = TimeSpan.seconds(5)
    /// Why there is a gap where a rotation is missing: it goes when the rotation comes.
    public static let missingRotation = "rotation missing"

    /// Sources with the same beginning are one file that was read twice; otherwise one source.
    private struct Unit {
        var members: [Int]
        var span: Stretch
        var name: RotationName
    }

    /// Sets `chain` and `device` of every source, adds a gap where a rotation is missing, and says how sources follow each other.
    ///
    /// - Parameter deviceSpans: what files span for each device that their lines name. An app that says its device once (at launch) is that
    ///   device in all lines of its log: "seen once on a device session" (client-and-server-lines.md).
    public static func link(_ sources: inout [SourceInfo], deviceSpans: some Sequence<DeviceSpan> = [DeviceSpan]()) -> SourceOrder {
        var places = sources.map { source in
            SourceOrder.Place(
                chain: StableHash.of(source.name, seed: UInt64(source.witness.rawValue)), rank: 0, device: source.device,
                ownDevice: source.device, witness: source.witness)
        }
        // A file in which nothing was written is there all the same, and so is a mixed one in which a service said nothing.
        let files = Set(sources.lazy.map { RotationName(file(of: $0.name)) })
        for units in groups(of: sources) {
            if isOneLog(units) {
                joinAll(units, files, &sources, &places)
            } else {
                for unit in units { joinAll([unit], files, &sources, &places) }
            }
        }
        nameDevices(deviceSpans, sources, &places)
        for i in sources.indices {
            if sources[i].witness == .client, places[i].device == 0 { places[i].device = places[i].chain }
            sources[i].chain = places[i].chain
            if sources[i].device != 0 { sources[i].device = places[i].device }
        }
        return SourceOrder(places: places)
    }

    /// The lines of a device's own log that name no device are those of the one device that the others name.
    private static func nameDevices(_ spans: some Sequence<DeviceSpan>, _ sources: [SourceInfo], _ places: inout [SourceOrder.Place]) {
        // nil: several.
        var named: [UInt64: DeviceKey?] = [:]
        for span in spans where Int(span.source) < places.count {
            let chain = places[Int(span.source)].chain
            if let known = named[chain] {
                if known != span.device { named[chain] = .some(nil) }
            } else {
                named[chain] = .some(span.device)
            }
        }
        guard !named.isEmpty else { return }
        // Who writes into a stream of servers is not known: its unnamed lines stay the stream's.
        let shared = Set(sources.lazy.filter { $0.witness != .client }.map(\.name))
        for i in places.indices where places[i].witness == .client && places[i].device != 0 && !shared.contains(sources[i].name) {
            if let devices = named[places[i].chain], let device = devices { places[i].device = device }
        }
    }

    /// Units that are named alike and have a time, oldest first; groups in the order of their names.
    private static func groups(of sources: [SourceInfo]) -> [[Unit]] {
        struct Key: Hashable {
            var stem: String
            var witness: Witness
        }
        var groups: [Key: [Unit]] = [:]
        var copies: [Key: [UInt64: Int]] = [:]
        for (index, source) in sources.enumerated() {
            guard let span = source.span else { continue }
            let name = RotationName(source.name)
            let key = Key(stem: name.stem, witness: source.witness)
            if source.contentID != 0, let copy = copies[key]?[source.contentID] {
                groups[key]?[copy].members.append(index)
                let known = groups[key]?[copy].span ?? span
                groups[key]?[copy].span = Stretch(from: min(known.from, span.from), to: max(known.to, span.to))
                continue
            }
            copies[key, default: [:]][source.contentID] = groups[key]?.count ?? 0
            groups[key, default: []].append(Unit(members: [index], span: span, name: name))
        }
        return groups.sorted { ($0.key.stem, $0.key.witness.rawValue) < ($1.key.stem, $1.key.witness.rawValue) }.map { group in
            group.value.sorted { a, b in
                (a.span.from, a.span.to, sources[a.members[0]].name) < (b.span.from, b.span.to, sources[b.members[0]].name)
            }
        }
    }

    private static func isOneLog(_ units: [Unit]) -> Bool {
        var end = Instant.distantPast
        for unit in units {
            if end != .distantPast, end - unit.span.from > tolerance { return false }
            end = max(end, unit.span.to)
        }
        return true
    }

    private static func joinAll(
        _ units: [Unit], _ files: Set<RotationName>, _ sources: inout [SourceInfo], _ places: inout [SourceOrder.Place]
    ) {
        guard let first = units.first?.members.first else { return }
        let devices = units.flatMap { unit in unit.members.map { sources[$0].device } }
        let device = devices.first { $0 != 0 } ?? 0
        for (rank, unit) in units.enumerated() {
            for member in unit.members {
                places[member].chain = places[first].chain
                places[member].rank = UInt32(rank)
                places[member].device = device
            }
        }
        let period = commonPeriod(units)
        for (older, newer) in zip(units, units.dropFirst()) where isMissing(between: older, newer, units, files, period) {
            guard newer.span.from > older.span.to else { continue }
            let gap = Gap(stretch: Stretch(from: older.span.to, to: newer.span.from), why: missingRotation)
            for member in older.members.prefix(1) where !sources[member].gaps.contains(gap) { sources[member].gaps.append(gap) }
        }
    }

    /// The file that a source lies in: recognition names a service of a mixed stream `service @ stream`.
    private static func file(of name: String) -> String {
        guard let mark = name.utf8.indices.first(where: { name.utf8[$0...].starts(with: " @ ".utf8) }) else { return name }
        return String(name[name.utf8.index(mark, offsetBy: 3)...])
    }

    /// How many days (hours) apart the files of this log are: what repeats, else one.
    private static func commonPeriod(_ units: [Unit]) -> Int {
        let steps = zip(units, units.dropFirst()).compactMap { older, newer -> Int? in
            guard let a = older.name.date, let b = newer.name.date, older.name.period == newer.name.period, b > a else { return nil }
            return b - a
        }
        guard let least = steps.min(), steps.count(where: { $0 == least }) > 1 else { return 1 }
        return least
    }

    private static func isMissing(
        between older: Unit, _ newer: Unit, _ units: [Unit], _ files: Set<RotationName>, _ period: Int
    ) -> Bool {
        let hasSameDate = older.name.date == newer.name.date
        if hasSameDate, older.name.counter != nil || newer.name.counter != nil {
            // the file without a counter is the current one: 0, or −1 where a file is numbered 0
            let plain = units.contains { $0.name.counter == 0 && $0.name.date == older.name.date } ? -1 : 0
            let (a, b) = (older.name.counter ?? plain, newer.name.counter ?? plain)
            guard abs(a - b) > 1 else { return false }
            return (min(a, b) + 1..<max(a, b)).prefix(64).contains { counter in
                var name = older.name
                (name.stem, name.counter) = (file(of: name.stem), counter)
                return !files.contains(name)
            }
        }
        guard newer.span.from - older.span.to >= CoverageBuilder.joinDistance, let from = older.name.date else { return false }
        switch older.name.period {
        case .none, .moment: return false
        case .day, .hour:
            // the current file has no date: its first line tells, in the zone of the trade
            let unit: TimeSpan = older.name.period == .day ? .days(1) : .hours(1)
            let local = (newer.span.from + .hours(8)).microseconds
            let next = newer.name.period == older.name.period ? newer.name.date ?? from : Int(local / unit.microseconds)
            guard next - from > period, period > 0 else { return false }
            return stride(from: from + period, to: next, by: period).prefix(64).contains { date in
                var name = older.name
                (name.stem, name.date) = (file(of: name.stem), date)
                return !files.contains(name)
            }
        }
    }
}
