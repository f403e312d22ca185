import Domain

/// How payers came back, by the values of one segment. Values met early are found by walking: most runs have a handful.
struct LandingList: Sendable {
    private var table = BoundedTable(bound: FindingLimits.segmentValues, fresh: FindingsCollector.Landing())
    /// Hashes of the first values met.
    private var early: [(value: String, hash: UInt64)] = []
    private static let walked = 16

    /// By value, sorted.
    var entries: [(name: String, value: FindingsCollector.Landing)] { table.kept }

    /// Counts one payer; a value too many is not looked at.
    mutating func note(_ value: String?, isMissing: Bool, isByLink: Bool) {
        guard let value else { return }
        let hash = hash(of: value)
        guard table.admits(hash, name: { value }) else { return }
        table.update(hash) { landing in
            if isMissing { return landing.missing += 1 }
            landing.returned += 1
            if isByLink { landing.byLink += 1 }
        }
    }

    private mutating func hash(of value: String) -> UInt64 {
        for place in early.indices where early[place].value == value { return early[place].hash }
        let hash = StableHash.of(value)
        if early.count < LandingList.walked { early.append((value, hash)) }
        return hash
    }

    /// Adds what another worker counted.
    mutating func merge(_ other: LandingList) {
        table.merge(other.table) { ours, theirs in
            ours.returned += theirs.returned
            ours.byLink += theirs.byLink
            ours.missing += theirs.missing
        }
    }
}
