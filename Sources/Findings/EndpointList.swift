import Domain

/// Notify endpoints with what was asked of them, by method and path. The name of an endpoint is made once, when it is first met.
struct EndpointList: Sendable {
    private(set) var entries: [(name: String, endpoint: FindingsCollector.Endpoint)] = []
    /// Places by method and path as logged.
    private var places: [UInt64: Int] = [:]
    private var byName: [String: Int] = [:]

    /// The place of an endpoint; nil when it is one too many.
    ///
    /// - Parameters:
    ///   - method: nil stands for POST.
    ///   - path: as logged.
    ///   - number: where this stands in the path, `*` takes its place, so that an endpoint that carries numbers is one endpoint.
    mutating func place(of method: UnsafeRawBufferPointer?, _ path: UnsafeRawBufferPointer, without number: UnsafeRawBufferPointer) -> Int?
    {
        let end = EndpointList.find(number, in: path)
        let head = UnsafeRawBufferPointer(rebasing: path[..<(end ?? path.count)])
        var hash = StableHash.of(head, seed: method.map { StableHash.of($0) } ?? 0)
        var tail = UnsafeRawBufferPointer(start: nil, count: 0)
        if let end {
            tail = UnsafeRawBufferPointer(rebasing: path[(end + number.count)...])
            hash = StableHash.of(tail, seed: hash)
        }
        if let place = places[hash] { return place }
        let name = "\(method?.text ?? "POST") \(head.text)\(end == nil ? "" : "*")\(tail.text)"
        guard entries.count < FindingLimits.endpoints || byName[name] != nil else { return nil }
        let place = place(named: name)
        places[hash] = place
        return place
    }

    private mutating func place(named name: String) -> Int {
        if let place = byName[name] { return place }
        entries.append((name, FindingsCollector.Endpoint()))
        byName[name] = entries.count - 1
        return entries.count - 1
    }

    /// Where a number begins in a path.
    private static func find(_ number: UnsafeRawBufferPointer, in path: UnsafeRawBufferPointer) -> Int? {
        guard number.count > 0, number.count <= path.count else { return nil }
        for start in 0...(path.count - number.count) where path[start] == number[0] {
            if UnsafeRawBufferPointer(rebasing: path[start..<(start + number.count)]).equals(number) { return start }
        }
        return nil
    }

    /// Counts a request.
    mutating func add(status: Int, at: Instant, to place: Int) {
        EndpointList.add(status, to: &entries[place].endpoint.minutes[at.microseconds / 60_000_000, default: FindingsCollector.Minute()])
    }

    private static func add(_ status: Int, to minute: inout FindingsCollector.Minute) {
        if (200...299).contains(status) { minute.accepted += 1 } else { minute.refused[status, default: 0] += 1 }
    }

    /// Counts an order that a refusing status touched.
    mutating func addOrder(status: Int, to place: Int) { entries[place].endpoint.orders[status, default: 0] += 1 }

    /// Adds what another worker counted.
    mutating func merge(_ other: EndpointList) {
        for (name, theirs) in other.entries {
            let place = place(named: name)
            for (at, minute) in theirs.minutes {
                entries[place].endpoint.minutes[at, default: FindingsCollector.Minute()].accepted += minute.accepted
                for (status, count) in minute.refused {
                    entries[place].endpoint.minutes[at, default: FindingsCollector.Minute()].refused[status, default: 0] += count
                }
            }
            for (status, count) in theirs.orders { entries[place].endpoint.orders[status, default: 0] += count }
        }
    }
}
