import Domain

/// Which access logs show which notify endpoints. Paths may carry numbers, so that there are as many as orders; the sets of logs are few.
struct EndpointLogs: Sendable {
    private var sets: [[Int32]] = []
    /// The place of each endpoint's set, by the hash of its path.
    private var places = NameTable<Int32>()

    var isEmpty: Bool { places.count == 0 }

    /// The logs that show an endpoint.
    subscript(endpoint: UInt64) -> [Int32] { places[endpoint].map { sets[Int($0)] } ?? [] }

    /// Notes that a log shows an endpoint.
    mutating func add(_ log: Int32, to endpoint: UInt64) {
        let known = self[endpoint]
        guard !known.contains(log) else { return }
        let wanted = (known + [log]).sorted()
        let place = sets.firstIndex(of: wanted) ?? sets.count
        if place == sets.count { sets.append(wanted) }
        places[endpoint] = Int32(clamping: place)
    }

    /// Adds what another worker noted.
    mutating func merge(_ other: EndpointLogs) {
        other.places.forEach { endpoint, place in
            for log in other.sets[Int(place)] { add(log, to: endpoint) }
        }
    }
}
