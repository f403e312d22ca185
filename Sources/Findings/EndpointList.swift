import Domain

/// Notify endpoints with what was asked of them, by method and path. The name of an endpoint is made once, when it is first met.
struct EndpointList: Sendable {
    /// Stands for one endpoint of the list.
    struct Key: Hashable, Sendable {
        fileprivate var hash: UInt64
    }

    private var table = BoundedTable(bound: FindingLimits.endpoints, fresh: FindingsCollector.Endpoint())

    /// By name, sorted.
    var entries: [(name: String, value: FindingsCollector.Endpoint)] { table.kept }

    /// The key of an endpoint; nil when it is one too many.
    ///
    /// - Parameters:
    ///   - method: nil stands for POST.
    ///   - path: as logged.
    ///   - number: where this stands in the path, `*` takes its place, so that an endpoint that carries numbers is one endpoint.
    mutating func key(of method: UnsafeRawBufferPointer?, _ path: UnsafeRawBufferPointer, without number: UnsafeRawBufferPointer) -> Key? {
        // A `*` in the path itself is no other endpoint than one with a number in that place.
        let star = path.firstIndex(of: UInt8(ascii: "*"))
        let place = EndpointList.find(number, in: path).map { $0..<($0 + number.count) } ?? star.map { $0..<($0 + 1) }
        let head = UnsafeRawBufferPointer(rebasing: path[..<(place?.lowerBound ?? path.count)])
        let tail = UnsafeRawBufferPointer(rebasing: path[(place?.upperBound ?? path.count)...])
        let seed = method.map { StableHash.of($0) } ?? EndpointList.post
        let hash = StableHash.of(tail, seed: StableHash.of(head, seed: place == nil ? seed : ~seed))
        let isIn = table.admits(hash) { "\(method?.text ?? "POST") \(head.text)\(place == nil ? "" : "*")\(tail.text)" }
        return isIn ? Key(hash: hash) : nil
    }

    private static let post = StableHash.of("POST")

    /// Where a number begins in a path.
    private static func find(_ number: UnsafeRawBufferPointer, in path: UnsafeRawBufferPointer) -> Int? {
        guard number.count > 0, number.count <= path.count else { return nil }
        for start in 0...(path.count - number.count) where path[start] == number[0] {
            if UnsafeRawBufferPointer(rebasing: path[start..<(start + number.count)]).equals(number) { return start }
        }
        return nil
    }

    /// Counts a request.
    mutating func add(status: Int, at: Instant, to key: Key) {
        table.update(key.hash) {
            EndpointList.add(status, to: &$0.minutes[at.microseconds / 60_000_000, default: FindingsCollector.Minute()])
        }
    }

    private static func add(_ status: Int, to minute: inout FindingsCollector.Minute) {
        if (200...299).contains(status) { minute.accepted += 1 } else { minute.refused[status, default: 0] += 1 }
    }

    /// Counts an order that a refusing status touched.
    mutating func addOrder(status: Int, to key: Key) { table.update(key.hash) { $0.orders[status, default: 0] += 1 } }

    /// Adds what another worker counted.
    mutating func merge(_ other: EndpointList) {
        table.merge(other.table) { ours, theirs in
            for (at, minute) in theirs.minutes {
                ours.minutes[at, default: FindingsCollector.Minute()].accepted += minute.accepted
                for (status, count) in minute.refused {
                    ours.minutes[at, default: FindingsCollector.Minute()].refused[status, default: 0] += count
                }
            }
            for (status, count) in theirs.orders { ours.orders[status, default: 0] += count }
        }
    }
}
