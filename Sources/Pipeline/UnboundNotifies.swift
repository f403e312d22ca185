import Domain

/// Gathers the requests without an order that may be the notify that some order seems to lack: one by one, out of memory where there are many,
/// and by the minute at the end.
struct UnboundNotifies {
    private struct Request: Comparable, Sendable {
        var minute: Int64
        var path: UInt64
        var provider: UInt16
        var isInferred: Bool
        var at: Instant

        private var name: (Int64, UInt64, UInt16, UInt8) { (minute, path, provider, isInferred ? 1 : 0) }

        static func < (a: Request, b: Request) -> Bool { a.name != b.name ? a.name < b.name : a.at < b.at }

        func isTogether(with other: Request) -> Bool { name == other.name }
    }

    private let requests: SortedSpool<Request>
    /// Names of providers: a handful.
    private var providers = [""]

    init(in pool: SpillPool = SpillPool()) { requests = SortedSpool(in: pool) }

    /// Looks at a row without an order.
    mutating func note(_ row: Evidence, _ attributes: Attributes, isInferred: Bool) {
        guard row.event == .notifyReceived, attributes[.probe] == nil, attributes[.tool] == nil else { return }
        guard attributes[.agent]?.equals("tool") != true else { return }
        add(
            RunContext.UnboundNotify(
                at: row.at, path: attributes[.path].map { StableHash.of($0) } ?? 0, provider: attributes[.provider]?.text ?? "",
                isInferred: isInferred))
    }

    /// Adds requests that were gathered before.
    mutating func add(_ one: RunContext.UnboundNotify) {
        let provider = number(of: one.provider)
        for at in one.first == one.last ? [one.first] : [one.first, one.last] {
            requests.append(Request(minute: one.minute, path: one.path, provider: provider, isInferred: one.isInferred, at: at))
        }
    }

    /// A provider; where there are too many of them, one is as good as unknown.
    private mutating func number(of provider: String) -> UInt16 {
        if let known = providers.firstIndex(of: provider) { return UInt16(truncatingIfNeeded: known) }
        guard providers.count < 256 else { return 0 }
        providers.append(provider)
        return UInt16(truncatingIfNeeded: providers.count - 1)
    }

    /// All of them, in the order of time.
    var sorted: [RunContext.UnboundNotify] {
        var all: [RunContext.UnboundNotify] = []
        var last: Request?
        var reader = SortedSpool.reader(of: [requests])
        while let next = reader.next() {
            if let last, last.isTogether(with: next) {
                all[all.count - 1].last = next.at
            } else {
                all.append(
                    RunContext.UnboundNotify(
                        at: next.at, path: next.path, provider: providers[Int(next.provider)], isInferred: next.isInferred))
            }
            last = next
        }
        all.sort(by: RunContext.UnboundNotify.isOrdered)
        return all
    }
}
