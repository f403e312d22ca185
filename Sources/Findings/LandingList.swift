/// How payers came back, by the values of one segment. Values met early are found by walking: most runs have a handful.
struct LandingList: Sendable {
    private(set) var entries: [(value: String, landing: FindingsCollector.Landing)] = []
    /// Places of the values beyond those that are walked over.
    private var places: [String: Int] = [:]
    private static let walked = 16

    /// Counts one payer; a value too many is not looked at.
    mutating func note(_ value: String?, isMissing: Bool, isByLink: Bool) {
        guard let value, let place = place(of: value) else { return }
        if isMissing { return entries[place].landing.missing += 1 }
        entries[place].landing.returned += 1
        if isByLink { entries[place].landing.byLink += 1 }
    }

    private mutating func place(of value: String) -> Int? {
        for place in entries.indices.prefix(LandingList.walked) where entries[place].value == value { return place }
        if let place = places[value] { return place }
        guard entries.count < FindingLimits.segmentValues else { return nil }
        return append(value)
    }

    private mutating func append(_ value: String) -> Int {
        entries.append((value, FindingsCollector.Landing()))
        if entries.count > LandingList.walked { places[value] = entries.count - 1 }
        return entries.count - 1
    }

    /// Adds what another worker counted.
    mutating func merge(_ other: LandingList) {
        for (value, theirs) in other.entries {
            let place = entries.prefix(LandingList.walked).firstIndex { $0.value == value } ?? places[value] ?? append(value)
            entries[place].landing.returned += theirs.returned
            entries[place].landing.byLink += theirs.byLink
            entries[place].landing.missing += theirs.missing
        }
    }
}
